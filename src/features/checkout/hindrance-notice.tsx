import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CountedDraft } from './cart-draft.ts';

/** Why nothing can be paid now. */
export type Hindrance = 'done' | 'discount' | 'cap' | 'tip' | 'too_much';

/** What stands in the way of a payment, and what to do about it. */
export function HindranceNotice({
  hindrance,
  count: { undividedCents, dueCents },
  business,
  cap,
  doneAs,
}: {
  hindrance: Hindrance;
  count: CountedDraft;
  business: BusinessRow;
  cap: number | null;
  /** The sale that was completed before. */
  doneAs: Uuid | null;
}) {
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  switch (hindrance) {
    case 'done':
      return (
        <Notice
          tone="warning"
          live
          title="This sale was completed before"
          action={
            <LinkButton size="sm" to={pathTo('checkoutSuccess', null, { sale: doneAs ?? '' })}>
              Open the sale
            </LinkButton>
          }
        >
          What was changed since then is not in it.
        </Notice>
      );
    case 'discount':
      return (
        <Notice tone="warning" live title="The discount is no percentage up to 100">
          Enter it again, or choose None.
        </Notice>
      );
    case 'cap':
      return (
        <Notice tone="warning" live title={`At most ${cap} % off`}>
          Your role may not take off more. Ask the owner or a manager.
        </Notice>
      );
    case 'tip':
      return (
        <Notice tone="warning" live title="The tip is not divided">
          {undividedCents > 0
            ? `${money(undividedCents)} of it is nobody’s yet.`
            : `${money(-undividedCents)} more is given than there is.`}
        </Notice>
      );
    case 'too_much':
      return (
        <Notice tone="warning" live title={`${money(-dueCents)} too much`}>
          What was entered as paid is more than the total now. Remove a payment and enter what was
          really taken.
        </Notice>
      );
  }
}
