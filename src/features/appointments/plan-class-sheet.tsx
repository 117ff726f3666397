import { Suspense, useState } from 'react';
import type { BusinessRow, Day, Uuid } from '#domain/rows.ts';
import { calendarBook, type CalendarBook } from '#db/queries/calendar.ts';
import { serviceTree, type CategoryView } from '#db/queries/services.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { messageFor, ruleText } from '#app/messages.ts';
import { CAPACITY_MAX, countSeats } from '#domain/appointments/party.ts';
import { segmentName } from '#domain/services/offer.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { Button } from '#ui/button.tsx';
import { DateField, SelectField, TextArea, TimeField } from '#ui/fields.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { WholeField } from '#ui/whole-field.tsx';
import {
  draftSegments,
  emptyLine,
  lineOffer,
  offeredVariants,
  staffOf,
  withVariant,
} from './draft.ts';
import type { NewAt } from './new-visit-draft.ts';
import { PlaceNotes, usePlaceCheck } from './place-notes.tsx';
import type { RepeatPlan } from './repeat-part.tsx';
import { clashes, isPlanned, useSaveVisit } from './use-save-visit.ts';

const RepeatPart = lazyPart(async () => (await import('./repeat-part.tsx')).RepeatPart);

/** As many as the last class that was planned on this device. */
const SEATS_SETTING = 'daybook.class.seats';
const USUAL_SEATS = 10;

type Props = {
  at: NewAt;
  /** false while it leaves. */
  isOpen: boolean;
  onClose: () => void;
  /** After saving: the day on which it stands. */
  onPlanned: (day: Day) => void;
};

/** Plans a session with seats: what, with whom, when, for how many, and whether every week. */
export function PlanClassSheet(props: Props) {
  const book = useQuery(calendarBook, []);
  const categories = useQuery((db) => serviceTree(db), []);
  if (!book?.business || !categories) return null;
  return <PlanClass {...props} book={book} business={book.business} categories={categories} />;
}

function PlanClass({
  at,
  isOpen,
  onClose,
  onPlanned,
  book,
  business,
  categories,
}: Props & {
  book: CalendarBook;
  business: BusinessRow;
  categories: readonly CategoryView[];
}) {
  const db = useDb();
  const offered = offeredVariants(categories);
  const preferredStaffId = at.staffId ?? book.ownStaffId;
  const kept = useKeptDraft(keyOf(db.name, at), () => ({
    line: emptyLine(1, preferredStaffId),
    day: at.day,
    time: at.minute === null ? '' : clockText(at.minute),
    seats: usualSeats() as number | null,
    note: '',
  }));
  const { change } = kept;
  const { line, day, time, seats, note } = kept.values;
  const [isTried, setTried] = useState(false);
  const [plan, setPlan] = useState<RepeatPlan | null>(null);
  const close = (): void => {
    kept.forget();
    onClose();
  };

  const found = offered.get(line.variantId ?? '');
  const minute = minuteOfClock(time);
  const lengthMin = line.durationMin ?? (found ? lineOffer(line, found).duration_min : null);
  const isLength = lengthMin !== null && lengthMin >= 5 && lengthMin <= 1440;
  const segments = isLength
    ? draftSegments({ clientId: null, day, minute, lines: [line] }, offered, business.time_zone)
    : null;
  const check = usePlaceCheck(plan ? null : segments, null);
  const seatsFault =
    seats === null
      ? 'required'
      : seats < 1
        ? 'too_small'
        : seats > CAPACITY_MAX
          ? 'too_large'
          : null;

  const isClash = clashes(plan, check);
  const { press, isBusy, error } = useSaveVisit({
    plan,
    isClash,
    prepare: async () => {
      setTried(true);
      if (!segments || seats === null || seatsFault || (plan && !isPlanned(plan))) return null;
      return {
        form: { client_id: null, capacity: seats, segments, staff_note: note },
        done: `Class with ${countSeats(seats)} planned`,
      };
    },
    doneMany: (count) => `Planned ${countClasses(count)}`,
    mistake: 'Planned by mistake',
    onSaved: () => {
      writeSetting(SEATS_SETTING, String(seats));
      kept.forget();
      onPlanned(day);
    },
  });

  const services = [...offered.values()];
  const able = found ? staffOf(found, book.staff) : [];
  const people = book.staff.filter(({ id }) => able.includes(id) || id === line.staffId);
  const pick = (id: Uuid): void => {
    const next = offered.get(id);
    if (!next) return;
    change({
      line: withVariant(line, next, book.staff, preferredStaffId),
      seats: next.service.capacity ?? seats,
    });
  };
  return (
    <SideSheet
      open={isOpen}
      title="Plan a class"
      onClose={close}
      footer={
        <Button variant={isClash ? 'danger' : 'primary'} busy={isBusy} onClick={press}>
          {plan && plan.dates.length > 0
            ? `Plan ${countClasses(plan.dates.length)}`
            : isClash
              ? 'Plan anyway'
              : 'Plan class'}
        </Button>
      }
    >
      <div className="grid gap-5 pb-2">
        {kept.isRestored && <RestoredNotice onStartOver={kept.startOver} />}
        {services.length === 0 ? (
          <Notice tone="info" title="No services yet">
            Add what the class is to your services first: its length and price come from there.
          </Notice>
        ) : (
          <SelectField
            label="Service"
            value={line.variantId ?? ''}
            error={isTried && !found ? 'Choose what the class is.' : undefined}
            onChange={pick}
            options={[
              { value: '', label: 'Choose a service' },
              ...services.map(({ service, variant }) => ({
                value: variant.id,
                label: segmentName(service, variant),
              })),
            ]}
          />
        )}
        {found && (
          <SelectField
            label="With"
            value={line.staffId ?? ''}
            error={isTried && !line.staffId ? 'Choose who leads it.' : undefined}
            onChange={(staffId) => change({ line: { ...line, staffId: staffId || null } })}
            options={[
              ...(line.staffId ? [] : [{ value: '', label: 'Choose a person' }]),
              ...people.map(({ id, display_name }) => ({ value: id, label: display_name })),
            ]}
          />
        )}
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
              error={isTried && minute === null ? 'Choose a time.' : undefined}
              onChange={(next) => change({ time: next })}
            />
            <WholeField
              label="Minutes"
              disabled={!found}
              value={lengthMin}
              error={isTried && found && !isLength ? '5 to 1440 minutes.' : undefined}
              onChange={(durationMin) => change({ line: { ...line, durationMin } })}
            />
            <WholeField
              label="Seats"
              value={seats}
              error={isTried && seatsFault ? ruleText(seatsFault) : undefined}
              onChange={(next) => change({ seats: next })}
            />
          </div>
          <PlaceNotes check={check} staff={book.staff} />
        </div>
        <Suspense>
          <RepeatPart
            day={day}
            minute={minute}
            segments={segments}
            place="business"
            business={business}
            staff={book.staff}
            isTried={isTried}
            onPlan={setPlan}
          />
        </Suspense>
        <TextArea
          label="Internal note"
          hint="Only your team sees it."
          required={false}
          rows={2}
          value={note}
          onChange={(next) => change({ note: next })}
        />
        {error && <Notice tone="danger">{messageFor(error)}</Notice>}
      </div>
    </SideSheet>
  );
}

/** What is typed belongs to the place that was pointed at. */
const keyOf = (database: string, { day, minute, staffId }: NewAt): string =>
  [database, 'class.new', day, minute, staffId].join('.');

const usualSeats = (): number => {
  const last = Number(readSetting(SEATS_SETTING));
  return Number.isInteger(last) && last >= 1 && last <= CAPACITY_MAX ? last : USUAL_SEATS;
};

/** `1 class`, `8 classes` */
const countClasses = (count: number): string => (count === 1 ? '1 class' : `${count} classes`);
