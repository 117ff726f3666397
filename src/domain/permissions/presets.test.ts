import { expect, test } from 'vitest';
import { PERMISSIONS, may, scopeOf } from './presets.ts';

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
