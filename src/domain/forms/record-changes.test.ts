import { describe, expect, it, test } from 'vitest';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { ClientRow, FormAnswers, FormField } from '#domain/rows.ts';
import { field } from './form-cases.ts';
import { recordChanges } from './record-changes.ts';
import { knownAnswer } from './record-fields.ts';

const CLEO: ClientRow = {
  ...NEW_CLIENT,
  id: 'cleo',
  business_id: 'b',
  rev: 1,
  created_at: '2027-01-01T00:00:00+00:00',
  updated_at: '2027-01-01T00:00:00+00:00',
  created_by: null,
  first_name: 'Cleo',
  last_name: 'Reyes',
  email: 'cleo@mail.example',
  phone: '+17185550142',
  phone_raw: '(718) 555-0142',
  birthday: '--05-17',
  address: { label: 'Home', line1: '12 Elm St', city: 'Queens', country_code: 'US' },
  alert_note: 'Dog at the door',
};
const FIELDS: FormField[] = [
  field('q1', 'short_text', { label: 'First name', map_to: 'first_name' }),
  field('q2', 'email', { label: 'Email', map_to: 'email' }),
  field('q3', 'phone', { label: 'Phone', map_to: 'phone' }),
  field('q4', 'date', { label: 'Birthday', map_to: 'birthday' }),
  field('q5', 'short_text', { label: 'Street', map_to: 'address_line1' }),
  field('q6', 'short_text', { label: 'Town', map_to: 'address_city' }),
  field('q7', 'multi', {
    label: 'Allergies',
    options: ['Nuts', 'Latex'],
    map_to: 'alert_note',
  }),
  field('q8', 'short_text', { label: 'Anything else' }),
];
const PLACE = { country: 'US', today: '2027-03-09' };
const changes = (answers: FormAnswers, client: Partial<ClientRow> = {}) =>
  recordChanges(FIELDS, answers, { ...CLEO, ...client }, PLACE).map(({ part, before, after }) => [
    part,
    before,
    after,
  ]);

describe('a filled-in form changes nothing about its client', () => {
  test.each<[string, FormAnswers]>([
    ['when nothing is said', {}],
    ['where it says the same', { q1: ' Cleo ', q2: 'CLEO@mail.example', q4: '--05-17' }],
    ['by a phone number written in another way', { q3: '718 555 0142' }],
    ['by what is no phone number', { q3: '12345' }],
    ['by a birthday to come', { q4: '2027-03-10' }],
    ['by questions that go with nothing', { q8: 'Hello' }],
  ])('%s', (_what, answers) => {
    expect(changes(answers)).toEqual([]);
  });
});

it('says part by part what would be other, with what the record has', () => {
  expect(
    changes({
      q1: 'Cleopatra',
      q2: 'New@mail.example',
      q3: '212 555 0100',
      q4: '1990-05-17',
      q6: 'Brooklyn',
    }),
  ).toEqual([
    ['first_name', 'Cleo', 'Cleopatra'],
    ['email', 'cleo@mail.example', 'new@mail.example'],
    ['phone', '+17185550142', '+12125550100'],
    ['birthday', '--05-17', '1990-05-17'],
    ['address', '12 Elm St, Queens', '12 Elm St, Brooklyn'],
  ]);
});

it('fills in what the record does not have', () => {
  const nothing = { email: null, phone: null, birthday: null, address: null, alert_note: null };
  const answers = { q2: 'cleo@mail.example', q5: '12 Elm St', q7: ['Nuts', 'Latex'] };
  expect(changes(answers, nothing)).toEqual([
    ['email', null, 'cleo@mail.example'],
    ['address', null, '12 Elm St'],
    ['alert_note', null, 'Allergies: Nuts, Latex'],
  ]);
  expect(changes({ q6: 'Queens' }, nothing)).toEqual([]);
});

it('adds to an alert, once, and never replaces it', () => {
  const [[, , after]] = changes({ q7: ['Latex'] }) as [[string, string, string]];
  expect(after).toBe('Dog at the door\nAllergies: Latex');
  expect(changes({ q7: ['Latex'] }, { alert_note: after })).toEqual([]);
});

it('keeps what an address has besides, and how a number was typed', () => {
  const answers = { q3: '212 555 0100', q6: 'Brooklyn' };
  const patches = recordChanges(FIELDS, answers, CLEO, PLACE).map(({ patch }) => patch);
  expect(patches).toEqual([
    { phone: '+12125550100', phone_raw: '212 555 0100' },
    { address: { label: 'Home', line1: '12 Elm St', city: 'Brooklyn', country_code: 'US' } },
  ]);
});

it('a form never begins with the alert, which is for staff', () => {
  expect(knownAnswer(CLEO, 'alert_note')).toBeNull();
  expect(knownAnswer(CLEO, 'address_city')).toBe('Queens');
  expect(knownAnswer(CLEO, 'birthday')).toBe('--05-17');
});
