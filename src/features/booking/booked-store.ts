import type { Instant, Uuid } from '#domain/rows.ts';
import type { Price } from '#domain/services/price.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import type { BookedAnswer, PublicBusiness } from '#remote/public-booking.ts';

/**
 * An appointment as its confirmation shows it. Kept on the client's own device with everything that
 * the page says, so that it opens in the lift of the salon without a connection.
 */
export type BookedRecord = {
  appointment: BookedAnswer['appointment'];
  manageToken: string;
  business: Pick<
    PublicBusiness,
    'name' | 'phone' | 'address' | 'time_zone' | 'locale' | 'currency' | 'time_format'
  >;
  lines: { name: string; staffName: string | null }[];
  /** Who comes along; absent in records of before. */
  guests?: {
    name: string;
    services: string;
    staffName: string | null;
    startsAt: Instant;
    endsAt: Instant;
  }[];
  /** For all of them. */
  total: Price;
  place: string[];
  isAtBusiness: boolean;
  /** Until when it can be cancelled online; null when it cannot. */
  cancelUntil: Instant | null;
  email: string;
};

/** More than a family books in one go; older ones are in the mails. */
const KEEP_COUNT = 5;

/** After the appointment the page is of use a little longer (a receipt for the calendar). */
const KEEP_AFTER_MS = 30 * 24 * 3600_000;

const keyOf = (slug: string): string => `daybook-booked:1:${slug}`;

export const bookedRecords = (slug: string): BookedRecord[] => {
  try {
    const stored: unknown = JSON.parse(readSetting(keyOf(slug)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecord) : [];
  } catch {
    return [];
  }
};

/** The record of one appointment, or the newest one. */
export const bookedRecord = (slug: string, id: Uuid | null): BookedRecord | null =>
  bookedRecords(slug).find(({ appointment }) => id === null || appointment.id === id) ?? null;

export const keepBooked = (slug: string, record: BookedRecord, nowMs: number): void => {
  const others = bookedRecords(slug).filter(
    ({ appointment }) =>
      appointment.id !== record.appointment.id &&
      Date.parse(appointment.ends_at) + KEEP_AFTER_MS > nowMs,
  );
  writeSetting(keyOf(slug), JSON.stringify([record, ...others].slice(0, KEEP_COUNT)));
};

const isRecord = (value: unknown): value is BookedRecord => {
  const { appointment, business } = (value ?? {}) as Partial<BookedRecord>;
  return typeof appointment?.starts_at === 'string' && typeof business?.time_zone === 'string';
};
