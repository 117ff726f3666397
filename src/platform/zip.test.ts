import { expect, it } from 'vitest';
import { unzip } from '#tests/harness/unzip.ts';
import { createZip } from './zip.ts';

const AT = { day: '2026-11-21', minute: 9 * 60 + 30 };

const filesOf = async (blob: Blob): Promise<Map<string, string>> =>
  unzip(new Uint8Array(await blob.arrayBuffer()));

it('gives back what was written, in pieces, with names and texts of any language', async () => {
  const zip = createZip(AT);
  const large = Array.from({ length: 400 }, (_, at) => `${at} `.repeat(2_000));
  const first = zip.file('data/größe.json');
  for (const piece of large) first.write(piece);
  const size = first.end();
  const second = zip.file('empty.txt');
  second.end();
  const third = zip.file('مريم.csv');
  third.write('a\u{feff}ö');
  third.end();
  const files = await filesOf(zip.finish());
  expect([...files.keys()]).toEqual(['data/größe.json', 'empty.txt', 'مريم.csv']);
  expect(files.get('data/größe.json')).toBe(large.join(''));
  expect(size).toBe(large.join('').length);
  expect(files.get('empty.txt')).toBe('');
  expect(files.get('مريم.csv')).toBe('a\u{feff}ö');
});

it('is empty and sound when there is nothing', async () => {
  expect((await filesOf(createZip(AT).finish())).size).toBe(0);
});

it('says when the files were made, as the wall clock showed it', async () => {
  const bytes = new DataView(await createFile().then((blob) => blob.arrayBuffer()));
  const [time, day] = [bytes.getUint16(10, true), bytes.getUint16(12, true)];
  expect([day >> 9, (day >> 5) & 15, day & 31]).toEqual([2026 - 1980, 11, 21]);
  expect([time >> 11, (time >> 5) & 63]).toEqual([9, 30]);
});

const createFile = async (): Promise<Blob> => {
  const zip = createZip(AT);
  zip.file('a.txt').end();
  return zip.finish();
};
