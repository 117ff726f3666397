import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyDraft, reduceDraft } from './booking-draft.ts';
import { forgetDraft, loadDraft, saveDraft } from './draft-store.ts';

const nowMs = Date.parse('2026-11-20T12:00:00Z');
const newId = () => 'fresh';
const hour = 3600_000;

let values: Map<string, string>;

beforeEach(() => {
  values = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const typed = reduceDraft(emptyDraft('mine'), {
  type: 'detail_typed',
  field: 'firstName',
  value: 'Ann',
});

test('what was saved for a business comes back for that business alone', () => {
  saveDraft('lumen', typed, nowMs);
  expect(loadDraft('lumen', { nowMs: nowMs + hour, newId })).toEqual(typed);
  expect(loadDraft('other', { nowMs, newId })).toEqual(emptyDraft('fresh'));
});

test('it is forgotten after a day, and when told to', () => {
  saveDraft('lumen', typed, nowMs);
  expect(loadDraft('lumen', { nowMs: nowMs + 25 * hour, newId })).toEqual(emptyDraft('fresh'));
  forgetDraft('lumen');
  expect(values.size).toBe(0);
});

test('what a page wrote down that knew no places and no guests comes back', () => {
  const { place: _place, address: _address, guests: _guests, ...older } = typed;
  const draft = { ...older, details: { ...typed.details, address: '12 Elm Street' } };
  values.set('daybook-booking:lumen', JSON.stringify({ version: 1, savedAtMs: nowMs, draft }));
  const loaded = loadDraft('lumen', { nowMs, newId });
  expect(loaded).toMatchObject({ holdKey: 'mine', place: null, details: { firstName: 'Ann' } });
  expect(loaded.address).toEqual(typed.address);
  expect(loaded.guests).toEqual([]);
});

describe('a chosen time that has passed', () => {
  const draft = { ...typed, startsAt: '2026-11-20T12:30:00+00:00' };

  test('is dropped, with everything typed kept', () => {
    saveDraft('lumen', draft, nowMs);
    const loaded = loadDraft('lumen', { nowMs: nowMs + hour, newId });
    expect(loaded).toEqual({ ...draft, startsAt: null, hold: null });
  });

  test('stays while its booking is still being found out', () => {
    const inFlight = { ...draft, attempt: { opId: 'op', request: {} } };
    saveDraft('lumen', inFlight, nowMs);
    expect(loadDraft('lumen', { nowMs: nowMs + hour, newId })).toEqual(inFlight);
  });
});

test.each([
  '{',
  'null',
  '[]',
  '{"version":99}',
  '{"version":1,"savedAtMs":1,"draft":{}}',
  '{"version":1,"savedAtMs":1,"draft":{"choices":[{}],"startsAt":null}}',
  JSON.stringify({ version: 1, savedAtMs: 1, draft: { ...emptyDraft('mine'), address: 'Elm' } }),
  JSON.stringify({ version: 1, savedAtMs: 1, draft: { ...emptyDraft('mine'), place: 5 } }),
])('damaged storage (%s) is an empty draft', (text) => {
  values.set('daybook-booking:lumen', text);
  expect(loadDraft('lumen', { nowMs: 1, newId })).toEqual(emptyDraft('fresh'));
});

test('a browser that refuses storage still books', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('denied');
    },
  });
  saveDraft('lumen', typed, nowMs);
  forgetDraft('lumen');
  expect(loadDraft('lumen', { nowMs, newId })).toEqual(emptyDraft('fresh'));
});
