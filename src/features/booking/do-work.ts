import type { Uuid } from '#domain/rows.ts';

/** So many are asked for at once: between two rounds the page answers its person. */
const AT_ONCE = 512;
/** More than the server asks for: nobody's phone works for minutes. */
const MOST_BITS = 24;

/**
 * The first number by which SHA-256 of `opId:number` begins with so many zero bits: what a server that is
 * flooded asks for. `private.is_work_done` is the same in SQL.
 */
export const doWork = async (opId: Uuid, bits: number): Promise<string> => {
  const wanted = bits <= MOST_BITS ? bits : 0;
  const encoder = new TextEncoder();
  for (let from = 0; ; from += AT_ONCE) {
    const digests = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) =>
        crypto.subtle.digest('SHA-256', encoder.encode(`${opId}:${from + place}`)),
      ),
    );
    const found = digests.findIndex((digest) => zeroBits(digest) >= wanted);
    if (found >= 0) return String(from + found);
  }
};

const zeroBits = (digest: ArrayBuffer): number => Math.clz32(new DataView(digest).getUint32(0));
