import { expect, test } from 'vitest';
import { createUuidV7Source } from './uuid-v7.ts';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const fixed = (count: number) => new Uint8Array(count).fill(0xff);

test('an id has the shape of version 7 and carries its millisecond', () => {
  const next = createUuidV7Source({ nowMs: () => 0x0123456789ab, randomBytes: fixed });
  const id = next();
  expect(id).toMatch(shape);
  expect(id.startsWith('01234567-89ab-7')).toBe(true);
});

test('ids sort as they were made, within a millisecond and over a clock that steps back', () => {
  const times = [5, 5, 5, 4, 1, 6, 6];
  let index = 0;
  const next = createUuidV7Source({ nowMs: () => times[index++] ?? 6, randomBytes: fixed });
  const made = times.map(() => next());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('more ids than the counter holds in one millisecond stay ordered and distinct', () => {
  const next = createUuidV7Source({ nowMs: () => 7, randomBytes: fixed });
  const made = Array.from({ length: 9000 }, () => next());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(9000);
});
