import { expect, test } from 'vitest';
import { emptyDraft } from './booking-draft.ts';
import type { Choice, Draft } from './booking-draft.ts';
import { catalogueOf } from './catalogue.ts';
import { prefillOf } from './prefill.ts';
import { profileFixture } from './profile-fixture.ts';

const catalogue = catalogueOf(profileFixture());
const CUT: Choice = { variantId: 'cut-short', staffId: null, addOnIds: [] };
const fill = (search: string, changes: Partial<Draft> = {}) =>
  prefillOf(search, { ...emptyDraft('hold'), choices: [CUT], ...changes }, catalogue);
const typed = (field: string, value: string) => ({ type: 'detail_typed', field, value });

test('what is known of the client goes into the fields and out of the address', () => {
  const search =
    '?service=cut-short&first_name=Ann&last_name=Lee&email=ann%40x.example&phone=555&note=Hi&day=2027-01-05';
  expect(fill(search)).toEqual({
    events: [
      typed('firstName', 'Ann'),
      typed('lastName', 'Lee'),
      typed('email', 'ann@x.example'),
      typed('phone', '555'),
      typed('note', 'Hi'),
    ],
    rest: '?service=cut-short&day=2027-01-05',
  });
});

test('nothing goes over what was typed', () => {
  const details = { firstName: 'Bea', lastName: ' ', email: '', phone: '', note: '' };
  expect(fill('?first_name=Ann&last_name=Lee', { details })).toEqual({
    events: [typed('lastName', 'Lee')],
    rest: '',
  });
});

test.each([
  ['?first_name=' + 'x'.repeat(10_000), [typed('firstName', 'x'.repeat(120))]],
  ['?first_name=a%00b%0A%E2%80%AEc', [typed('firstName', 'a b c')]],
  ['?first_name=%20%0A', []],
  ['?email=<script>', [typed('email', '<script>')]],
  ['?where=moon&step=staff&staff=nobody', []],
  ['?step=staff&staff=__proto__', []],
  ['?__proto__=1&toString=2&policy_version=1', []],
])('%s is text or nothing', (search, events) => {
  expect(fill(search).events).toEqual(events);
});

test('the person is chosen once the services are, where clients choose and they do it', () => {
  const chosen = { type: 'staff_chosen', staffId: 'mara', variantIds: ['cut-short'] };
  expect(fill('?staff=mara')).toEqual({ events: [], rest: '?staff=mara' });
  expect(fill('?staff=mara&step=staff')).toEqual({ events: [chosen], rest: '?step=staff' });
  const own = { choices: [{ ...CUT, staffId: 'theo' }] };
  expect(fill('?staff=mara&step=staff', own).events).toEqual([]);
  // Mara does no colours.
  const colour = { choices: [{ ...CUT, variantId: 'colour-root' }] };
  expect(fill('?staff=mara&step=staff', colour).events).toEqual([]);
  const profile = profileFixture();
  const rules = { ...profile.rules, staff_choice: 'any_only' as const };
  const assigned = catalogueOf({ ...profile, rules });
  const draft = { ...emptyDraft('hold'), choices: [CUT] };
  expect(prefillOf('?staff=mara&step=staff', draft, assigned).events).toEqual([]);
});

test('a place is chosen where there is a choice and none was made', () => {
  const profile = profileFixture();
  const services = profile.services.map((one) => ({
    ...one,
    location_types: ['business' as const, 'remote' as const],
  }));
  const twoPlaces = catalogueOf({ ...profile, services });
  const at = (search: string, place: Draft['place']) =>
    prefillOf(search, { ...emptyDraft('hold'), choices: [CUT], place }, twoPlaces).events;
  expect(at('?where=remote', null)).toEqual([{ type: 'place_chosen', place: 'remote' }]);
  expect(at('?where=remote', 'business')).toEqual([]);
  expect(at('?where=client', null)).toEqual([]);
});
