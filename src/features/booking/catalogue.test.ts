import { describe, expect, test } from 'vitest';
import type { Choice } from './booking-draft.ts';
import { hasStaffChoice } from './booking-steps.ts';
import {
  catalogueOf,
  chooseLinked,
  minutesOfChoice,
  missingAddOns,
  needsApproval,
  priceOfChoice,
  stillOffered,
  totalPrice,
} from './catalogue.ts';
import { needOf } from './need-of.ts';
import { profileFixture } from './profile-fixture.ts';

const catalogue = catalogueOf(profileFixture());
const choice = (variantId: string, changes: Partial<Choice> = {}): Choice => ({
  variantId,
  staffId: null,
  addOnIds: [],
  ...changes,
});

describe('what is shown', () => {
  test('a category is shown with its picture', () => {
    const profile = profileFixture();
    const [hair, ...more] = profile.categories;
    const pictured = { ...profile, categories: [{ ...hair!, image_path: 'a/picture' }, ...more] };
    expect(catalogueOf(pictured).sections[0]?.picture).toBe('a/picture');
  });

  test('sections without services and services that nobody does are left out', () => {
    const shown = catalogue.sections.map(({ name, services }) => [
      name,
      ...services.map((service) => service.name),
    ]);
    expect(shown).toEqual([['Hair', 'Colour', 'Cut']]);
  });

  test('a service for people with the link is shown to people with the link', () => {
    const linked = catalogueOf(profileFixture(), ['secret']);
    expect(linked.sections.at(-1)?.services.map(({ name }) => name)).toEqual(['For friends']);
  });

  test('variants name their service, and those who do them come in the order of their rank', () => {
    expect(catalogue.variantById.get('cut-long')).toMatchObject({
      fullName: 'Cut – Long',
      staffIds: ['mara', 'theo'],
    });
    expect(catalogue.variantById.get('colour-root')).toMatchObject({
      fullName: 'Colour',
      staffIds: ['theo'],
    });
  });
});

describe('what a choice costs', () => {
  test.each([
    ['the price of the person', choice('cut-short', { staffId: 'mara' }), 'fixed', 6000],
    ['the lowest one when it is open who does it', choice('cut-short'), 'from', 5000],
    ['one price when everybody asks the same', choice('cut-long'), 'fixed', 8000],
    ['a starting price', choice('colour-root'), 'from', 9000],
    ['nothing', choice('secret-one'), 'free', 0],
    ['the add-ons as well', choice('cut-long', { addOnIds: ['mask'] }), 'fixed', 10500],
  ])('%s', (_, of, kind, cents) => {
    expect(priceOfChoice(catalogue, of)).toEqual({ kind, cents });
  });

  test('the total is as sure as its least sure part', () => {
    expect(totalPrice(catalogue, [choice('cut-long'), choice('colour-root')])).toEqual({
      kind: 'from',
      cents: 17000,
    });
  });
});

describe('how long a choice takes', () => {
  test('the slowest person counts while it is open who does it', () => {
    expect(minutesOfChoice(catalogue, choice('cut-long'))).toBe(75);
    expect(minutesOfChoice(catalogue, choice('cut-long', { staffId: 'theo' }))).toBe(60);
  });

  test('processing, finishing and add-ons belong to it', () => {
    expect(minutesOfChoice(catalogue, choice('colour-root'))).toBe(90);
    expect(minutesOfChoice(catalogue, choice('cut-short', { addOnIds: ['mask'] }))).toBe(45);
  });

  test('slots are looked for among those who may do it', () => {
    expect(needOf(catalogue, choice('cut-long')).by.map(({ staffId }) => staffId)).toEqual([
      'mara',
      'theo',
    ]);
    expect(needOf(catalogue, choice('cut-long', { staffId: 'theo' })).by).toHaveLength(1);
    expect(needOf(catalogue, choice('gone')).by).toEqual([]);
  });
});

test('a group that asks for a choice is missing until it has one', () => {
  expect(missingAddOns(catalogue, choice('colour-root')).map(({ id }) => id)).toEqual(['toner']);
  expect(missingAddOns(catalogue, choice('colour-root', { addOnIds: ['warm'] }))).toEqual([]);
  expect(missingAddOns(catalogue, choice('cut-long'))).toEqual([]);
});

test('of an old draft stays what is still offered', () => {
  const old = [
    choice('gone'),
    choice('colour-root', { staffId: 'mara', addOnIds: ['warm', 'mask'] }),
    choice('cut-long', { staffId: 'theo' }),
  ];
  expect(stillOffered(catalogue, old)).toEqual([
    choice('colour-root', { addOnIds: ['warm'] }),
    choice('cut-long', { staffId: 'theo' }),
  ]);
});

test.each([
  ['cut-long', 'cut-long'],
  ['colour', 'colour-root'],
  ['cut', null],
  ['nothing', null],
])('a link to %s chooses %s', (id, variantId) => {
  const event = chooseLinked(catalogue, id);
  expect(event && 'variantId' in event ? event.variantId : null).toBe(variantId);
});

test('whether the business answers first depends on its rules and on the services', () => {
  expect(needsApproval(catalogue, [choice('cut-long')])).toBe(false);
  expect(needsApproval(catalogue, [choice('cut-long'), choice('colour-root')])).toBe(true);
  const all = profileFixture();
  all.rules.approval_mode = 'all';
  expect(needsApproval(catalogueOf(all), [choice('cut-long')])).toBe(true);
});

describe('what two people do at the same time', () => {
  const profile = profileFixture();
  profile.services = profile.services.map((one) =>
    one.id === 'cut' || one.id === 'colour' ? { ...one, staff_needed: 2 } : one,
  );
  const both = catalogueOf(profile);

  test('is offered where two do it', () => {
    expect(both.variantById.get('cut-long')).toMatchObject({
      people: 2,
      staffIds: ['mara', 'theo'],
    });
    // Only Theo colours.
    expect(both.variantById.has('colour-root')).toBe(false);
  });

  test('has times at which whoever is chosen and somebody else are free', () => {
    expect(needOf(both, choice('cut-long', { staffId: 'theo' }))).toMatchObject({
      by: [{ staffId: 'theo' }],
      people: 2,
      helpers: ['mara', 'theo'],
    });
  });

  test('asks for nobody where all of them are needed', () => {
    const draft = { choices: [choice('cut-long')] };
    expect(hasStaffChoice(catalogue, draft)).toBe(true);
    expect(hasStaffChoice(both, draft)).toBe(false);
  });
});
