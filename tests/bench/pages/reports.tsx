// Two years of a large salon, counted for every report at once: here, and by the product's own worker.
import '#ui/app.css';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { openDb } from '#db/open.ts';
import type { DaybookDb } from '#db/open.ts';
import { makeBook } from '#domain/analytics/book.ts';
import { BOOK_TABLES } from '#domain/analytics/facts.ts';
import type { Book, BookRows } from '#domain/analytics/facts.ts';
import { figuresOf } from '#domain/analytics/figures.ts';
import type { Period } from '#domain/analytics/period.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { sampleBook } from '#domain/analytics/sample-book.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { openReports } from '#features/analytics/ask-reports.ts';
import type { Answerer } from '#features/analytics/answer.ts';
import { ReportView } from '#features/analytics/report-view.tsx';
import { reportsOf } from '#features/analytics/reports.ts';
import { mulberry32, offer } from './bench.ts';

const zone = zoneOf('America/New_York');
const DAYS = 730;
const YEAR: Period = { from: '2026-01-01', to: '2026-12-31' };
const BEFORE: Period = { from: '2025-01-01', to: '2025-12-31' };
const MONTH: Period = { from: '2026-11-01', to: '2026-11-30' };
const now = epochMinOf('2026-12-31T22:00:00Z');

const WHOSE = {
  userId: '00000000-0000-7000-8000-00000000aaaa',
  businessId: '00000000-0000-7000-8000-00000000bbbb',
};
/** Rows of one write. */
const ROWS_AT_ONCE = 5_000;

let rows: BookRows;
let book: Book;
let db: DaybookDb;
let reports: Answerer | null = null;
let longest = 0;
const tasks = new PerformanceObserver((list) => noteTasks(list.getEntries()));
/** When this window read by itself, to compare: those tasks are not the product's. */
const ownWork: { from: number; until: number }[] = [];
const byItself = async <T,>(work: () => Promise<T>): Promise<T> => {
  // In a task of its own: what has called this began before.
  await new Promise((next) => void setTimeout(next));
  const own = { from: performance.now(), until: Infinity };
  ownWork.push(own);
  try {
    return await work();
  } finally {
    own.until = performance.now();
  }
};
const noteTasks = (entries: readonly PerformanceEntry[]): void => {
  for (const { startTime, duration } of entries) {
    const isOwn = ownWork.some(({ from, until }) => startTime >= from && startTime <= until);
    if (!isOwn) longest = Math.max(longest, duration);
  }
};

const made = () => makeBook({ rows, aliases: new Map(), waiting: new Set() });
const figures = (period: Period, before: Period) =>
  figuresOf(book, { period, before, zone, weekStart: 1, now });

const timed = (work: () => unknown): number => {
  const from = performance.now();
  work();
  return performance.now() - from;
};

const timedUntil = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

const askWorker = (period: Period, before: Period) => {
  reports ??= openReports(db, () => undefined);
  return reports.ask({ period, before, timeZone: zone.name, weekStart: 1, now });
};

const business = { ...SAMPLE_BUSINESS, time_zone: zone.name } as BusinessRow;
const root = createRoot(document.body.appendChild(document.createElement('main')));

/** How long an answer takes. Then every report of it is drawn, one after the other, which the window does. */
const answered = async (): Promise<number> => {
  const from = performance.now();
  const answer = await askWorker(YEAR, BEFORE);
  const took = performance.now() - from;
  for (const report of reportsOf(answer, business, true, true)) {
    root.render(
      <MemoryRouter>
        <ReportView report={report} business={business} />
      </MemoryRouter>,
    );
    await new Promise((next) => void requestAnimationFrame(() => setTimeout(next)));
  }
  return took;
};

/** Every row of the same tables, in the pages that the worker reads, and nothing made of them. */
const bareRead = async (): Promise<number> => {
  const opened = indexedDB.open(db.name);
  const raw = await new Promise<IDBDatabase>((done, fail) => {
    opened.onsuccess = () => done(opened.result);
    opened.onerror = () => fail(opened.error);
  });
  let count = 0;
  for (const table of BOOK_TABLES) {
    for (let after = '', isMore = true; isMore;) {
      const asked = raw
        .transaction(table)
        .objectStore(table)
        .getAll(IDBKeyRange.lowerBound(after, true), ROWS_AT_ONCE);
      const page = await new Promise<{ id: string }[]>((done, fail) => {
        asked.onsuccess = () => done(asked.result as { id: string }[]);
        asked.onerror = () => fail(asked.error);
      });
      count += page.length;
      isMore = page.length === ROWS_AT_ONCE;
      after = page.at(-1)?.id ?? after;
    }
  }
  raw.close();
  return count;
};

/** The least: what was charged and tipped, month by month, from the same rows. */
const floor = (): Map<string, number> => {
  const months = new Map<string, number>();
  for (const { occurred_at, total_cents } of rows.sales) {
    const month = occurred_at.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + total_cents);
  }
  for (const { starts_at } of rows.appointments) {
    const month = starts_at.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return months;
};

offer({
  /** How many appointments, sales and rows there are. */
  prepare: (staff: number, perDay: number): number[] => {
    const none = Object.fromEntries(BOOK_TABLES.map((table) => [table, []]));
    const ids = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}-${index}`);
    const staffIds = ids('staff', staff);
    let id = 0;
    rows = {
      ...(none as unknown as BookRows),
      ...sampleBook({
        random: mulberry32(42),
        newId: () => `00000000-0000-7000-8000-${String((id += 1)).padStart(12, '0')}`,
        zone,
        from: BEFORE.from,
        days: DAYS,
        perDay,
        staffIds,
        variantIds: ids('variant', 60),
        clientIds: ids('client', 20_000),
        deviceId: 'device',
        receiptPrefix: '7KQ2M',
      }),
      staff: staffIds.map((one) => ({
        id: one,
        display_name: one,
        status: 'active',
        bookable: true,
        travel: [],
        employed_from: null,
        employed_until: null,
      })),
      work_patterns: staffIds.map((staff_id) => ({
        id: staff_id,
        staff_id,
        valid_from: '2024-01-01',
        weeks: [Array.from({ length: 7 }, (): [number, number][] => [[480, 1080]])],
      })),
    };
    book = made();
    return [
      rows.appointments.length,
      rows.sales.length,
      Object.values(rows).reduce((all, list) => all + list.length, 0),
    ];
  },
  ours: () => timed(() => figures(YEAR, BEFORE)),
  month: () => timed(() => figures(MONTH, { from: '2026-10-01', to: '2026-10-31' })),
  book: () =>
    timed(() => {
      book = made();
    }),
  floor: () => timed(floor),
  /** Puts all of it where the product keeps it. */
  store: async (): Promise<void> => {
    const opened = await openDb(WHOSE);
    if (!opened.ok) throw new Error(opened.error.code);
    db = opened.value;
    for (const table of BOOK_TABLES) {
      const list = rows[table];
      for (let from = 0; from < list.length; from += ROWS_AT_ONCE) {
        await db.table(table).bulkPut(list.slice(from, from + ROWS_AT_ONCE));
      }
    }
  },
  /** A worker that has just started: it reads everything, makes it ready and answers. */
  first: () => {
    reports?.stop();
    reports = null;
    return answered();
  },
  later: answered,
  bareRead: () => byItself(() => timedUntil(bareRead)),
  /** Of this window while its worker counted and the reports were drawn; 0 = none was longer than 50 ms. */
  longest: (): number => {
    noteTasks(tasks.takeRecords());
    return longest;
  },
  /**
   * Whether the worker counts what the window counts. From then on the window is watched, and has no more
   * in its hands than the product's: of a heap with all rows in it the browser collects for long.
   */
  agrees: async (): Promise<boolean> => {
    const there = await askWorker(YEAR, BEFORE);
    const here = figures(YEAR, BEFORE);
    rows = book = null as never;
    setTimeout(() => tasks.observe({ type: 'longtask' }));
    const sumsOf = ({ now: { sales, money, visits }, dues }: typeof here): number[] => [
      sales.charged,
      sales.tax,
      sales.tips,
      money.taken,
      money.back,
      visits.kept,
      visits.clients,
      dues.cents,
    ];
    return JSON.stringify(sumsOf(there)) === JSON.stringify(sumsOf(here));
  },
  /** What all of it comes to: variants that are wrong are not quick. */
  check: (): boolean => {
    const { now: one, before, dues } = figures(YEAR, BEFORE);
    const taken = [one, before!].reduce((all, { money }) => all + money.taken - money.back, 0);
    const sold = [one, before!].reduce(
      (all, { sales }) => all + sales.charged + sales.tips - sales.back,
      0,
    );
    // What went back or was collected after the last day is in neither.
    return Math.abs(taken + dues.cents - sold) < sold / 100 && one.visits.kept > 0;
  },
});
