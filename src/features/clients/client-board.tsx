import { messageFor } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import { archiveClient, restoreClient } from '#db/commands/clients.ts';
import type { Access } from '#db/queries/business.ts';
import type { ClientRecords } from '#db/queries/client-records.ts';
import type { ClientDetail } from '#db/queries/clients.ts';
import { useDb } from '#db/use-query.ts';
import { alertText } from '#domain/clients/alert-text.ts';
import { clientName } from '#domain/clients/name.ts';
import type { BusinessRow, Instant, ServiceRow } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { CloudUpload, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { ClientActions } from './client-actions.tsx';
import { ClientCountersCard } from './client-counters.tsx';
import { ClientMenu } from './client-menu.tsx';
import { ClientFacts } from './client-facts.tsx';
import { PhotosCard } from './photos/photos-card.tsx';
import { ConsentsCard } from './records/consents-card.tsx';
import { NotesCard } from './records/notes-card.tsx';
import { PatchTestsCard } from './records/patch-tests-card.tsx';
import { ComingVisits, comingVisits } from './coming-visits.tsx';
import { SamePerson } from './same-person.tsx';
import { TagEditor } from './tag-editor.tsx';
import { Timeline } from './timeline.tsx';
import { visitText } from './visit-text.ts';

// The page is for looking; what is seldom needed comes when it is.
const EditClientSheet = lazy(async () => ({
  default: (await import('./edit-client-sheet.tsx')).EditClientSheet,
}));
const ClientAttention = lazy(async () => ({
  default: (await import('./client-attention.tsx')).ClientAttention,
}));
const EraseDialog = lazy(async () => ({
  default: (await import('./records/erase-dialog.tsx')).EraseDialog,
}));

/** A photo is added during a visit or soon after it. */
const PHOTO_VISITS = 8;

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
  const { client, counters, visits, mergedInto } = detail;
  const [sheet, openSheet, closeSheet] = useSearchParam('edit');
  const shownSheet = useLinger(sheet);
  const formats = businessFormats(business);
  const name = clientName(client);
  const isArchived = client.status === 'archived';
  const isErased = client.status === 'anonymised';
  const alerts = alertText(client, records.notes);
  const mayErase = access.may('clients.edit') && !client.merged_into;
  const [isErasing, setErasing] = useState(false);
  const shownErase = useLinger(isErasing || null);
  const mayEdit = access.may('clients.edit', 'own') && client.status !== 'anonymised';
  const showsContact = access.may('clients.contact', 'own');
  const coming = comingVisits(visits, db.now());

  const today = wallAt(business.time_zone, db.now()).day;
  const photoVisits = visits
    .map((visit) => ({
      id: visit.appointment.id,
      day: wallAt(business.time_zone, visit.appointment.starts_at).day,
      label: `${formats.date(visit.appointment.starts_at)}: ${visitText(visit)}`,
    }))
    .filter(({ day }) => day <= today)
    .slice(0, PHOTO_VISITS)
    .map(({ id, day, label }) => ({ id, label, isToday: day === today }));

  const saveFile = async (kind: 'json' | 'html'): Promise<void> => {
    const { saveClientFile } = await import('./records/save-client-file.ts');
    await saveClientFile(db, kind, { detail, records, business, historyFrom, savedAt: db.now() });
  };
  const archive = async (): Promise<void> =>
    tellOutcome(await archiveClient(db, client.id), `${name} archived`, messageFor);
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
              onArchive={() => void archive()}
              onRestore={() => void restore()}
              onSave={access.may('clients.export') ? (kind) => void saveFile(kind) : null}
              onErase={mayErase ? () => setErasing(true) : null}
            />
          </>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4 empty:hidden">
        {mergedInto && (
          <Notice title="This record was merged">
            Everything is now with{' '}
            <Link
              className="font-medium underline underline-offset-2"
              to={pathTo('client', { clientId: mergedInto.id })}
            >
              <bdi>{clientName(mergedInto)}</bdi>
            </Link>
            .
          </Notice>
        )}
        {showsContact && access.may('clients.merge') && <SamePerson client={client} />}
        {isArchived && (
          <Notice
            title="Archived"
            action={
              mayEdit && (
                <Button size="sm" onClick={() => void restore()}>
                  Restore
                </Button>
              )
            }
          >
            Not shown in lists and searches.
          </Notice>
        )}
        {isErased && (
          <Notice title="Erased">
            This person’s data was erased for good. Visits and prices stay.
          </Notice>
        )}
        {alerts && (
          <Notice tone="warning" title="Mind this">
            <p className="whitespace-pre-line">{alerts}</p>
          </Notice>
        )}
        {detail.attention.length > 0 && (
          <Suspense fallback={null}>
            <ClientAttention items={detail.attention} client={client} />
          </Suspense>
        )}
        <ClientActions
          client={client}
          showsContact={showsContact}
          mayBook={access.may('appointments.edit', 'own')}
        />
      </div>
      {/* On phones one column in the order of what is asked first; beside each other from lg on. */}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          <ComingVisits visits={coming} business={business} formats={formats} />
          <ClientCountersCard
            counters={counters}
            business={business}
            formats={formats}
            historyFrom={historyFrom}
          />
          <Timeline
            visits={visits.filter((visit) => !coming.includes(visit))}
            records={records}
            business={business}
            formats={formats}
            historyFrom={historyFrom}
          />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:contents">
          {!isErased && (
            <>
              <NotesCard
                client={client}
                notes={records.notes}
                pending={records.pending}
                formats={formats}
                mayEdit={mayEdit}
                mayClinical={access.may('clients.clinical', 'own')}
              />
              <PhotosCard
                client={client}
                photos={records.photos}
                consents={records.consents}
                visits={photoVisits}
                formats={formats}
                mayEdit={mayEdit}
              />
              <TagEditor client={client} mayEdit={mayEdit} />
              <ClientFacts client={client} business={business} showsContact={showsContact} />
              <ConsentsCard
                client={client}
                events={records.consents}
                pending={records.pending}
                formats={formats}
                mayEdit={mayEdit}
              />
              {(records.tests.length > 0 ||
                services.some(({ patch_test_required }) => patch_test_required)) && (
                <PatchTestsCard
                  client={client}
                  tests={records.tests}
                  pending={records.pending}
                  services={services}
                  formats={formats}
                  today={today}
                  timeZone={business.time_zone}
                  mayEdit={mayEdit}
                />
              )}
            </>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        {shownErase && (
          <EraseDialog open={isErasing} client={client} onClose={() => setErasing(false)} />
        )}
        {shownSheet && (
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
