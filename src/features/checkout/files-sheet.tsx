import { Download } from 'lucide-react';
import { clientNamesOfVisits } from '#db/queries/client-names.ts';
import { onlineBetween } from '#db/queries/deposits.ts';
import type { SaleView, SalesPeriod } from '#db/queries/sales.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, Day, Instant } from '#domain/rows.ts';
import { download } from '#platform/download.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { accountantCsv } from './accountant-csv.ts';
import { transactionsCsv } from './transactions-csv.ts';

const CSV = 'text/csv;charset=utf-8';

/** The sales of a period as files: every movement, or one line a day. Both without a connection. */
export function FilesSheet({
  open,
  business,
  days,
  span,
  period,
  found,
  onClose,
}: {
  open: boolean;
  business: BusinessRow;
  /** Both included. */
  days: { from: Day; to: Day };
  span: { from: Instant; to: Instant };
  period: SalesPeriod;
  /** What the filters leave of it; null = nothing is filtered. */
  found: readonly SaleView[] | null;
  onClose: () => void;
}) {
  const db = useDb();
  const waiting = period.views.filter(({ pending }) => pending).length;
  const name = `${days.from}-${days.to}.csv`;
  const saveMovements = async (): Promise<void> => {
    // A deposit is of no device, nobody and no sale yet: filters leave nothing of it.
    const online = found
      ? { payments: [], refunds: [], disputes: [] }
      : await onlineBetween(db, span.from, span.to);
    const visitIds = [...online.payments, ...online.refunds, ...online.disputes].flatMap(
      ({ appointment_id }) => appointment_id ?? [],
    );
    const clientNames = await clientNamesOfVisits(db, visitIds);
    const content = transactionsCsv(found ?? period.views, business, period.staffNames, span, {
      ...online,
      clientNames,
    });
    download(`transactions-${name}`, content, CSV);
  };
  const saveAccounts = async (): Promise<void> => {
    const online = await onlineBetween(db, span.from, span.to);
    download(`accounts-${name}`, accountantCsv(period.views, online, business, span), CSV);
  };
  return (
    <SideSheet open={open} title="Save as a file" onClose={onClose}>
      <div className="grid gap-6">
        {waiting > 0 && (
          <Notice tone="warning">
            {waiting === 1 ? '1 sale is' : `${waiting} sales are`} not synced yet. Sales of other
            devices without a connection are not here either.
          </Notice>
        )}
        <section aria-label="Every movement" className="grid justify-items-start gap-2">
          <h3 className="font-semibold">Every movement</h3>
          <p className="text-sm text-muted">
            One line for each item, tip, payment, refund and deposit.
            {found && ' Only what you have filtered, without deposits.'}
          </p>
          <Button icon={Download} onClick={() => void saveMovements()}>
            Save movements
          </Button>
        </section>
        <section aria-label="For the accountant" className="grid justify-items-start gap-2">
          <h3 className="font-semibold">For the accountant</h3>
          <p className="text-sm text-muted">
            One line for each day: net and tax by rate, tips, gift cards and packages sold, how it
            was paid, and deposits. What was sold is what was paid or is to be collected. Always the
            whole period.
          </p>
          <Button icon={Download} onClick={() => void saveAccounts()}>
            Save accounts
          </Button>
        </section>
      </div>
    </SideSheet>
  );
}
