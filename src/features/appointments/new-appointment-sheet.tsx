import { UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import type { Day } from '#domain/rows.ts';
import { bundles } from '#db/queries/bundles.ts';
import { calendarBook } from '#db/queries/calendar.ts';
import { serviceTree } from '#db/queries/services.ts';
import { useQuery } from '#db/use-query.ts';
import { messageFor } from '#app/messages.ts';
import { GROUP_MAX } from '#domain/appointments/group.ts';
import { NO_TRAVEL } from '#domain/appointments/travel.ts';
import { formatPrice } from '#domain/services/price.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText } from '#domain/time/clock-text.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { isDay } from '#domain/time/day.ts';
import { Button } from '#ui/button.tsx';
import { DateField, SelectField, TextArea, TimeField } from '#ui/fields.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { newMember } from './member-draft.ts';
import { countWords } from './count-words.ts';
import { ClientField } from './client-field.tsx';
import type { NewAt } from './new-visit-draft.ts';
import { PlaceNotes } from './place-notes.tsx';
import { ServiceLines } from './service-lines.tsx';
import { useNewVisit, type NewVisitSource } from './use-new-visit.ts';
import { goesOut } from './visit-place-draft.ts';

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
  const { againId, entryId } = props.at;
  const again = useQuery(
    (db) =>
      againId
        ? db.rows('appointment_segments').where('appointment_id').equals(againId).sortBy('position')
        : Promise.resolve([]),
    [againId],
  );
  const entry = useQuery(
    async (db) => (entryId ? ((await db.rows('waitlist_entries').get(entryId)) ?? null) : null),
    [entryId],
  );
  const together = useQuery((db) => (entryId ? bundles(db) : Promise.resolve([])), [entryId]);
  if (!book?.business || !categories || !again || !together || entry === undefined) return null;
  return (
    <NewAppointment
      {...props}
      book={book}
      business={book.business}
      categories={categories}
      again={again}
      entry={entry}
      bundles={together}
    />
  );
}

function NewAppointment({
  isOpen,
  onClose,
  onBooked,
  onBlockInstead,
  ...source
}: NewAppointmentProps & NewVisitSource) {
  const { book, business, categories, entry } = source;
  const visit = useNewVisit(source, onBooked);
  const { draft, change, offered, minute, kind, travel, segments, minutes, plan } = visit;
  const { missing, check, tests, isClash, error } = visit;
  const { whom, day, time, lines, notes, where, party } = draft;
  const close = (): void => {
    visit.forget();
    onClose();
  };

  return (
    <SideSheet
      open={isOpen}
      title="New appointment"
      onClose={close}
      footer={
        <>
          <div className="flex-1 self-center text-sm max-sm:basis-full">
            {minutes > 0 && (
              <span className="font-medium tabular-nums">
                {[
                  party.length > 0 ? `${party.length + 1} people` : formatDuration(minutes),
                  formatPrice(visit.price, {
                    currency: business.currency,
                    locale: business.locale,
                  }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
          </div>
          <Button
            variant={isClash ? 'danger' : 'primary'}
            busy={visit.isBusy}
            onClick={visit.press}
          >
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
        {visit.restored && <RestoredNotice onStartOver={visit.restored} />}
        <ClientField
          value={whom}
          searched={visit.searched}
          error={missing === 'client' ? 'Choose a client, or book a walk-in.' : undefined}
          onChange={(next) => {
            change({ whom: next });
            visit.setMissing(null);
          }}
        />
        <ServiceLines
          lines={lines}
          offered={offered}
          staff={book.staff}
          preferredStaffId={visit.preferredStaffId}
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
              known={visit.known}
              usual={visit.usual}
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
              onPlan={visit.setGroup}
            />
          </Suspense>
        )}
        {entry === null && plan === null && party.length < GROUP_MAX - 1 && (
          <Button
            icon={UserPlus}
            className="justify-self-start"
            onClick={() => change({ party: [...party, newMember(party)] })}
          >
            Another person
          </Button>
        )}
        {entry === null && party.length === 0 && (
          <Suspense fallback={<RepeatsNot />}>
            <RepeatPart
              day={day}
              minute={minute}
              segments={segments}
              place={kind}
              business={business}
              staff={book.staff}
              isTried={missing === 'dates'}
              onPlan={visit.setPlan}
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
              minuteText={businessFormats(business).minute}
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
            at={{ day, minute, staffId: visit.preferredStaffId }}
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

/** Stands where "Repeats" comes in a moment. */
const RepeatsNot = () => (
  <SelectField
    label="Repeats"
    value="none"
    onChange={() => undefined}
    options={[{ value: 'none', label: 'Does not repeat' }]}
  />
);
