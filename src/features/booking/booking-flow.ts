import type { BusinessFormats } from '#domain/time/business-formats.ts';
import type { Stop } from './booking-steps.ts';
import type { Catalogue } from './catalogue.ts';
import type { BookingDraft, SendEvent } from './use-draft.ts';

/** What every step of the booking works with. */
export type BookingFlow = {
  slug: string;
  catalogue: Catalogue;
  draft: BookingDraft;
  send: SendEvent;
  /** Goes to a step as a new entry of the browser's history. */
  goTo: (step: Stop, how?: { replace: boolean }) => void;
};

/** What the steps after the services have as well: the words for days and times. */
export type LaterFlow = BookingFlow & { formats: BusinessFormats };
