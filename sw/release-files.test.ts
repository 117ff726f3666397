import { describe, expect, it } from 'vitest';
import { checkOf, parseFiles, parseRelease } from './release-files.ts';

describe('parseRelease', () => {
  it('reads the core and where the list of the app is', () => {
    const { core, appList } = parseRelease(
      '/index.html aaaaaa 1f2e\nmain-Abc12345.js bbbbbb\n\napp-files-Xyz12345.txt cccccc',
    );
    expect(core).toEqual([
      { url: '/index.html', check: 'aaaaaa', revision: '1f2e', group: 'core', pack: null },
      {
        url: '/assets/main-Abc12345.js',
        check: 'bbbbbb',
        revision: null,
        group: 'core',
        pack: null,
      },
    ]);
    expect(appList).toEqual({
      url: '/assets/app-files-Xyz12345.txt',
      check: 'cccccc',
      revision: null,
      group: 'app',
      pack: null,
    });
  });

  it('refuses a list without the app', () => {
    expect(() => parseRelease('/index.html aaaaaa 1f2e')).toThrow(/no list of the app/);
  });
});

describe('parseFiles', () => {
  it('knows the pack of each file', () => {
    const lines = 'big-11111111.js aaaaaa\npack-22222222.json\none-3.css bbbbbb\ntwo-4.js cccccc';
    expect(parseFiles(lines, 'app').map(({ url, pack }) => [url, pack])).toEqual([
      ['/assets/big-11111111.js', null],
      ['/assets/one-3.css', '/assets/pack-22222222.json'],
      ['/assets/two-4.js', '/assets/pack-22222222.json'],
    ]);
  });

  it('an empty list is no file', () => {
    expect(parseFiles('', 'app')).toEqual([]);
  });
});

describe('checkOf', () => {
  it('is the start of the SHA-256', async () => {
    const bytes = new TextEncoder().encode('abc');
    expect(await checkOf(bytes.buffer as ArrayBuffer)).toBe('ba7816');
  });
});
