/** Looks at appointments before and after a page is merged, in its transaction. */
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  Instant,
  TableName,
  Uuid,
} from '#domain/rows.ts';
import { withNews, type Shown } from '../core/meanwhile.ts';
import type { Page } from '../core/merge.ts';
import type { StoreTx } from '../ports.ts';

export const WATCHED: readonly TableName[] = ['appointments', 'appointment_segments'];

/** Call it before the merge, and what it answers after it. */
export const watchMeanwhile = async (
  tx: StoreTx,
  page: Page,
  facts: { userId: Uuid; since: Instant },
): Promise<() => Promise<void>> => {
  const segments = (page.tables.appointment_segments ?? []) as AppointmentSegmentRow[];
  const own = (page.tables.appointments ?? []).map(({ id }) => id);
  const ids = {
    appointments: [...new Set([...own, ...segments.map((one) => one.appointment_id)])],
    segments: segments.map(({ id }) => id),
  };
  const before = await shown(tx, ids);
  return async () => {
    const lines = (await tx.meta('meanwhile'))?.list ?? [];
    const list = withNews(lines, before, await shown(tx, ids), facts);
    if (list.length > 0) await tx.putMeta({ key: 'meanwhile', v: 1, list });
  };
};

const shown = async (
  tx: StoreTx,
  ids: { appointments: Uuid[]; segments: Uuid[] },
): Promise<Shown> => {
  const [appointments, segments] = await Promise.all([
    tx.rows('appointments', ids.appointments) as Promise<(AppointmentRow | undefined)[]>,
    tx.rows('appointment_segments', ids.segments) as Promise<(AppointmentSegmentRow | undefined)[]>,
  ]);
  return { appointments: byId(appointments), segments: byId(segments) };
};

const byId = <T extends { id: Uuid }>(rows: readonly (T | undefined)[]): Map<Uuid, T> =>
  new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
