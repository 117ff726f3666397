import { expect, test } from 'vitest';
import { PERMISSIONS, may, mayGive, scopeOf, scopesOf, withScope } from './presets.ts';

const holder = (
  role: 'owner' | 'manager' | 'front_desk' | 'practitioner' | 'assistant',
  custom = {},
) => ({
  role,
  custom_permissions: custom,
});

test('an owner may everything, whatever is written down', () => {
  for (const permission of PERMISSIONS) {
    expect(may(holder('owner', { [permission]: 'none' }), permission)).toBe(true);
  }
});

test('a manager may everything but billing', () =>
  expect(PERMISSIONS.filter((permission) => !may(holder('manager'), permission))).toEqual([
    'billing',
  ]));

test('practitioners have their own things only', () => {
  expect(may(holder('practitioner'), 'appointments.edit', 'own')).toBe(true);
  expect(may(holder('practitioner'), 'appointments.edit')).toBe(false);
  expect(may(holder('practitioner'), 'settings', 'own')).toBe(false);
});

test('overrides widen and narrow', () => {
  expect(scopeOf(holder('assistant', { block: 'own' }), 'block')).toBe('own');
  expect(scopeOf(holder('front_desk', { checkout: 'none' }), 'checkout')).toBe('none');
});

test('what is set for one person is kept only where it differs from the role', () => {
  const none = withScope(holder('practitioner'), 'clients.contact', 'none');
  expect(none).toEqual({ 'clients.contact': 'none' });
  const more = withScope(holder('practitioner', none), 'block', 'all');
  expect(more).toEqual({ 'clients.contact': 'none', block: 'all' });
  expect(withScope(holder('practitioner', more), 'clients.contact', 'own')).toEqual({
    block: 'all',
  });
});

test('everything that a role brings for own things can be set for own things', () => {
  for (const role of ['manager', 'front_desk', 'practitioner', 'assistant'] as const) {
    for (const permission of PERMISSIONS) {
      expect(scopesOf(permission)).toContain(scopeOf(holder(role), permission));
    }
  }
});

test('asking for one’s own time is less than blocking it, and more than nothing', () => {
  const asks = holder('practitioner', { block: 'ask' });
  expect((['ask', 'own', 'all'] as const).map((on) => may(asks, 'block', on))).toEqual([
    true,
    false,
    false,
  ]);
  expect(may(holder('front_desk'), 'block', 'ask')).toBe(true);
  expect(may(holder('assistant'), 'block', 'ask')).toBe(false);
  expect(scopesOf('block')).toEqual(['none', 'ask', 'own', 'all']);
  expect(scopesOf('appointments.edit')).not.toContain('ask');
});

test('nobody gives what they do not have', () => {
  expect(mayGive(holder('owner'), holder('manager'))).toBe(true);
  expect(mayGive(holder('manager'), holder('manager'))).toBe(true);
  expect(mayGive(holder('manager'), holder('assistant', { billing: 'all' }))).toBe(false);
  const narrow = holder('manager', { 'clients.contact': 'none' });
  expect(mayGive(narrow, holder('front_desk'))).toBe(false);
  expect(mayGive(narrow, holder('front_desk', { 'clients.contact': 'none' }))).toBe(true);
});

test('who loses prices loses what shows them, and gets them back with it', () => {
  const none = withScope(holder('practitioner'), 'prices', 'none');
  expect(none).toEqual({ prices: 'none', checkout: 'none', transactions: 'none' });
  expect(withScope(holder('practitioner', none), 'checkout', 'own')).toEqual({
    transactions: 'none',
  });
  expect(withScope(holder('practitioner', none), 'block', 'all')).toEqual({
    ...none,
    block: 'all',
  });
});
