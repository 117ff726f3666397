import { clientWithAlerts } from '#db/queries/client-alerts.ts';
import { useQuery } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import { Notice } from '#ui/notice.tsx';

/** What has to be minded about whoever pays, as beside their visit. */
export function ClientAlert({ clientId }: { clientId: Uuid }) {
  const client = useQuery((db) => clientWithAlerts(db, clientId), [clientId]);
  if (!client?.alert_note) return null;
  return (
    <Notice tone="warning" title="Note">
      <p className="whitespace-pre-line">{client.alert_note}</p>
    </Notice>
  );
}
