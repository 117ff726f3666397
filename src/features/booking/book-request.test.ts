import { expect, test } from 'vitest';
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
    address: '12 Elm Street',
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
    address: null,
    note: 'Ring twice',
    policy_version: 2,
    expected_total: 10500,
    hold_key: null,
    answers: null,
    guests: [],
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

test('who is visited says where', () => {
  const visits = profileFixture();
  visits.services = visits.services.map((one) => ({ ...one, location_types: ['client'] }));
  expect(requestOf({}, visits)).toMatchObject({
    address: { line1: '12 Elm Street' },
    note: 'Ring twice',
  });
});

test('a business without terms asks for none, and without a time there is no request', () => {
  expect(requestOf({}, profileFixture({ policy: null }))?.policy_version).toBeNull();
  expect(requestOf({ startsAt: null })).toBeNull();
});
