import { expect, it } from 'vitest';
import { qrCode, qrPath } from './qr-code.ts';
import type { QrCode } from './qr-code.ts';

const picture = (code: QrCode): string[] =>
  code.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

it.each([1, 14, 15, 26, 106, 107, 122, 180, 213, 214, 287, 400, 666])(
  '%i bytes: three finders, timing lines and a dark module, in the size of their version',
  (length) => {
    const rows = picture(qrCode('x'.repeat(length))!);
    const size = rows.length;
    expect((size - 17) % 4).toBe(0);
    const corner = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    expect([corner(0, 0), corner(size - 7, 0), corner(0, size - 7)]).toEqual([
      FINDER,
      FINDER,
      FINDER,
    ]);
    expect(rows[6]!.slice(8, size - 8)).toMatch(/^(#\.)*#$/);
    expect(
      rows
        .map((row) => row[6])
        .join('')
        .slice(8, size - 8),
    ).toMatch(/^(#\.)*#$/);
    expect(rows[size - 8]![8]).toBe('#');
  },
);

it('stays the picture that a reader of other people’s making has read', () => {
  expect(picture(qrCode('DAYBOOK')!)).toEqual([
    '#######.##.#..#######',
    '#.....#..###..#.....#',
    '#.###.#...#...#.###.#',
    '#.###.#.#.#.#.#.###.#',
    '#.###.#.##..#.#.###.#',
    '#.....#.#.##..#.....#',
    '#######.#.#.#.#######',
    '........#####........',
    '#...#.###..#.#####..#',
    '##..#..##.###.....###',
    '.#.######.##..###..#.',
    '..###..#..#..##......',
    '.####.#.##..###.###.#',
    '........#...###....##',
    '#######.##..##..#..#.',
    '#.....#...###......##',
    '#.###.#.####..###.#.#',
    '#.###.#...###.....###',
    '#.###.#..#.#..#.###..',
    '#.....#..#...##......',
    '#######.##..#####.#.#',
  ]);
});

it('is as large as needed, and nothing beyond 666 bytes', () => {
  expect(qrCode('x'.repeat(14))).toHaveLength(21);
  expect(qrCode('x'.repeat(15))).toHaveLength(25);
  expect(qrCode('é'.repeat(333))).toHaveLength(97);
  expect(qrCode('x'.repeat(667))).toBeNull();
});

it('a path draws each dark module once', () => {
  const code = qrCode('otpauth://totp/Daybook:a@b.example?secret=JBSWY3DPEHPK3PXP')!;
  const drawn = new Set<string>();
  for (const [, x, y, width] of qrPath(code).matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let n = 0; n < Number(width); n += 1) drawn.add(`${Number(x) + n} ${y}`);
  }
  const dark = code.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
  expect([...drawn].toSorted()).toEqual(dark.toSorted());
});
