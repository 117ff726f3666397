import { describe, expect, test } from 'vitest';
import { bookRequest } from './book-request.ts';
import { emptyDraft } from './booking-draft.ts';
import { catalogueOf } from './catalogue.ts';
import { profileFixture } from './profile-fixture.ts';
import type { BookingDraft } from './use-draft.ts';

const draft: BookingDraft = {
  ...emptyDraft('key'),
  choices: [{ variantId: 'cut-long', staffId: 'theo', addOnIds: ['mask'] }],
  startsAt: '2026-11-21T15:00:00+00:00',
  details: {
    firstName: ' Ann ',
    lastName: '',
    email: ' ann@example.com',
    phone: '718 555 0199',
    note: ' Ring twice ',
  },
};
const requestOf = (changes: Partial<BookingDraft> = {}, profile = profileFixture()) =>
  bookRequest({ ...draft, ...changes }, catalogueOf(profile), 'Europe/Berlin');

test('a request says what was chosen, what was seen and who it is', () => {
  expect(requestOf()).toEqual({
    items: [{ variant_id: 'cut-long', staff_id: 'theo', add_on_ids: ['mask'] }],
    starts_at: '2026-11-21T15:00:00+00:00',
    time_zone: 'Europe/Berlin',
    client: { first_name: 'Ann', last_name: '', email: 'ann@example.com', phone: '718 555 0199' },
    place: 'business',
    address: null,
    note: 'Ring twice',
    policy_version: 2,
    fee_terms: { late_cancel: null, no_show: null, grace_min: 0, notice_min: 1440 },
    expected_total: 10500,
    hold_key: null,
    answers: null,
    guests: [],
  });
});

test('whoever ticks news and offers says so; whoever does not was not asked', () => {
  expect(requestOf({ details: { ...draft.details, news: 'yes' } })).toMatchObject({ news: true });
  expect(requestOf({ details: { ...draft.details, news: '' } })).not.toHaveProperty('news');
});

test('seats of a class go with their session, and with the price of all of them', () => {
  const session = {
    id: 'monday',
    endsAt: '2026-11-21T16:00:00+00:00',
    staffId: 'theo',
    price: { kind: 'fixed', cents: 1500 } as const,
    seats: 3,
    isWaiting: false,
  };
  expect(requestOf({ session })).toMatchObject({
    starts_at: draft.startsAt,
    session: { id: 'monday', seats: 3, waiting: false },
    expected_total: 4500,
  });
});

test('a held time goes with its key', () => {
  const hold = {
    startsAt: draft.startsAt!,
    expiresAt: '2026-11-20T12:10:00+00:00',
    extended: false,
  };
  expect(requestOf({ hold })?.hold_key).toBe('key');
});

describe('who is visited', () => {
  const address = {
    line1: ' 12 Elm Street ',
    line2: ' ',
    city: 'Queens',
    region: '',
    postal_code: '11375',
  };
  const visits = profileFixture();
  visits.services = visits.services.map((one) => ({ ...one, location_types: ['client'] }));

  test('says where, apart from the note', () => {
    expect(requestOf({ address }, visits)).toMatchObject({
      place: 'client',
      address: { line1: '12 Elm Street', city: 'Queens', postal_code: '11375', country_code: 'US' },
      note: 'Ring twice',
    });
  });

  test('and who comes instead tells nobody the address that was typed before', () => {
    const both = profileFixture();
    both.services = both.services.map((one) => ({
      ...one,
      location_types: ['business', 'client'],
    }));
    const asked = requestOf({ address, place: 'business' }, both);
    expect(asked).toMatchObject({ place: 'business', address: null });
    expect(requestOf({ address, place: 'client' }, both)).toMatchObject({ place: 'client' });
  });
});

test('a business without terms asks for none, and without a time there is no request', () => {
  expect(requestOf({}, profileFixture({ policy: null }))?.policy_version).toBeNull();
  expect(requestOf({ startsAt: null })).toBeNull();
});

describe('guests', () => {
  const profile = profileFixture();
  const rules = { ...profile.rules, group_max: 2 };
  const short = [{ variantId: 'cut-short', staffId: null, addOnIds: [] }];
  const withGuests = (
    guests: BookingDraft['guests'],
    changes: Parameters<typeof profileFixture>[0] = {},
  ) => requestOf({ guests }, { ...profile, rules, ...changes });
  const mine = { variant_id: 'cut-long', staff_id: null, add_on_ids: ['mask'] };

  test('go with their names and what they have, by anyone, and with the price of all', () => {
    expect(withGuests([{ name: ' Tom ', choices: null }])).toMatchObject({
      items: [{ staff_id: 'theo' }],
      guests: [{ first_name: 'Tom', items: [mine] }],
      expected_total: 21_000,
    });
    expect(withGuests([{ name: '', choices: short }])).toMatchObject({
      guests: [{ first_name: '', items: [{ variant_id: 'cut-short' }] }],
      expected_total: 15_500,
    });
  });

  test('are as many as the business has it', () => {
    const three = Array.from({ length: 3 }, () => ({ name: '', choices: null }));
    expect(withGuests(three)?.guests).toHaveLength(1);
    expect(requestOf({ guests: three })?.guests).toEqual([]);
  });

  test('have the same where theirs is not offered any more', () => {
    const gone = [{ variantId: 'gone', staffId: null, addOnIds: [] }];
    expect(withGuests([{ name: '', choices: gone }])).toMatchObject({
      guests: [{ items: [mine] }],
    });
  });

  test.each([
    ['a form is filled in first', { forms: [{ key: 'f', name: 'Health', service_ids: [] }] }],
    ['something is paid first', { rules: { ...rules, deposit_rule: { percent: 30 } } }],
    ['a card is left', { rules: { ...rules, asks_card: true } }],
    [
      'they come to the client',
      {
        services: profile.services.map((one) => ({
          ...one,
          location_types: ['client' as const],
        })),
      },
    ],
    ['it is a class', { services: profile.services.map((one) => ({ ...one, is_class: true })) }],
  ])('stay at home where %s', (_why, changes) => {
    expect(withGuests([{ name: 'Tom', choices: null }], changes)?.guests).toEqual([]);
  });
});
