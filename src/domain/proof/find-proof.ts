/**
 * A proof of work: a number that makes the SHA-256 of `key:number` begin with so many zero bits. It costs
 * a browser part of a second and whoever holds times by the hundred a lot of them; private.is_proven
 * checks it.
 */
const PROOF_BITS = 17;

const WORDS = 16;
const ROUNDS = 64;
/** What fits into one block beside the mark of its end and its length. */
const MAX_BYTES = 55;

/** Looks at `count` numbers from `from` on; null = none of them is a proof. The key is ASCII, 44 at most. */
export const findProof = (key: string, from: number, count: number): number | null => {
  const bytes = new Uint8Array(WORDS * 4);
  const view = new DataView(bytes.buffer);
  for (let number = from; number < from + count; number += 1) {
    const text = `${key}:${number}`;
    if (text.length > MAX_BYTES) return null;
    bytes.fill(0);
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    bytes[text.length] = 0x80;
    view.setUint32(60, text.length * 8);
    if (firstWord(view) >>> (32 - PROOF_BITS) === 0) return number;
  }
  return null;
};

/** The first so many primes. */
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let one = 2; found.length < count; one += 1) {
    if (found.every((prime) => one % prime !== 0)) found.push(one);
  }
  return found;
};

const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);

/** The constants of SHA-256, as it defines them. */
const ROUND_CONSTANTS = Uint32Array.from(primes(ROUNDS), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const schedule = new Int32Array(ROUNDS);

/** The first word of the SHA-256 of one block. */
const firstWord = (block: DataView): number => {
  for (let at = 0; at < WORDS; at += 1) schedule[at] = block.getInt32(at * 4);
  for (let at = WORDS; at < ROUNDS; at += 1) {
    const near = schedule[at - 2]!;
    const far = schedule[at - 15]!;
    const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const large = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    schedule[at] = schedule[at - 16]! + small + schedule[at - 7]! + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START;
  for (let at = 0; at < ROUNDS; at += 1) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixed + chosen + ROUND_CONSTANTS[at]! + schedule[at]!) | 0;
    const spread = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + spread + most) | 0;
  }
  return (START[0]! + a) >>> 0;
};
