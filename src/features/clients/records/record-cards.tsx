import type { Access } from '#db/queries/business.ts';
import type { ClientRecords } from '#db/queries/client-records.ts';
import type { ClientDetail } from '#db/queries/client-detail.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, ClientRow, ServiceRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Suspense } from 'react';
import { ClientFacts } from '../client-facts.tsx';
import { PhotosCard } from '../photos/photos-card.tsx';
import { TagEditor } from '../tag-editor.tsx';
import { visitText } from '../visit-text.ts';
import { ConsentsCard } from './consents-card.tsx';
import { NotesCard } from './notes-card.tsx';

// Most businesses ask for none.
const PatchTestsCard = lazyPart(
  async () => (await import('./patch-tests-card.tsx')).PatchTestsCard,
);

/** A photo is added during a visit or soon after it. */
const PHOTO_VISITS = 8;

/** What is kept about a client: notes, photos, tags, facts, consents and patch tests. */
export function RecordCards({
  client,
  visits,
  records,
  services,
  business,
  access,
  mayEdit,
}: {
  client: ClientRow;
  visits: ClientDetail['visits'];
  records: ClientRecords;
  services: readonly ServiceRow[];
  business: BusinessRow;
  access: Access;
  mayEdit: boolean;
}) {
  const db = useDb();
  const formats = businessFormats(business);
  const showsContact = access.may('clients.contact', 'own');
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

  return (
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
        <Suspense>
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
        </Suspense>
      )}
    </>
  );
}
