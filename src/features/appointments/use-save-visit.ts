import { useState } from 'react';
import { createAppointment, type AppointmentForm } from '#db/commands/appointments.ts';
import type { DaybookDb } from '#db/open.ts';
import { useDb } from '#db/use-query.ts';
import { tellDone, type Undoable } from '#app/tell.ts';
import type { Uuid } from '#domain/rows.ts';
import { ok, type AppError, type Result } from '#domain/errors/result.ts';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { setFlashingAppointment } from '#ui/ui-state.ts';
import { overlaps, type PlaceCheck } from './place-notes.tsx';
import type { RepeatPlan } from './repeat-part.tsx';
import { useSaveOnceReady } from './use-save-once-ready.ts';

export type NewVisit = {
  form: AppointmentForm;
  /** Those who come along; all are booked or none. */
  others?: readonly AppointmentForm[] | null;
  /** Whoever waited for it; they are off the list with it. */
  waitlistEntryId?: Uuid | undefined;
  /** What is said when it is one: `Booked Mon 4 May, 10:00`. */
  done: string;
};

/** Whether somebody or something is at a place already: saving needs an "anyway". */
export const clashes = (plan: RepeatPlan | null, check: PlaceCheck): boolean =>
  plan ? plan.dates.some(({ acceptOverlap }) => acceptOverlap) : overlaps(check);

/** Whether each date of a plan is decided, and there is one at all. */
export const isPlanned = ({ isDecided, layout, dates }: RepeatPlan): boolean =>
  isDecided && layout !== null && dates.length > 0;

/**
 * Saves a new visit, or one for each date of its plan: says so, offers the way back, and lets the
 * calendar show it. A press that comes before the dates were looked at waits for them.
 */
export function useSaveVisit({
  plan,
  isReady = plan?.isReady ?? true,
  isClash,
  prepare,
  doneMany,
  mistake,
  onSaved,
}: {
  /** null = it does not repeat. */
  plan: RepeatPlan | null;
  /** What is to be confirmed was looked at. */
  isReady?: boolean;
  /** The button says "anyway": that is the acceptance. */
  isClash: boolean;
  /** What is to be saved; null = something is missing (a plan that is not decided too), and shown. */
  prepare: () => Promise<NewVisit | null>;
  /** What is said when it is several: `Booked 8 appointments`. */
  doneMany: (count: number) => string;
  /** Why it is cancelled again by the way back. */
  mistake: string;
  onSaved: () => void;
}) {
  const db = useDb();
  const [error, setError] = useState<AppError | null>(null);
  const { press, isBusy } = useSaveOnceReady(isReady, async () => {
    setError(null);
    const visit = await prepare();
    if (!visit) return;
    const how = { acceptOverlap: isClash, mistake };
    const made =
      plan && !visit.others
        ? await saveDates(db, visit.form, plan)
        : await saveVisit(db, visit, how);
    if (!made) return;
    if (!made.ok) return setError(made.error);
    if (made.value) {
      const { id, undo } = made.value;
      if (id) setFlashingAppointment(id);
      tellDone(ok({ undo }), plan ? doneMany(plan.dates.length) : visit.done);
    }
    onSaved();
  });
  return { press, isBusy, error };
}

/** `id`: the first of what was made. */
type Saved = Undoable & { id: Uuid | undefined };

type How = { acceptOverlap: boolean; mistake: string };

/** Inside: null = it was told already. Outside: null = what saves it cannot be loaded now. */
const saveVisit = async (
  db: DaybookDb,
  { form, others, waitlistEntryId }: NewVisit,
  { acceptOverlap, mistake }: How,
): Promise<Result<Saved | null> | null> => {
  if (others) {
    const saveGroup = await loadOrTell(async () => (await import('./save-group.ts')).saveGroup);
    const booked = await saveGroup?.(db, form, others, { acceptOverlap });
    return booked?.ok ? ok(null) : (booked ?? null);
  }
  const made = await createAppointment(db, form, { acceptOverlap, waitlistEntryId });
  if (!made.ok) return made;
  const id = made.value;
  const undo = async (): Promise<Result<unknown>> => {
    // Few take back what they booked a moment ago.
    const takeBack = await loadOrTell(
      async () => (await import('./take-back-visit.ts')).takeBackVisit,
    );
    return takeBack ? takeBack(db, id, mistake, waitlistEntryId) : ok(null);
  };
  return ok({ id, undo });
};

/** null = the dates are not decided, or what saves them cannot be loaded now. */
const saveDates = async (
  db: DaybookDb,
  form: AppointmentForm,
  { layout, dates }: RepeatPlan,
): Promise<Result<Saved> | null> => {
  const createSeries = await loadOrTell(
    async () => (await import('#db/commands/series.ts')).createSeries,
  );
  if (!createSeries || !layout) return null;
  const made = await createSeries(db, form, layout, dates);
  return made.ok ? ok({ id: made.value.ids[0], undo: made.value.undo }) : made;
};
