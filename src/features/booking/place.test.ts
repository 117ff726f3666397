import { describe, expect, test } from 'vitest';
import type { PublicService } from '#remote/public-booking.ts';
import { emptyDraft } from './booking-draft.ts';
import type { Draft } from './booking-draft.ts';
import { stepsOf } from './booking-steps.ts';
import { addressIssues } from './address-issues.ts';
import { catalogueOf, priceOfChoice, stillOffered } from './catalogue.ts';
import { needOf } from './need-of.ts';
import { asksWhere, atPlace, placeOf, placesOf } from './place.ts';
import { profileFixture } from './profile-fixture.ts';
import { stepToShow } from './step-order.ts';

type Places = PublicService['location_types'];

/** The salon of the fixture, its services done at these places, its people working at these. */
const salon = (
  places: { cut?: Places; colour?: Places },
  worksAt: { mara?: 'both' | 'business' | 'client'; theo?: 'both' | 'business' | 'client' } = {},
) => {
  const profile = profileFixture();
  profile.services = profile.services.map((one) => ({
    ...one,
    location_types: places[one.id as 'cut' | 'colour'] ?? ['business'],
  }));
  profile.staff = profile.staff.map((one) => ({
    ...one,
    works_at: worksAt[one.id as 'mara' | 'theo'] ?? 'both',
  }));
  return catalogueOf(profile);
};
const choice = (variantId: string, staffId: string | null = null) => ({
  variantId,
  staffId,
  addOnIds: [],
});
const cut = choice('cut-long');
const colour = choice('colour-root');
const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft('key'),
  choices: [cut],
  ...changes,
});
const HOME = {
  line1: '12 Elm Street',
  line2: '',
  city: 'Queens',
  region: '',
  postal_code: '11375',
};

describe('the places of a booking', () => {
  test.each([
    [['business'], undefined, ['business']],
    [['client', 'business'], undefined, ['business', 'client']],
    [['client', 'business'], ['client'], ['client']],
    [['client'], ['business'], []],
    [['remote', 'phone'], ['phone'], ['phone']],
  ] as [Places, Places | undefined, string[]][])(
    'of a service at %j and one at %j are %j',
    (first, second, places) => {
      const catalogue = salon({ cut: first, ...(second ? { colour: second } : {}) });
      expect(placesOf(catalogue, second ? [cut, colour] : [cut])).toEqual(places);
    },
  );

  test('leave out where nobody works who does it', () => {
    const both: Places = ['business', 'client'];
    const stays = salon({ cut: both, colour: both }, { theo: 'business' });
    expect(placesOf(stays, [cut])).toEqual(['business', 'client']);
    // Only Theo colours.
    expect(placesOf(stays, [colour])).toEqual(['business']);
  });

  test('a service is not offered that nobody does where it is done', () => {
    const stays = salon({ colour: ['client'] }, { theo: 'business' });
    expect(stays.variantById.has('colour-root')).toBe(false);
  });

  test('are asked for before the people when there is a choice or an address to be known', () => {
    const steps = (places: Places) => stepsOf(salon({ cut: places }), draft());
    expect(steps(['business'])).not.toContain('where');
    expect(steps(['remote'])).not.toContain('where');
    expect(steps(['client'])).toEqual(['services', 'where', 'staff', 'time', 'details', 'review']);
    expect(steps(['business', 'remote'])).toContain('where');
    expect(asksWhere(salon({ cut: ['client'] }), [])).toBe(false);
  });

  test('a place that was chosen for other services counts only as long as it is one', () => {
    const catalogue = salon({
      cut: ['business', 'client', 'phone'],
      colour: ['business', 'phone'],
    });
    expect(placeOf(catalogue, draft())).toBeNull();
    expect(placeOf(catalogue, draft({ place: 'client' }))).toBe('client');
    expect(placeOf(catalogue, draft({ place: 'client', choices: [cut, colour] }))).toBeNull();
  });

  test('services that are done at different places do not get past their step', () => {
    const apart = salon({ cut: ['client'] });
    const both = draft({ choices: [cut, colour] });
    expect(stepToShow('time', apart, both)).toBe('services');
  });
});

describe('times', () => {
  test('are not shown before it is known where to come to', () => {
    const catalogue = salon({ cut: ['client'] });
    expect(stepToShow('time', catalogue, draft())).toBe('where');
    expect(stepToShow('time', catalogue, draft({ address: HOME }))).toBe('time');
    const both = salon({ cut: ['business', 'client'] });
    expect(stepToShow('time', both, draft())).toBe('where');
    expect(stepToShow('time', both, draft({ place: 'business' }))).toBe('time');
    expect(stepToShow('time', both, draft({ place: 'client' }))).toBe('where');
  });

  test('at the client’s have the way there and back, and nobody is served meanwhile', () => {
    const catalogue = salon({ colour: ['business', 'client'] });
    catalogue.profile.rules = {
      ...catalogue.profile.rules,
      travel_before_min: 40,
      travel_after_min: 10,
    };
    const lengthsAt = (place: 'business' | 'client') =>
      needOf(atPlace(catalogue, place), colour).by[0]?.lengths;
    expect(lengthsAt('business')).toMatchObject({
      buffer_before_min: 0,
      processing_bookable: true,
    });
    expect(lengthsAt('client')).toMatchObject({
      buffer_before_min: 40,
      buffer_after_min: 10,
      processing_bookable: false,
    });
  });

  test('a way that is in the buffers of the service is not counted twice', () => {
    const catalogue = salon({ cut: ['client'] });
    const variant = catalogue.variantById.get('cut-long')!;
    const own = new Map(catalogue.variantById).set('cut-long', {
      ...variant,
      buffer_before_min: 20,
    });
    const need = needOf(atPlace({ ...catalogue, variantById: own }, 'client'), cut);
    expect(need.by[0]?.lengths.buffer_before_min).toBe(30);
  });
});

describe('the people of a place', () => {
  const catalogue = salon({ cut: ['business', 'client'] }, { mara: 'client', theo: 'business' });

  test('are those who work there', () => {
    const staffAt = (place: 'business' | 'client' | null) =>
      atPlace(catalogue, place).variantById.get('cut-long')?.staffIds;
    expect(staffAt('client')).toEqual(['mara']);
    expect(staffAt('business')).toEqual(['theo']);
    expect(staffAt(null)).toEqual(['mara', 'theo']);
  });

  test('who does not go out is not kept as the choice', () => {
    const choices = [choice('cut-short', 'theo')];
    expect(stillOffered(atPlace(catalogue, 'client'), choices)).toEqual([choice('cut-short')]);
    expect(stillOffered(atPlace(catalogue, 'business'), choices)).toEqual(choices);
  });

  test('decide what it costs', () => {
    const price = (place: 'business' | 'client') =>
      priceOfChoice(atPlace(catalogue, place), choice('cut-short'));
    // Mara asks for 10 more.
    expect([price('business').cents, price('client').cents]).toEqual([5000, 6000]);
  });
});

describe('the address of a visit', () => {
  const issues = (changes: Partial<typeof HOME>, areas: string[] = []) => {
    const profile = profileFixture();
    profile.rules = { ...profile.rules, visit_postal_codes: areas };
    return addressIssues({ ...HOME, ...changes }, profile).map(
      ({ field, rule }) => `${field} ${rule}`,
    );
  };

  test.each([
    ['is complete with street and city', { postal_code: '' }, [], []],
    ['needs both', { line1: ' ', city: '' }, [], ['line1 required', 'city required']],
    ['has an end', { line2: 'x'.repeat(201) }, [], ['line2 too_long']],
    [
      'needs its postal code where that decides',
      { postal_code: '' },
      ['113'],
      ['postal_code required'],
    ],
    ['is within reach', {}, ['112', '113'], []],
    ['is out of reach', {}, ['112'], ['postal_code outside_area']],
  ])('%s', (_, changes, areas, found) => {
    expect(issues(changes, areas)).toEqual(found);
  });
});
