import { Hourglass, Plus, SearchX, ShieldOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { messageFor } from '#app/messages.ts';
import { closeWaitlistEntry, reopenWaitlistEntry } from '#db/commands/waitlist.ts';
import { myAccess } from '#db/queries/business.ts';
import { waitingTimes, type WaitingTime } from '#db/queries/waiting-times.ts';
import {
  waitlist,
  type Waitlist,
  type WaitlistFilter,
  type WaitlistView,
} from '#db/queries/waitlist.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { ok, type Result } from '#domain/errors/result.ts';
import type { Day, Instant, Uuid, WaitlistOffer } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { readFreed } from '#domain/waitlist/freed-time.ts';
import type { OfferServer } from '#domain/waitlist/offer-server.ts';
import { Button } from '#ui/button.tsx';
import type { ClientPicker } from '#ui/client-picker.ts';
import { FilterChip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useMinute } from '#ui/use-minute.ts';
import { useOnline } from '#ui/use-online.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { EntryCard } from './entry-card.tsx';
import { EntrySheet } from './entry-sheet.tsx';

/** What the app draws over the list: appointments belong to another feature. */
export type BookingSlot = (slot: {
  entryId: Uuid;
  clientId: Uuid;
  /** null = on the first day on which they can come, whenever that may be. */
  startsAt: Instant | null;
  firstDay: Day;
  staffId: Uuid | null;
  /** false while it leaves. */
  isOpen: boolean;
  onClose: () => void;
}) => ReactNode;

const FILTERS: { value: WaitlistFilter; words: string }[] = [
  { value: 'open', words: 'Waiting' },
  { value: 'booked', words: 'Booked' },
  { value: 'closed', words: 'Off the list' },
];

const NEW = 'new';

/** As many as are read at once; times are looked for only for these. */
const SHOWN_AT_ONCE = 20;
/** Fewer are found by looking. */
const SEARCH_FROM = 8;
/** How often free times are looked for anew while nothing changes. */
const LOOK_AGAIN_MIN = 5;

/** Clients who wait for a time, and the gaps that fit them. Reads the local tables only. */
export function WaitlistScreen({
  renderBooking,
  clientPicker,
  offers,
}: {
  renderBooking: BookingSlot;
  clientPicker: ClientPicker;
  offers: OfferServer;
}) {
  const [show, openShow, closeShow] = useSearchParam('show');
  const filter = FILTERS.find(({ value }) => value === show)?.value ?? 'open';
  const [search, setSearch] = useState('');
  const access = useQuery(myAccess, []);
  const list = useQuery((db) => waitlist(db, filter, search), [filter, search]);
  const [edited, openEntry, closeEntry] = useSearchParam('entry');
  const shownEntry = useLinger(edited);
  const mayEdit = access?.may('waitlist') ?? false;
  if (!access || list === undefined) return null;
  const add = (words: string) => (
    <Button variant="primary" icon={Plus} onClick={() => openEntry(NEW)}>
      {words}
    </Button>
  );
  if (access.membership && !mayEdit) {
    return (
      <Page title="Waitlist" width="narrow">
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the right to manage the waitlist.
        </EmptyState>
      </Page>
    );
  }
  const chosen = list?.views.find(({ entry }) => entry.id === shownEntry);
  return (
    <Page title="Waitlist" width="narrow" actions={list && !list.isEmpty && add('Add')}>
      {list === null ? (
        <Loading />
      ) : list.isEmpty ? (
        <EmptyState icon={Hourglass} title="Nobody waits" action={add('Add somebody')}>
          Clients join on your booking page when no time suits them, or you add them here. When a
          time comes free you see at once whom it fits, without a connection too.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <div role="group" aria-label="Show" className="flex flex-wrap gap-2">
            {FILTERS.map(({ value, words }) => (
              <FilterChip
                key={value}
                selected={value === filter}
                onChange={() => (value === 'open' ? closeShow() : openShow(value))}
              >
                {words}
              </FilterChip>
            ))}
          </div>
          {(list.total >= SEARCH_FROM || search !== '') && (
            <TextField
              type="search"
              label="Search the waitlist"
              labelHidden
              placeholder="Name or service"
              autoComplete="off"
              value={search}
              onChange={setSearch}
            />
          )}
          <Entries
            key={`${filter} ${search}`}
            list={list}
            filter={filter}
            search={search}
            mayEdit={mayEdit}
            mayBook={access.may('appointments.edit', 'own')}
            renderBooking={renderBooking}
            offers={offers}
            onEdit={(view) => openEntry(view.entry.id)}
          />
        </div>
      )}
      {list && shownEntry && (chosen || shownEntry === NEW) && (
        <EntrySheet
          key={shownEntry}
          open={edited !== null}
          view={chosen ?? null}
          business={list.business}
          clientPicker={clientPicker}
          onClose={closeEntry}
        />
      )}
    </Page>
  );
}

function Entries({
  list: { business, views },
  filter,
  search,
  mayEdit,
  mayBook,
  renderBooking,
  offers,
  onEdit,
}: {
  list: Waitlist;
  filter: WaitlistFilter;
  search: string;
  mayEdit: boolean;
  mayBook: boolean;
  renderBooking: BookingSlot;
  offers: OfferServer;
  onEdit: (view: WaitlistView) => void;
}) {
  const db = useDb();
  const minute = useMinute();
  const online = useOnline();
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const [freedWord, , showAll] = useSearchParam('freed');
  const [booked, openBooking, closeBooking] = useSearchParam('book');
  const shownBooking = useLinger(booked);
  const freed = filter === 'open' ? readFreed(freedWord) : null;
  const asked = freed ? views : views.slice(0, limit);
  const staff = useQuery(
    async (local) => new Map((await local.rows('staff').toArray()).map((one) => [one.id, one])),
    [],
  );
  const times = useQuery(
    (local) =>
      filter === 'open'
        ? waitingTimes(
            local,
            asked.map(({ entry }) => entry),
            freed ?? undefined,
          )
        : Promise.resolve(new Map<Uuid, WaitingTime[]>()),
    [
      asked.map(({ entry }) => `${entry.id} ${entry.updated_at}`).join(),
      freedWord,
      filter,
      Math.floor(minute / LOOK_AGAIN_MIN),
    ],
  );
  const fitting = freed && times ? asked.filter(({ entry }) => times.has(entry.id)) : asked;
  const shown = fitting.slice(0, limit);
  const rest = (freed ? fitting : views).length - shown.length;
  const formats = businessFormats(business);

  const tell = (result: Result<unknown>, title: string): void =>
    tellOutcome(result, title, messageFor);
  const close = async ({ entry, name }: WaitlistView): Promise<void> =>
    tell(await closeWaitlistEntry(db, entry.id), `${name} is off the waitlist`);
  const reopen = async ({ entry, name }: WaitlistView): Promise<void> => {
    const result = await reopenWaitlistEntry(db, entry.id);
    tell(result.ok ? ok(null) : result, `${name} waits again`);
  };

  const offer = async ({ entry, name }: WaitlistView, time: WaitingTime): Promise<void> => {
    const result = await offers.offer(db.businessId, entry.id, time);
    tell(result.ok ? ok(null) : result, `${name} is offered ${formats.dateTime(time.startsAt)}`);
  };
  const takeBack = async ({ name }: WaitlistView, { id }: WaitlistOffer): Promise<void> => {
    const result = await offers.takeBack(db.businessId, id);
    tell(result.ok ? ok(null) : result, `${name} is offered nothing any more`);
  };

  const [entryId = '', startsAt, staffId] = (shownBooking ?? '').split('~');
  const bookedFor = useQuery(
    async (local) => (await local.rows('waitlist_entries').get(entryId)) ?? null,
    [entryId],
  );
  return (
    <>
      {freed && (
        <Notice
          title={`Free: ${formats.date(freed.from, WEEKDAY)}, ${formats.timeRange(freed.from, freed.to)}`}
          action={
            <Button size="sm" onClick={showAll}>
              Show all
            </Button>
          }
        >
          {times === undefined
            ? 'Looking for those whom it fits.'
            : fitting.length === 0
              ? 'It fits nobody who waits, or it is taken again.'
              : 'These people could come then.'}
        </Notice>
      )}
      {views.length === 0 && <NothingHere filter={filter} search={search} />}
      <ul aria-label="Waitlist" className="grid grid-cols-1 gap-3">
        {shown.map((view) => (
          <EntryCard
            key={view.entry.id}
            view={view}
            times={times && (times.get(view.entry.id) ?? [])}
            staff={staff ?? new Map()}
            business={business}
            mayEdit={mayEdit}
            mayBook={mayBook}
            online={online}
            onBook={(_, time) =>
              openBooking([view.entry.id, time?.startsAt, time?.staffId].filter(Boolean).join('~'))
            }
            onEdit={onEdit}
            onClose={(one) => void close(one)}
            onReopen={(one) => void reopen(one)}
            onOffer={offer}
            onTakeBack={takeBack}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button className="justify-self-center" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {rest} more
        </Button>
      )}
      {shownBooking &&
        bookedFor &&
        renderBooking({
          entryId,
          clientId: bookedFor.client_id,
          startsAt: startsAt ?? null,
          firstDay: bookedFor.windows.map(({ from_day }) => from_day).toSorted()[0] ?? '',
          staffId: staffId ?? null,
          isOpen: booked !== null,
          onClose: closeBooking,
        })}
    </>
  );
}

const WEEKDAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;

const NOTHING: Record<WaitlistFilter, string> = {
  open: 'Nobody waits at the moment.',
  booked: 'Nobody was booked from the waitlist yet.',
  closed: 'Nobody was taken off the list, and no time has run out.',
};

function NothingHere({ filter, search }: { filter: WaitlistFilter; search: string }) {
  return search === '' ? (
    <p className="py-10 text-center text-muted">{NOTHING[filter]}</p>
  ) : (
    <EmptyState icon={SearchX} title="Nobody found">
      Nobody here has “{search}” in their name or service.
    </EmptyState>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-36 w-full !rounded-lg" />
      ))}
    </div>
  );
}
