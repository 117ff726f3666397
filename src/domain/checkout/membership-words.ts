import type { ClientMembershipRow, Day, Instant } from '#domain/rows.ts';

/** `every month`, `every 3 months`, `every year`. */
export const everyMonths = (months: number): string =>
  months === 1 ? 'every month' : months === 12 ? 'every year' : `every ${months} months`;

/** `Active`, or what is the matter. */
export const membershipState = ({
  state,
  cancel_at_end,
  card_last4,
}: Pick<ClientMembershipRow, 'state' | 'cancel_at_end' | 'card_last4'>): {
  words: string;
  tone: 'success' | 'warning' | 'danger' | 'neutral';
} => {
  if (state === 'pending') return { words: 'Not started yet', tone: 'neutral' };
  if (state === 'past_due') return { words: 'Payment failed', tone: 'danger' };
  if (state === 'paused') return { words: 'Paused', tone: 'warning' };
  if (state === 'ended') return { words: 'Ended', tone: 'neutral' };
  // Paid at the desk: nobody has left a card for it.
  if (cancel_at_end && !card_last4) return { words: 'Not renewed', tone: 'neutral' };
  return cancel_at_end
    ? { words: 'Cancelled', tone: 'warning' }
    : { words: 'Active', tone: 'success' };
};

/** What becomes of it next. `dateText`: a day, or that of a moment where the business is, as people read it. */
export const membershipNext = (
  row: Pick<
    ClientMembershipRow,
    'state' | 'cancel_at_end' | 'paid_until' | 'next_try_at' | 'decline' | 'card_last4'
  >,
  dateText: (at: Day | Instant) => string,
): string => {
  const until = row.paid_until === null ? '' : dateText(row.paid_until);
  switch (row.state) {
    case 'pending':
      return 'Waits for the client to leave a card and pay the first time.';
    case 'active':
      return row.cancel_at_end
        ? `Ends after ${until}${row.card_last4 ? '' : ', unless it is paid again or a card is left for it'}.`
        : `Paid until ${until}, then charged to the card${row.card_last4 ? ` ending in ${row.card_last4}` : ''}.`;
    case 'paused':
      return `Paid until ${until}. Nothing is charged until it goes on.`;
    case 'past_due':
      if (row.decline === 'no_answer') {
        return 'Nobody knows whether the card was charged. Look in the dashboard of your payments, and charge it again if it was not.';
      }
      return `${declineWords(row.decline)} ${
        row.next_try_at === null
          ? 'The client has to use the link that was mailed, or another card.'
          : `It is tried again on ${dateText(row.next_try_at)}.`
      }`;
    default:
      return until === '' ? 'Nothing was ever paid.' : `Was paid until ${until}.`;
  }
};

const declineWords = (decline: string | null): string => {
  if (decline === 'authentication_required') return 'The bank wants its client to confirm it.';
  if (decline === 'no_card') return 'There is no card to charge.';
  if (decline === 'insufficient_funds') return 'There was not enough money on the card.';
  return 'The card was declined.';
};
