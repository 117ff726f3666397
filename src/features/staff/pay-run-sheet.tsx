import { Download } from 'lucide-react';
import { useState } from 'react';
import { payOf } from '#db/queries/pay.ts';
import { useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, PayRunRow, Uuid } from '#domain/rows.ts';
import { NO_ADJUSTMENT, countedPay, payEntry } from '#domain/staff/pay.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { download } from '#platform/download.ts';
import { Button } from '#ui/button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { PaidPart } from './paid-part.tsx';
import { PayStatement } from './pay-statement.tsx';
import { payCsv, payWords } from './pay-words.ts';

/** A closed run as it was, and what sales that came later would change. */
export function PayRunSheet({
  open,
  run,
  business,
  onClose,
}: {
  open: boolean;
  run: PayRunRow;
  business: BusinessRow;
  onClose: () => void;
}) {
  const { from_day, to_day, entries, occurred_at } = run;
  const [person, setPerson] = useState<Uuid | null>(null);
  const entry = entries.find(({ staff_id }) => staff_id === person);
  const pay = useQuery((db) => payOf(db, from_day, to_day), [from_day, to_day]);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const { date, dateTime } = businessFormats(business);
  // At the rates of then: others hold for later runs.
  const servicesThen = new Map(
    [...(pay?.services ?? [])].map(([id, service]) => [id, { ...service, no_commission: false }]),
  );
  const later = (pay?.people ?? []).flatMap(({ staff, earned, rule }) => {
    const then = entries.find(({ staff_id }) => staff_id === staff.id);
    const now = countedPay(payEntry(staff, earned, then ?? rule, NO_ADJUSTMENT, servicesThen));
    const more = now - (then ? countedPay(then) : 0);
    const amount = `${more > 0 ? '+' : '−'}${money(Math.abs(more))}`;
    return more === 0 ? [] : [`${staff.display_name} ${amount}`];
  });
  return (
    <SideSheet
      open={open}
      title={`${date(from_day)} – ${date(to_day)}`}
      onClose={onClose}
      footer={
        <Button
          icon={Download}
          onClick={() =>
            download(
              `pay-${from_day}-${to_day}.csv`,
              payCsv(entries, business, from_day, to_day),
              'text/csv;charset=utf-8',
            )
          }
        >
          CSV
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-muted">Closed {dateTime(occurred_at)}.</p>
        {later.length > 0 && (
          <Notice tone="warning" title="Sales or refunds came later">
            They are not in this run: {later.join(', ')}. Put it on top, or take it off, in the next
            one.
          </Notice>
        )}
        <PaidPart key={run.id} run={run} business={business} />
        <List label="Pay">
          {entries.map((one) => (
            <ListRow
              key={one.staff_id}
              title={one.name}
              // What is cut off would be money.
              subtitle={
                <span className="whitespace-normal wrap-anywhere">
                  {[payWords(one, money), one.note].filter(Boolean).join(' · ')}
                </span>
              }
              trailing={<strong>{money(one.total_cents)}</strong>}
              onPress={() => setPerson(one.staff_id)}
            />
          ))}
        </List>
        {entry && <PayStatement statement={{ ...run, entry }} business={business} />}
      </div>
    </SideSheet>
  );
}
