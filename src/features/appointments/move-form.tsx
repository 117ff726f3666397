import { useState } from 'react';
import type { BusinessRow } from '#domain/rows.ts';
import { moveAppointment, resizeAppointment } from '#db/commands/appointment-time.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { ruleText } from '#app/messages.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import { ok } from '#domain/errors/result.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText } from '#domain/time/clock-text.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { FreeTimesList } from './free-times-list.tsx';
import { EVERYTHING, movedSegments, startOfMove, type MoveDraft } from './move-draft.ts';
import { PlaceFields } from './place-fields.tsx';
import { overlaps, PlaceNotes, usePlaceCheck } from './place-notes.tsx';
import { proposalsFor } from './proposals.ts';
import { StepForm } from './step-form.tsx';
import { tellDone, type Undoable } from '#app/tell.ts';

/** Another time, person or length, by fields: everything that dragging can do, and best times. */
export function MoveForm({
  detail,
  business,
  onDone,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  onDone: () => void;
}) {
  const db = useDb();
  const { appointment, segments, reach } = detail;
  const rows = segments.map(({ segment }) => segment);
  const zone = business.time_zone;
  const [draft, setDraft] = useState<MoveDraft>(() => startOfMove(rows, zone));
  const [error, setError] = useState<AppError | null>(null);
  // Who has no address is told by nobody but the person who moves them.
  const canTell = Boolean(reach?.email) && appointment.starts_at > db.now();
  const [tells, setTells] = useState(true);
  const silently = canTell && !tells;
  const change = (part: Partial<MoveDraft>): void => {
    setError(null);
    setDraft((now) => ({ ...now, ...part }));
  };
  const staff = useQuery((database) => database.rows('staff').orderBy('id').toArray(), []) ?? [];
  const [weeks, setWeeks] = useState(FIRST_WEEKS);
  const proposals = useQuery(
    (database) =>
      proposalsFor(database, appointment.id, {
        days: weeks * 7,
        limit: TIMES_AT_ONCE + (weeks - FIRST_WEEKS) * 2,
      }),
    [appointment.id, weeks],
  );
  const planned = movedSegments(draft, rows, zone);
  const check = usePlaceCheck(planned, appointment.id);
  const isClash = overlaps(check);
  const formats = businessFormats(business);
  const part = rows.find(({ id }) => id === draft.partId);

  const save = async (): Promise<void> => {
    const wanted = planned;
    const first = wanted?.find(({ id }) => id === (part ?? rows[0])?.id);
    if (!wanted || !first) return setError({ code: 'invalid', field: 'starts_at', rule: 'time' });
    const old = rows.find(({ id }) => id === first.id)!;
    const done: Undoable[] = [];
    const run = async (step: Promise<Result<Undoable>>): Promise<boolean> => {
      const result = await step;
      if (result.ok) done.unshift(result.value);
      else setError(result.error);
      return result.ok;
    };
    // A new length first would push the others over the end that is about to move away.
    if (first.starts_at !== old.starts_at || first.staff_id !== old.staff_id) {
      const moved = moveAppointment(db, appointment.id, {
        startsAt: first.starts_at,
        segmentId: first.id,
        acceptOverlap: isClash,
        silently,
        ...(first.staff_id === old.staff_id ? {} : { staffId: first.staff_id }),
      });
      if (!(await run(moved))) return;
    }
    if (first.duration_min !== old.duration_min) {
      const growMin = first.duration_min - old.duration_min;
      const resized = resizeAppointment(db, appointment.id, {
        endsAt: addMinutes(first.starts_at, visible(old) + growMin),
        segmentId: first.id,
        acceptOverlap: isClash,
        silently,
      });
      if (!(await run(resized))) return;
    }
    if (done.length > 0) {
      const undo = async () => {
        for (const step of done) {
          const undone = await step.undo?.();
          if (undone && !undone.ok) return undone;
        }
        return ok(null);
      };
      tellDone(ok({ undo }), `Moved to ${formats.dateTime(first.starts_at)}`);
    }
    onDone();
  };

  return (
    <StepForm
      submitLabel={isClash ? 'Move anyway' : 'Save'}
      isOver={isClash}
      error={error?.field ? null : error}
      onSubmit={() => void save()}
      onBack={onDone}
    >
      {rows.length > 1 && (
        <SelectField
          label="What"
          value={draft.partId}
          onChange={(partId) => setDraft(startOfMove(rows, zone, partId))}
          options={[
            { value: EVERYTHING, label: 'The whole visit' },
            ...rows.map(({ id, service_name }) => ({ value: id, label: service_name })),
          ]}
        />
      )}
      <div>
        <PlaceFields
          draft={draft}
          staff={staff}
          faults={{
            time: error?.field === 'starts_at' ? ruleText(error.rule) : undefined,
            duration: error?.field === 'duration_min' ? ruleText(error.rule) : undefined,
          }}
          onChange={change}
        />
        <PlaceNotes check={check} staff={staff} />
      </div>
      {canTell && (
        <CheckboxField
          label="Tell the client by mail"
          hint={tells ? 'In two minutes, with the new time.' : 'Nobody is told but by you.'}
          value={tells}
          onChange={setTells}
        />
      )}
      <FreeTimesList
        title="Best times"
        proposals={proposals ?? []}
        staff={staff}
        locale={business.locale}
        minuteText={formats.minute}
        shownDay={draft.day}
        onPick={({ day, minute, staffId }) =>
          change({
            day,
            time: clockText(minute),
            ...(draft.staffId === null ? {} : { staffId }),
          })
        }
      />
      {proposals?.length === 0 && <p className="text-muted">No free time within {weeks} weeks.</p>}
      {proposals && weeks < LAST_WEEKS && (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          onClick={() => setWeeks(Math.min(weeks * 2, LAST_WEEKS))}
        >
          {proposals.length === 0 ? 'Look further ahead' : 'More times'}
        </Button>
      )}
    </StepForm>
  );
}

/** How far ahead is looked at first and at most, and how many times are a choice, not a list. */
const FIRST_WEEKS = 2;
const LAST_WEEKS = 16;
const TIMES_AT_ONCE = 5;

const visible = (segment: {
  duration_min: number;
  processing_min: number;
  finishing_min: number;
}): number => segment.duration_min + segment.processing_min + segment.finishing_min;
