import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';

const MAX_LENGTH = 2048;

/** An address that may be opened in a new tab: http or https only. Codes: link_missing, link_unsafe. */
export const checkExternalLink = (link: string | null | undefined): Result<string> => {
  const text = link?.trim() ?? '';
  if (text === '') return fail('link_missing');
  // The parser of URL drops tabs and newlines inside; an address that has them hides something.
  if (text.length > MAX_LENGTH || hasControlCharacter(text)) return fail('link_unsafe');
  const match = /^(https?):\/\/([^/?#\\]+)/i.exec(text);
  const host = match?.[2] ?? '';
  // `user@host` shows one name and goes to another.
  return host === '' || host.includes('@') || /[\s"<>]/.test(text) ? fail('link_unsafe') : ok(text);
};

const hasControlCharacter = (text: string): boolean =>
  [...text].some((character) => character < ' ' || character === '\u007f');
