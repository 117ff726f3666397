import { amountCell } from '#domain/export/plain-cells.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import type { GiftActivityRow, GiftCardRow, Instant, Uuid } from '#domain/rows.ts';

type Card = Pick<
  GiftCardRow,
  'id' | 'code_last4' | 'recipient_name' | 'initial_cents' | 'expires_on'
>;
type Activity = Pick<GiftActivityRow, 'card_id' | 'kind' | 'amount_cents' | 'occurred_at'>;

/** One card as it stood at a moment, in cents. What it was worth and what changed it add up to the balance. */
type GiftLine = {
  card: Card;
  sold_cents: number;
  /** What was used, less what was given back to it. */
  used_cents: number;
  /** Taken back with its sale, and corrections; below nothing = off the card. */
  changed_cents: number;
  balance_cents: number;
};

export type GiftReport = {
  /** Cards that had been sold by then, the oldest first. */
  lines: GiftLine[];
  /** What is owed to holders: the sum of all balances, expired and blocked cards among them. */
  open_cents: number;
};

/** What was on each card just before `end`, by when things happened. SQL sums the same rows. */
export const giftReport = (
  cards: readonly Card[],
  activities: readonly Activity[],
  end: Instant,
): GiftReport => {
  const endMs = Date.parse(end);
  const byCard = new Map<Uuid, Activity[]>();
  for (const row of activities) {
    if (Date.parse(row.occurred_at) >= endMs) continue;
    const ledger = byCard.get(row.card_id);
    if (ledger) ledger.push(row);
    else byCard.set(row.card_id, [row]);
  }
  const lines = cards
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((card) => {
      const ledger = byCard.get(card.id);
      return ledger ? lineOf(card, ledger) : [];
    });
  return { lines, open_cents: lines.reduce((sum, line) => sum + line.balance_cents, 0) };
};

const lineOf = (card: Card, ledger: readonly Activity[]): GiftLine => {
  const line: GiftLine = {
    card,
    sold_cents: 0,
    used_cents: 0,
    changed_cents: 0,
    balance_cents: 0,
  };
  for (const { kind, amount_cents } of ledger) {
    line.balance_cents += amount_cents;
    if (kind === 'activate') line.sold_cents += amount_cents;
    else if (kind === 'redeem' || kind === 'refund') line.used_cents -= amount_cents;
    else line.changed_cents += amount_cents;
  }
  return line;
};

const HEAD = ['Card', 'For', 'Sold', 'Used', 'Corrected', 'Left', 'Can be used until', 'Currency'];

/** One line for each card, and one with the sums. */
export const giftReportCsv = ({ lines, open_cents }: GiftReport, currency: string): string => {
  const sum = (of: (line: GiftLine) => number): string =>
    amountCell(lines.reduce((all, line) => all + of(line), 0));
  return (
    BYTE_ORDER_MARK +
    csvLine(HEAD) +
    lines
      .map(({ card, sold_cents, used_cents, changed_cents, balance_cents }) =>
        csvLine([
          card.code_last4,
          card.recipient_name ?? '',
          amountCell(sold_cents),
          amountCell(used_cents),
          amountCell(changed_cents),
          amountCell(balance_cents),
          card.expires_on ?? '',
          currency,
        ]),
      )
      .join('') +
    csvLine([
      'All',
      '',
      sum((line) => line.sold_cents),
      sum((line) => line.used_cents),
      sum((line) => line.changed_cents),
      amountCell(open_cents),
      '',
      currency,
    ])
  );
};
