import { describe, expect, it } from 'vitest';
import { patterns } from '#app/paths.ts';
import { placesOf } from './places.ts';

const calm = { requests: 0, attention: 0, waiting: 0, low: 0, isNew: false };
const all = (facts = calm) => placesOf(facts).flatMap(({ places }) => places);
const badge = (facts: typeof calm, to: string) => all(facts).find((one) => one.to === to)?.badge;

describe('the places behind “More”', () => {
  it('lead somewhere, each once', () => {
    const known: readonly string[] = Object.values(patterns);
    const paths = all({ ...calm, isNew: true }).map(({ to }) => to);
    expect(paths.every((path) => known.includes(path))).toBe(true);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('say what waits, decisions before changes', () => {
    expect(all().every((place) => place.badge === undefined)).toBe(true);
    expect(badge({ ...calm, requests: 1 }, patterns.dashboard)).toBe('1 request');
    expect(badge({ ...calm, waiting: 3 }, patterns.debug)).toBe('3 waiting');
    expect(badge({ ...calm, waiting: 3, low: 0, attention: 2 }, patterns.debug)).toBe(
      '2 to decide',
    );
  });

  it('begin with setting up while that is not done', () => {
    expect(placesOf({ ...calm, isNew: true })[0]?.places[0]?.to).toBe(patterns.onboarding);
  });
});
