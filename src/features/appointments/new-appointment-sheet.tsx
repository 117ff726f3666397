import { lazy, Suspense, useState } from 'react';
import type { AppointmentSegmentRow, BusinessRow, Day, Uuid } from '#domain/rows.ts';
import { cancelAppointment } from '#db/commands/appointment-status.ts';
import { createAppointment } from '#db/commands/appointments.ts';
import { calendarBook, type CalendarBook } from '#db/queries/calendar.ts';
import { serviceTree, type CategoryView } from '#db/queries/services.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { messageFor } from '#app/messages.ts';
import { usualTravel, withTravel } from '#domain/appointments/travel.ts';
import type { AppError } from '#domain/errors/result.ts';
import { ok } from '#domain/errors/result.ts';
import { formatPrice } from '#domain/services/price.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { isDay } from '#domain/time/day.ts';
import { Button } from '#ui/button.tsx';
import { DateField, SelectField, TextArea, TimeField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { setFlashingAppointment } from '#ui/ui-state.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import type { RepeatPlan } from './repeat-part.tsx';
import { BlockInstead } from './block-instead.tsx';
import { countWords } from './count-words.ts';
import { ClientField, type Whom } from './client-field.tsx';
import { draftSegments, draftTotals, emptyLine, linesLike, offeredVariants } from './draft.ts';
import { FreeTimesList } from './free-times-list.tsx';
import { PatchTestNotes, usePatchTests } from './patch-test-notes.tsx';
import { overlaps, PlaceNotes, usePlaceCheck } from './place-notes.tsx';
import { ServiceLines } from './service-lines.tsx';
import { tellDone } from '#app/tell.ts';
import { useFreeTimes } from './use-free-times.ts';
import { useSaveOnceReady } from './use-save-once-ready.ts';
import {
  addressOfDraft,
  goesOut,
  NEW_PLACE,
  travelOfDraft,
  usualKind,
} from './visit-place-draft.ts';

const VisitPlaceFields = lazy(async () => ({
  default: (await import('./visit-place-fields.tsx')).VisitPlaceFields,
}));
const RepeatPart = lazy(async () => ({ default: (await import('./repeat-part.tsx')).RepeatPart }));

/** What the place that was pointed at says already. */
export type NewAt = {
  day: Day;
  minute: number | null;
  staffId: Uuid | null;
  clientId: Uuid | null;
  /** A visit that it is to be like. */
  againId?: Uuid;
};

export type NewAppointmentProps = {
  at: NewAt;
  /** false while it leaves. */
  isOpen: boolean;
  onClose: () => void;
  /** After saving: the day on which it stands. */
  onBooked: (day: Day) => void;
  /** The time is not for a client after all. */
  onBlockInstead: () => void;
};

/** Books a client: who, what, when, with whom. Works the same without a connection. */
export function NewAppointmentSheet(props: NewAppointmentProps) {
  const book = useQuery(calendarBook, []);
  const categories = useQuery((db) => serviceTree(db), []);
  const { againId } = props.at;
  const again = useQuery(
    (db) =>
      againId
        ? db.rows('appointment_segments').where('appointment_id').equals(againId).sortBy('position')
        : Promise.resolve([]),
    [againId],
  );
  if (!book?.business || !categories || !again) return null;
  return (
    <NewAppointment
      {...props}
      book={book}
      business={book.business}
      categories={categories}
      again={again}
    />
  );
}

function NewAppointment({
  at,
  isOpen,
  onClose,
  onBooked,
  onBlockInstead,
  book,
  business,
  categories,
  again,
}: NewAppointmentProps & {
  book: CalendarBook;
  business: BusinessRow;
  categories: readonly CategoryView[];
  again: readonly AppointmentSegmentRow[];
}) {
  const db = useDb();
  const offered = offeredVariants(categories);
  const preferredStaffId = at.staffId ?? book.ownStaffId;
  const kept = useKeptDraft(keyOf(db.name, at), () => {
    const like = linesLike(again, offered, book.staff);
    return {
      whom: { clientId: at.clientId, isWalkIn: false } as Whom,
      day: at.day,
      time: at.minute === null ? '' : clockText(at.minute),
      lines: like.length > 0 ? like : [emptyLine(1, preferredStaffId)],
      notes: { client: '', staff: '' },
      where: NEW_PLACE,
    };
  });
  const { change } = kept;
  const { whom, day, time, lines, notes, where } = kept.values;
  const close = (): void => {
    kept.forget();
    onClose();
  };
  const [missing, setMissing] = useState<'client' | 'service' | 'time' | 'dates' | 'travel' | null>(
    null,
  );
  const [error, setError] = useState<AppError | null>(null);

  const minute = minuteOfClock(time);
  const clientAddress =
    useQuery(
      async (local) => (await local.rows('clients').get(whom.clientId ?? ''))?.address ?? null,
      [whom.clientId],
    ) ?? null;
  const service = offered.get(lines[0]?.variantId ?? '')?.service;
  const kind = where.kind ?? usualKind(service?.location_types ?? []);
  const work = draftSegments(
    { clientId: whom.clientId, day, minute, lines },
    offered,
    business.time_zone,
  );
  const isOnlyThere = service !== undefined && !service.location_types.includes('business');
  const usual = usualTravel(book.rules, isOnlyThere && work?.[0] ? work[0] : null);
  const travel = travelOfDraft(where, kind, usual);
  const segments = work && travel ? withTravel(work, travel) : work;
  const [plan, setPlan] = useState<RepeatPlan | null>(null);
  const check = usePlaceCheck(plan ? null : segments, null);
  const tests = usePatchTests(whom.clientId, segments);
  const proposals = useFreeTimes({
    lines,
    offered,
    day,
    minute,
    timeZone: business.time_zone,
    travel,
  });
  const totals = draftTotals(lines, offered);
  const formats = businessFormats(business);
  const isClash = plan ? plan.dates.some(({ acceptOverlap }) => acceptOverlap) : overlaps(check);

  const { press, isBusy } = useSaveOnceReady(plan?.isReady ?? true, async () => {
    const hasClient = whom.clientId !== null || whom.isWalkIn;
    const isComplete = hasClient && segments !== null;
    setMissing(isComplete ? null : !hasClient ? 'client' : minute === null ? 'time' : 'service');
    if (!isComplete) return;
    if (!travel) return setMissing('travel');
    const layout = plan?.isDecided && plan.dates.length > 0 ? plan.layout : null;
    if (plan && !layout) return setMissing('dates');
    // Read anew: whoever is quick books before it is shown.
    const client = whom.clientId ? await db.rows('clients').get(whom.clientId) : undefined;
    const form = {
      location_type: kind,
      address:
        kind === 'client'
          ? addressOfDraft(where, client?.address ?? null, business.country_code)
          : null,
      client_id: whom.clientId,
      segments,
      source: sourceOf(whom, at),
      client_note: notes.client,
      staff_note: notes.staff,
    };
    if (plan && layout) {
      const { createSeries } = await import('#db/commands/series.ts');
      const made = await createSeries(db, form, layout, plan.dates);
      if (!made.ok) return setError(made.error);
      if (made.value.ids[0]) setFlashingAppointment(made.value.ids[0]);
      tellDone(ok({ undo: made.value.undo }), `Booked ${countWords(plan.dates.length)}`);
    } else {
      // The button said "Book anyway": that is the acceptance.
      const made = await createAppointment(db, form, { acceptOverlap: isClash });
      if (!made.ok) return setError(made.error);
      const id = made.value;
      setFlashingAppointment(id);
      tellDone(
        ok({ undo: () => cancelAppointment(db, id, { reason: 'Booked by mistake' }) }),
        `Booked ${formats.dateTime(segments[0]!.starts_at)}`,
      );
    }
    kept.forget();
    onBooked(day);
  });

  return (
    <SideSheet
      open={isOpen}
      title="New appointment"
      onClose={close}
      footer={
        <>
          <div className="flex-1 self-center text-sm max-sm:basis-full">
            {totals.minutes > 0 && (
              <span className="font-medium tabular-nums">
                {formatDuration(totals.minutes)} ·{' '}
                {formatPrice(totals.price, {
                  currency: business.currency,
                  locale: business.locale,
                })}
              </span>
            )}
          </div>
          <Button variant={isClash ? 'danger' : 'primary'} busy={isBusy} onClick={press}>
            {plan && plan.dates.length > 0
              ? `Book ${countWords(plan.dates.length)}`
              : isClash
                ? 'Book anyway'
                : 'Book'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 pb-2">
        {kept.isRestored && <RestoredNotice onStartOver={kept.startOver} />}
        <ClientField
          value={whom}
          error={missing === 'client' ? 'Choose a client, or book a walk-in.' : undefined}
          onChange={(next) => {
            change({ whom: next });
            setMissing(null);
          }}
        />
        <ServiceLines
          lines={lines}
          offered={offered}
          staff={book.staff}
          preferredStaffId={preferredStaffId}
          business={business}
          onChange={(next) => change({ lines: next })}
        />
        {missing === 'service' && <Notice tone="danger">Choose a service and who does it.</Notice>}
        <div>
          <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
            <DateField
              label="Date"
              value={day}
              onChange={(next) => isDay(next) && change({ day: next })}
            />
            <TimeField
              label="Time"
              value={time}
              error={missing === 'time' ? 'Choose a time.' : undefined}
              onChange={(next) => change({ time: next })}
            />
          </div>
          <PlaceNotes check={check} staff={book.staff} />
          {tests.length > 0 && (
            <div className="mt-3">
              <PatchTestNotes warnings={tests} clientId={whom.clientId} business={business} />
            </div>
          )}
        </div>
        {(kind !== 'business' || goesOut(categories)) && (
          <Suspense>
            <VisitPlaceFields
              draft={where}
              kind={kind}
              clientAddress={clientAddress}
              usual={usual}
              isTried={missing === 'travel'}
              onChange={(next) => change({ where: next })}
            />
          </Suspense>
        )}
        <Suspense fallback={<RepeatsNot />}>
          <RepeatPart
            day={day}
            minute={minute}
            segments={segments}
            business={business}
            staff={book.staff}
            isTried={missing === 'dates'}
            onPlan={setPlan}
          />
        </Suspense>
        {(minute === null || check.warnings.length > 0) && (
          <FreeTimesList
            title={minute === null ? 'Free times' : 'Other times'}
            proposals={proposals}
            staff={book.staff}
            locale={business.locale}
            minuteText={formats.minute}
            shownDay={day}
            onPick={(proposal) => {
              change({
                day: proposal.day,
                time: clockText(proposal.minute),
                lines: lines.map((line, index) =>
                  index === 0 ? { ...line, staffId: proposal.staffId } : line,
                ),
              });
            }}
          />
        )}
        <TextArea
          label="What the client asked for"
          required={false}
          rows={2}
          value={notes.client}
          onChange={(client) => change({ notes: { ...notes, client } })}
        />
        <TextArea
          label="Internal note"
          hint="Only your team sees it."
          required={false}
          rows={2}
          value={notes.staff}
          onChange={(staff) => change({ notes: { ...notes, staff } })}
        />
        {error && <Notice tone="danger">{messageFor(error)}</Notice>}
        <BlockInstead
          at={{ day, minute, staffId: preferredStaffId }}
          reasons={book.reasons}
          timeZone={business.time_zone}
          onBlocked={close}
          onOther={onBlockInstead}
        />
      </div>
    </SideSheet>
  );
}

/** What is typed belongs to the place that was pointed at. */
const keyOf = (database: string, { day, minute, staffId, clientId, againId }: NewAt): string =>
  [database, 'appointment.new', day, minute, staffId, clientId, againId].join('.');

/** Another visit of the same person is counted as kept; somebody else's is a new one. */
const sourceOf = ({ clientId }: Whom, at: NewAt): 'walk_in' | 'rebook' | 'staff' =>
  clientId === null ? 'walk_in' : at.againId && clientId === at.clientId ? 'rebook' : 'staff';

/** Stands where "Repeats" comes in a moment. */
const RepeatsNot = () => (
  <SelectField
    label="Repeats"
    value="none"
    onChange={() => undefined}
    options={[{ value: 'none', label: 'Does not repeat' }]}
  />
);
