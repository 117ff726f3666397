import { expect, test } from 'vitest';
import { typedExactly, typedLine, typedLines } from './typed.ts';

test.each([
  ['a tab between names', 'Ann\tLee', 'Ann Lee'],
  ['two lines', 'Ann\r\nLee', 'Ann Lee'],
  ['letters turned around', 'abc\u202egpj.exe', 'abcgpj.exe'],
  ['control signs', 'a\u0000b\u0007c', 'abc'],
  ['half an emoji', 'a\ud83d', 'a'],
  ['a joiner of Persian', 'نرگس\u200cسادات', 'نرگس\u200cسادات'],
  ['a whole family', '👨‍👩‍👧', '👨‍👩‍👧'],
])('a line with %s', (_, text, line) => {
  expect(typedLine(text)).toBe(line);
});

test('lines stay lines', () => {
  expect(typedLines('one\r\n\ttwo\u0007\u202e three\ud83d')).toBe('one\r\n\ttwo three');
});

test('a number out of a messenger and an address out of a page are what they look like', () => {
  expect(typedExactly('\u202a+1 718 555 0199\u202c')).toBe('+1 718 555 0199');
  expect(typedExactly('nia\u200b@example.com\u200e')).toBe('nia@example.com');
  expect(typedExactly('nia@example.com\u00a0')).toBe('nia@example.com');
  expect(typedExactly('+1\u00a0718\u202f555\u30000199')).toBe('+17185550199');
});
