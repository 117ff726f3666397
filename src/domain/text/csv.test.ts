import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cellText, csvLine, csvRows, guessDelimiter } from './csv.ts';

const read = (text: string, delimiter: ',' | ';' | '\t' | '|' = ',') => [
  ...csvRows(text, delimiter),
];

describe('reading CSV', () => {
  test.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\uFEFFa,b', [['a', 'b']]],
    ['"x, y","say ""hi""","two\r\nlines"', [['x, y', 'say "hi"', 'two\r\nlines']]],
    ['5\'11",tall', [['5\'11"', 'tall']]],
    ['"a"b,c', [['ab', 'c']]],
    [
      'a,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a,', [['a', '']]],
    ['"never closed,\nb', [['never closed,\nb']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['', []],
  ])('%j gives %j', (text, rows) => expect(read(text)).toEqual(rows));

  test.each([
    ['name,mail\nAnn,a@b.c', ','],
    ['name;mail\n"Ann, Dr.";a@b.c', ';'],
    ['name\tmail\nAnn, B;C\ta@b.c', '\t'],
    ['name|mail\nAnn|a@b.c', '|'],
    ['name\nAnn', ','],
    ['name;note\nAnn;"a,b,c,d"\nBo;"a,b,c,d"', ';'],
  ])('%j is separated by %j', (text, delimiter) => expect(guessDelimiter(text)).toBe(delimiter));

  it('ends on any text, and loses no character of an unquoted one', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ',', '\n', ' '), maxLength: 40 }),
        (text) => {
          const rows = read(text);
          const again = rows.map((row) => row.join(',')).join('\n');
          expect([again, `${again}\n`]).toContain(text);
        },
      ),
    ));
});

describe('writing CSV', () => {
  it('is read back as it was, whatever the cells hold', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.string({
            unit: fc.constantFrom(
              'a',
              'é',
              ',',
              '"',
              '\n',
              '\r',
              ';',
              '=',
              '+',
              '-',
              '@',
              "'",
              '1',
            ),
            maxLength: 12,
          }),
          { minLength: 1, maxLength: 6 },
        ),
        (cells) => {
          const [row] = read(csvLine(cells));
          expect(row?.map(cellText)).toEqual(cells.map((cell) => cell.trim()));
        },
      ),
    ));

  test.each([
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"\r\n'],
    ['+cmd|calc', "'+cmd|calc\r\n"],
    ['-2+3', "'-2+3\r\n"],
    ['@SUM(A1)', "'@SUM(A1)\r\n"],
    ['\t=1', '"\'\t=1"\r\n'],
    ['+12125550123', '+12125550123\r\n'],
    ['-5', '-5\r\n'],
    ["'=1", "''=1\r\n"],
  ])('%j is no formula in a spreadsheet: %j', (cell, line) => expect(csvLine([cell])).toBe(line));
});

test.each([
  ['=1+1', '=1+1'],
  ["'=1+1", '=1+1'],
  ["'s Hertogenbosch", "'s Hertogenbosch"],
  ['a\0b', 'ab'],
  ['\ud800x', '\ufffdx'],
  ['  Ann ', 'Ann'],
])('the cell %j is the text %j', (cell, text) => expect(cellText(cell)).toBe(text));
