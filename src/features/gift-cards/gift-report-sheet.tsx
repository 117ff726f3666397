import { Download, Gift } from 'lucide-react';
import { useState } from 'react';
import { giftReportOf } from '#db/queries/gift-report.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { giftReportCsv } from '#domain/checkout/gift-report.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { download } from '#platform/download.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DateField } from '#ui/fields.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';

/** As many as are drawn; the file has all of them. */
const SHOWN = 100;

/** What is owed to the holders of gift cards at the end of a day, card by card. */
export function GiftReportSheet({
  open,
  business,
  onClose,
}: {
  open: boolean;
  business: BusinessRow;
  onClose: () => void;
}) {
  const db = useDb();
  const [day, setDay] = useState(() => wallAt(business.time_zone, db.now()).day);
  const report = useQuery((local) => giftReportOf(local, day), [day]);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  return (
    <SideSheet open={open} title="What is on gift cards" onClose={onClose}>
      <div className="grid gap-4">
        <DateField
          label="At the end of"
          value={day}
          error={isDay(day) ? undefined : 'Choose a day.'}
          onChange={setDay}
        />
        {report?.lines.length === 0 && (
          <EmptyState icon={Gift} title="No gift cards by then">
            The first one was sold later. Choose another day.
          </EmptyState>
        )}
        {report && report.lines.length > 0 && (
          <>
            <p role="status">
              <span className="block text-2xl font-semibold tabular-nums">
                {money(report.open_cents)}
              </span>
              <span className="text-muted">
                is owed to holders, on {report.lines.length}{' '}
                {report.lines.length === 1 ? 'card' : 'cards'} that had been sold by then. By the
                time at which things happened; blocked and expired cards count.
              </span>
            </p>
            <Button
              icon={Download}
              className="justify-self-start"
              onClick={() =>
                download(
                  `gift-cards-${day}.csv`,
                  giftReportCsv(report, business.currency),
                  'text/csv;charset=utf-8',
                )
              }
            >
              CSV
            </Button>
            <List label="Cards">
              {report.lines
                .slice(-SHOWN)
                .toReversed()
                .map(({ card, sold_cents, used_cents, changed_cents, balance_cents }) => (
                  <ListRow
                    key={card.id}
                    title={`…${card.code_last4}`}
                    // What is cut off would be money.
                    subtitle={
                      <span className="whitespace-normal wrap-anywhere">
                        {[
                          card.recipient_name && `for ${card.recipient_name}`,
                          `${money(sold_cents)} sold`,
                          used_cents !== 0 && `${money(used_cents)} used`,
                          changed_cents !== 0 && `${money(changed_cents)} corrected`,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    }
                    trailing={<span className="tabular-nums">{money(balance_cents)}</span>}
                  />
                ))}
            </List>
            {report.lines.length > SHOWN && (
              <p className="text-sm text-muted">
                The newest {SHOWN} are shown. All {report.lines.length} are in the file.
              </p>
            )}
          </>
        )}
      </div>
    </SideSheet>
  );
}
