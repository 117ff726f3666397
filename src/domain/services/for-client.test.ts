import { expect, test } from 'vitest';
import { variantFor } from './for-client.ts';

const variant = (id: string, for_client: 'any' | 'new' | 'returning') => ({ id, for_client });
const first = variant('first', 'new');
const again = variant('again', 'returning');
const later = variant('later', 'returning');
const all = variant('all', 'any');

test.each([
  ['a first visit of somebody new', first, [first, again], 'new', first],
  ['a first visit of somebody known', first, [first, again, later], 'returning', again],
  ['a return of somebody new', again, [first, again], 'new', first],
  ['what is for all', all, [first, all, again], 'new', all],
  ['a first visit where the other one is for all', first, [first, all], 'returning', all],
  ['their own before what is for all', first, [all, again, first], 'returning', again],
  ['a first visit with nothing else', first, [first], 'returning', first],
] as const)('%s', (_name, chosen, siblings, kind, expected) =>
  expect(variantFor(chosen, siblings, kind)).toBe(expected),
);
