import type { ErrorCode } from '#domain/errors/codes.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { AppointmentRow, Instant, Uuid } from '#domain/rows.ts';
import type { Price } from '#domain/services/price.ts';
import { addressText } from '#domain/text/address-form.ts';
import type { AddressText } from '#domain/text/address-form.ts';

/**
 * One service the client wants: which one, with what, by whom. `staffId` null = anyone. `bundleId`: it is
 * a part of that bundle, and costs what it costs in it.
 */
export type Choice = {
  variantId: Uuid;
  staffId: Uuid | null;
  addOnIds: Uuid[];
  bundleId?: Uuid;
};

/** Somebody who comes along; `choices` null = the same as whoever books. */
export type Guest = { name: string; choices: Choice[] | null };

export type Details = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  note: string;
  /** 'yes' = wants news and offers; whoever leaves it alone was not asked. */
  news?: string;
};

/** A time the server keeps for this browser until `expiresAt`. */
export type Hold = { startsAt: Instant; expiresAt: Instant; extended: boolean };

/** A session of a class, chosen like a time: what has to be known of it until it is booked. */
export type SessionChoice = {
  id: Uuid;
  endsAt: Instant;
  staffId: Uuid | null;
  /** Of one seat. */
  price: Price;
  seats: number;
  /** Too few are left: it is a place on the waitlist. */
  isWaiting: boolean;
};

/**
 * A booking on its way. It is written down before it is sent, so that an answer lost on the way
 * (tunnel, reload, crash) is asked for again under the same id instead of booking a second time.
 */
export type Attempt<Request> = { opId: Uuid; request: Request };

/** What was answered of a form so far, and whether it is all that it asks for. */
export type FilledForm = { version: number; answers: Record<string, unknown>; isDone: boolean };

/** A half-finished booking: everything a reload or a dead battery must not take away. */
export type Draft<Request = unknown> = {
  choices: Choice[];
  /** Who comes along; guests.ts says whether they can. */
  guests: Guest[];
  /** Where it is wanted; null = not chosen. Meaningful where there is a choice. */
  place: AppointmentRow['location_type'] | null;
  /** Where to come to, when it is done at the client's. */
  address: AddressText;
  startsAt: Instant | null;
  /** Of a class: which session begins then; null for everything else. */
  session: SessionChoice | null;
  details: Details;
  /** Of the forms without which nothing is booked, by their keys. */
  forms: Readonly<Record<string, FilledForm>>;
  /** Owned by this browser: the server knows a held time by it. */
  holdKey: Uuid;
  hold: Hold | null;
  attempt: Attempt<Request> | null;
  /** Paid before it is booked, under the id that it will be booked with. */
  payment: Attempt<Request> | null;
  /** Why the last attempt, or the last choice of a time, was refused. */
  refusal: AppError | null;
  /** The time that a refusal took away: the next best ones are near it. */
  lostTime: Instant | null;
};

export type DraftEvent<Request = unknown> =
  | { type: 'service_chosen'; variantId: Uuid; siblingIds: readonly Uuid[]; limit: number }
  | { type: 'service_dropped'; variantId: Uuid }
  | { type: 'add_ons_chosen'; variantId: Uuid; addOnIds: Uuid[] }
  | { type: 'staff_chosen'; staffId: Uuid | null; variantIds: readonly Uuid[] }
  /** The catalogue changed under the draft: what is left of the choices. Or a bundle was chosen. */
  | { type: 'offer_changed'; choices: Choice[] }
  | { type: 'guests_changed'; guests: Guest[] }
  | { type: 'place_chosen'; place: AppointmentRow['location_type'] }
  | { type: 'address_typed'; field: keyof AddressText; value: string }
  | { type: 'time_chosen'; startsAt: Instant }
  | { type: 'session_chosen'; startsAt: Instant; session: SessionChoice }
  | { type: 'time_dropped' }
  | { type: 'time_refused'; error: AppError }
  | { type: 'held'; startsAt: Instant; expiresAt: Instant; extended: boolean }
  | { type: 'hold_lost' }
  | { type: 'detail_typed'; field: keyof Details; value: string }
  | { type: 'form_filled'; key: string; form: FilledForm }
  | { type: 'paying'; opId: Uuid; request: Request }
  | { type: 'payment_left' }
  | { type: 'sent'; opId: Uuid; request: Request }
  /** `choices`: what it would be instead, where the server says so; the time stays wanted. */
  | { type: 'refused'; error: AppError; choices?: Choice[] }
  | { type: 'refusal_read' }
  | { type: 'started_over'; holdKey: Uuid };

const NO_DETAILS: Details = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  note: '',
};

export const emptyDraft = (holdKey: Uuid): Draft<never> => ({
  choices: [],
  guests: [],
  place: null,
  address: addressText(null),
  startsAt: null,
  session: null,
  details: NO_DETAILS,
  forms: {},
  holdKey,
  hold: null,
  attempt: null,
  payment: null,
  refusal: null,
  lostTime: null,
});

/** Whether a refusal means that the chosen time is of no use any more. */
export const isTimeGone = (code: ErrorCode): boolean => TIME_IS_GONE.includes(code);

const TIME_IS_GONE: readonly ErrorCode[] = [
  'slot_taken',
  'outside_hours',
  'too_soon',
  'too_far',
  'off_grid',
  'day_full',
  'past',
  // The session of a class: full, or moved.
  'class_full',
  'stale',
];

/**
 * The next state of a booking in the making.
 *
 *   choosing ──time_chosen──▶ time known ──sent──▶ in flight ──▶ (confirmed: the draft is deleted)
 *      ▲                        │   ▲  └──paying──▲   │
 *      └── services, staff ─────┘   └─── refused ─────┘
 *
 * Two promises: nothing but `started_over` ever takes away what was typed, and nothing changes
 * while a booking is in flight, because the answer would then be about something else.
 */
export const reduceDraft = <Request>(
  draft: Draft<Request>,
  event: DraftEvent<Request>,
): Draft<Request> => {
  if (draft.attempt && event.type !== 'refused' && event.type !== 'started_over') return draft;
  switch (event.type) {
    case 'service_chosen':
      return withChoices(draft, addChoice(draft.choices, event));
    case 'service_dropped':
      return withChoices(
        draft,
        draft.choices.filter(({ variantId }) => variantId !== event.variantId),
      );
    case 'add_ons_chosen':
      return withChoices(
        draft,
        draft.choices.map((choice) =>
          choice.variantId === event.variantId ? { ...choice, addOnIds: event.addOnIds } : choice,
        ),
      );
    case 'staff_chosen':
      return withChoices(
        draft,
        draft.choices.map((choice) =>
          event.variantIds.includes(choice.variantId)
            ? { ...choice, staffId: event.staffId }
            : choice,
        ),
      );
    case 'offer_changed':
      return withChoices(draft, event.choices);
    case 'guests_changed':
      return withGuests(draft, event.guests);
    case 'place_chosen':
      // Another place has other people and another way to it: the time has to be chosen anew.
      return event.place === draft.place
        ? draft
        : { ...draft, place: event.place, startsAt: null, hold: null, refusal: null };
    case 'address_typed':
      return { ...draft, address: { ...draft.address, [event.field]: event.value } };
    case 'time_chosen':
      return {
        ...draft,
        startsAt: event.startsAt,
        hold: null,
        refusal: null,
        lostTime: null,
      };
    case 'session_chosen':
      return {
        ...draft,
        startsAt: event.startsAt,
        session: event.session,
        hold: null,
        refusal: null,
        lostTime: null,
      };
    case 'time_dropped':
      return { ...draft, startsAt: null, session: null, hold: null };
    case 'time_refused':
      return {
        ...draft,
        startsAt: null,
        hold: null,
        refusal: event.error,
        lostTime: draft.startsAt,
      };
    case 'held':
      // An answer about a time that is no longer the chosen one says nothing.
      if (event.startsAt !== draft.startsAt) return draft;
      return {
        ...draft,
        hold: {
          startsAt: event.startsAt,
          expiresAt: event.expiresAt,
          extended: event.extended,
        },
      };
    case 'hold_lost':
      return { ...draft, hold: null };
    case 'detail_typed':
      return { ...draft, details: { ...draft.details, [event.field]: event.value } };
    case 'form_filled':
      return {
        ...draft,
        forms: { ...draft.forms, [event.key]: event.form },
        refusal:
          event.form.isDone && draft.refusal?.code === 'form_required' ? null : draft.refusal,
      };
    case 'paying':
      return {
        ...draft,
        payment: { opId: event.opId, request: event.request },
        refusal: null,
      };
    case 'payment_left':
      return { ...draft, payment: null };
    case 'sent':
      return {
        ...draft,
        attempt: { opId: event.opId, request: event.request },
        payment: null,
        refusal: null,
      };
    case 'refused': {
      const { error, choices = draft.choices } = event;
      const forms = error.code === 'form_required' ? undone(draft.forms, error.field) : draft.forms;
      const settled = { ...draft, choices, forms, attempt: null, payment: null, refusal: error };
      return isTimeGone(error.code)
        ? { ...settled, startsAt: null, session: null, hold: null, lostTime: draft.startsAt }
        : settled;
    }
    case 'refusal_read':
      return { ...draft, refusal: null };
    case 'started_over':
      return emptyDraft(event.holdKey);
  }
};

/** The server wants a form again: what was answered stays, to be looked at once more. */
const undone = (forms: Draft['forms'], key: string | undefined): Draft['forms'] => {
  const form = forms[key ?? ''];
  return form ? { ...forms, [key!]: { ...form, isDone: false } } : forms;
};

/** Other services or people need another length or another calendar: the time has to be chosen anew. */
const withChoices = <Request>(draft: Draft<Request>, choices: Choice[]): Draft<Request> =>
  sameChoices(draft.choices, choices)
    ? draft
    : {
        ...draft,
        choices,
        startsAt: null,
        session: null,
        hold: null,
        refusal: null,
        lostTime: null,
      };

/** More people, or other services for them, need another time; another name does not. */
const withGuests = <Request>(draft: Draft<Request>, guests: Guest[]): Draft<Request> => {
  const isSame =
    guests.length === draft.guests.length &&
    guests.every(({ choices }, at) => sameChoices(choices ?? [], draft.guests[at]?.choices ?? []));
  return isSame
    ? { ...draft, guests }
    : { ...draft, guests, startsAt: null, hold: null, refusal: null, lostTime: null };
};

const addChoice = (
  choices: Choice[],
  event: { variantId: Uuid; siblingIds: readonly Uuid[]; limit: number },
): Choice[] => {
  const chosen = choices.find(({ variantId }) => variantId === event.variantId);
  if (chosen && (event.limit > 1 || chosen.bundleId === undefined)) return choices;
  const added: Choice = { variantId: event.variantId, staffId: null, addOnIds: [] };
  if (event.limit === 1) return [added];
  // Another variant of a service that is chosen already takes its place in the order.
  const sibling = choices.findIndex(({ variantId }) => event.siblingIds.includes(variantId));
  if (sibling >= 0) return choices.with(sibling, added);
  return countOf(choices) < event.limit ? [...choices, added] : choices;
};

/** How many things of the menu are chosen: a bundle is one. */
export const countOf = (choices: readonly Choice[]): number =>
  new Set(choices.map(({ bundleId, variantId }) => bundleId ?? variantId)).size;

export const sameChoices = (a: readonly Choice[], b: readonly Choice[]): boolean =>
  a.length === b.length && a.every((choice, index) => sameChoice(choice, b[index]));

const sameChoice = (a: Choice, b: Choice | undefined): boolean =>
  b !== undefined &&
  a.variantId === b.variantId &&
  a.staffId === b.staffId &&
  a.bundleId === b.bundleId &&
  a.addOnIds.length === b.addOnIds.length &&
  a.addOnIds.every((id) => b.addOnIds.includes(id));
