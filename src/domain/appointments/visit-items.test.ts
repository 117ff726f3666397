import { describe, expect, test } from 'vitest';
import { visitItems } from './visit-items.ts';

const part = (id: string, variant_id: string | null, starts_at: string, service_name = 'Cut') => ({
  id,
  variant_id,
  starts_at,
  service_name,
});
const helper = (id: string, variant_id: string, starts_at: string) =>
  part(id, variant_id, starts_at, 'Cut – second person');
const idsOf = (...parts: ReturnType<typeof part>[]) =>
  visitItems(parts).map((item) => item.map(({ id }) => id));

describe('the services of a visit', () => {
  test('are one each, with whoever helps beside the first one', () => {
    expect(
      idsOf(
        part('ana', 'lift', '10:00'),
        helper('ben', 'lift', '10:00'),
        helper('cy', 'lift', '10:00'),
        part('ana again', 'cut', '11:00'),
      ),
    ).toEqual([['ana', 'ben', 'cy'], ['ana again']]);
  });

  test('stay two when they are others, follow each other, or are not known any more', () => {
    expect(idsOf(part('a', 'cut', '10:00'), part('b', 'nails', '10:00'))).toEqual([['a'], ['b']]);
    expect(idsOf(part('a', 'cut', '10:00'), part('b', 'cut', '11:00'))).toEqual([['a'], ['b']]);
    expect(idsOf(part('a', null, '10:00'), part('b', null, '10:00'))).toEqual([['a'], ['b']]);
    // Two who come together.
    expect(idsOf(part('a', 'cut', '10:00'), part('b', 'cut', '10:00'))).toEqual([['a'], ['b']]);
    expect(idsOf()).toEqual([]);
  });
});
