import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { nowMs } from '#platform/clock.ts';
import { randomBytes } from '#platform/random.ts';
import type { BookRequest } from '#remote/public-booking.ts';
import { useEffect, useReducer } from 'react';
import { reduceDraft } from './booking-draft.ts';
import type { Draft, DraftEvent } from './booking-draft.ts';
import { loadDraft, saveDraft } from './draft-store.ts';

export type BookingDraft = Draft<BookRequest>;
export type BookingEvent = DraftEvent<BookRequest>;
export type SendEvent = (event: BookingEvent) => void;

export const newId = createUuidV7Source({ nowMs, randomBytes });

/**
 * The half-finished booking of this browser for one business. Every change is written down before
 * any later effect of the same component runs, so that what is sent can always be found again.
 */
export const useDraft = (
  slug: string,
  /** What a fresh draft begins with: the services that the link to the page names. */
  first: readonly BookingEvent[],
): [BookingDraft, SendEvent] => {
  const [draft, send] = useReducer(reduceDraft<BookRequest>, slug, () => {
    const kept = loadDraft<BookRequest>(slug, { nowMs: nowMs(), newId });
    return kept.choices.length === 0 ? first.reduce(reduceDraft<BookRequest>, kept) : kept;
  });
  useEffect(() => saveDraft(slug, draft, nowMs()), [slug, draft]);
  return [draft, send];
};
