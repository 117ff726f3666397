import { describe } from 'vitest';
import { columns } from './surface/columns.ts';
import { files } from './surface/files.ts';
import { functions } from './surface/functions.ts';
import { wholeList } from './surface/list.ts';
import { openSurface } from './surface/open-surface.ts';
import { rowsThroughSync } from './surface/sync.ts';
import { topics } from './surface/topics.ts';

/** All that can be asked for from outside, part by part on one database (rows: matrix.test.ts). */
const surface = openSurface();

describe('nothing is missing from the list, and nothing on it is missing', () => {
  wholeList(surface);
});
describe('columns', () => {
  columns(surface);
});
describe('functions', () => {
  functions(surface);
});
topics(surface);
describe('files', () => {
  files(surface);
});
describe('rows through sync', () => {
  rowsThroughSync(surface);
});
