import {
  Banknote,
  CalendarCheck,
  CloudUpload,
  Download,
  Receipt,
  SearchX,
  ShieldOff,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { pathTo } from '#app/paths.ts';
import { myAccess } from '#db/queries/business.ts';
import { whatIsLoaded } from '#db/queries/coverage.ts';
import { ownReceiptPrefix, salesBetween } from '#db/queries/sales.ts';
import type { SaleView, SalesPeriod } from '#db/queries/sales.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { DISPUTE_WORDS, isDisputed } from '#domain/checkout/disputes.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { TENDERS } from '#domain/checkout/schema.ts';
import { METHOD_WORDS, STATE_WORDS } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Day } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { addDays, dayNumber, isDay } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DateField, SelectField, TextField } from '#ui/fields.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { HistoryNotice } from './history-notice.tsx';
import { OnlineDeposits } from './online-deposits.tsx';
import { Totals } from './totals.tsx';
import { NO_FILTER, filterSales, sumsOf } from './transaction-list.ts';
import type { TransactionFilter } from './transaction-list.ts';

const DrawerSheet = lazySheet(
  'Cash drawer',
  async () => (await import('./drawer-sheet.tsx')).DrawerSheet,
);

const DayCloseSheet = lazySheet(
  'Close the day',
  async () => (await import('./day-close-sheet.tsx')).DayCloseSheet,
);

const FilesSheet = lazySheet(
  'Save as a file',
  async () => (await import('./files-sheet.tsx')).FilesSheet,
);

const SHOWN_AT_ONCE = 50;
/** No sale is paid by a card online: what it takes up of that is a deposit. */
const { card_online: _paidBefore, ...SALE_METHODS } = METHOD_WORDS;

/** Every sale of a period with what was paid and given back. Reads the local tables only. */
export function TransactionsScreen() {
  const access = useQuery(myAccess, []);
  const business = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  if (access?.membership && !access.may('transactions', 'own') && !access.may('checkout', 'own')) {
    return (
      <Page title="Transactions" width="narrow">
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the right to see transactions.
        </EmptyState>
      </Page>
    );
  }
  if (!access || !business) {
    return (
      <Page title="Transactions" width="narrow">
        <SkeletonList rows={5} label="Transactions are being loaded" />
      </Page>
    );
  }
  return <Transactions business={business} mayCount={access.may('drawer')} />;
}

function Transactions({ business, mayCount }: { business: BusinessRow; mayCount: boolean }) {
  const db = useDb();
  const today = wallAt(business.time_zone, db.now()).day;
  const [fromDay, setFromDay] = useState(today);
  const [toDay, setToDay] = useState(today);
  const [filter, setFilter] = useState(NO_FILTER);
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const change = (part: Partial<TransactionFilter>): void => setFilter({ ...filter, ...part });
  const [opened, open, close] = useSearchParam('do');
  const shown = useLinger(opened);
  const isPeriod = isDay(fromDay) && isDay(toDay) && fromDay <= toDay;
  const from = isPeriod ? startOf(business, fromDay) : '';
  const to = isPeriod ? startOf(business, addDays(toDay, 1)) : '';
  const answer = useQuery(
    async (local) => ({ from, to, period: await salesBetween(local, from, to) }),
    [from, to],
  );
  const period = answer?.period;
  // Until other days are read the list stays; nothing is saved or closed by it.
  const isOfDays = answer?.from === from && answer.to === to;
  const historyFrom = useQuery(whatIsLoaded, [])?.historyFrom ?? null;
  const found = period ? filterSales(period.views, filter) : [];
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  return (
    <Page
      title="Transactions"
      width="narrow"
      actions={
        <>
          {mayCount && (
            <Button icon={Banknote} onClick={() => open('drawer')}>
              Cash drawer
            </Button>
          )}
          {mayCount && isPeriod && fromDay === toDay && (
            <Button icon={CalendarCheck} onClick={() => open('day')}>
              Close the day
            </Button>
          )}
          {isPeriod && (
            <Button icon={Download} onClick={() => open('files')}>
              CSV…
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
          <DateField label="From" value={fromDay} max={toDay} onChange={setFromDay} />
          <DateField
            label="To"
            value={toDay}
            min={fromDay}
            error={isPeriod ? undefined : 'Choose two days in order.'}
            onChange={setToDay}
          />
        </div>
        {isPeriod && <HistoryNotice business={business} from={from} historyFrom={historyFrom} />}
        <Filters filter={filter} period={period} onChange={change} />
        {isPeriod && !isFiltered && <OnlineDeposits business={business} from={from} to={to} />}
        {period === undefined ? (
          <SkeletonList rows={5} label="Transactions are being loaded" />
        ) : found.length === 0 ? (
          <Nothing isFiltered={isFiltered} onClear={() => setFilter(NO_FILTER)} />
        ) : (
          <>
            <Sums views={found} business={business} from={from} to={to} method={filter.method} />
            <List label="Transactions">
              {found.slice(0, limit).map((view) => (
                <SaleRow key={view.sale.id} view={view} business={business} />
              ))}
            </List>
            {found.length > limit && (
              <Button
                className="justify-self-center"
                onClick={() => setLimit(limit + SHOWN_AT_ONCE)}
              >
                {found.length - limit} more
              </Button>
            )}
          </>
        )}
      </div>
      <Suspense>
        {shown === 'files' && period && isOfDays && isPeriod && (
          <FilesSheet
            open={opened !== null}
            business={business}
            days={{ from: fromDay, to: toDay }}
            span={{ from, to }}
            period={period}
            found={isFiltered ? found : null}
            onClose={close}
          />
        )}
        {shown === 'drawer' && mayCount && (
          <DrawerSheet open={opened !== null} business={business} onClose={close} />
        )}
        {shown === 'day' && mayCount && period && isOfDays && isPeriod && fromDay === toDay && (
          <DayCloseSheet
            key={fromDay}
            open={opened !== null}
            business={business}
            day={fromDay}
            span={{ from, to }}
            views={period.views}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}

function Filters({
  filter,
  period,
  onChange,
}: {
  filter: TransactionFilter;
  period: SalesPeriod | undefined;
  onChange: (part: Partial<TransactionFilter>) => void;
}) {
  const options = (words: Record<string, string>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }));
  const ownPrefix = useQuery(ownReceiptPrefix, []);
  const rangUp = (period?.views ?? []).map(({ sale }) => sale.receipt_prefix);
  // The one that is chosen is named also where it rang up nothing.
  const devices = [...new Set([ownPrefix ?? '', filter.device, ...rangUp])].filter(Boolean);
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <TextField
        className="col-span-2 sm:col-span-4"
        type="search"
        label="Search"
        placeholder="Receipt, client, item"
        autoComplete="off"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <SelectField
        label="State"
        placeholder="All"
        value={filter.state}
        onChange={(state) => onChange({ state: state as TransactionFilter['state'] })}
        options={options({ ...STATE_WORDS, pending: 'Not synced yet' })}
      />
      <SelectField
        label="Paid by"
        placeholder="All"
        value={filter.method}
        onChange={(method) => onChange({ method: method as TransactionFilter['method'] })}
        options={options(SALE_METHODS)}
      />
      <SelectField
        label="Staff"
        placeholder="All"
        value={filter.staffId}
        onChange={(staffId) => onChange({ staffId })}
        options={options(Object.fromEntries(period?.staffNames ?? []))}
      />
      <SelectField
        label="Device"
        placeholder="All"
        value={filter.device}
        onChange={(device) => onChange({ device })}
        options={devices.map((prefix) => ({
          value: prefix,
          label: prefix === ownPrefix ? `This device, ${prefix}` : `Receipts ${prefix}-…`,
        }))}
      />
    </div>
  );
}

function Sums({
  views,
  business,
  from,
  to,
  method,
}: {
  views: readonly SaleView[];
  business: BusinessRow;
  from: string;
  to: string;
  method: TransactionFilter['method'];
}) {
  const sums = sumsOf(views, { from, to, method });
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const ways = ([...TENDERS, 'gift_card', 'package'] as const).flatMap((way) => {
    const cents = sums.ways[way];
    return cents === undefined ? [] : [{ name: METHOD_WORDS[way], text: money(cents) }];
  });
  const waiting = views.filter(({ pending }) => pending).length;
  return (
    <section
      aria-label="Together"
      className="rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <Totals
        lines={[
          { name: 'Taken', text: money(sums.taken), isStrong: true },
          ...(sums.back > 0
            ? [
                { name: 'Given back', text: money(-sums.back) },
                { name: 'Taken, less refunds', text: money(sums.taken - sums.back) },
              ]
            : []),
          ...(sums.tips > 0 ? [{ name: 'Of it tips', text: money(sums.tips) }] : []),
          ...(sums.due > 0 ? [{ name: 'To be collected', text: money(sums.due) }] : []),
        ]}
      />
      {ways.length > 1 && (
        <section
          aria-label="By way of paying, less refunds"
          className="mt-3 border-t border-line pt-3"
        >
          <h2 className="mb-1.5 text-sm font-medium">By way of paying, less refunds</h2>
          <Totals lines={ways} />
        </section>
      )}
      <p className="mt-2 text-sm text-muted">
        By the time on the device that took the money.
        {waiting > 0 && ` ${waiting} of ${views.length} not synced yet.`}
      </p>
    </section>
  );
}

function SaleRow({ view, business }: { view: SaleView; business: BusinessRow }) {
  const { sale, lines, standing, clientName, pending, disputes } = view;
  const formats = businessFormats(business);
  return (
    <ListRow
      to={pathTo('checkoutSuccess', null, { sale: sale.id })}
      title={clientName ?? lines.map(({ name }) => name).join(', ')}
      // On a phone it takes two lines: what is cut off would be when, or which.
      subtitle={
        <span className="whitespace-normal">
          {`${formats.dateTime(sale.occurred_at)} · ${receiptNumber(sale)}`}
        </span>
      }
      trailing={
        <span className="grid justify-items-end gap-0.5">
          <span>{formatMoney(sale.total_cents, sale.currency, business.locale)}</span>
          {pending ? (
            <Chip icon={CloudUpload}>Not synced</Chip>
          ) : (
            standing.state !== 'paid' && <Chip tone="warning">{STATE_WORDS[standing.state]}</Chip>
          )}
          {isDisputed(disputes) && <Chip tone="warning">{DISPUTE_WORDS.open}</Chip>}
        </span>
      }
    />
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon={SearchX}
      title="Nothing found"
      action={<Button onClick={onClear}>Show all</Button>}
    >
      No sale of these days fits.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Receipt}
      title="Nothing sold on these days"
      action={
        <LinkButton variant="primary" to={pathTo('checkout')}>
          New sale
        </LinkButton>
      }
    >
      Sales, payments and refunds appear here, also without a connection.
    </EmptyState>
  );
}

const startOf = (business: BusinessRow, day: Day): string =>
  instantOfMin(dayStart(zoneOf(business.time_zone), dayNumber(day)));
