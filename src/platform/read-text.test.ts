import { describe, expect, test } from 'vitest';
import { decodeText, encodingOf } from './read-text.ts';

// Node reads the few signs that Windows-1252 has besides Latin-1 as controls; browsers do not.
const TEXT = 'Name;Straße\r\nZoë Müller;Øster 5';
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  [...text].forEach((letter, place) => view.setUint16(place * 2, letter.charCodeAt(0), isLittle));
  return bytes;
};
const windows = Uint8Array.from(TEXT, (letter) => letter.charCodeAt(0));

describe('text files', () => {
  test.each([
    ['UTF-8', utf8(TEXT), 'utf-8'],
    ['UTF-8 with its mark', utf8(`\uFEFF${TEXT}`), 'utf-8'],
    ['UTF-16 with its mark', utf16(`\uFEFF${TEXT}`, true), 'utf-16le'],
    ['UTF-16, big end first, with its mark', utf16(`\uFEFF${TEXT}`, false), 'utf-16be'],
    ['UTF-16 without a mark', utf16(TEXT, true), 'utf-16le'],
    ['UTF-16, big end first, without a mark', utf16(TEXT, false), 'utf-16be'],
    ['Windows-1252', windows, 'windows-1252'],
  ])('in %s are read', (_, bytes, encoding) => {
    expect(encodingOf(bytes)).toBe(encoding);
    expect(decodeText(bytes, encodingOf(bytes))).toBe(TEXT);
  });
});
