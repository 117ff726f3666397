/** Every figure of the design is measured by a lane, or has a reason; every miss has one too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IDS, REASONS } from '../bench/elsewhere.ts';
import type { Report } from '../bench/report.ts';
import { reasonFor } from '../bench/shortfalls.ts';

const here = join(import.meta.dirname, '../bench');
const lanes = readdirSync(join(here, 'lanes'))
  .map((name) => readFileSync(join(here, 'lanes', name), 'utf8'))
  .join('\n');
const report = JSON.parse(readFileSync(join(here, 'report.json'), 'utf8')) as Report;

test('every figure has a goal in a lane, or a reason why not', () => {
  const lost = IDS.filter((id) => !lanes.includes(`'${id}'`) && REASONS[id] === undefined);
  expect(lost).toEqual([]);
});

test('lanes name no figure that the design does not have', () => {
  const named = new Set([...lanes.matchAll(/'((?:P|G|R)\d+(?:\.\d+)?)'/g)].map(([, id]) => id!));
  expect([...named].filter((id) => !IDS.includes(id))).toEqual([]);
});

test('what the report says is missed is explained', () => {
  const missed = report.lanes.flatMap(({ goals }) => goals).filter(({ reached }) => !reached);
  expect(missed.map(({ id }) => id).filter((id) => reasonFor(id) === undefined)).toEqual([]);
});
