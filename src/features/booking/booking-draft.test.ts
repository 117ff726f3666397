import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fail } from '#domain/errors/result.ts';
import { emptyDraft, reduceDraft } from './booking-draft.ts';
import type { Draft, DraftEvent } from './booking-draft.ts';

const nine = '2026-11-21T09:00:00+00:00';
const ten = '2026-11-21T10:00:00+00:00';
const chosen = (...ids: string[]): Draft => ({
  ...emptyDraft('hold-key'),
  choices: ids.map((variantId) => ({ variantId, staffId: null, addOnIds: [] })),
});
const withTime: Draft = {
  ...chosen('cut'),
  startsAt: nine,
  hold: { startsAt: nine, expiresAt: ten, extended: false },
};
const inFlight: Draft = { ...withTime, attempt: { opId: 'op', request: { starts_at: nine } } };
const play = (draft: Draft, ...events: DraftEvent[]) => events.reduce(reduceDraft, draft);
const ids = (draft: Draft) => draft.choices.map(({ variantId }) => variantId);
const refusalOf = (code: Parameters<typeof fail>[0]) => fail(code).error;

describe('guests', () => {
  const guest = (name: string, ...ids: string[]) => ({
    name,
    choices: ids.length === 0 ? null : chosen(...ids).choices,
  });
  const change = (...guests: ReturnType<typeof guest>[]) =>
    ({ type: 'guests_changed', guests }) as const;

  test('need another time when they are more, fewer, or have something else', () => {
    const two = { ...withTime, guests: [guest('Tom'), guest('')] };
    for (const changed of [
      change(guest('Tom')),
      change(guest('Tom'), guest(''), guest('')),
      change(guest('Tom'), guest('', 'colour')),
    ]) {
      const next = play(two, changed);
      expect(next).toMatchObject({ startsAt: null, hold: null });
      expect(next.guests).toEqual(changed.guests);
    }
  });

  test('may be called otherwise without losing the time', () => {
    const draft = { ...withTime, guests: [guest('')] };
    expect(play(draft, change(guest('Tom')))).toEqual({ ...withTime, guests: [guest('Tom')] });
  });
});

describe('a session of a class', () => {
  const session = {
    id: 'monday',
    endsAt: ten,
    staffId: null,
    price: { kind: 'fixed', cents: 1500 } as const,
    seats: 2,
    isWaiting: false,
  };
  const seated = play(chosen('yoga'), { type: 'session_chosen', startsAt: nine, session });

  test('is a time with seats', () => {
    expect(seated).toMatchObject({ startsAt: nine, session: { id: 'monday' }, hold: null });
  });

  test.each([
    ['full', 'class_full'],
    ['moved', 'stale'],
  ] as const)('that is %s has to be chosen anew; what was typed stays', (_, code) => {
    const typed = play(seated, { type: 'detail_typed', field: 'firstName', value: 'Ann' });
    const refused = play(
      typed,
      { type: 'sent', opId: 'op', request: {} },
      { type: 'refused', error: refusalOf(code) },
    );
    expect(refused).toMatchObject({
      startsAt: null,
      session: null,
      lostTime: nine,
      details: { firstName: 'Ann' },
    });
  });

  test('goes when another service is chosen', () => {
    const other = { type: 'service_chosen', variantId: 'cut', siblingIds: [], limit: 1 } as const;
    expect(play(seated, other)).toMatchObject({ startsAt: null, session: null });
  });
});

describe('choosing services', () => {
  const choose = (variantId: string, limit = 5, siblingIds: string[] = []): DraftEvent => ({
    type: 'service_chosen',
    variantId,
    siblingIds,
    limit,
  });

  test.each([
    ['the first one is taken', chosen(), choose('cut'), ['cut']],
    ['another one is added after it', chosen('cut'), choose('colour'), ['cut', 'colour']],
    ['the same one is not taken twice', chosen('cut'), choose('cut'), ['cut']],
    ['with a limit of one it replaces', chosen('cut'), choose('colour', 1), ['colour']],
    ['beyond the limit nothing happens', chosen('a', 'b'), choose('c', 2), ['a', 'b']],
    [
      'a sibling variant takes the place of the first',
      chosen('short', 'beard'),
      choose('long', 5, ['short', 'long']),
      ['long', 'beard'],
    ],
    [
      'a sibling may be swapped at the limit',
      chosen('short', 'beard'),
      choose('long', 2, ['short', 'long']),
      ['long', 'beard'],
    ],
  ])('%s', (_, draft, event, expected) => {
    expect(ids(play(draft, event))).toEqual(expected);
  });

  test.each<[string, DraftEvent]>([
    ['another service', choose('colour')],
    ['one service fewer', { type: 'service_dropped', variantId: 'cut' }],
    ['an add-on', { type: 'add_ons_chosen', variantId: 'cut', addOnIds: ['mask'] }],
    ['another person', { type: 'staff_chosen', staffId: 'mara', variantIds: ['cut'] }],
  ])('%s needs another time', (_, event) => {
    expect(play(withTime, event)).toMatchObject({ startsAt: null, hold: null });
  });

  test('another place needs another time, the same one and its address do not', () => {
    const there = { ...withTime, place: 'client' as const };
    expect(play(there, { type: 'place_chosen', place: 'business' })).toMatchObject({
      place: 'business',
      startsAt: null,
      hold: null,
    });
    expect(play(there, { type: 'place_chosen', place: 'client' })).toBe(there);
    const typed = play(there, { type: 'address_typed', field: 'line1', value: '12 Elm Street' });
    expect(typed).toMatchObject({ startsAt: nine, address: { line1: '12 Elm Street' } });
  });

  test('choosing what is chosen already keeps the time', () => {
    expect(play(withTime, choose('cut'))).toBe(withTime);
    const anyone: DraftEvent = { type: 'staff_chosen', staffId: null, variantIds: ['cut'] };
    expect(play(withTime, anyone)).toBe(withTime);
  });
});

describe('holding a time', () => {
  test('the answer for a time that is no longer chosen is ignored', () => {
    const other = play(withTime, { type: 'time_chosen', startsAt: ten });
    expect(
      play(other, { type: 'held', startsAt: nine, expiresAt: ten, extended: false }).hold,
    ).toBeNull();
    expect(
      play(other, { type: 'held', startsAt: ten, expiresAt: ten, extended: false }).hold,
    ).not.toBeNull();
  });

  test('a lost hold keeps the time: the server looks again when it is booked', () => {
    expect(play(withTime, { type: 'hold_lost' })).toMatchObject({ startsAt: nine, hold: null });
  });

  test('more time for the same time says that it was the last', () => {
    const later = play(withTime, {
      type: 'held',
      startsAt: nine,
      expiresAt: '2026-11-21T10:05:00+00:00',
      extended: true,
    });
    expect(later.hold).toMatchObject({ expiresAt: '2026-11-21T10:05:00+00:00', extended: true });
  });
});

describe('a booking in flight', () => {
  test.each<DraftEvent>([
    { type: 'service_dropped', variantId: 'cut' },
    { type: 'time_chosen', startsAt: ten },
    { type: 'detail_typed', field: 'firstName', value: 'Eve' },
    { type: 'offer_changed', choices: [] },
    { type: 'sent', opId: 'other', request: {} },
  ])('is not changed by $type', (event) => {
    expect(play(inFlight, event)).toBe(inFlight);
  });

  test.each(['slot_taken', 'too_soon', 'outside_hours', 'day_full'] as const)(
    'refused with %s it asks for another time and keeps the services',
    (code) => {
      const next = play(inFlight, { type: 'refused', error: refusalOf(code) });
      expect(next).toMatchObject({ attempt: null, startsAt: null, hold: null, lostTime: nine });
      expect(ids(next)).toEqual(['cut']);
      expect(next.refusal?.code).toBe(code);
    },
  );

  test.each(['policy_changed', 'price_changed', 'invalid', 'rate_limited'] as const)(
    'refused with %s it keeps the time',
    (code) => {
      const next = play(inFlight, { type: 'refused', error: refusalOf(code) });
      expect(next).toMatchObject({ attempt: null, startsAt: nine, hold: withTime.hold });
    },
  );
});

test('starting over forgets everything and takes a new hold key', () => {
  expect(play(inFlight, { type: 'started_over', holdKey: 'new' })).toEqual(emptyDraft('new'));
});

test('no event but starting over ever takes away what was typed', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const at = fc.constantFrom(nine, ten);
  const anyEvent: fc.Arbitrary<DraftEvent> = fc.oneof(
    fc.record({
      type: fc.constant('service_chosen' as const),
      variantId: id,
      siblingIds: fc.array(id),
      limit: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ type: fc.constant('service_dropped' as const), variantId: id }),
    fc.record({
      type: fc.constant('place_chosen' as const),
      place: fc.constantFrom('business', 'client'),
    }),
    fc.record({ type: fc.constant('time_chosen' as const), startsAt: at }),
    fc.record({
      type: fc.constant('held' as const),
      startsAt: at,
      expiresAt: at,
      extended: fc.boolean(),
    }),
    fc.constant<DraftEvent>({ type: 'offer_changed', choices: [] }),
    fc.constantFrom<DraftEvent>(
      { type: 'time_dropped' },
      { type: 'hold_lost' },
      { type: 'refusal_read' },
      { type: 'sent', opId: 'op', request: {} },
      { type: 'refused', error: refusalOf('slot_taken') },
      { type: 'refused', error: refusalOf('unknown') },
      { type: 'time_refused', error: refusalOf('slot_taken') },
    ),
  );
  const typed = play(
    emptyDraft('key'),
    { type: 'detail_typed', field: 'email', value: 'ann@example.com' },
    { type: 'address_typed', field: 'line1', value: '12 Elm Street' },
  );
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const { details, address } = play(typed, ...events);
      expect({ details, address }).toEqual({ details: typed.details, address: typed.address });
    }),
  );
});
