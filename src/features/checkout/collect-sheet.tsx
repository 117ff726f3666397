import { messageFor } from '#app/messages.ts';
import { collectDue } from '#db/commands/refunds.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb } from '#db/use-query.ts';
import type { CollectInput } from '#domain/checkout/schema.ts';
import { tellFailure } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { ChargeCardPart } from './charge-card-part.tsx';
import { TenderFields } from './tender-fields.tsx';

/** Takes what was to be collected, as a whole or in parts. */
export function CollectSheet({
  open,
  detail,
  onLink,
  onClose,
}: {
  open: boolean;
  detail: SaleDetail;
  /** The client pays it by a link instead. */
  onLink: () => void;
  onClose: () => void;
}) {
  const db = useDb();
  const { sale, standing, business } = detail;
  return (
    <SideSheet open={open} title="Collect" onClose={onClose}>
      {standing.due_cents > 0 && <ChargeCardPart detail={detail} onLink={onLink} />}
      <TenderFields
        key={standing.due_cents}
        dueCents={standing.due_cents}
        business={business}
        later={[]}
        verb="Collect"
        onPay={async (tender) => {
          const paid = await collectDue(db, {
            ...tender,
            method: tender.method as CollectInput['method'],
            sale_id: sale.id,
          });
          if (!paid.ok) return tellFailure(paid.error, messageFor);
          showToast({ type: 'success', title: 'Payment noted' });
          if (tender.amount_cents === standing.due_cents) onClose();
        }}
      />
    </SideSheet>
  );
}
