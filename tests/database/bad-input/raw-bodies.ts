import { describe, expect, test } from 'vitest';
import { ask, faultOfRefusal, type Heard, type World } from './world.ts';

/** Larger than any request of ours (router.ts). */
const TOO_LARGE = 6 * 1024 * 1024 + 1;

const bytes = (...parts: (string | number)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : [part])),
  );
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Sent in pieces, without saying how much it will be. */
export const inPieces = (size: number): ReadableStream<Uint8Array> => {
  const piece = new Uint8Array(256 * 1024).fill(120);
  let left = size;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      left -= piece.byteLength;
      controller.enqueue(piece);
    },
  });
};

type Raw = RequestInit & { headers?: Record<string, string>; duplex?: 'half' };

/** What no page of ours sends: [what, the request]. */
export const RAW: (readonly [string, Raw])[] = [
  ['no body', {}],
  ['half a body', { body: '{"slug":' }],
  ['a list', { body: '[]' }],
  ['a list of objects', { body: '[{"slug":"x"}]' }],
  ['a text', { body: '"book"' }],
  ['a number', { body: '5' }],
  ['nothing at all', { body: 'null' }],
  ['an empty object', { body: '{}' }],
  ['a member that is none', { body: '{"surprise":1}' }],
  ['the same member twice', { body: '{"slug":"x","slug":"y","token":"x","token":"y"}' }],
  ['members of every object', { body: '{"__proto__":{"x":1},"constructor":1,"toString":1}' }],
  ['objects that are no text', { body: '{"slug":{"toString":1},"token":{"valueOf":1}}' }],
  ['lists in lists', { body: `{"slug":${deep(100)},"token":${deep(100)}}` }],
  ['lists in lists without end', { body: `{"slug":${deep(100_000)}}` }],
  ['letters that are none', { body: bytes('{"slug":"', 0xff, 0xfe, 0xc0, 0x80, '"}') }],
  ['a NUL between the letters', { body: bytes('{"slug":"a', 0, 'b"}') }],
  ['a NUL in a text', { body: '{"slug":"\\u0000","token":"\\u0000"}' }],
  ['half an emoji', { body: '{"slug":"\\ud83d","token":"\\ud83d"}' }],
  ['a number beyond numbers', { body: '{"slug":1e400000}' }],
  ['another alphabet', { body: Uint8Array.from(Buffer.from('{"slug":"x"}', 'utf16le')) }],
  ['a page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
  ['plain text', { body: '{"slug":"x"}', headers: { 'content-type': 'text/plain' } }],
  ['a form', { body: 'slug=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  [
    'a form of parts that is none',
    { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } },
  ],
  ['a type that is none', { body: '{"slug":"x"}', headers: { 'content-type': '?' } }],
  ['a table as answer', { body: '{"slug":"x"}', headers: { accept: 'text/csv' } }],
  ['another schema', { body: '{"slug":"x"}', headers: { 'content-profile': 'private' } }],
  ['a wish', { body: '{"slug":"x"}', headers: { prefer: 'resolution=merge-duplicates' } }],
  ['a session that is none', { body: '{"slug":"x"}', headers: { authorization: 'Bearer x.y.z' } }],
  ['another key', { body: '{"slug":"x"}', headers: { apikey: 'sb_secret_guess' } }],
  ['GET', { method: 'GET' }],
  ['HEAD', { method: 'HEAD' }],
  ['PUT', { method: 'PUT', body: '{"slug":"x"}' }],
  ['PATCH', { method: 'PATCH', body: '{"slug":"x"}' }],
  ['DELETE', { method: 'DELETE' }],
];

/** Too large for memory to be lent to strangers. */
export const HUGE: (readonly [string, () => Raw])[] = [
  ['that says its size', () => ({ body: 'x'.repeat(TOO_LARGE) })],
  ['in pieces', () => ({ body: inPieces(TOO_LARGE), duplex: 'half' })],
];

/** Those bodies and methods, at each open function. */
export const rawBodies = (world: World): void => {
  const at = (name: string, request: Raw): Promise<Heard> =>
    ask(world, `/rest/v1/rpc/${name}`, request);
  const faultOf = (heard: Heard): string | null => {
    if (heard.status !== 200) return faultOfRefusal(heard);
    const answer = JSON.parse(heard.text) as { ok?: unknown };
    return answer.ok === false ? null : `is taken: ${heard.text.slice(0, 120)}`;
  };

  test.each(RAW)('an open function asked with %s says so', async (_, request) => {
    const faults: string[] = [];
    for (const name of new Set(Object.values(world.calls).map(({ of }) => of))) {
      const fault = faultOf(await at(name, request));
      if (fault !== null) faults.push(`${name} ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  describe('a body larger than any of ours', () => {
    test.each(HUGE)('%s is refused before it is read', async (_, request) => {
      const { status, text } = await at('book', request());
      expect([status, text]).toEqual([413, expect.stringContaining('too large')]);
    });
  });

  test('a filter or a choice of columns changes nothing about an answer', async () => {
    const path = '/rest/v1/rpc/public_profile';
    const body = JSON.stringify({ slug: 'nobody-is-here' });
    const plain = await ask(world, path, { body });
    for (const query of [
      '?surprise=1',
      '?__proto__=1',
      '?slug=eq.x',
      '?limit=-1',
      '?select=*,x(*)',
    ]) {
      const heard = await ask(world, path + query, { body });
      if (heard.status === 200) expect([query, heard.text]).toEqual([query, plain.text]);
      else expect([query, faultOfRefusal(heard)]).toEqual([query, null]);
    }
  });
};
