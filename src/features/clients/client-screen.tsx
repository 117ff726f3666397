import { patterns } from '#app/paths.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { clientRecords } from '#db/queries/client-records.ts';
import { clientDetail } from '#db/queries/client-detail.ts';
import { whatIsLoaded } from '#db/queries/coverage.ts';
import { useQuery } from '#db/use-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { UserRoundX } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { ClientBoard } from './client-board.tsx';

const back = { to: patterns.clients, label: 'All clients' };

/** One client: who they are, what to mind, what comes next and what was. */
export function ClientScreen() {
  const { clientId = '' } = useParams();
  // Another client is another screen: nothing of the last one may flash by.
  return <ClientLoader key={clientId} clientId={clientId} />;
}

function ClientLoader({ clientId }: { clientId: string }) {
  const detail = useQuery(async (db) => (await clientDetail(db, clientId)) ?? null, [clientId]);
  const records = useQuery((db) => clientRecords(db, clientId), [clientId]);
  const services = useQuery((db) => db.rows('services').toArray(), []);
  const settings = useQuery(businessSettings, []);
  const access = useQuery(myAccess, []);
  const loaded = useQuery(whatIsLoaded, []);
  if (detail === undefined || !records || !services || !access || !loaded) return null;
  if (detail && settings) {
    return (
      <ClientBoard
        detail={detail}
        records={records}
        services={services}
        business={settings.business}
        access={access}
        historyFrom={loaded.historyFrom}
      />
    );
  }
  return (
    <Page title="Client" titleHidden={loaded.clients === 'all'} back={back} width="narrow">
      {loaded.clients === 'all' ? (
        <EmptyState
          icon={UserRoundX}
          title="This client is not here"
          action={
            <LinkButton to={patterns.clients} variant="primary">
              All clients
            </LinkButton>
          }
        >
          The record may have been removed, or it belongs to another business.
        </EmptyState>
      ) : (
        <SkeletonList rows={5} label="This client is being loaded" />
      )}
    </Page>
  );
}
