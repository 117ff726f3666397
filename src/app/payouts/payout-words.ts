import { payoutDifference, payoutStanding } from '#domain/checkout/payouts.ts';
import type { Payout, PayoutLine, PayoutStanding } from '#domain/checkout/payouts.ts';
import type { ChipTone } from '#ui/chip.tsx';

type Money = (cents: number) => string;

/** What a payout is made of, in the order in which it adds up; nothing of what there was none of. */
export const partsOf = (payout: Payout): { name: string; cents: number }[] =>
  [
    { name: 'Charges', cents: payout.charges_cents },
    { name: 'Refunds', cents: payout.refunds_cents },
    { name: 'Disputes', cents: payout.disputes_cents },
    { name: 'Fees', cents: payout.fees_cents },
    { name: 'Other', cents: payout.other_cents },
  ].filter(({ cents }) => cents !== 0);

/** How it compares, as a chip. */
export const standingWords = (payout: Payout, money: Money): { tone: ChipTone; text: string } => {
  const standing = payoutStanding(payout);
  const cents = Math.abs(payoutDifference(payout));
  // What is too much in one line may be missing in another.
  const by = standing === 'differs' && cents !== 0 ? ` by ${money(cents)}` : '';
  return { tone: TONES[standing], text: `${STANDING_WORDS[standing]}${by}` };
};

export const STANDING_WORDS: Readonly<Record<PayoutStanding, string>> = {
  matches: 'Matches',
  differs: 'Differs',
  later: 'Not compared yet',
  by_hand: 'Taken out by hand',
};

const TONES: Readonly<Record<PayoutStanding, ChipTone>> = {
  matches: 'success',
  differs: 'danger',
  later: 'neutral',
  by_hand: 'neutral',
};

export const STATE_WORDS: Readonly<Record<Payout['state'], string>> = {
  pending: 'On its way',
  paid: 'Arrived',
  failed: 'Your bank did not take it',
};

export const KIND_WORDS: Readonly<Record<PayoutLine['kind'], string>> = {
  charge: 'Charge',
  refund: 'Refund',
  refund_failed: 'Refund that came back',
  dispute: 'Dispute',
  dispute_back: 'Dispute given back',
  fee: 'Fee',
  payout_back: 'Earlier payout that came back',
  other: 'Something else',
};

/** What the money of a line was for. */
export const lineTitle = (line: PayoutLine): string => {
  const kind = KIND_WORDS[line.kind] ?? KIND_WORDS.other;
  const what = line.title ?? (line.purpose === null ? null : (PURPOSES[line.purpose] ?? null));
  return what === null ? kind : `${kind}: ${what}`;
};

const PURPOSES: Readonly<Record<string, string>> = {
  booking: 'deposit for a visit',
  asked: 'deposit for a visit',
  fee: 'fee of a visit',
  gift_card: 'gift card',
  membership: 'membership',
  renewal: 'membership',
  sale: 'bill',
};

/** What is different in a line, and what to do about it; null = nothing. */
export const lineDifference = (line: PayoutLine, money: Money): string | null => {
  const { off_cents: off, noted_cents: noted, paid_cents: paid } = line;
  if (!off) return null;
  if (line.kind === 'charge') {
    return noted === 0
      ? `Your books know nothing of these ${money(paid)}. Look at them in your provider’s dashboard.`
      : `Your books say ${money(noted ?? 0)}, your provider paid out ${money((noted ?? 0) + off)}.`;
  }
  return `Your books do not know of ${money(Math.abs(off))} of it. Look at it in your provider’s dashboard.`;
};
