import { messageFor } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { archiveClient, restoreClient } from '#db/commands/clients.ts';
import type { Access } from '#db/queries/business.ts';
import type { ClientRecords } from '#db/queries/client-records.ts';
import type { ClientDetail } from '#db/queries/client-detail.ts';
import { useDb } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import type { BusinessRow, Instant, ServiceRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { lazyModal, lazySheet } from '#ui/lazy-overlay.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { CloudUpload, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ClientActions } from './client-actions.tsx';
import { ClientCountersCard } from './client-counters.tsx';
import { ClientMenu } from './client-menu.tsx';
import { ClientNotices } from './client-notices.tsx';
import { ComingVisits, comingVisits } from './coming-visits.tsx';
import { RecordCards } from './records/record-cards.tsx';

// The page is for looking; what is seldom needed comes when it is.
const EditClientSheet = lazySheet(
  'Edit client',
  async () => (await import('./edit-client-sheet.tsx')).EditClientSheet,
);
const ClientForms = lazyExtra(async () => (await import('./client-forms.tsx')).ClientForms);
const ClientBalance = lazyExtra(async () => (await import('./client-balance.tsx')).ClientBalance);
const ClientClasses = lazyExtra(async () => (await import('./client-classes.tsx')).ClientClasses);
const FamilyCard = lazyExtra(async () => (await import('./family/family-card.tsx')).FamilyCard);
const FamilySheet = lazySheet(
  'Family',
  async () => (await import('./family/family-sheet.tsx')).FamilySheet,
);
const RebookSheet = lazySheet(
  'Write',
  async () => (await import('./rebook-sheet.tsx')).RebookSheet,
);
const ArchiveDialog = lazyModal(
  'Archive',
  async () => (await import('./family/archive-dialog.tsx')).ArchiveDialog,
);
const ClientGiftCards = lazyExtra(
  async () => (await import('./client-gift-cards.tsx')).ClientGiftCards,
);
const ClientPackages = lazyExtra(
  async () => (await import('./client-packages.tsx')).ClientPackages,
);
const ClientMemberships = lazyExtra(
  async () => (await import('./client-memberships.tsx')).ClientMemberships,
);
const ClientSales = lazyExtra(async () => (await import('./client-sales.tsx')).ClientSales);
const Timeline = lazyPart(async () => (await import('./timeline.tsx')).Timeline);
const EraseDialog = lazyModal(
  'Erase',
  async () => (await import('./records/erase-dialog.tsx')).EraseDialog,
);

/** A client who is on this device. */
export function ClientBoard({
  detail,
  records,
  services,
  business,
  access,
  historyFrom,
}: {
  detail: ClientDetail;
  records: ClientRecords;
  services: readonly ServiceRow[];
  business: BusinessRow;
  access: Access;
  historyFrom: Instant | null;
}) {
  const db = useDb();
  const { client, counters, visits, family, reach } = detail;
  const [sheet, openSheet, closeSheet] = useSearchParam('edit');
  const shownSheet = useLinger(sheet);
  // A report leads here: `?write=rebook`.
  const [message, , closeMessage] = useSearchParam('write');
  const shownMessage = useLinger(message);
  const formats = businessFormats(business);
  const name = clientName(client);
  const isArchived = client.status === 'archived';
  const isErased = client.status === 'anonymised';
  const mayErase = access.may('clients.edit') && !client.merged_into;
  const [isErasing, setErasing] = useState(false);
  const shownErase = useLinger(isErasing || null);
  const [isArchiving, setArchiving] = useState(false);
  const shownArchive = useLinger(isArchiving || null);
  const hasFamily = Boolean(client.guardian_id) || family.dependants.length > 0;
  const changeFamily = client.status === 'active' ? () => openSheet('family') : null;
  const mayEdit = access.may('clients.edit', 'own') && !isErased;
  const showsContact = access.may('clients.contact', 'own');
  const coming = comingVisits(visits, db.now());
  const proposed = visits.flatMap(({ appointment }) =>
    appointment.fee_state === 'proposed' ? appointment : [],
  );

  const saveFile = async (kind: 'json' | 'html'): Promise<void> => {
    const saveClientFile = await loadOrTell(
      async () => (await import('./records/save-client-file.ts')).saveClientFile,
    );
    await saveClientFile?.(db, kind, { detail, records, business, historyFrom, savedAt: db.now() });
  };
  const archive = async (): Promise<void> => {
    setArchiving(false);
    tellOutcome(await archiveClient(db, client.id), `${name} archived`, messageFor);
  };
  const askArchive = (): void =>
    family.dependants.length > 0 ? setArchiving(true) : void archive();
  const restore = async (): Promise<void> =>
    tellOutcome(await restoreClient(db, client.id), `${name} is back in your list`, messageFor);

  return (
    <Page
      title={name}
      back={{ to: patterns.clients, label: 'All clients' }}
      subtitle={<Subtitle detail={detail} />}
      actions={
        mayEdit && (
          <>
            <Button icon={Pencil} className="max-sm:hidden" onClick={() => openSheet('details')}>
              Edit
            </Button>
            <ClientMenu
              isArchived={isArchived}
              onEdit={() => openSheet('details')}
              onFamily={changeFamily}
              onArchive={askArchive}
              onRestore={() => void restore()}
              onSave={access.may('clients.export') ? (kind) => void saveFile(kind) : null}
              onErase={mayErase ? () => setErasing(true) : null}
            />
          </>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4 empty:hidden">
        <ClientNotices
          detail={detail}
          notes={records.notes}
          access={access}
          mayEdit={mayEdit}
          onRestore={() => void restore()}
        />
        <Suspense>
          <ClientBalance
            clientId={client.id}
            proposed={proposed}
            showsSums={access.may('prices')}
            business={business}
            formats={formats}
          />
        </Suspense>
        <ClientActions
          client={client}
          reach={reach}
          showsContact={showsContact}
          mayBook={access.may('appointments.edit', 'own')}
        />
      </div>
      {/* On phones one column in the order of what is asked first; beside each other from lg on. */}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <ComingVisits visits={coming} business={business} formats={formats} />
          <Suspense>
            <ClientClasses clientId={client.id} formats={formats} />
          </Suspense>
          <Suspense>
            <ClientPackages clientId={client.id} business={business} formats={formats} />
          </Suspense>
          <Suspense>
            <ClientGiftCards clientId={client.id} business={business} formats={formats} />
          </Suspense>
          <Suspense>
            <ClientMemberships
              clientId={client.id}
              isActive={client.status === 'active'}
              business={business}
              formats={formats}
            />
          </Suspense>
          <Suspense>
            <ClientSales clientId={client.id} business={business} formats={formats} />
          </Suspense>
          <ClientCountersCard
            counters={counters}
            showsSums={access.may('prices')}
            business={business}
            formats={formats}
            historyFrom={historyFrom}
          />
          <Suspense>
            <Timeline
              clientId={client.id}
              visits={visits.filter((visit) => !coming.includes(visit))}
              records={records}
              showsSums={access.may('prices')}
              showsForms={!isErased && access.may('forms', 'own')}
              business={business}
              formats={formats}
              historyFrom={historyFrom}
            />
          </Suspense>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          {hasFamily && (
            <Suspense>
              <FamilyCard
                detail={detail}
                showsContact={showsContact}
                onChange={mayEdit ? changeFamily : null}
              />
            </Suspense>
          )}
          {!isErased && (
            <RecordCards
              client={client}
              visits={visits}
              records={records}
              services={services}
              business={business}
              access={access}
              mayEdit={mayEdit}
            />
          )}
          {!isErased && access.may('forms', 'own') && (
            <Suspense>
              <ClientForms clientId={client.id} formats={formats} />
            </Suspense>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        {shownErase && (
          <EraseDialog
            open={isErasing}
            client={client}
            dependants={family.dependants}
            onClose={() => setErasing(false)}
          />
        )}
        {shownArchive && (
          <ArchiveDialog
            open={isArchiving}
            client={client}
            dependants={family.dependants}
            onConfirm={() => void archive()}
            onClose={() => setArchiving(false)}
          />
        )}
        {shownMessage && (
          <RebookSheet
            open={message !== null}
            detail={detail}
            records={records}
            business={business}
            showsContact={showsContact}
            onClose={closeMessage}
          />
        )}
        {shownSheet === 'family' && (
          <FamilySheet open={sheet !== null} detail={detail} onClose={closeSheet} />
        )}
        {shownSheet && shownSheet !== 'family' && (
          <EditClientSheet
            open={sheet !== null}
            client={client}
            business={business}
            onClose={closeSheet}
          />
        )}
      </Suspense>
    </Page>
  );
}

function Subtitle({ detail: { client, pending } }: { detail: ClientDetail }) {
  const words = [client.preferred_name && `“${client.preferred_name}”`, client.pronouns];
  const text = words.filter(Boolean).join(' · ');
  if (!text && !pending) return null;
  return (
    <span className="flex items-center gap-2">
      {text && <bdi>{text}</bdi>}
      {pending && (
        <span className="inline-flex items-center gap-1.5 text-sm">
          <CloudUpload size={16} aria-hidden />
          Waiting to sync
        </span>
      )}
    </span>
  );
}
