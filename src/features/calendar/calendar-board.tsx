import { Fragment, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { StaffRow, Uuid } from '#domain/rows.ts';
import { pathTo } from '#app/paths.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { lazyModal, lazySheet } from '#ui/lazy-overlay.tsx';
import { MissingPart, lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { Modal } from '#ui/modal.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarToolbar, type ColourBy, type ColumnsBy } from './calendar-toolbar.tsx';
import type { CalendarSheet } from './calendar-url.ts';
import type { Absence, CalendarItem, ItemContext } from './items.ts';
import { mayCreate, mayReadForms } from './may-edit.ts';
import { daysShown, placeTitle, stepDate, type CalendarView } from './period.ts';
import { hasResources } from './resource-columns.ts';
import type { SheetSlot } from './sheet-slot.ts';
import { StaffFilter } from './staff-filter.tsx';
import { useCalendarKeys } from './use-calendar-keys.ts';
import { useCalendarModel, type FullBook } from './use-calendar-model.ts';
import { useChanges } from './use-changes.ts';
import { useLingering } from './use-lingering.ts';
import { useNarrow } from './use-narrow.ts';
import { useNow } from './use-now.ts';
import { usePlace } from './use-place.ts';
import { describeItem } from './words.ts';
import { keepZoom, readZoom, zoomBy } from './zoom.ts';

const CalendarAgenda = lazyPart(async () => (await import('./calendar-agenda.tsx')).CalendarAgenda);
const CalendarMonth = lazyPart(async () => (await import('./calendar-month.tsx')).CalendarMonth);
// Every business has somebody to book, after its first minutes.
const NobodyToShow = lazyPart(async () => (await import('./nobody-to-show.tsx')).NobodyToShow);
// Mostly there is nothing to note: the clock is one's own, and everything is here.
const CalendarNotes = lazyExtra(async () => (await import('./calendar-notes.tsx')).CalendarNotes);
const FormMarks = lazyExtra(async () => (await import('./form-marks.tsx')).FormMarks);
const KeysHelp = lazyModal(
  'Keys of the calendar',
  async () => (await import('./keys-help.tsx')).KeysHelp,
);
const PrintPlan = lazyPart(async () => (await import('./print-plan.tsx')).PrintPlan, MissingPlan);
const BlockSheet = lazySheet(
  'Blocked time',
  async () => (await import('./block-sheet.tsx')).BlockSheet,
);

const COLOUR_SETTING = 'daybook.calendar.colour';
const COLUMNS_SETTING = 'daybook.calendar.columns';

/** The calendar of a business that is on this device. */
export function CalendarBoard({ book, renderSheet }: { book: FullBook; renderSheet: SheetSlot }) {
  const { business, staff } = book;
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const now = useNow();
  const wallNow = epochToWall(zoneOf(business.time_zone), now);
  const active = staff.filter(({ status, bookable }) => status === 'active' && bookable);
  const [place, go] = usePlace({
    today: wallNow.day,
    isNarrow,
    ownStaffId: book.ownStaffId,
    knownStaffIds: active.map(({ id }) => id),
  });
  const [colourBy, setColourBy] = useState<ColourBy>(() =>
    readSetting(COLOUR_SETTING) === 'service' ? 'service' : 'staff',
  );
  const [wantedColumns, setColumnsBy] = useState<ColumnsBy>(() =>
    readSetting(COLUMNS_SETTING) === 'resources' ? 'resources' : 'people',
  );
  const columnsBy = hasResources(book) ? wantedColumns : 'people';
  // null = never asked for: nothing to fetch.
  const [keysShown, setKeysShown] = useState<boolean | null>(null);
  const [zoom, setZoom] = useState(readZoom);
  // How often paper was asked for; 0 = not now.
  const [printing, setPrinting] = useState(0);
  const [formMarks, setFormMarks] = useState<ItemContext['formMarks']>();
  const readsForms = mayReadForms(book);
  const model = useCalendarModel(
    book,
    place,
    colourBy,
    columnsBy,
    readsForms ? formMarks : undefined,
  );
  // The hours wait for the first week: an empty grid for a moment costs as much as the whole one.
  const [isReady, setReady] = useState(model.isLoaded);
  if (model.isLoaded && !isReady) setReady(true);
  // Columns draw their cards anew when one of these is another.
  const clock = useMemo(() => businessFormats(business), [business]);
  const staffName = useMemo(() => namesOf(staff), [staff]);
  const { flashing, announcement } = useChanges(model.byDay, model.days, model.isLoaded, (item) =>
    describeItem(item, item.staffId && staffName(item.staffId), clock),
  );

  const { view, date } = place;
  const { shown, isOpen, turn } = useLingering(place.sheet);
  const onStep = (direction: -1 | 1): void => go({ date: stepDate(view, date, direction) });
  const onToday = (): void => go({ date: wallNow.day });
  const onView = (next: CalendarView): void => go({ view: next });
  const openSheet = (next: CalendarSheet): void => go({ sheet: next });
  const openNew = (kind: 'new' | 'new-block'): void =>
    openSheet({ kind, day: null, minute: null, endMinute: null, staffId: null, clientId: null });
  // Closing goes forward to the calendar: going back would leave it when a link opened the sheet.
  const replacing = { replace: true };
  const onClose = (): void => go({ sheet: null }, replacing);
  const onOpen = (item: CalendarItem): void =>
    openSheet(
      item.kind === 'block'
        ? { kind: 'block', id: item.id }
        : { kind: 'appointment', id: item.id, part: null },
    );
  // Who is away, and until when, is kept with the person.
  const onAbsence = ({ kind, id, staffId }: Absence): void =>
    kind === 'block'
      ? openSheet({ kind: 'block', id })
      : void navigate(pathTo('staff', null, { away: staffId ?? '' }));
  // A month prints as it is seen; days print as tables with everything that cards leave out.
  const onPrint = (): void =>
    view === 'month' ? window.print() : setPrinting((count) => count + 1);
  const onZoom = (direction: -1 | 1): void => {
    const next = zoomBy(zoom, direction);
    setZoom(next);
    keepZoom(next);
  };
  useCalendarKeys({ onStep, onToday, onView, onPrint, onZoom });

  const days = daysShown(view, date, business.week_start);
  const title = placeTitle(view, days, business.locale, false);
  const shared = { book, model, place, clock, staffName, wallNow, flashing };
  return (
    <div className="cal-board">
      <CalendarToolbar
        title={title}
        shortTitle={placeTitle(view, days, business.locale, true)}
        date={date}
        isToday={days.includes(wallNow.day)}
        view={view}
        colourBy={colourBy}
        columnsBy={view === 'day' && hasResources(book) ? columnsBy : null}
        onColumnsBy={(next) => {
          setColumnsBy(next);
          writeSetting(COLUMNS_SETTING, next);
        }}
        zoom={view === 'month' || view === 'agenda' ? null : zoom}
        onZoom={onZoom}
        canCreate={active.length > 0 && mayCreate(book)}
        onDate={(next) => go({ date: next })}
        onToday={onToday}
        onStep={onStep}
        onView={onView}
        onColourBy={(next) => {
          setColourBy(next);
          writeSetting(COLOUR_SETTING, next);
        }}
        onNew={() => openNew('new')}
        onNewBlock={() => openNew('new-block')}
        onLate={() =>
          openSheet({
            kind: 'late',
            staffId: place.staffIds?.length === 1 ? place.staffIds[0]! : null,
          })
        }
        onPrint={onPrint}
        onKeys={() => setKeysShown(true)}
      />
      <p className="hidden pb-3 text-xl font-semibold print:block">
        {business.name} · {title}
      </p>
      {(view !== 'day' || columnsBy === 'people') && (
        <StaffFilter
          staff={active}
          shown={place.staffIds}
          isSingle={isNarrow}
          onChange={(staffIds) => go({ staffIds })}
        />
      )}
      <Suspense>
        <CalendarNotes timeZone={business.time_zone} now={now} firstDay={days[0] ?? date} />
      </Suspense>
      {isReady && readsForms && (
        <Suspense>
          <FormMarks
            first={days[0] ?? date}
            last={days.at(-1) ?? date}
            timeZone={business.time_zone}
            onMarks={setFormMarks}
          />
        </Suspense>
      )}
      {keysShown !== null && (
        <Suspense>
          <KeysHelp open={keysShown} onClose={() => setKeysShown(false)} />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {model.columns.length === 0 ? (
        <Suspense>
          <NobodyToShow />
        </Suspense>
      ) : view === 'agenda' ? (
        <Suspense>
          <CalendarAgenda {...shared} onOpen={onOpen} onAbsence={onAbsence} onSheet={openSheet} />
        </Suspense>
      ) : view === 'month' ? (
        <Suspense>
          <CalendarMonth
            {...shared}
            isNarrow={isNarrow}
            onOpen={onOpen}
            onAbsence={onAbsence}
            onSheet={openSheet}
            onPlace={go}
            onStep={onStep}
          />
        </Suspense>
      ) : (
        isReady && (
          <CalendarGrid
            {...shared}
            isNarrow={isNarrow}
            zoom={zoom}
            onZoom={onZoom}
            onOpen={onOpen}
            onAbsence={onAbsence}
            onSheet={openSheet}
            onPlace={go}
            onStep={onStep}
          />
        )
      )}
      {printing > 0 && (
        <Suspense>
          <PrintPlan key={printing} {...shared} onDone={() => setPrinting(0)} />
        </Suspense>
      )}
      {shown?.kind === 'block' || shown?.kind === 'new-block' ? (
        <Suspense key={turn}>
          <BlockSheet
            book={book}
            sheet={shown}
            isOpen={isOpen}
            day={date}
            nowMinute={wallNow.minute}
            onClose={onClose}
          />
        </Suspense>
      ) : (
        <Fragment key={turn}>
          {renderSheet({
            sheet: shown,
            isOpen,
            day: date,
            onClose,
            onBooked: (day) =>
              go({ sheet: null, ...(days.includes(day) ? {} : { date: day }) }, replacing),
            onBlockInstead: () => {
              if (shown?.kind === 'new') go({ sheet: { ...shown, kind: 'new-block' } }, replacing);
            },
          })}
        </Fragment>
      )}
    </div>
  );
}

function MissingPlan({ onDone }: { onDone: () => void }) {
  return (
    <Modal open title="Print" onClose={onDone}>
      <MissingPart />
    </Modal>
  );
}

const namesOf = (staff: readonly StaffRow[]): ((id: Uuid) => string) => {
  const names = new Map(staff.map(({ id, display_name }) => [id, display_name]));
  return (id) => names.get(id) ?? 'Somebody';
};
