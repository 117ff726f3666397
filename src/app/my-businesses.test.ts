import { describe, expect, it } from 'vitest';
import type { MyBusiness } from '#remote/memberships.ts';
import { businessToOpen, parseBusinesses } from './my-businesses.ts';

const business = (id: string): MyBusiness => ({
  id,
  name: `Studio ${id}`,
  slug: id,
  brandColour: '#0b5f76',
  role: 'owner',
});
const [a, b] = [business('a'), business('b')];

describe('businessToOpen', () => {
  it.each([
    ['the only one', [a], null, 'a'],
    ['the one chosen last', [a, b], 'b', 'b'],
    ['the only one left, though another was chosen last', [a], 'b', 'a'],
    ['none while there is a choice', [a, b], null, undefined],
    ['none when the chosen one is gone and there is a choice', [a, b], 'c', undefined],
    ['none without any', [], 'a', undefined],
  ])('%s', (_, businesses, chosen, expected) => {
    expect(businessToOpen(businesses, chosen)?.id).toBe(expected);
  });
});

describe('parseBusinesses', () => {
  it('reads what was remembered and survives rubbish', () => {
    expect(parseBusinesses(JSON.stringify([a]))).toEqual([a]);
    expect(parseBusinesses('{"id":1}')).toEqual([]);
    expect(parseBusinesses('[{"id":1},null]')).toEqual([]);
    expect(parseBusinesses('nonsense')).toEqual([]);
    expect(parseBusinesses(null)).toEqual([]);
  });
});
