import { pathTo } from '#app/paths.ts';
import type { Access } from '#db/queries/business.ts';
import type { ClientDetail } from '#db/queries/client-detail.ts';
import { alertText } from '#domain/clients/alert-text.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientNoteRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { SamePerson } from './same-person.tsx';

// Seldom needed: it comes when it is.
const ClientAttention = lazyPart(
  async () => (await import('./client-attention.tsx')).ClientAttention,
);

/** What to know before anything else about a client: what became of the record, and what to mind. */
export function ClientNotices({
  detail: { client, mergedInto, attention },
  notes,
  access,
  mayEdit,
  onRestore,
}: {
  detail: ClientDetail;
  notes: readonly ClientNoteRow[];
  access: Access;
  mayEdit: boolean;
  onRestore: () => void;
}) {
  const isArchived = client.status === 'archived';
  const isErased = client.status === 'anonymised';
  const alerts = alertText(client, notes);
  return (
    <>
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
      {access.may('clients.contact', 'own') && access.may('clients.merge') && (
        <SamePerson client={client} />
      )}
      {isArchived && (
        <Notice
          title="Archived"
          action={
            mayEdit && (
              <Button size="sm" onClick={onRestore}>
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
      {attention.length > 0 && (
        <Suspense fallback={null}>
          <ClientAttention items={attention} client={client} />
        </Suspense>
      )}
    </>
  );
}
