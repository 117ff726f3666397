import { expect, test } from 'vitest';
import { epochMinOf } from './epoch.ts';
import { twoClocks, zoneLabel } from './two-clocks.ts';
import { zoneOf } from './zone.ts';

const asked = {
  businessZone: 'America/New_York',
  readerZone: 'Europe/Berlin',
  mode: 'business',
  at: epochMinOf('2026-11-21T15:00:00+00:00'),
  locale: 'en-US',
} as const;

test('a reader elsewhere is told both times', () => {
  const clocks = twoClocks(asked);
  expect(clocks.shown.name).toBe('America/New_York');
  expect(clocks.other).toMatchObject({ zone: { name: 'Europe/Berlin' }, label: 'your time' });
  expect(clocks.sentence).toContain('Eastern Time, where the business is');
});

test('a business that sells online can speak of the reader’s own time', () => {
  const clocks = twoClocks({ ...asked, mode: 'client' });
  expect(clocks.shown.name).toBe('Europe/Berlin');
  expect(clocks.other).toMatchObject({ zone: { name: 'America/New_York' }, label: 'there' });
  expect(clocks.sentence).toContain('your own time zone');
});

test('zones that show the same time need no explanation', () => {
  expect(twoClocks({ ...asked, readerZone: 'America/Toronto' })).toMatchObject({
    other: null,
    sentence: null,
  });
});

test('a zone is called what people call it', () => {
  expect(zoneLabel(zoneOf('Europe/Berlin'), 'en-US', asked.at)).toBe('Central European Time');
});
