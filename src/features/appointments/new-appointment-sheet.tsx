import { UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AppointmentSegmentRow, BusinessRow, Day, Uuid } from '#domain/rows.ts';
import { calendarBook, type CalendarBook } from '#db/queries/calendar.ts';
import { serviceTree, type CategoryView } from '#db/queries/services.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { messageFor } from '#app/messages.ts';
import { GROUP_MAX } from '#domain/appointments/group.ts';
import { NO_TRAVEL, usualTravel, withTravel } from '#domain/appointments/travel.ts';
import { addressesOf } from '#domain/clients/addresses.ts';
import { formatPrice, sumPrices } from '#domain/services/price.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { isDay } from '#domain/time/day.ts';
import { Button } from '#ui/button.tsx';
import { DateField, SelectField, TextArea, TimeField } from '#ui/fields.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import type { GroupPlan } from './group-members.tsx';
import { newMember, type MemberDraft } from './member-draft.ts';
import type { RepeatPlan } from './repeat-part.tsx';
import { countWords } from './count-words.ts';
import { ClientField, type Whom } from './client-field.tsx';
import { draftSegments, draftTotals, emptyLine, linesLike, offeredVariants } from './draft.ts';
import { PlaceNotes, usePlaceCheck } from './place-notes.tsx';
import { ServiceLines } from './service-lines.tsx';
import { usePatchTests } from './use-patch-tests.ts';
import { clashes, isPlanned, useSaveVisit } from './use-save-visit.ts';
import {
  addressOfDraft,
  goesOut,
  NEW_PLACE,
  travelOfDraft,
  usualKind,
} from './visit-place-draft.ts';

const VisitPlaceFields = lazyPart(
  async () => (await import('./visit-place-fields.tsx')).VisitPlaceFields,
);
const BlockInstead = lazyPart(async () => (await import('./block-instead.tsx')).BlockInstead);
// Few services ask for a test.
const PatchTestNotes = lazyPart(
  async () => (await import('./patch-test-notes.tsx')).PatchTestNotes,
);
// Times are proposed where none was pointed at, or somebody is in the way there.
const FreeTimesPart = lazyPart(async () => (await import('./free-times-part.tsx')).FreeTimesPart);
// Most come alone.
const GroupMembers = lazyPart(async () => (await import('./group-members.tsx')).GroupMembers);
const RepeatPart = lazyPart(async () => (await import('./repeat-part.tsx')).RepeatPart);

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

/** What a press on "Book" found missing. */
type Missing = 'client' | 'service' | 'time' | 'dates' | 'travel' | 'party';

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
      /** Who comes along. */
      party: [] as MemberDraft[],
    };
  });
  const { change } = kept;
  const { whom, day, time, lines, notes, where, party } = kept.values;
  const close = (): void => {
    kept.forget();
    onClose();
  };
  const [missing, setMissing] = useState<Missing | null>(null);

  const minute = minuteOfClock(time);
  const client = useQuery(
    async (local) => (await local.rows('clients').get(whom.clientId ?? '')) ?? null,
    [whom.clientId],
  );
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
  const [group, setGroup] = useState<GroupPlan | null>(null);
  const check = usePlaceCheck(plan ? null : segments, null, kind);
  const tests = usePatchTests(whom.clientId, segments);
  const totals = draftTotals(lines, offered);
  const price = sumPrices(
    [totals, ...party.map((one) => draftTotals(one.lines, offered))].map((one) => one.price),
  );
  const formats = businessFormats(business);
  const isClash = clashes(plan, check) || (!plan && (group?.isClash ?? false));

  const { press, isBusy, error } = useSaveVisit({
    plan,
    isReady: (plan ?? group)?.isReady ?? party.length === 0,
    isClash,
    prepare: async () => {
      const hasClient = whom.clientId !== null || whom.isWalkIn;
      const isComplete = hasClient && segments !== null;
      const lacks = (what: Missing): null => {
        setMissing(what);
        return null;
      };
      setMissing(null);
      if (!isComplete) return lacks(!hasClient ? 'client' : minute === null ? 'time' : 'service');
      if (!travel) return lacks('travel');
      if (plan && !isPlanned(plan)) return lacks('dates');
      if (group && !group.forms) return lacks('party');
      // Read anew: whoever is quick books before it is shown.
      const guest = whom.clientId ? await db.rows('clients').get(whom.clientId) : undefined;
      const address =
        kind === 'client'
          ? addressOfDraft(where, guest ? addressesOf(guest) : [], business.country_code)
          : null;
      return {
        form: {
          location_type: kind,
          address,
          client_id: whom.clientId,
          segments,
          source: sourceOf(whom, at),
          client_note: notes.client,
          staff_note: notes.staff,
        },
        others: group?.forms ?? null,
        done: `Booked ${formats.dateTime(segments[0]!.starts_at)}`,
      };
    },
    doneMany: (count) => `Booked ${countWords(count)}`,
    mistake: 'Booked by mistake',
    onSaved: () => {
      kept.forget();
      onBooked(day);
    },
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
                {party.length > 0 ? `${party.length + 1} people` : formatDuration(totals.minutes)} ·{' '}
                {formatPrice(price, {
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
                : party.length > 0
                  ? `Book ${countWords(party.length + 1)}`
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
              <Suspense>
                <PatchTestNotes warnings={tests} clientId={whom.clientId} business={business} />
              </Suspense>
            </div>
          )}
        </div>
        {(kind !== 'business' || goesOut(categories)) && (
          <Suspense>
            <VisitPlaceFields
              draft={where}
              kind={kind}
              known={client ? addressesOf(client) : []}
              usual={usual}
              isTried={missing === 'travel'}
              onChange={(next) => change({ where: next })}
            />
          </Suspense>
        )}
        {party.length > 0 && (
          <Suspense>
            <GroupMembers
              members={party}
              others={segments ?? []}
              countBefore={1}
              areBooked={false}
              at={{
                day,
                minute,
                timeZone: business.time_zone,
                place: kind,
                travel: travel ?? NO_TRAVEL,
              }}
              offered={offered}
              book={book}
              business={business}
              isTried={missing === 'party'}
              onChange={(next) => change({ party: next })}
              onPlan={setGroup}
            />
          </Suspense>
        )}
        {plan === null && party.length < GROUP_MAX - 1 && (
          <Button
            icon={UserPlus}
            className="justify-self-start"
            onClick={() => change({ party: [...party, newMember(party)] })}
          >
            Another person
          </Button>
        )}
        {party.length === 0 && (
          <Suspense fallback={<RepeatsNot />}>
            <RepeatPart
              day={day}
              minute={minute}
              segments={segments}
              place={kind}
              business={business}
              staff={book.staff}
              isTried={missing === 'dates'}
              onPlan={setPlan}
            />
          </Suspense>
        )}
        {(minute === null || check.warnings.length > 0) && (
          <Suspense>
            <FreeTimesPart
              title={minute === null ? 'Free times' : 'Other times'}
              wanted={{
                lines,
                offered,
                day,
                minute,
                timeZone: business.time_zone,
                travel,
                place: kind,
              }}
              staff={book.staff}
              locale={business.locale}
              minuteText={formats.minute}
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
          </Suspense>
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
        <Suspense>
          <BlockInstead
            at={{ day, minute, staffId: preferredStaffId }}
            reasons={book.reasons}
            timeZone={business.time_zone}
            onBlocked={close}
            onOther={onBlockInstead}
          />
        </Suspense>
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
