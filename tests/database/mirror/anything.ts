import fc from 'fast-check';
import type { Uuid } from '#domain/rows.ts';

/** Minutes of a piece of work, with and without waiting, buffers and other clients in between. */
export const anyLengths = fc.record({
  duration_min: fc.integer({ min: 1, max: 12 }).map((n) => n * 5),
  processing_min: fc.constantFrom(0, 0, 20, 35),
  finishing_min: fc.constantFrom(0, 10),
  buffer_before_min: fc.constantFrom(0, 5),
  buffer_after_min: fc.constantFrom(0, 10),
  processing_bookable: fc.boolean(),
});

/** Ids that sort in the order of their numbers. */
export const id = (number: number, table = ''): Uuid => {
  const group = String(table.length).padStart(4, '0');
  return `018f0000-${group}-7000-8000-${String(number).padStart(12, '0')}`;
};

/** Windows as PostgreSQL reads an `int4multirange`. */
export const multirange = (pairs: readonly (readonly [number, number])[]): string =>
  `{${pairs.map(([start, end]) => `[${start},${end})`).join()}}`;
