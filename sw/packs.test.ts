import { describe, expect, it } from 'vitest';
import { headersInPack, planFetches, textIn } from './packs.ts';
import { parseFiles } from './release-files.ts';

const files = parseFiles(
  [
    'big-1.js aaaaaa',
    'pack-a.json',
    'a1.js aaaaaa',
    'a2.js aaaaaa',
    'a3.js aaaaaa',
    'a4.js aaaaaa',
    'pack-b.json',
    'b1.js aaaaaa',
    'b2.js aaaaaa',
  ].join('\n'),
  'app',
);
const nameOf = ({ url }: { url: string }): string => url.replace('/assets/', '');
const plan = (...missing: string[]) => {
  const { packs, singles } = planFetches(files, (file) => missing.includes(nameOf(file)));
  return {
    packs: Object.fromEntries([...packs].map(([pack, wanted]) => [pack, wanted.map(nameOf)])),
    singles: singles.map(nameOf),
  };
};

describe('planFetches', () => {
  it('fetches whole packs on a new device', () => {
    expect(plan('big-1.js', 'a1.js', 'a2.js', 'a3.js', 'a4.js', 'b1.js', 'b2.js')).toEqual({
      packs: {
        '/assets/pack-a.json': ['a1.js', 'a2.js', 'a3.js', 'a4.js'],
        '/assets/pack-b.json': ['b1.js', 'b2.js'],
      },
      singles: ['big-1.js'],
    });
  });

  it('takes the pack for more than half of its files, and leaves alone what is there', () => {
    expect(plan('a1.js', 'a2.js', 'a4.js')).toEqual({
      packs: { '/assets/pack-a.json': ['a1.js', 'a2.js', 'a4.js'] },
      singles: [],
    });
  });

  it('fetches by itself what a small release has changed', () => {
    expect(plan('a1.js', 'a2.js', 'b2.js')).toEqual({
      packs: {},
      singles: ['a1.js', 'a2.js', 'b2.js'],
    });
  });

  it('has nothing to do when nothing is missing', () => {
    expect(plan()).toEqual({ packs: {}, singles: [] });
  });
});

describe('textIn', () => {
  it('answers the text at the address', () => {
    expect(textIn({ '/assets/a1.js': 'one' }, '/assets/a1.js')).toBe('one');
    expect(textIn({ '/assets/a1.js': '' }, '/assets/a1.js')).toBe('');
  });

  it.each([[null], [7], ['/assets/a1.js'], [[]], [{}], [{ '/assets/a1.js': 1 }]])(
    'finds nothing in %j',
    (pack) => {
      expect(textIn(pack, '/assets/a1.js')).toBeNull();
    },
  );
});

describe('headersInPack', () => {
  it('keeps what the host says with every file, and gives the file its own type', () => {
    const pack = new Headers({
      'content-encoding': 'br',
      'content-length': '7',
      'content-type': 'application/json',
      etag: '"x"',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.fromEntries(headersInPack(pack, '/assets/a.js'))).toEqual({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const styles = headersInPack(pack, '/assets/a-1.b.css');
    expect(styles.get('content-type')).toBe('text/css; charset=utf-8');
  });
});
