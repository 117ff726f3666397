import { allocate } from '#domain/money/allocate.ts';
import type { PaymentRow, Tender, Uuid } from '#domain/rows.ts';

/**
 * One part of what is paid, as somebody enters it. `tendered_cents`: the cash that was handed over. What
 * credits of packages pay is no part of it: the lines say so.
 */
export type TenderInput = {
  method: Exclude<PaymentRow['method'], 'card_online' | 'package'>;
  label: string | null;
  amount_cents: number;
  tendered_cents: number | null;
  /** Of a deposit: the visit that it was paid for. */
  appointment_id?: Uuid | undefined;
  /** The gift card that pays, and the lease that keeps the amount for this device. */
  card_id?: Uuid | null | undefined;
  lease_id?: Uuid | null | undefined;
};

/** Whether it is only promised. */
export const isPromise = (method: PaymentRow['method']): method is 'card' | 'owed' =>
  method === 'card' || method === 'owed';

/** Whether money moves by it here; what is promised is collected later by one of these. */
export const isTender = (method: PaymentRow['method']): method is Tender =>
  !isPromise(method) && method !== 'card_online' && method !== 'deposit';

/** Whether some of it came by the link of its bill, and can go back to that card. */
export const isPaidByLink = (
  payments: readonly Pick<PaymentRow, 'method' | 'collects'>[],
): boolean => payments.some(({ method, collects }) => method === 'deposit' && collects);

/** What is still open of a total; below zero would be too much. */
export const dueOf = (
  totalCents: number,
  tenders: readonly Pick<TenderInput, 'amount_cents'>[],
): number => totalCents - tenders.reduce((all, { amount_cents }) => all + amount_cents, 0);

/** What goes back of the cash that was handed over. */
export const changeOf = ({
  amount_cents,
  tendered_cents,
}: Pick<TenderInput, 'amount_cents' | 'tendered_cents'>): number =>
  tendered_cents === null ? 0 : tendered_cents - amount_cents;

/** The same for each of so many payers, to the cent. */
export const equalParts = (cents: number, payers: number): number[] =>
  allocate(
    cents,
    Array.from({ length: payers }, () => 1),
  );

const NOTES = [500, 1000, 2000, 5000, 10_000];

/** What people hand over for an amount: the next round sums that notes make, least first. */
export const likelyCash = (cents: number): number[] =>
  [...new Set(NOTES.map((note) => Math.ceil(cents / note) * note))]
    .filter((round) => round > cents)
    .toSorted((a, b) => a - b)
    .slice(0, 3);
