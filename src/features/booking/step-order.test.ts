import { describe, expect, test } from 'vitest';
import { emptyDraft } from './booking-draft.ts';
import type { Draft } from './booking-draft.ts';
import { stepAfter, stepsOf } from './booking-steps.ts';
import { catalogueOf } from './catalogue.ts';
import { profileFixture } from './profile-fixture.ts';
import { stepForRefusal, stepToShow } from './step-order.ts';
import { stepSearch } from './step-search.ts';

const profile = profileFixture();
const catalogue = catalogueOf(profile);
const empty: Draft = emptyDraft('key');
const withServices: Draft = {
  ...empty,
  choices: [{ variantId: 'cut-long', staffId: null, addOnIds: [] }],
};
const withTime: Draft = { ...withServices, startsAt: '2026-11-21T15:00:00+00:00' };
const complete: Draft = {
  ...withTime,
  details: {
    firstName: 'Ann',
    lastName: '',
    email: 'ann@example.com',
    phone: '718 555 0199',
    note: '',
  },
};

describe('the steps', () => {
  test('leave out the people when there is nobody to choose among', () => {
    expect(stepsOf(catalogue, withServices)).toContain('staff');
    const onlyTheo = { choices: [{ variantId: 'colour-root', staffId: null, addOnIds: [] }] };
    expect(stepsOf(catalogue, onlyTheo)).not.toContain('staff');
    const hidden = profileFixture({ rules: { ...profile.rules, staff_choice: 'hidden' } });
    expect(stepsOf(catalogueOf(hidden), withServices)).not.toContain('staff');
  });

  test('follow each other', () => {
    expect(stepAfter('services', catalogue, withServices)).toBe('staff');
    expect(stepAfter('review', catalogue, withServices)).toBe('review');
  });
});

describe('a form without which nothing is booked', () => {
  const asked = (service_ids: string[]) =>
    catalogueOf(profileFixture({ forms: [{ key: 'k', name: 'Health', service_ids }] }));
  const filled = (isDone: boolean): Draft => ({
    ...complete,
    forms: { k: { version: 1, answers: {}, isDone } },
  });

  test('has a step of its own, for its services', () => {
    expect(stepsOf(asked([]), complete)).toContain('forms');
    expect(stepsOf(asked(['cut']), complete)).toContain('forms');
    expect(stepsOf(asked(['colour']), complete)).not.toContain('forms');
  });

  test('is not passed before it is done', () => {
    expect(stepToShow('review', asked([]), complete)).toBe('forms');
    expect(stepToShow('review', asked([]), filled(false))).toBe('forms');
    expect(stepToShow('review', asked([]), filled(true))).toBe('review');
  });

  test('that is not wanted any more is passed', () => {
    expect(stepToShow('forms', asked(['colour']), complete)).toBe('review');
    expect(stepToShow('forms', asked(['colour']), withTime)).toBe('details');
  });
});

describe('the step of an address', () => {
  test.each([
    ['nothing chosen', empty, 'review', 'services'],
    ['services chosen', withServices, 'details', 'time'],
    ['services chosen', withServices, 'staff', 'staff'],
    ['a time chosen', withTime, 'review', 'details'],
    ['everything there', complete, 'review', 'review'],
    ['everything there', complete, 'time', 'time'],
    ['everything there', complete, 'nonsense', 'services'],
    ['everything there', complete, null, 'services'],
  ] as const)('with %s (%#), asked for %s', (_, draft, wanted, shown) => {
    expect(stepToShow(wanted, catalogue, draft)).toBe(shown);
  });

  test('is not passed while an add-on is missing', () => {
    const draft = {
      ...complete,
      choices: [{ variantId: 'colour-root', staffId: null, addOnIds: [] }],
    };
    expect(stepToShow('review', catalogue, draft)).toBe('services');
  });

  test('keeps what else stands in it', () => {
    expect(stepSearch('?service=x', 'time')).toBe('?service=x&step=time');
    expect(stepSearch('?service=x&step=time', 'services')).toBe('?service=x');
    expect(stepSearch('?step=time', 'services')).toBe('');
  });
});

test.each([
  ['slot_taken', undefined, 'time'],
  ['too_soon', undefined, 'time'],
  ['not_offered', 'staff_id', 'services'],
  ['too_many', 'items', 'services'],
  ['other_variant', 'new', 'services'],
  ['invalid', 'client.email', 'details'],
  ['invalid', 'add_on_ids', 'services'],
  ['invalid', 'hold_key', 'review'],
  ['class_full', 'seats', 'time'],
  ['stale', 'starts_at', 'time'],
  ['invalid', 'seats', 'time'],
  ['duplicate', 'session', 'review'],
  ['price_changed', 'expected_total', 'review'],
  ['policy_changed', undefined, 'review'],
  ['blocked', undefined, 'review'],
  ['unknown', undefined, 'review'],
] as const)('%s (%s) is read at %s', (code, field, step) => {
  expect(stepForRefusal({ code, ...(field ? { field } : {}) })).toBe(step);
});
