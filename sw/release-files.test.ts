import { describe, expect, it } from 'vitest';
import { checkOf, parseReleaseFiles } from './release-files.ts';

describe('parseReleaseFiles', () => {
  it('reads what the build writes', () => {
    expect(
      parseReleaseFiles('/index.html aaaaaa 1f2e\nmain-Abc12345.js bbbbbb\n\ncal-Xyz.css cccccc'),
    ).toEqual([
      { url: '/index.html', check: 'aaaaaa', revision: '1f2e', group: 'core' },
      { url: '/assets/main-Abc12345.js', check: 'bbbbbb', revision: null, group: 'core' },
      { url: '/assets/cal-Xyz.css', check: 'cccccc', revision: null, group: 'app' },
    ]);
  });

  it('an empty list is no file', () => {
    expect(parseReleaseFiles('')).toEqual([]);
  });
});

describe('checkOf', () => {
  it('is the start of the SHA-256', async () => {
    const bytes = new TextEncoder().encode('abc');
    expect(await checkOf(bytes.buffer as ArrayBuffer)).toBe('ba7816');
  });
});
