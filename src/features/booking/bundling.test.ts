import { describe, expect, test } from 'vitest';
import type { PublicBundle } from '#remote/public-booking.ts';
import { countOf, emptyDraft, reduceDraft } from './booking-draft.ts';
import type { Choice } from './booking-draft.ts';
import { canWait } from './booking-steps.ts';
import { bundlingOf } from './bundling.ts';
import {
  catalogueOf,
  chooseLinked,
  pricesOf,
  priceOfChoice,
  stillOffered,
  totalPrice,
} from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { fittedChoices } from './fitted-choices.ts';
import { profileFixture } from './profile-fixture.ts';

const bridal: PublicBundle = {
  id: 'bridal',
  name: 'Bridal day',
  description: null,
  visibility: 'public',
  variant_ids: ['cut-long', 'colour-root'],
  price_mode: 'fixed',
  price_cents: 15_000,
  percent_bp: null,
  sort_key: 'a',
};
const withBundles = (
  bundles: PublicBundle[],
  change: object = {},
  linked: readonly string[] = [],
): Catalogue => {
  const profile = profileFixture({ bundles });
  const catalogue = catalogueOf({ ...profile, rules: { ...profile.rules, ...change } });
  return { ...catalogue, bundling: { ...bundlingOf(catalogue, linked), Menu: () => null } };
};
const catalogue = withBundles([bridal]);
const plain = (variantId: string, more: Partial<Choice> = {}): Choice => ({
  variantId,
  staffId: null,
  addOnIds: [],
  ...more,
});
const parts = [
  plain('cut-long', { bundleId: 'bridal' }),
  plain('colour-root', { bundleId: 'bridal' }),
];

describe('choosing a bundle', () => {
  test('chooses its services in its order, in place of what was chosen of them', () => {
    const { choose } = catalogue.bundling!;
    expect(choose(catalogue, [plain('secret-one'), plain('cut-short')], bridal)).toEqual([
      plain('secret-one'),
      ...parts,
    ]);
  });

  test('is the only choice where one thing is booked', () => {
    const one = withBundles([bridal], { multi_service: false });
    expect(one.bundling!.choose(one, [plain('secret-one')], bridal)).toEqual(parts);
    expect(stillOffered(one, parts)).toEqual(parts);
  });

  test('counts as one of so many', () => {
    const two = withBundles([bridal], { max_services: 2 });
    const all = [...parts, plain('secret-one')];
    expect(countOf(all)).toBe(2);
    expect(stillOffered(two, all)).toEqual(all);
    const draft = { ...emptyDraft('key'), choices: parts };
    const chosen = reduceDraft(draft, {
      type: 'service_chosen',
      variantId: 'secret-one',
      siblingIds: ['secret-one'],
      limit: 2,
    });
    expect(chosen.choices).toEqual(all);
  });

  test('gives its place to a part of it alone where one thing is booked', () => {
    const draft = { ...emptyDraft('key'), choices: parts };
    const chosen = (variantId: string, siblingIds: string[]) =>
      reduceDraft(draft, { type: 'service_chosen', variantId, siblingIds, limit: 1 }).choices;
    expect(chosen('colour-root', ['colour-root'])).toEqual([plain('colour-root')]);
    expect(chosen('cut-short', ['cut-short', 'cut-long'])).toEqual([plain('cut-short')]);
  });

  test('is what a link to it does', () => {
    expect(chooseLinked(catalogue, 'bridal')).toEqual({ type: 'offer_changed', choices: parts });
    expect(chooseLinked(catalogue, 'gone')).toBeNull();
  });

  test('is not possible where nobody does one of its services any more', () => {
    const orphaned = withBundles([{ ...bridal, variant_ids: ['cut-long', 'orphan-one'] }]);
    expect([...orphaned.bundling!.bundleById.keys()]).toEqual([]);
  });
});

describe('what is left of a bundle', () => {
  test('are services like all others when a part of it is dropped', () => {
    expect(stillOffered(catalogue, parts.slice(1))).toEqual([plain('colour-root')]);
    expect(stillOffered(catalogue, parts.toReversed())).toEqual([
      plain('colour-root'),
      plain('cut-long'),
    ]);
    expect(stillOffered(catalogue, [...parts, plain('secret-one')])).toHaveLength(3);
  });

  test('are services like all others when it is not sold any more', () => {
    expect(stillOffered(withBundles([]), parts)).toEqual([plain('cut-long'), plain('colour-root')]);
    expect(stillOffered(catalogueOf(profileFixture()), parts)).toEqual([
      plain('cut-long'),
      plain('colour-root'),
    ]);
  });
});

describe('what a bundle costs', () => {
  test('is its price, with every part a share', () => {
    expect(pricesOf(catalogue, parts).map(({ cents }) => cents)).toEqual([7059, 7941]);
    expect(totalPrice(catalogue, parts)).toEqual({ kind: 'fixed', cents: 15_000 });
  });

  test('has add-ons and other services beside it', () => {
    const [cut, colour] = parts as [Choice, Choice];
    const all = [plain('cut-short'), { ...cut, addOnIds: ['mask'] }, colour];
    const beside = priceOfChoice(catalogue, plain('cut-short')).cents;
    expect(pricesOf(catalogue, all).map(({ cents }) => cents)).toEqual([beside, 9559, 7941]);
    expect(totalPrice(catalogue, all)).toEqual({ kind: 'from', cents: beside + 17_500 });
  });

  test('is less than its parts, by whoever does them', () => {
    const percent = withBundles([
      {
        ...bridal,
        variant_ids: ['cut-short', 'secret-one'],
        price_mode: 'percent',
        price_cents: 0,
        percent_bp: 1000,
      },
    ]);
    const of = (staffId: string | null) =>
      totalPrice(percent, [
        plain('cut-short', { bundleId: 'bridal', staffId }),
        plain('secret-one', { bundleId: 'bridal' }),
      ]);
    expect(of('mara')).toEqual({ kind: 'fixed', cents: 5400 });
    expect(of(null)).toEqual({ kind: 'from', cents: 4500 });
  });

  test('is that of the menu as long as it is not whole', () => {
    expect(pricesOf(catalogue, parts.slice(0, 1))).toEqual([{ kind: 'fixed', cents: 8000 }]);
  });
});

test('is waited for like services, where there is a waitlist and everything of it is chosen', () => {
  const waiting = withBundles([bridal], { allow_waitlist: true });
  const bundled = [{ ...parts[0]! }, { ...parts[1]!, addOnIds: ['warm'] }];
  expect(canWait(waiting, { choices: bundled })).toBe(true);
  expect(canWait(waiting, { choices: parts })).toBe(false);
  expect(canWait(withBundles([bridal]), { choices: bundled })).toBe(false);
});

test('is found by its name and by what is in it, where it is listed or linked', () => {
  const hidden = { ...bridal, id: 'hidden', name: 'For friends', visibility: 'link' as const };
  const found = (query: string, linked: readonly string[] = []) =>
    withBundles([bridal, hidden], {}, linked)
      .bundling!.find(query)
      .map(({ id }) => id);
  expect(found('')).toEqual(['bridal']);
  expect(found('BRIDAL')).toEqual(['bridal']);
  expect(found('day cut')).toEqual(['bridal']);
  expect(found('nails')).toEqual([]);
  expect(found('', ['hidden'])).toEqual(['bridal', 'hidden']);
});

test('another option for whoever books leaves services like all others', () => {
  const profile = profileFixture({ bundles: [bridal] });
  const plainMenu = catalogueOf({
    ...profile,
    variants: profile.variants.map((one) => ({
      ...one,
      for_client: one.id === 'cut-long' ? 'returning' : 'any',
    })),
  });
  const menu = { ...plainMenu, bundling: bundlingOf(plainMenu, []) };
  expect(fittedChoices(menu, parts, { code: 'other_variant', field: 'new' })).toEqual([
    plain('cut-short'),
    plain('colour-root'),
  ]);
});
