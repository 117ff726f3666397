import { describe, expect, test } from 'vitest';
import type { ClientRow } from '#domain/rows.ts';
import { addressedAs, mayAnswerFor, mergedLink, reachOf, readerOf } from './guardian.ts';
import { createDuplicateFinder } from './duplicate-finder.ts';
import { NEW_CLIENT } from './schema.ts';

const person = (id: string, more: Partial<ClientRow> = {}): ClientRow => ({
  ...NEW_CLIENT,
  id,
  first_name: id,
  business_id: 'b',
  rev: 1,
  created_at: '',
  updated_at: '',
  created_by: null,
  ...more,
});
const phone = { phone: '+12125550100', phone_raw: '212 555 0100' };
const grace = person('Grace', { ...phone, email: 'grace@mail.example' });
const tim = (more: Partial<ClientRow> = {}) => person('Tim', { guardian_id: 'Grace', ...more });

describe('somebody with a guardian', () => {
  test('is reached through them without ways of their own', () => {
    const reach = reachOf(tim(), grace);
    expect(reach).toEqual({
      ...phone,
      alt_phone: null,
      alt_phone_raw: null,
      email: 'grace@mail.example',
      phoneOf: grace,
      emailOf: grace,
    });
    expect(addressedAs(tim(), reach)).toBe('Grace (for Tim)');
  });

  test('is reached by their own ways, each kind by itself', () => {
    const reach = reachOf(tim({ alt_phone: '+12125550111' }), grace);
    expect(reach).toMatchObject({ phone: null, alt_phone: '+12125550111', phoneOf: null });
    expect(reach).toMatchObject({ email: 'grace@mail.example', emailOf: grace });
    expect(readerOf(reach)).toBe(grace);
    const own = reachOf(tim({ phone: '+12125550111' }), grace);
    expect(addressedAs(tim(), own)).toBe('Tim');
  });

  test('is reached through a guardian who is marked for it, as far as they can be', () => {
    const both = { phone: '+12125550111', email: 'tim@mail.example', guardian_receives: true };
    expect(reachOf(tim(both), grace)).toMatchObject({ phoneOf: grace, emailOf: grace });
    expect(reachOf(tim(both), person('Grace', phone))).toMatchObject({
      phoneOf: { id: 'Grace' },
      email: 'tim@mail.example',
      emailOf: null,
    });
  });

  test.each([
    ['is not on this device', undefined],
    ['is archived', { ...grace, status: 'archived' as const }],
    ['is hidden from this person', person('Grace')],
  ])('has nobody to answer when the guardian %s', (_, guardian) => {
    const reach = reachOf(tim(), guardian);
    expect(reach).toMatchObject({ phone: null, email: null, phoneOf: null, emailOf: null });
    expect(addressedAs(tim(), reach)).toBe('Tim');
  });
});

test.each([
  ['somebody else', grace, false, true],
  ['themselves', person('Tim'), false, false],
  ['somebody who has one', person('Grace', { guardian_id: 'Max' }), false, false],
  ['somebody archived', person('Grace', { status: 'archived' }), false, false],
  ['somebody, but others depend on the client', grace, true, false],
])('the guardian may be %s', (_, guardian, hasDependants, may) => {
  expect(mayAnswerFor(guardian, { id: 'Tim' }, hasDependants)).toBe(may);
});

test('a family that shares a phone is not taken for one person, others with it are', () => {
  const found = (...clients: ClientRow[]): string[][] => {
    const finder = createDuplicateFinder();
    clients.forEach(finder.add);
    return finder.sets().map((set) => set.clients.map(({ id }) => id));
  };
  const ana = person('Ana', { ...phone, guardian_id: 'Grace' });
  expect(found(grace, tim(phone), ana)).toEqual([]);
  expect(found(tim(phone), ana, grace)).toEqual([]);
  expect(found(grace, tim(phone), person('Gracie', phone))).toEqual([['Grace', 'Gracie']]);
});

test('who may be one person is said with how sure that is, the surest first', () => {
  const finder = createDuplicateFinder();
  const named = (id: string, first_name: string, last_name: string, more: object = {}) =>
    finder.add(person(id, { first_name, last_name, ...more }));
  named('a', 'Anna', 'Lee-Schmitt', { email: 'anna@mail.example' });
  named('b', 'Ana', 'Lee Schmit', { email: 'anna@mail.example' });
  named('c', 'Philip', 'Becker');
  named('d', 'Beker', 'Filip');
  named('e', 'Bea', 'Orr', phone);
  named('f', 'Theo', 'Orr', phone);
  named('g', 'Kim', 'Bo', { birthday: '1990-01-01' });
  named('h', 'Kim', 'Bo', { birthday: '1991-01-01' });
  named('i', 'Cher', '');
  named('j', 'Cher', '');
  expect(
    finder
      .sets()
      .map(({ clients, reasons, score }) => [clients.map(({ id }) => id), reasons, score]),
  ).toEqual([
    [['a', 'b'], ['email', 'name'], 100],
    [['e', 'f'], ['phone'], 70],
    [['c', 'd'], ['name'], 40],
  ]);
});

describe('several records that become one', () => {
  const none = { guardian_id: null, guardian_receives: false };

  test('have the guardian of the oldest one that has one', () => {
    const linked = tim({ guardian_receives: true });
    const other = person('Timothy', { guardian_id: 'Max' });
    expect(mergedLink([person('T.'), linked, other], [])).toEqual({
      guardian_id: 'Grace',
      guardian_receives: true,
    });
  });

  test('have none who is one of them, and none when others depend on them', () => {
    expect(mergedLink([grace, tim()], [{ id: 'Tim' }])).toEqual(none);
    expect(mergedLink([tim(), person('Max')], [{ id: 'Child' }])).toEqual(none);
    // Whoever depended on the one is the one now.
    const max = person('Max', { guardian_id: 'Old' });
    expect(mergedLink([grace, tim(), max], [{ id: 'Tim' }])).toEqual({
      guardian_id: 'Old',
      guardian_receives: false,
    });
  });
});
