import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { archiveStaff, orderStaff, restoreStaff } from '#db/commands/staff.ts';
import type { Access } from '#db/queries/business.ts';
import type { Absences } from '#db/queries/time-off.ts';
import type { CategoryView } from '#db/queries/services.ts';
import type { StaffView } from '#db/queries/staff.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, Day, StaffContactRow, StaffRow, Uuid } from '#domain/rows.ts';
import { FilterChip } from '#ui/chip.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { ListPage } from '#ui/list-page.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { useDragSort } from '#ui/use-drag-sort.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { Archive, UsersRound, Wallet } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ArchiveDialog } from './archive-dialog.tsx';
import { AwaySheets, seesAway } from './away-sheets.tsx';
import { HoursSheet } from './hours-sheet.tsx';
import { OffersSheet } from './offers-sheet.tsx';
import { PersonCard } from './person-card.tsx';
import { TimeOffRequests } from './time-off-requests.tsx';

// A profile is written once.
const PersonSheet = lazySheet(
  'Profile',
  async () => (await import('./person-sheet.tsx')).PersonSheet,
);

// Few people differ from the service.
const OwnTermsSheet = lazySheet(
  'Own terms',
  async () => (await import('./own-terms-sheet.tsx')).OwnTermsSheet,
);

// Who edits the team changes pictures in the profile.
const OwnPictureSheet = lazySheet(
  'Your picture',
  async () => (await import('./own-picture-sheet.tsx')).OwnPictureSheet,
);

const EmergencySheet = lazySheet(
  'Emergency contact',
  async () => (await import('./emergency-sheet.tsx')).EmergencySheet,
);

// Few people travel.
const TravelSheet = lazySheet(
  'Travel',
  async () => (await import('./travel-sheet.tsx')).TravelSheet,
);

const NEW = 'new';

/** The team as it is on this device. */
export function StaffBoard({
  business,
  today,
  people,
  tree,
  absences,
  contacts,
  access,
}: {
  business: BusinessRow;
  today: Day;
  people: readonly StaffView[];
  tree: readonly CategoryView[];
  absences: Absences;
  contacts: ReadonlyMap<Uuid, StaffContactRow>;
  access: Access;
}) {
  const db = useDb();
  const mayEdit = access.may('staff');
  const paysOthers = mayEdit && access.may('transactions');
  const [isArranging, setArranging] = useState(false);
  const [showsArchived, setShowsArchived] = useState(false);
  const [refused, setRefused] = useState<{ staff: StaffRow; count: number } | null>(null);
  const [person, openPerson, closePerson] = useSearchParam('person');
  const [hours, openHours, closeHours] = useSearchParam('hours');
  const [offers, openOffers, closeOffers] = useSearchParam('services');
  const [terms, openTerms, closeTerms] = useSearchParam('terms');
  const [travel, openTravel, closeTravel] = useSearchParam('travel');
  const [, openAway] = useSearchParam('away');
  const [picture, openPicture, closePicture] = useSearchParam('picture');
  const [emergency, openEmergency, closeEmergency] = useSearchParam('emergency');
  const shownPicture = useLinger(picture);
  const shownEmergency = useLinger(emergency);
  const [shownPerson, shownHours, shownOffers, shownTerms, shownTravel, shownRefused] = [
    useLinger(person),
    useLinger(hours),
    useLinger(offers),
    useLinger(terms),
    useLinger(travel),
    useLinger(refused),
  ];
  const find = (id: Uuid | null): StaffView | undefined =>
    people.find(({ staff }) => staff.id === id);

  const own = find(access.staffId);
  const seesEmergency = (staff: StaffRow): boolean => mayEdit || staff.id === access.staffId;
  const active = people.filter(({ staff }) => staff.status === 'active');
  const archived = people.filter(({ staff }) => staff.status === 'archived');
  const move = async (from: number, to: number): Promise<void> => {
    const ids = active.map(({ staff }) => staff.id);
    const [id] = ids.splice(from, 1);
    if (!id) return;
    ids.splice(to, 0, id);
    const result = await orderStaff(db, [...ids, ...archived.map(({ staff }) => staff.id)]);
    if (!result.ok) tellFailure(result.error, messageFor);
  };
  const drag = useDragSort((from, to) => void move(from, to));
  const archive = async (staff: StaffRow): Promise<void> => {
    const result = await archiveStaff(db, staff.id);
    if (!result.ok && result.error.code === 'has_future_appointments') {
      setRefused({ staff, count: result.error.rows?.length ?? 0 });
    } else {
      tellOutcome(result, `${staff.display_name} archived`, messageFor);
    }
  };
  const restore = async (staff: StaffRow): Promise<void> =>
    tellOutcome(
      await restoreStaff(db, staff.id),
      `${staff.display_name} is back in the team`,
      messageFor,
    );

  const card = (view: StaffView, index: number) => (
    <PersonCard
      key={view.staff.id}
      view={view}
      business={business}
      today={today}
      tree={tree}
      mayEdit={mayEdit}
      onEdit={() => openPerson(view.staff.id)}
      onPicture={view.staff.id === access.staffId ? () => openPicture('own') : null}
      onHours={() => openHours(view.staff.id)}
      onOffers={() => openOffers(view.staff.id)}
      onAway={seesAway(access, view.staff) ? () => openAway(view.staff.id) : null}
      timeOff={absences.timeOff.flatMap((one) =>
        one.staff.id === view.staff.id ? [one.timeOff] : [],
      )}
      emergency={
        seesEmergency(view.staff)
          ? {
              contact: contacts.get(view.staff.id)?.emergency_contact ?? null,
              onEdit: () => openEmergency(view.staff.id),
            }
          : null
      }
      onArchive={() => void archive(view.staff)}
      onRestore={() => void restore(view.staff)}
      {...(isArranging && view.staff.status === 'active'
        ? {
            arrange: {
              ...drag.rowProps(index),
              index,
              count: active.length,
              onMove: (to: number) => void move(index, to),
            },
          }
        : {})}
    />
  );
  const [personView, hoursView, offersView] = [
    find(shownPerson),
    find(shownHours),
    find(shownOffers),
  ];
  const emergencyView = find(shownEmergency);
  const termsView = tree
    .flatMap(({ services }) => services)
    .find(({ service }) => service.id === shownTerms);
  return (
    <ListPage
      title="Staff"
      subtitle={
        people.length > 0 && `${active.length} ${active.length === 1 ? 'person' : 'people'}`
      }
      mayEdit={mayEdit}
      arrange={active.length > 1 ? { isOn: isArranging, onChange: setArranging } : null}
      add={{
        words: 'Add person',
        firstWords: 'Add the first person',
        onPress: () => openPerson(NEW),
      }}
      empty={
        people.length === 0
          ? {
              icon: UsersRound,
              title: 'Nobody in the team yet',
              text: 'Everybody who takes appointments has a column in the calendar, working hours, and the services they do. Start with yourself.',
            }
          : null
      }
      list={
        <div className="grid grid-cols-1 gap-4">
          {access.may('block') && <TimeOffRequests views={absences.timeOff} business={business} />}
          {(paysOthers || access.staffId) && (
            <div>
              <LinkButton to={pathTo('pay')} icon={Wallet}>
                {paysOthers ? 'Commission and pay' : 'My pay'}
              </LinkButton>
            </div>
          )}
          {archived.length > 0 && (
            <div>
              <FilterChip icon={Archive} selected={showsArchived} onChange={setShowsArchived}>
                Archived ({archived.length})
              </FilterChip>
            </div>
          )}
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">{active.map(card)}</ul>
          {showsArchived && (
            <ul aria-label="Archived" className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              {archived.map(card)}
            </ul>
          )}
        </div>
      }
    >
      {shownPerson && (personView || shownPerson === NEW) && (
        <Suspense>
          <PersonSheet
            key={shownPerson}
            open={person !== null}
            staff={personView?.staff ?? null}
            used={active.map(({ staff }) => staff.colour)}
            onClose={closePerson}
            onAdded={(id, name) => {
              closePerson();
              showToast({
                type: 'success',
                title: `${name} added`,
                description: 'With the usual hours, doing all services.',
                action: { label: 'Set hours', onPress: () => openHours(id) },
              });
            }}
          />
        </Suspense>
      )}
      {hoursView && (
        <HoursSheet
          key={hoursView.staff.id}
          open={hours !== null}
          view={hoursView}
          business={business}
          today={today}
          onTravel={() => openTravel('on')}
          onClose={closeHours}
        />
      )}
      {hoursView && shownTravel && (
        <Suspense>
          <TravelSheet
            key={hoursView.staff.id}
            open={travel !== null}
            staff={hoursView.staff}
            business={business}
            today={today}
            onClose={closeTravel}
          />
        </Suspense>
      )}
      {offersView && (
        <OffersSheet
          key={offersView.staff.id}
          open={offers !== null}
          staff={offersView.staff}
          tree={tree}
          business={business}
          onTerms={openTerms}
          onClose={closeOffers}
        />
      )}
      {offersView && termsView && (
        <Suspense>
          <OwnTermsSheet
            key={`${offersView.staff.id} ${termsView.service.id}`}
            open={terms !== null}
            staff={offersView.staff}
            view={termsView}
            business={business}
            onClose={closeTerms}
          />
        </Suspense>
      )}
      <AwaySheets
        people={people}
        business={business}
        today={today}
        absences={absences}
        access={access}
      />
      {shownPicture && own && (
        <Suspense>
          <OwnPictureSheet open={picture !== null} staff={own.staff} onClose={closePicture} />
        </Suspense>
      )}
      {emergencyView && seesEmergency(emergencyView.staff) && (
        <Suspense>
          <EmergencySheet
            key={emergencyView.staff.id}
            open={emergency !== null}
            staff={emergencyView.staff}
            contact={contacts.get(emergencyView.staff.id) ?? null}
            isMe={emergencyView.staff.id === access.staffId}
            onClose={closeEmergency}
          />
        </Suspense>
      )}
      {shownRefused && (
        <ArchiveDialog
          key={shownRefused.staff.id}
          open={refused !== null}
          staff={shownRefused.staff}
          count={shownRefused.count}
          team={active.flatMap(({ staff }) => (staff.id === shownRefused.staff.id ? [] : [staff]))}
          onReady={() => {
            setRefused(null);
            void archive(shownRefused.staff);
          }}
          onClose={() => setRefused(null)}
        />
      )}
    </ListPage>
  );
}
