import { expect, test } from 'vitest';
import { placeOfWish } from './place.ts';

const at = (...location_types: ('business' | 'client' | 'remote' | 'phone')[]) => ({
  location_types,
});

test.each([
  [null, [at('business', 'client')], 'business'],
  [null, [at('client', 'remote')], 'client'],
  [null, [at('business', 'client'), at('client')], 'client'],
  ['client', [at('business', 'client')], 'client'],
  ['remote', [at('business', 'client')], null],
  [null, [at('business'), at('client')], null],
  [null, [], null],
] as const)('wished %s, of %j it would be %s', (location_type, services, place) => {
  expect(placeOfWish({ location_type }, services)).toBe(place);
});
