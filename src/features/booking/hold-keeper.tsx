import { releaseHold } from '#remote/public-booking.ts';
import { useEffect, useRef } from 'react';
import type { BookingFlow } from './booking-flow.ts';
import { takeHold } from './take-hold.ts';

/**
 * Keeps what the server holds in step with what this browser has chosen: taken again after a reload,
 * given back when the time is dropped or the page is left, so that others can have it at once.
 */
export function HoldKeeper({ flow }: { flow: BookingFlow }) {
  const { slug, draft } = flow;
  const latest = useRef(flow);
  useEffect(() => {
    latest.current = flow;
  });

  // A page that closes gives its time back (below), so a reloaded one has to ask for it anew.
  useEffect(() => {
    const { draft: restored } = latest.current;
    if (restored.startsAt !== null && !restored.attempt) void takeHold(latest.current);
  }, []);

  const isDropped = draft.startsAt === null;
  const wasHeld = useRef(false);
  useEffect(() => {
    if (draft.hold) wasHeld.current = true;
    else if (isDropped && wasHeld.current) {
      wasHeld.current = false;
      void releaseHold(slug, draft.holdKey);
    }
  }, [slug, draft.hold, draft.holdKey, isDropped]);

  useEffect(() => {
    const onLeave = ({ persisted }: PageTransitionEvent) => {
      const { draft: left } = latest.current;
      // A page in the back/forward cache may come back; a booking under way needs its time.
      if (!persisted && left.hold && !left.attempt) void releaseHold(slug, left.holdKey);
    };
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [slug]);

  return null;
}
