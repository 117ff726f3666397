import { readSetting, writeSetting } from '#platform/storage.ts';
import { addressText } from '#domain/text/address-form.ts';
import type { AddressText } from '#domain/text/address-form.ts';
import { emptyDraft } from './booking-draft.ts';
import type { Choice, Details, Draft, Guest } from './booking-draft.ts';

/** How long a half-finished booking waits for its client; it holds a name and a phone number. */
const KEEP_MS = 24 * 3600_000;

/** Raised when the stored shape changes: what older pages wrote is then ignored. */
const VERSION = 1;

const keyOf = (slug: string): string => `daybook-booking:${slug}`;

type Stored = { version: number; savedAtMs: number; draft: Draft };

/**
 * The draft that this browser kept for a business, or a new one. Storage may be missing, full, old
 * or damaged (private windows, other versions, curious people): then there is just no draft.
 */
export const loadDraft = <Request>(
  slug: string,
  { nowMs, newId }: { nowMs: number; newId: () => string },
): Draft<Request> => {
  const stored = read(slug);
  if (!stored || stored.version !== VERSION || nowMs - stored.savedAtMs > KEEP_MS) {
    return emptyDraft(newId());
  }
  // An older page may have written it down, which knew no places, no classes and no guests.
  const draft = { ...emptyDraft(stored.draft.holdKey), ...stored.draft };
  // A time that has passed is not a choice any more, unless its booking is still being found out.
  const isPast = draft.startsAt !== null && Date.parse(draft.startsAt) <= nowMs;
  if (isPast && !draft.attempt) {
    return { ...(draft as Draft<Request>), startsAt: null, session: null, hold: null };
  }
  return draft as Draft<Request>;
};

export const saveDraft = (slug: string, draft: Draft, nowMs: number): void => {
  const stored: Stored = { version: VERSION, savedAtMs: nowMs, draft };
  writeSetting(keyOf(slug), JSON.stringify(stored));
};

export const forgetDraft = (slug: string): void => writeSetting(keyOf(slug), null);

const read = (slug: string): Stored | null => {
  try {
    const value: unknown = JSON.parse(readSetting(keyOf(slug)) ?? 'null');
    return isStored(value) ? value : null;
  } catch {
    return null;
  }
};

const isStored = (value: unknown): value is Stored =>
  isRecord(value) &&
  typeof value['version'] === 'number' &&
  typeof value['savedAtMs'] === 'number' &&
  isDraft(value['draft']);

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  Array.isArray(value['choices']) &&
  value['choices'].every(isChoice) &&
  isGuests(value['guests'] ?? []) &&
  isTextOrNull(value['startsAt']) &&
  isTextOrNull(value['place'] ?? null) &&
  isAddress(value['address'] ?? addressText(null)) &&
  isDetails(value['details']) &&
  isRecord(value['forms'] ?? {}) &&
  typeof value['holdKey'] === 'string' &&
  isRecordOrNull(value['session'] ?? null) &&
  isRecordOrNull(value['hold']) &&
  isRecordOrNull(value['attempt']) &&
  isRecordOrNull(value['payment'] ?? null) &&
  isRecordOrNull(value['refusal']) &&
  isTextOrNull(value['lostTime']);

const isChoice = (value: unknown): value is Choice =>
  isRecord(value) &&
  typeof value['variantId'] === 'string' &&
  isTextOrNull(value['staffId']) &&
  Array.isArray(value['addOnIds']);

const isGuests = (value: unknown): value is Guest[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isRecord(one) &&
      typeof one['name'] === 'string' &&
      (one['choices'] === null ||
        (Array.isArray(one['choices']) && one['choices'].every(isChoice))),
  );

const isDetails = (value: unknown): value is Details =>
  isRecord(value) &&
  ['firstName', 'lastName', 'email', 'phone', 'note'].every(
    (field) => typeof value[field] === 'string',
  );

const isAddress = (value: unknown): value is AddressText =>
  isRecord(value) &&
  Object.keys(addressText(null)).every((line) => typeof value[line] === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isRecordOrNull = (value: unknown): boolean => value === null || isRecord(value);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
