import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { pathTo } from '#app/paths.ts';
import { salesOfClient } from '#db/queries/sales.ts';
import { useQuery } from '#db/use-query.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { STATE_WORDS } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';

const FIRST_SHOWN = 4;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** What somebody bought, newest first; each leads to its receipt. */
export function ClientSales({
  clientId,
  business,
  formats,
}: {
  clientId: Uuid;
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const sales = useQuery((db) => salesOfClient(db, clientId), [clientId]) ?? [];
  if (sales.length === 0) return null;
  const shown = showsAll ? sales : sales.slice(0, FIRST_SHOWN);
  return (
    <section aria-label="Sales" className="max-lg:order-2">
      <h2 className="mb-2 font-semibold">Sales</h2>
      <List>
        {shown.map(({ sale, lines, standing, pending }) => (
          <ListRow
            key={sale.id}
            to={pathTo('checkoutSuccess', null, { sale: sale.id })}
            title={
              <span className="whitespace-normal">
                <bdi>{lines.map(({ name }) => name).join(', ')}</bdi>
              </span>
            }
            subtitle={`${formats.date(sale.occurred_at, DAY)} · ${receiptNumber(sale)}`}
            trailing={
              <span className="grid justify-items-end gap-0.5 tabular-nums">
                <span>{formatMoney(sale.total_cents, sale.currency, business.locale)}</span>
                {pending ? (
                  <Chip icon={CloudUpload}>Not synced</Chip>
                ) : (
                  standing.state !== 'paid' && (
                    <Chip tone="warning">{STATE_WORDS[standing.state]}</Chip>
                  )
                )}
              </span>
            }
          />
        ))}
      </List>
      {shown.length < sales.length && (
        <Button size="sm" variant="quiet" className="mt-1" onClick={() => setShowsAll(true)}>
          {sales.length - shown.length} more
        </Button>
      )}
    </section>
  );
}
