/**
 * The words of a QR code (ISO/IEC 18004): bytes with error correction of level M, for the versions
 * 1 to 20. That is 666 bytes, more than any address that we draw.
 */

/** Per version: error correction words of a block, and how many blocks there are. */
const BLOCKS: readonly (readonly [correction: number, blocks: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
];

/** The alignment patterns' places along one edge. */
export const alignmentPlaces = (version: number): number[] => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  const places = [6];
  for (let n = count - 2; n >= 0; n -= 1) places.push(last - n * step);
  return places;
};

/** How many words fit besides the fixed patterns. */
const wordsOf = (version: number): number => {
  const size = version * 4 + 17;
  const edge = alignmentPlaces(version).length;
  // Three finders with their borders, both format strips with the dark module, the timing lines.
  let fixed = 3 * 64 + 31 + 2 * (size - 16);
  // Those on a timing line share five modules with it.
  if (edge > 0) fixed += (edge * edge - 3) * 25 - (edge - 2) * 2 * 5;
  if (version >= 7) fixed += 36;
  return Math.floor((size * size - fixed) / 8);
};

/** The smallest version that takes so many bytes; null when none does. */
export const versionFor = (byteCount: number): number | null => {
  for (let version = 1; version <= BLOCKS.length; version += 1) {
    if (byteCount <= bytesIn(version) - (version < 10 ? 2 : 3)) return version;
  }
  return null;
};

const bytesIn = (version: number): number => {
  const [correction, blocks] = BLOCKS[version - 1]!;
  return wordsOf(version) - correction * blocks;
};

/** The words in the order in which they are drawn: data and correction, block by block in turns. */
export const wordsFor = (bytes: Uint8Array, version: number): number[] => {
  const [correction, blocks] = BLOCKS[version - 1]!;
  const total = wordsOf(version);
  const data = dataWords(bytes, version, total - correction * blocks);
  const short = Math.floor(data.length / blocks);
  const longFrom = blocks - (data.length % blocks);
  const divisor = generator(correction);
  const parts: number[][] = [];
  const checks: number[][] = [];
  for (let n = 0, at = 0; n < blocks; n += 1) {
    const part = data.slice(at, (at += short + (n >= longFrom ? 1 : 0)));
    parts.push(part);
    checks.push(remainder(part, divisor));
  }
  return [...inTurns(parts), ...inTurns(checks)];
};

const inTurns = (parts: readonly number[][]): number[] => {
  const words: number[] = [];
  const longest = Math.max(...parts.map(({ length }) => length));
  for (let at = 0; at < longest; at += 1) {
    for (const part of parts) if (at < part.length) words.push(part[at]!);
  }
  return words;
};

/** Mode, length, the bytes, an end, and filling. */
const dataWords = (bytes: Uint8Array, version: number, count: number): number[] => {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let n = length - 1; n >= 0; n -= 1) bits.push((value >>> n) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, count * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    words.push(bits.slice(at, at + 8).reduce((word, bit) => (word << 1) | bit, 0));
  }
  for (let fill = 0xec; words.length < count; fill ^= 0xec ^ 0x11) words.push(fill);
  return words;
};

/** Multiplication in the field of 256 elements over x⁸+x⁴+x³+x²+1. */
const times = (a: number, b: number): number => {
  let product = 0;
  for (let n = 7; n >= 0; n -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((b >>> n) & 1) product ^= a;
  }
  return product;
};

/** (x − 1)(x − 2)(x − 4)…, highest power left out. */
const generator = (degree: number): number[] => {
  const factors: number[] = Array.from({ length: degree }, (_, n) => (n === degree - 1 ? 1 : 0));
  for (let n = 0, root = 1; n < degree; n += 1, root = times(root, 2)) {
    for (let at = 0; at < degree; at += 1) {
      factors[at] = times(factors[at]!, root) ^ (factors[at + 1] ?? 0);
    }
  }
  return factors;
};

const remainder = (data: readonly number[], divisor: readonly number[]): number[] => {
  const rest: number[] = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (let at = 0; at < divisor.length; at += 1) {
      rest[at] = rest[at]! ^ times(divisor[at]!, factor);
    }
  }
  return rest;
};
