import { createHash } from 'node:crypto';

/** What costs nothing yet: the next one does (590_hold.sql, 651_card_testing.sql). */
export const FREE_TRIES = { holds: 3, payments: 15 };
const BITS = 16;

/** The network of somebody who holds a few times already; `header` is where this server learns of it. */
export const NETWORK = { header: 'x-caller', address: '203.0.113.7', name: '203.0.113.0' };

/** The work that is asked for an id: a number by which its SHA-256 begins with so many zero bits. */
export const workFor = (id: string): string => {
  for (let work = 0; ; work += 1) {
    const hash = createHash('sha256').update(`${id}:${work}`).digest();
    if (hash.readUInt32BE(0) >>> (32 - BITS) === 0) return String(work);
  }
};
