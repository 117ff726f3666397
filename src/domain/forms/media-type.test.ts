import { expect, it } from 'vitest';
import { mediaTypeOf } from './media-type.ts';

const bytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);

it.each([
  ['a JPEG', '\u00ff\u00d8\u00ff\u00e1', 'image/jpeg'],
  ['a WebP', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 ', 'image/webp'],
  ['a PDF', '%PDF-1.7', 'application/pdf'],
  ['a sound in the same wrapping', 'RIFF\u0010\u0000\u0000\u0000WAVEfmt ', null],
  ['a drawing', '<svg onload="alert(1)">', null],
  ['a page', '<!doctype html>', null],
  ['a PDF behind something else', 'MZ%PDF-1.7', null],
  ['the half of a PDF', '%PD', null],
  ['nothing', '', null],
])('%s is known by how it begins', (_what, text, expected) => {
  expect(mediaTypeOf(bytes(text))).toBe(expected);
});
