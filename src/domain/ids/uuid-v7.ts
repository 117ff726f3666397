import type { Uuid } from '#domain/rows.ts';

/** Random bytes one id needs; the caller owns randomness. */
export const UUID_RANDOM_BYTES = 10;

/**
 * Makes ids that sort in the order in which this source made them, also within one millisecond and
 * when the clock steps back. It does not promise order between devices: nothing may rely on that.
 */
export const createUuidV7Source = (options: {
  nowMs: () => number;
  randomBytes: (count: number) => Uint8Array;
}): (() => Uuid) => {
  let lastMs = -1;
  let counter = 0;
  return () => {
    const bytes = options.randomBytes(UUID_RANDOM_BYTES);
    const nowMs = Math.max(0, Math.floor(options.nowMs()));
    if (nowMs > lastMs) {
      lastMs = nowMs;
      // Starts in the lower half, so that a burst has 2,048 steps before it borrows a millisecond.
      counter = (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) & 0x7ff;
    } else if (counter === 0xfff) {
      lastMs += 1;
      counter = 0;
    } else {
      counter += 1;
    }
    return formatUuidV7(lastMs, counter, bytes);
  };
};

/** RFC 9562 version 7: 48 bits of milliseconds, 12 bits of counter, 62 bits of randomness. */
const formatUuidV7 = (ms: number, counter: number, random: Uint8Array): Uuid => {
  const time = ms.toString(16).padStart(12, '0');
  const variant = hex(((random[2] ?? 0) & 0x3f) | 0x80);
  let tail = '';
  for (let index = 4; index < 10; index += 1) tail += hex(random[index] ?? 0);
  const clock = counter.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${clock}-${variant}${hex(random[3] ?? 0)}-${tail}`;
};

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
