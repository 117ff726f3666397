import { expect, it } from 'vitest';
import { PERMISSIONS } from '#domain/permissions/presets.ts';
import { RIGHTS } from './rights-words.ts';

it('has words for every permission, once', () => {
  const named = RIGHTS.flatMap(({ lines }) => lines.map(({ permission }) => permission));
  expect(named.toSorted()).toEqual([...PERMISSIONS].toSorted());
});
