import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableName } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { at, openSalon, putRows } from '../test-rows.ts';
import { keepBook } from './report-book.ts';
import type { BookKeeper } from './report-book.ts';

let db: DaybookDb;
let keepers: BookKeeper[];
beforeEach(async () => {
  keepers = [];
  db = await openSalon();
});
afterEach(() => {
  for (const { stop } of keepers) stop();
  vi.restoreAllMocks();
  db.close();
});

const keep = (onStale: () => void = () => undefined): BookKeeper => {
  const keeper = keepBook(db, onStale);
  keepers.push(keeper);
  return keeper;
};
const tip = (id: string) =>
  putRows(db, 'tips', [
    { id, sale_id: 'sale', occurred_at: at('15:00'), staff_id: 'ana', amount_cents: 100 },
  ]);

test('what changed is read anew with the next question, and it says that there is reason to ask', async () => {
  let told = 0;
  const keeper = keep(() => {
    told += 1;
  });
  const first = await keeper.book();
  expect(first.rows.tips).toEqual([]);
  expect(await keeper.book()).toBe(first);
  await tip('tip-1');
  await vi.waitFor(() => expect(told).toBeGreaterThan(0));
  expect((await keeper.book()).rows.tips).toEqual([
    { sale_id: 'sale', staff_id: 'ana', amount_cents: 100, occurred_at: at('15:00') },
  ]);
});

test('a question that comes while rows are read waits until all of them are', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let reached = (): void => undefined;
  const isReading = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const rows = db.rows.bind(db);
  let isFirst = true;
  vi.spyOn(db, 'rows').mockImplementation(((table: TableName) => {
    const real = rows(table);
    if (table !== 'time_blocks' || !isFirst) return real;
    isFirst = false;
    reached();
    const toArray = async () => {
      await gate;
      return real.toArray();
    };
    return { where: () => ({ above: () => ({ limit: () => ({ toArray }) }) }) };
  }) as never);

  let told = (): void => undefined;
  const isTold = new Promise<void>((resolve) => {
    told = resolve;
  });
  const keeper = keep(() => told());
  const first = keeper.book();
  await isReading;
  await tip('tip-1');
  await isTold;
  let isAnswered = false;
  const second = keeper.book().then((book) => {
    isAnswered = true;
    return book;
  });
  // Another one reads everything meanwhile: longer than one changed table takes.
  await keep().book();
  expect(isAnswered).toBe(false);
  open();
  await first;
  expect((await second).rows).toMatchObject({ tips: [{ amount_cents: 100 }], time_blocks: [] });
});
