/**
 * What it costs to cancel late or not to come. `private.proposed_fee` is the same rule in SQL: the
 * server works every fee out again, devices show it at once.
 */
import type {
  AgreedFeeTerms,
  AppointmentRow,
  AppointmentStatus,
  FeeKind,
  FeeState,
  Instant,
} from '#domain/rows.ts';
import type { Price } from '#domain/services/price.ts';
import { instantMs } from '#domain/time/instant.ts';
import { isLateCancellation } from './change-status.ts';
import { agreedTerms, visitFee } from './fee-terms.ts';
import type { FeePrice, FeeService, FeeSettings } from './fee-terms.ts';

export type Fee = { kind: FeeKind; cents: number };

/** What a person says about a fee; until then it is proposed. */
export type FeeDecision = Exclude<FeeState, 'none'>;

/** What was agreed when it was booked online, else the terms of the business. */
export const feeTermsOf = (
  appointment: Pick<AppointmentRow, 'fee_terms'>,
  rules: FeeSettings | undefined,
  services: readonly FeeService[],
): AgreedFeeTerms => appointment.fee_terms ?? agreedTerms(rules, services);

type Step = {
  terms: AgreedFeeTerms;
  from: AppointmentStatus;
  to: AppointmentStatus;
  /** Whose wish it was, of a cancellation. */
  by: 'client' | 'staff';
  at: Instant;
  startsAt: Instant;
  bookedAt: Instant;
  prices: readonly FeePrice[];
};

/**
 * The fee of a step in the life of an appointment; null = it costs nothing. Who only asked for a time
 * owes nothing, and neither does anybody when the business cancels.
 */
export const proposedFee = (step: Step): Fee | null => {
  const { terms, from, to, prices } = step;
  if (from === 'pending') return null;
  const kind = to === 'no_show' ? to : to === 'cancelled' && isLate(step) ? 'late_cancel' : null;
  const cents = kind ? visitFee(terms, kind, prices) : 0;
  return kind && cents > 0 ? { kind, cents } : null;
};

const isLate = ({ terms, by, at, startsAt, bookedAt }: Step): boolean =>
  by === 'client' &&
  isLateCancellation(startsAt, at, terms.notice_min) &&
  instantMs(at) - instantMs(bookedAt) > terms.grace_min * 60_000;

type Visit = Pick<
  AppointmentRow,
  'status' | 'starts_at' | 'created_at' | 'client_id' | 'capacity' | 'fee_terms'
>;

/** The fee of a step of this visit. Nobody in particular owes for a walk-in or for a class. */
export const feeOf = (
  visit: Visit,
  /** What is done, and which service it is. */
  work: readonly { price_kind: Price['kind']; price_cents: number; service: FeeService }[],
  rules: FeeSettings | undefined,
  step: Pick<Step, 'to' | 'by' | 'at'>,
): Fee | null =>
  visit.client_id === null || (visit.capacity ?? null) !== null
    ? null
    : proposedFee({
        ...step,
        terms: feeTermsOf(
          visit,
          rules,
          work.map(({ service }) => service),
        ),
        from: visit.status,
        startsAt: visit.starts_at,
        bookedAt: visit.created_at,
        prices: work.map(({ price_kind, price_cents, service }) => ({
          kind: price_kind,
          cents: price_cents,
          service: service?.id ?? null,
        })),
      });

export type FeeFields = Pick<AppointmentRow, 'fee_kind' | 'fee_cents' | 'fee_state'>;

/** The fields that change with a fee, or with its end. */
export const feeFields = (
  before: Pick<AppointmentRow, 'fee_state'>,
  fee: Fee | null,
  decision: FeeDecision = 'proposed',
): FeeFields => {
  if (fee) return { fee_kind: fee.kind, fee_cents: fee.cents, fee_state: decision };
  const hadOne = (before.fee_state ?? 'none') !== 'none';
  return hadOne ? { fee_kind: null, fee_cents: 0, fee_state: 'none' } : {};
};
