import { beforeEach, expect, it } from 'vitest';
import { forgetTabSettings } from '#platform/storage.ts';
import { DRAFT_PREFIX, dropDraft, keepDraft, readDraft } from './form-draft.ts';

const row = { name: 'Ann', note: '' };
beforeEach(() => sessionStorage.clear());

it('brings back what was typed, over the row as it is by then, and what row that was', () => {
  keepDraft('client', row, { values: { ...row, note: 'tea, no sugar' }, rev: 7 });
  expect(readDraft('client', { name: 'Anna', note: '' })).toEqual({
    values: { name: 'Anna', note: 'tea, no sugar' },
    rev: 7,
  });
});

it('is none when everything is as it was, when it is dropped, and when it is no draft', () => {
  keepDraft('client', row, { values: { ...row }, rev: null });
  expect(readDraft('client', row)).toBeNull();
  keepDraft('client', row, { values: { ...row, note: 'x' }, rev: null });
  dropDraft('client');
  expect(readDraft('client', row)).toBeNull();
  sessionStorage.setItem(`${DRAFT_PREFIX}client`, '{not json');
  expect(readDraft('client', row)).toBeNull();
});

it('forgets fields that the form does not have any more', () => {
  keepDraft('client', { old: '' }, { values: { old: 'x' }, rev: null });
  expect(readDraft('client', row)).toBeNull();
});

it('goes when the device is cleaned, and nothing else does', () => {
  sessionStorage.setItem('daybook.trade', 'nails');
  keepDraft('client', row, { values: { ...row, note: 'x' }, rev: null });
  forgetTabSettings(DRAFT_PREFIX);
  expect(readDraft('client', row)).toBeNull();
  expect(sessionStorage.getItem('daybook.trade')).toBe('nails');
});
