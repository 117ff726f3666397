import type { HistoryLine } from '#domain/appointments/history-line.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** More than a day's appointments; with a page of lines each, some hundred kilobytes. */
const KEPT_APPOINTMENTS = 40;

/**
 * Keeps the newest page of an appointment's history on this device, for when there is no signal. The
 * ones that were opened longest ago go, and those of appointments that this person does not see any
 * more.
 */
export const keepHistory = (
  db: DaybookDb,
  id: Uuid,
  page: { lines: HistoryLine[]; more: boolean },
): Promise<void> =>
  db.transaction('rw', '_meta', 'appointments', async () => {
    const meta = await db.meta.get('history');
    const others = meta?.key === 'history' ? meta.list.filter((one) => one.id !== id) : [];
    const list = [{ id, at: db.now(), ...page }, ...others].slice(0, KEPT_APPOINTMENTS);
    const there = await db.rows('appointments').bulkGet(list.map((one) => one.id));
    await db.meta.put({ key: 'history', v: 1, list: list.filter((_, index) => there[index]) });
  });
