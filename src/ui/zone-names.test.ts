import { expect, test } from 'vitest';
import { findZones, zoneCity } from './zone-names.ts';

test('a zone is found by any words of its name', () => {
  const zones = ['America/New_York', 'America/Indiana/Knox', 'Europe/Berlin'];
  expect(findZones('new york', zones)).toEqual(['America/New_York']);
  expect(findZones('america/', zones)).toHaveLength(2);
});

test('in a sentence a zone is called by its city', () =>
  expect([zoneCity('America/New_York'), zoneCity('UTC')]).toEqual(['New York', 'UTC']));
