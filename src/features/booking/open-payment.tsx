import { formatMoney } from '#domain/money/format.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import type { Catalogue } from './catalogue.ts';
import { restSentence } from './deposit-of.ts';
import { PayByCard } from './pay-by-card.tsx';
import type { BookingDraft } from './use-draft.ts';
import type { PaymentView } from './use-payment.ts';

/** What is paid now and what later, and the way to the page where the card is entered. */
export function OpenPayment({
  draft,
  catalogue,
  view,
  formats,
}: {
  draft: BookingDraft;
  catalogue: Catalogue;
  view: Extract<PaymentView, { kind: 'open' }>;
  formats: BusinessFormats;
}) {
  const { started } = view;
  const { business } = catalogue.profile;
  const amount = formatMoney(started.amount, started.currency, business.locale);
  // Nothing is paid: a card is left.
  const isCard = started.amount === 0;
  return (
    <PayByCard view={view} amount={isCard ? null : amount}>
      <FactCard
        title={isCard ? 'Nothing is charged now' : `${amount} now`}
        subtitle={
          isCard
            ? 'Your card is kept for this visit.'
            : restSentence(catalogue, draft, started.amount)
        }
      >
        {draft.startsAt !== null && (
          <Fact name="When">
            {formats.date(draft.startsAt, DATE_WEEKDAY)}, {formats.time(draft.startsAt)}
          </Fact>
        )}
        <Fact name="Kept for you until">{formats.time(started.expires_at)}</Fact>
      </FactCard>
    </PayByCard>
  );
}
