import { describe, expect, it } from 'vitest';
import { packRelease } from './pack-release.mjs';
import type { BuiltFile } from './pack-release.mjs';
import { parseFiles, parseRelease } from './release-files.ts';

const file = (name: string, text: string, revision: string | null = null): BuiltFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  revision,
});
const page = file('/index.html', '<p>', '1f2e3d4c5b');
/** Small files of an app, together as large as some packs. */
const parts = Array.from({ length: 300 }, (_, number) =>
  file(`part-${number}-Aaaaaaa1.js`, `part(${number});`.padEnd(5_000, 'x')),
);

const packsOf = (app: readonly BuiltFile[]): Map<string, Record<string, string>> => {
  const { files } = packRelease({ core: [page], app });
  const packs = files.filter(({ name }) => name.startsWith('pack-'));
  return new Map(packs.map(({ name, text }) => [name, JSON.parse(text) as Record<string, string>]));
};

describe('packRelease', () => {
  it('lists every file once, those of a pack below it', () => {
    const { list, files } = packRelease({
      core: [page, file('a-11111111.js', 'a'), file('b-11111111.css', 'b')],
      app: [file('c-11111111.js', 'c'), file('d-11111111.js', '„d“'), file('e-11111111.png', 'e')],
    });
    const { core, appList } = parseRelease(list);
    const app = files.find(({ name }) => `/assets/${name}` === appList.url);
    const listed = [...core, ...parseFiles(app?.text ?? '', 'app')];
    expect(listed.map(({ url }) => url)).toEqual([
      '/index.html',
      '/assets/a-11111111.js',
      '/assets/b-11111111.css',
      '/assets/e-11111111.png',
      '/assets/c-11111111.js',
      '/assets/d-11111111.js',
    ]);
    expect(core[0]).toMatchObject({ revision: '1f2e3d4c', pack: null });
    const textsOf = (pack: string | null | undefined): unknown =>
      JSON.parse(files.find(({ name }) => `/assets/${name}` === pack)?.text ?? '');
    expect(textsOf(listed[1]?.pack)).toEqual({
      '/assets/a-11111111.js': 'a',
      '/assets/b-11111111.css': 'b',
    });
    expect(listed[3]?.pack).toBeNull();
    expect(textsOf(listed[5]?.pack)).toEqual({
      '/assets/c-11111111.js': 'c',
      '/assets/d-11111111.js': '„d“',
    });
  });

  it('leaves by itself what is large, what is no text, and what would be alone', () => {
    const { files } = packRelease({
      core: [page, file('large-11111111.js', 'x'.repeat(20_001))],
      app: [
        { name: 'torn-11111111.js', bytes: new Uint8Array([0xff, 0xfe]), revision: null },
        file('alone-11111111.js', 'x'),
        file('picture-11111111.png', 'x'),
      ],
    });
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^app-files-.{8}\.txt$/)]);
  });

  it('makes some packs of similar size', () => {
    const sizes = [...packsOf(parts).values()].map((pack) => JSON.stringify(pack).length);
    expect(sizes).toHaveLength(4);
    for (const size of sizes) expect(size).toBeGreaterThan(200_000);
    for (const size of sizes) expect(size).toBeLessThan(600_000);
  });

  it('gives the same files the same names, in whatever order they come', () => {
    expect(packRelease({ core: [page], app: parts.toReversed() })).toEqual(
      packRelease({ core: [page], app: parts }),
    );
  });

  it('changes one pack when one file changes', () => {
    const changed = parts.with(7, file('part-7-Bbbbbbb2.js', 'part(7, 2);'.padEnd(5_000, 'x')));
    const before = packsOf(parts);
    const others = [...packsOf(changed).keys()].filter((name) => !before.has(name));
    expect(others).toHaveLength(1);
  });

  it('refuses a file of the app whose name would be used again', () => {
    expect(() => packRelease({ core: [page], app: [file('a.js', 'a', 'abc')] })).toThrow(
      /a\.js carries no hash/,
    );
  });
});
