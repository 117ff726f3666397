import { alignmentPlaces, versionFor, wordsFor } from './qr-data.ts';

/** Rows of modules, true = dark, without the quiet zone of four light modules around them. */
export type QrCode = readonly (readonly boolean[])[];

/** Draws a text as a QR code of correction level M; null when it is too long (666 bytes). */
export const qrCode = (text: string): QrCode | null => {
  const bytes = utf8(text);
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const words = wordsFor(bytes, version);
  let best: { grid: boolean[][]; penalty: number } | null = null;
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    const grid = draw(version, words, mask);
    const penalty = penaltyOf(grid);
    if (best === null || penalty < best.penalty) best = { grid, penalty };
  }
  return best?.grid ?? null;
};

/** The bytes of a text; half a character, which has none, becomes the sign for that. */
const utf8 = (text: string): Uint8Array =>
  Uint8Array.from(
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).match(/%[\dA-F]{2}|./g) ?? [],
    (part) => (part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0)),
  );

/** The dark modules as one SVG path, one unit per module. */
export const qrPath = (code: QrCode): string => {
  let path = '';
  for (const [y, row] of code.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`;
    }
  }
  return path;
};

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const draw = (version: number, words: readonly number[], mask: number): boolean[][] => {
  const size = version * 4 + 17;
  const grid: boolean[][] = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const isFixed: boolean[][] = grid.map((row) => row.map(() => false));
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = isDark;
    isFixed[y]![x] = true;
  };
  drawPatterns(set, version, size);
  drawFormat(set, size, mask);
  drawVersion(set, version, size);

  // Words go up and down in columns two modules wide, around the vertical timing line.
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
    const isUp = (((size - 1 - right) >> 1) & 1) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFixed[y]![x]) continue;
        const isOne = ((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1;
        grid[y]![x] = (isOne === 1) !== MASKS[mask]!(x, y);
        bit += 1;
      }
    }
  }
  return grid;
};

type Set = (x: number, y: number, isDark: boolean) => void;

const drawPatterns = (set: Set, version: number, size: number): void => {
  for (let n = 0; n < size; n += 1) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    rings(set, x, y, 4, [2, 4]);
  }
  const places = alignmentPlaces(version);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const isFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (!isFinder) rings(set, x, y, 2, [1]);
    }
  }
};

/** A square of rings around a point; `light` names the distances that are light. */
const rings = (set: Set, x: number, y: number, reach: number, light: readonly number[]): void => {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
};

/** Correction level and mask, twice. */
const drawFormat = (set: Set, size: number, mask: number): void => {
  // Level M is 00.
  const bits = (checked(mask, 10, 0x537) | (mask << 10)) ^ 0x5412;
  const isDark = (n: number): boolean => ((bits >>> n) & 1) === 1;
  for (let n = 0; n <= 5; n += 1) set(8, n, isDark(n));
  set(8, 7, isDark(6));
  set(8, 8, isDark(7));
  set(7, 8, isDark(8));
  for (let n = 9; n < 15; n += 1) set(14 - n, 8, isDark(n));
  for (let n = 0; n < 8; n += 1) set(size - 1 - n, 8, isDark(n));
  for (let n = 8; n < 15; n += 1) set(8, size - 15 + n, isDark(n));
  set(8, size - 8, true);
};

const drawVersion = (set: Set, version: number, size: number): void => {
  if (version < 7) return;
  const bits = checked(version, 12, 0x1f25) | (version << 12);
  for (let n = 0; n < 18; n += 1) {
    const isDark = ((bits >>> n) & 1) === 1;
    const along = size - 11 + (n % 3);
    set(along, Math.floor(n / 3), isDark);
    set(Math.floor(n / 3), along, isDark);
  }
};

/** The check bits of a number (BCH). */
const checked = (value: number, length: number, divisor: number): number => {
  let rest = value;
  for (let n = 0; n < length; n += 1) rest = (rest << 1) ^ ((rest >>> (length - 1)) * divisor);
  return rest;
};

/** How hard a drawing is to read, by the four rules of the standard: less is better. */
const penaltyOf = (grid: readonly (readonly boolean[])[]): number => {
  const lines = (rows: readonly (readonly boolean[])[]): string[] =>
    rows.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));
  const rows = lines(grid);
  const columns = lines(grid.map((_, x) => grid.map((row) => row[x]!)));
  let penalty = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < grid.length; y += 1) {
    for (let x = 1; x < grid.length; x += 1) {
      const corner = grid[y]![x];
      const isBlock =
        corner === grid[y]![x - 1] && corner === grid[y - 1]![x] && corner === grid[y - 1]![x - 1];
      if (isBlock) penalty += 3;
    }
  }
  const dark = rows.join('').replaceAll('0', '').length;
  const share = (100 * dark) / (grid.length * grid.length);
  return penalty + 10 * Math.floor(Math.abs(share - 50) / 5);
};
