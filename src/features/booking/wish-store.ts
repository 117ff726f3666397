import type { Day } from '#domain/rows.ts';
import { newWindow } from '#domain/waitlist/window-draft.ts';
import type { WindowDraft } from '#domain/waitlist/window-draft.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import type { WaitRequest } from '#remote/public-waitlist.ts';
import type { Attempt } from './booking-draft.ts';

/** What somebody enters to join the waitlist; who they are stands in the draft of the booking. */
export type Wish = {
  windows: WindowDraft[];
  /** How much earlier or later they can come. */
  flexibleMin: number;
  attempt: Attempt<WaitRequest> | null;
};

/** Older ones say nothing of how flexible somebody is. */
type Kept = Omit<Wish, 'flexibleMin'> & Partial<Pick<Wish, 'flexibleMin'>>;

/** As long as a half-finished booking waits for its client. */
const KEEP_MS = 24 * 3600_000;

const wishKey = (slug: string): string => `daybook-wish:1:${slug}`;

/** What this browser kept, or a new one that begins today. */
export const loadWish = (slug: string, { today, nowMs }: { today: Day; nowMs: number }): Wish => {
  const stored = read(wishKey(slug)) as { savedAtMs?: unknown; wish?: Kept } | null;
  const isYoung = typeof stored?.savedAtMs === 'number' && nowMs - stored.savedAtMs < KEEP_MS;
  const isWhole = Array.isArray(stored?.wish?.windows) && stored.wish.windows.length > 0;
  return isYoung && isWhole && stored.wish
    ? { ...stored.wish, flexibleMin: stored.wish.flexibleMin ?? 0 }
    : { windows: [newWindow(today)], flexibleMin: 0, attempt: null };
};

export const saveWish = (slug: string, wish: Wish, nowMs: number): void =>
  writeSetting(wishKey(slug), JSON.stringify({ savedAtMs: nowMs, wish }));

export const forgetWish = (slug: string): void => writeSetting(wishKey(slug), null);

const read = (key: string): unknown => {
  try {
    return JSON.parse(readSetting(key) ?? 'null');
  } catch {
    return null;
  }
};
