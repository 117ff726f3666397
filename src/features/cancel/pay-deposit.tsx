import { formatMoney } from '#domain/money/format.ts';
import type { Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { payDeposit } from '#remote/public-payments.ts';
import { PayAsked } from './pay-asked.tsx';

/** A deposit that the business asks for, or with 0 cents a card alone. */
export function PayDeposit({
  token,
  cents,
  until = null,
  business,
  refresh,
  goTo,
}: {
  token: string;
  cents: number;
  /** Unpaid, the visit is cancelled then. */
  until?: Instant | null | undefined;
  business: BookingStatus['business'];
  refresh: () => Promise<void>;
  goTo?: (url: string) => void;
}) {
  const amount = formatMoney(cents, business.currency, business.locale);
  return (
    <PayAsked
      token={token}
      begin={payDeposit}
      refresh={refresh}
      goTo={goTo}
      words={
        cents === 0
          ? {
              title: `${business.name} asks you to leave a card`,
              text: 'Nothing is charged now. Your card is charged only for what cancelling late or not coming costs.',
              pay: 'Enter your card',
            }
          : {
              title: `${business.name} asks for a deposit of ${amount}`,
              text:
                until === null
                  ? 'You pay it by card, and it counts when you come.'
                  : `You pay it by card, and it counts when you come. The time is kept for you until ${businessFormats(business).dateTime(until)}; unpaid, it is given to somebody else.`,
              pay: `Pay ${amount}`,
              refusals: {
                too_late: `The time was kept for you until now. Ask ${business.name} whether you can still have it.`,
              },
            }
      }
    />
  );
}
