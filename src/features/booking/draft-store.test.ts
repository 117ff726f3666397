import { describe, expect, test } from 'vitest';
import { emptyDraft, reduceDraft } from './booking-draft.ts';
import { forgetDraft, loadDraft, saveDraft } from './draft-store.ts';

const nowMs = Date.parse('2026-11-20T12:00:00Z');
const newId = () => 'fresh';
const hour = 3600_000;

const memory = () => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

const typed = reduceDraft(emptyDraft('mine'), {
  type: 'detail_typed',
  field: 'firstName',
  value: 'Ann',
});

test('what was saved for a business comes back for that business alone', () => {
  const storage = memory();
  saveDraft(storage, 'lumen', typed, nowMs);
  expect(loadDraft(storage, 'lumen', { nowMs: nowMs + hour, newId })).toEqual(typed);
  expect(loadDraft(storage, 'other', { nowMs, newId })).toEqual(emptyDraft('fresh'));
});

test('it is forgotten after a day, and when told to', () => {
  const storage = memory();
  saveDraft(storage, 'lumen', typed, nowMs);
  expect(loadDraft(storage, 'lumen', { nowMs: nowMs + 25 * hour, newId })).toEqual(
    emptyDraft('fresh'),
  );
  forgetDraft(storage, 'lumen');
  expect(storage.values.size).toBe(0);
});

describe('a chosen time that has passed', () => {
  const draft = { ...typed, startsAt: '2026-11-20T12:30:00+00:00' };

  test('is dropped, with everything typed kept', () => {
    const storage = memory();
    saveDraft(storage, 'lumen', draft, nowMs);
    const loaded = loadDraft(storage, 'lumen', { nowMs: nowMs + hour, newId });
    expect(loaded).toEqual({ ...draft, startsAt: null, hold: null });
  });

  test('stays while its booking is still being found out', () => {
    const storage = memory();
    const inFlight = { ...draft, attempt: { opId: 'op', request: {} } };
    saveDraft(storage, 'lumen', inFlight, nowMs);
    expect(loadDraft(storage, 'lumen', { nowMs: nowMs + hour, newId })).toEqual(inFlight);
  });
});

test.each([
  '{',
  'null',
  '[]',
  '{"version":99}',
  '{"version":1,"savedAtMs":1,"draft":{}}',
  '{"version":1,"savedAtMs":1,"draft":{"choices":[{}],"startsAt":null}}',
])('damaged storage (%s) is an empty draft', (text) => {
  const storage = memory();
  storage.setItem('daybook-booking:lumen', text);
  expect(loadDraft(storage, 'lumen', { nowMs: 1, newId })).toEqual(emptyDraft('fresh'));
});

test('a browser without storage, or with a full one, still books', () => {
  const full = {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {
      throw new Error('denied');
    },
  };
  saveDraft(full, 'lumen', typed, nowMs);
  forgetDraft(full, 'lumen');
  expect(loadDraft(full, 'lumen', { nowMs, newId })).toEqual(emptyDraft('fresh'));
  expect(loadDraft(null, 'lumen', { nowMs, newId })).toEqual(emptyDraft('fresh'));
});
