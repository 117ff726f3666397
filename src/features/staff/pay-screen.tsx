import { Download, Lock, ShieldOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { messageFor } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { closePayRun } from '#db/commands/pay.ts';
import { myAccess } from '#db/queries/business.ts';
import { whatIsLoaded } from '#db/queries/coverage.ts';
import { entriesOf, payOf, spanOf } from '#db/queries/pay.ts';
import type { Pay } from '#db/queries/pay.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { periodOf } from '#domain/analytics/period.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Day, PayEntry, Uuid } from '#domain/rows.ts';
import { NO_ADJUSTMENT, overlapping, payEntry } from '#domain/staff/pay.ts';
import type { Adjustment } from '#domain/staff/pay.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { download } from '#platform/download.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DateField } from '#ui/fields.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { payCsv, payWords } from './pay-words.ts';

const PaySheet = lazySheet('Pay', async () => (await import('./pay-sheet.tsx')).PaySheet);
const PayRunSheet = lazySheet(
  'Pay run',
  async () => (await import('./pay-run-sheet.tsx')).PayRunSheet,
);

const BACK = { to: patterns.staff, label: 'Back to the staff' };

/**
 * What everybody earned in a period, and the runs that were closed. Reads the local tables only. Whoever
 * does not pay the others is shown `own`: what they are paid themselves.
 */
export function PayScreen({ own }: { own: ReactNode }) {
  const access = useQuery(myAccess, []);
  const business = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  if (access?.membership && !(access.may('staff') && access.may('transactions'))) {
    if (access.staffId) {
      return (
        <Page title="My pay" width="narrow" back={BACK}>
          {own}
        </Page>
      );
    }
    return (
      <Page title="Commission and pay" width="narrow" back={BACK}>
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the rights to manage the staff and to see all transactions.
        </EmptyState>
      </Page>
    );
  }
  if (!access || !business) {
    return (
      <Page title="Commission and pay" width="narrow" back={BACK}>
        <SkeletonList rows={5} label="Pay is being counted" />
      </Page>
    );
  }
  return <PayPage business={business} />;
}

type Draft = { from: Day; to: Day; byHand: Record<Uuid, Adjustment> };

function PayPage({ business }: { business: BusinessRow }) {
  const db = useDb();
  const today = wallAt(business.time_zone, db.now()).day;
  const draft = useKeptDraft<Draft>(`${db.name}.pay`, () => ({
    ...periodOf('last_month', today, business.week_start),
    byHand: {},
  }));
  const { from, to, byHand } = draft.values;
  const isPeriod = isDay(from) && isDay(to) && from <= to;
  const pay = useQuery(
    (local) => (isPeriod ? payOf(local, from, to) : Promise.resolve(undefined)),
    [from, to, isPeriod],
  );
  return (
    <Page
      title="Commission and pay"
      width="narrow"
      back={BACK}
      subtitle="What staff earn of what they sell, with their tips."
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
          <DateField
            label="From"
            value={from}
            max={to}
            onChange={(day) => draft.change({ from: day, byHand: {} })}
          />
          <DateField
            label="To"
            value={to}
            min={from}
            error={isPeriod ? undefined : 'Choose two days in order.'}
            onChange={(day) => draft.change({ to: day, byHand: {} })}
          />
        </div>
        {pay ? (
          <Period
            pay={pay}
            from={from}
            to={to}
            byHand={byHand}
            onByHand={(next) => draft.change({ byHand: next })}
          />
        ) : (
          isPeriod && <SkeletonList rows={5} label="Pay is being counted" />
        )}
      </div>
    </Page>
  );
}

function Period({
  pay,
  from,
  to,
  byHand,
  onByHand,
}: {
  pay: Pay;
  from: Day;
  to: Day;
  byHand: Record<Uuid, Adjustment>;
  onByHand: (byHand: Record<Uuid, Adjustment>) => void;
}) {
  const db = useDb();
  const [isAsking, setAsking] = useState(false);
  const [person, openPerson, closePerson] = useSearchParam('person');
  const [run, openRun, closeRun] = useSearchParam('run');
  const [shownPerson, shownRun] = [useLinger(person), useLinger(run)];
  const historyFrom = useQuery(whatIsLoaded, [])?.historyFrom ?? null;
  const { business, people, runs, services, waiting } = pay;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const { date } = businessFormats(business);
  const entries = entriesOf(pay, new Map(Object.entries(byHand)));
  const total = entries.reduce((sum, { total_cents }) => sum + total_cents, 0);
  const taken = overlapping(runs, from, to);
  const isPast = to < wallAt(business.time_zone, db.now()).day;
  const isWhole = historyFrom === null || spanOf(business, from, to).from >= historyFrom;
  const freeze = async (): Promise<void> => {
    setAsking(false);
    const closed = await closePayRun(db, { from_day: from, to_day: to, entries });
    tellOutcome(closed, 'Pay run closed', (error) =>
      error.code === 'overlap' ? 'Some of these days are in another run.' : messageFor(error),
    );
    if (closed.ok) onByHand({});
  };
  const save = (list: readonly PayEntry[]): void =>
    download(`pay-${from}-${to}.csv`, payCsv(list, business, from, to), 'text/csv;charset=utf-8');
  const shown = people.find(({ staff }) => staff.id === shownPerson);
  const shownClosed = runs.find(({ id }) => id === shownRun);
  return (
    <>
      {!isWhole && historyFrom !== null && (
        <Notice tone="warning">
          Sales before {date(historyFrom)} are not all on this device yet. Wait for them before you
          close the run.
        </Notice>
      )}
      {taken.length > 0 && (
        <Notice tone="info">Some of these days are in a run that is closed already.</Notice>
      )}
      <List label="Pay">
        {people.map(({ staff, earned, rule }) => {
          const entry = payEntry(staff, earned, rule, byHand[staff.id], services);
          return (
            <ListRow
              key={staff.id}
              title={staff.display_name}
              // On a phone it takes two lines: what is cut off would be money.
              subtitle={<span className="whitespace-normal">{payWords(entry, money)}</span>}
              trailing={<strong>{money(entry.total_cents)}</strong>}
              onPress={() => openPerson(staff.id)}
            />
          );
        })}
      </List>
      <p className="text-sm text-muted">
        Commission is a percentage of what services with their add-ons, and products, brought after
        discounts and without taxes, and so much for each service; steps hold for one run. A sale
        counts when it is paid in full; a refund of an item takes its part back, a refund of an
        amount nobody’s.
        {waiting > 0 && ` ${waiting} of these sales are not synced yet.`}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-lg font-semibold">
          Together <span className="tabular-nums">{money(total)}</span>
        </p>
        {entries.length > 0 && (
          <Button icon={Download} onClick={() => save(entries)}>
            CSV
          </Button>
        )}
        {entries.length > 0 && taken.length === 0 && isPast && isWhole && (
          <Button variant="primary" icon={Lock} onClick={() => setAsking(true)}>
            Close this run
          </Button>
        )}
      </div>
      {!isPast && (
        <p className="text-sm text-muted">A run can be closed when its last day is over.</p>
      )}
      {runs.length > 0 && (
        <section aria-label="Closed runs" className="mt-4 grid gap-3">
          <h2 className="font-semibold">Closed runs</h2>
          <List>
            {runs.map((one) => (
              <ListRow
                key={one.id}
                title={
                  <span className="whitespace-normal">
                    {`${date(one.from_day)} – ${date(one.to_day)}`}
                  </span>
                }
                subtitle={[
                  one.entries.length === 1 ? '1 person' : `${one.entries.length} people`,
                  one.paid_on ? `Paid on ${date(one.paid_on)}` : 'Not paid yet',
                ].join(' · ')}
                trailing={money(one.entries.reduce((sum, entry) => sum + entry.total_cents, 0))}
                onPress={() => openRun(one.id)}
              />
            ))}
          </List>
        </section>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Close this run?"
        confirmLabel="Close run"
        onConfirm={() => void freeze()}
        onClose={() => setAsking(false)}
      >
        {money(total)} for {entries.length === 1 ? '1 person' : `${entries.length} people`}. It
        cannot be changed afterwards; corrections stand in the next run.
        {waiting > 0 && ' Some sales are not synced yet.'}
      </ConfirmDialog>
      <Suspense>
        {shown && (
          <PaySheet
            key={shown.staff.id}
            open={person !== null}
            staff={shown.staff}
            rule={shown.rule ?? null}
            adjustment={byHand[shown.staff.id] ?? NO_ADJUSTMENT}
            services={services}
            business={business}
            onAdjust={(adjustment) => onByHand({ ...byHand, [shown.staff.id]: adjustment })}
            onClose={closePerson}
          />
        )}
        {shownClosed && (
          <PayRunSheet
            key={shownClosed.id}
            open={run !== null}
            run={shownClosed}
            business={business}
            onClose={closeRun}
          />
        )}
      </Suspense>
    </>
  );
}
