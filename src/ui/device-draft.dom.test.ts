import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  forgetDeviceDrafts,
  keepDeviceDraft,
  readDeviceDraft,
  useDeviceDraft,
} from './device-draft.ts';

beforeEach(() => localStorage.clear());

const start = () => ({ name: '', days: [1] });
const open = (key: string) => renderHook(() => useDeviceDraft(key, start));

it('is there again when the app was closed, and gone once it was saved', () => {
  const first = open('ana.shop');
  act(() => {
    first.result.current.change({ name: 'Nora' });
    first.result.current.change({ days: [2, 3] });
  });
  sessionStorage.clear();
  const second = open('ana.shop');
  expect(second.result.current.values).toEqual({ name: 'Nora', days: [2, 3] });
  second.result.current.forget();
  expect(open('ana.shop').result.current.values).toEqual(start());
});

it('brings back what it knows, and nothing of what it cannot read', () => {
  localStorage.setItem('daybook.begun.ana.shop', '{"name":"Nora","older":1}');
  expect(readDeviceDraft('ana.shop', start())).toEqual({ name: 'Nora', days: [1] });
  localStorage.setItem('daybook.begun.ana.shop', 'nonsense');
  expect(readDeviceDraft('ana.shop', start())).toEqual(start());
});

it('is forgotten with the person, and only with that one', () => {
  keepDeviceDraft('ana.shop', { name: 'Nora' });
  keepDeviceDraft('ben.shop', { name: 'Ben' });
  forgetDeviceDrafts('ana');
  expect(readDeviceDraft('ana.shop', start()).name).toBe('');
  expect(readDeviceDraft('ben.shop', start()).name).toBe('Ben');
});
