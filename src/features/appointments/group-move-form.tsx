import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { moveGroup } from '#db/commands/group-changes.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { GroupMember } from '#db/queries/groups.ts';
import { isDoubleBooking } from '#db/queries/planned-work.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { AppError } from '#domain/errors/result.ts';
import { ok } from '#domain/errors/result.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText, instantAtWall, minuteOfClock, wallAt } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { addMinutes, minutesBetween } from '#domain/time/epoch.ts';
import { CheckboxField } from '#ui/fields.tsx';
import { List } from '#ui/list.tsx';
import { countWords } from './count-words.ts';
import { draggedTo } from './dragged-to.ts';
import { GroupClashes } from './group-clashes.tsx';
import { PlaceFields } from './place-fields.tsx';
import { StepForm } from './step-form.tsx';
import { useGroupClashes } from './use-group-clashes.ts';
import { useSaveOnceReady } from './use-save-once-ready.ts';

type Props = {
  detail: AppointmentDetail;
  business: BusinessRow;
  /** Who is moved, this one among them. */
  members: readonly GroupMember[];
  /** Where the one that is open was dragged. */
  move: WideMove | undefined;
  onDone: () => void;
};

/** Another time for all who come together: everybody moves by the same minutes and keeps their person. */
export function GroupMoveForm({ detail, business, members, move, onDone }: Props) {
  const db = useDb();
  const { appointment } = detail;
  const zone = business.time_zone;
  const formats = businessFormats(business);
  const [draft, setDraft] = useState(() => {
    const { day, minute } = wallAt(zone, appointment.starts_at);
    const dragged = move?.scope === 'group' ? draggedTo(move, detail, zone) : null;
    return { day: dragged?.day ?? day, time: dragged?.time ?? clockText(minute) };
  });
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [tells, setTells] = useState(true);
  const staff = useQuery((database) => database.rows('staff').orderBy('id').toArray(), []) ?? [];

  const minute = minuteOfClock(draft.time);
  const byMin =
    minute !== null && isDay(draft.day)
      ? minutesBetween(appointment.starts_at, instantAtWall(zone, draft.day, minute))
      : null;
  const ids = members.map((member) => member.appointment.id);
  const planned = members.map(({ appointment: { id }, segments }) => ({
    key: id,
    segments: segments.map((segment) => ({
      ...segment,
      starts_at: addMinutes(segment.starts_at, byMin ?? 0),
    })),
  }));
  const { clashes, isReady } = useGroupClashes(planned, ids);
  const isClash = [...clashes.values()].some((list) => list.some(isDoubleBooking));
  // Who has no address is told by nobody but the person who moves them.
  const canTell = members.some(
    ({ reach, appointment: { starts_at } }) => Boolean(reach?.email) && starts_at > db.now(),
  );

  const { press, isBusy } = useSaveOnceReady(isReady, async () => {
    setTried(true);
    if (byMin === null) return;
    if (byMin === 0) return onDone();
    const silently = canTell && !tells;
    const result = await moveGroup(db, ids, byMin, { acceptOverlap: isClash, silently });
    if (!result.ok) return setError(result.error);
    tellDone(ok({ undo: result.value.undo }), `${countWords(ids.length)} moved`);
    onDone();
  });

  /** Without its day where all of it is on the day that is shown. */
  const at = (instant: string, other: string): string => {
    const isHere = [instant, other].every(
      (one) => formats.date(one) === formats.date(appointment.starts_at),
    );
    const time = formats.time(instant);
    return isHere ? time : `${formats.date(instant, DAY)}, ${time}`;
  };
  return (
    <StepForm
      submitLabel={isClash ? 'Move anyway' : `Move ${countWords(ids.length)}`}
      isOver={isClash}
      isBusy={isBusy}
      error={error}
      onSubmit={press}
      onBack={onDone}
    >
      <PlaceFields
        draft={{ ...draft, staffId: null, duration: null }}
        staff={staff}
        faults={{ time: isTried && byMin === null ? 'Choose a time.' : undefined }}
        onChange={({ day = draft.day, time = draft.time }) => {
          setError(null);
          setDraft({ day, time });
        }}
      />
      <List label="Who is moved">
        {members.map(({ appointment: { id, starts_at }, name, staffNames }) => {
          const until = addMinutes(starts_at, byMin ?? 0);
          return (
            <li key={id} className="grid gap-1.5 px-4 py-2.5">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0">
                  <bdi className="font-medium">{name}</bdi>
                  <span className="text-sm text-muted"> · {staffNames.join(', ')}</span>
                </span>
                <span className="inline-flex flex-wrap items-center gap-x-1.5 text-sm tabular-nums">
                  {at(starts_at, until)}
                  {until !== starts_at && (
                    <>
                      <ArrowRight size={14} aria-label="to" className="text-muted" />
                      <span className="font-medium">{at(until, starts_at)}</span>
                    </>
                  )}
                </span>
              </span>
              <GroupClashes clashes={clashes.get(id) ?? []} staff={staff} formats={formats} />
            </li>
          );
        })}
      </List>
      {canTell && (
        <CheckboxField
          label="Tell the clients by mail"
          hint={tells ? 'In two minutes, each their new time.' : 'Nobody is told but by you.'}
          value={tells}
          onChange={setTells}
        />
      )}
    </StepForm>
  );
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
