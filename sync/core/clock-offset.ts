/** Below this, network jitter explains the difference and moving the offset would only shake it. */
const NOISE_MS = 250;

/**
 * SYN-26: what must be added to device time to get server time. The server read its clock somewhere
 * between sending and receiving, so a slow answer says little: half the round trip is the error.
 */
export const learnOffset = (
  known: number,
  sample: { sentMs: number; receivedMs: number; serverMs: number },
): number => {
  if (!Number.isFinite(sample.serverMs)) return known;
  const halfTripMs = Math.max(0, (sample.receivedMs - sample.sentMs) / 2);
  const measured = Math.round(sample.serverMs - (sample.sentMs + halfTripMs));
  return Math.abs(measured - known) <= halfTripMs + NOISE_MS ? known : measured;
};
