import type { NavigateFunction } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import type { DaybookDb } from '#db/open.ts';
import { waitingFor } from '#db/queries/waiting-times.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { rowKey } from '#domain/commands/op.ts';
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { freedParam, type FreedTime } from '#domain/waitlist/freed-time.ts';
import { waitingWords } from '#domain/waitlist/waiting-words.ts';
import { showToast } from '#ui/toast.ts';

/** A whole series cancelled frees more than anybody looks through. */
const TIMES_MAX = 5;

/** Tells who waits for a time that a change on this device sets free: cancelled or moved, wherever. */
export const watchFreedTimes = (
  db: DaybookDb,
  navigate: NavigateFunction,
  until: AbortSignal,
): void => {
  if (until.aborted) return;
  const tell = async (): Promise<void> => {
    const freed = (await freedTimes(db)).slice(0, TIMES_MAX);
    const count = freed.length === 0 ? 0 : await waitingFor(db, freed);
    const [first] = freed;
    if (count === 0 || !first) return;
    const query: Record<string, string> = freed.length === 1 ? { freed: freedParam(first) } : {};
    showToast({
      type: 'info',
      title: waitingWords(count),
      action: {
        label: 'Show',
        onPress: () => void navigate(pathTo('waitlist', null, query)),
      },
    });
  };
  // A hint and no more: who looks at the waitlist sees the same.
  const stop = db.onWrote(() => void tell().catch(() => undefined));
  until.addEventListener('abort', stop);
};

/** What the newest change has set free and is still to come; soonest first. */
export const freedTimes = async (db: DaybookDb): Promise<FreedTime[]> => {
  const entry = await db.outbox.orderBy('seq').last();
  if (!entry || entry.name.endsWith('.undo')) return [];
  const [given, moved] = [givenUp(entry), movedSegments(entry)];
  if (given.length === 0 && moved.length === 0) return [];
  const segments = [
    ...(await db.rows('appointment_segments').where('appointment_id').anyOf(given).toArray()),
    ...(await placesBefore(db, entry, moved)),
  ];
  const byVisit = new Map<Uuid, FreedTime>();
  for (const { appointment_id, starts_at, ends_at, staff_id } of segments) {
    const known = byVisit.get(appointment_id);
    byVisit.set(appointment_id, {
      from: known && known.from < starts_at ? known.from : starts_at,
      to: known && known.to > ends_at ? known.to : ends_at,
      staffIds: [...new Set([...(known?.staffIds ?? []), staff_id])],
    });
  }
  const now = db.now();
  return [...byVisit.values()]
    .filter(({ to }) => to > now)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
};

const GIVEN_UP = new Set<unknown>(['cancelled', 'declined', 'no_show']);

const givenUp = ({ ops }: OutboxEntry): Uuid[] =>
  ops.flatMap(({ table, id, op, value }) =>
    table === 'appointments' && op === 'patch' && GIVEN_UP.has(value?.['status']) ? [id] : [],
  );

const movedSegments = ({ ops }: OutboxEntry): Uuid[] =>
  ops.flatMap(({ table, id, op, value }) =>
    table === 'appointment_segments' &&
    op === 'patch' &&
    ('starts_at' in (value ?? {}) || 'staff_id' in (value ?? {}))
      ? [id]
      : [],
  );

/**
 * Where segments stood before: the copies that the server has confirmed. What was moved before
 * without the server having heard of it came from somewhere else, and is left out.
 */
const placesBefore = async (
  db: DaybookDb,
  entry: OutboxEntry,
  ids: readonly Uuid[],
): Promise<AppointmentSegmentRow[]> => {
  if (ids.length === 0) return [];
  const earlier = new Set<Uuid>();
  await db.outbox
    .where('seq')
    .below(entry.seq)
    .each((one) => {
      for (const id of movedSegments(one)) earlier.add(id);
    });
  const shadows = await db.shadows.bulkGet(
    ids.filter((id) => !earlier.has(id)).map((id) => rowKey('appointment_segments', id)),
  );
  return shadows.flatMap((shadow) =>
    shadow?.row ? [shadow.row as unknown as AppointmentSegmentRow] : [],
  );
};
