import { pathTo } from '#app/paths.ts';
import { possibleDuplicates } from '#db/queries/clients.ts';
import { useQuery } from '#db/use-query.ts';
import { areFamily } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientRow } from '#domain/rows.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

/** On a client's page: somebody else has the same phone or e-mail, and may be the same person. */
export function SamePerson({ client }: { client: ClientRow }) {
  const { id, email, phone, alt_phone } = client;
  const alike = useQuery(
    (db) => possibleDuplicates(db, { id, email, phone, alt_phone }),
    [id, email, phone, alt_phone],
  );
  const found = alike?.filter((other) => !areFamily(client, other)) ?? [];
  if (client.status !== 'active' || found.length === 0) return null;
  const ids = [id, ...found.map((other) => other.id)].slice(0, 3).join(',');
  return (
    <Notice
      title="Perhaps here twice"
      action={
        <LinkButton size="sm" to={pathTo('clientDuplicates', null, { merge: ids })}>
          Compare
        </LinkButton>
      }
    >
      <bdi>{clientName(found[0]!)}</bdi>
      {found.length > 1 && ` and ${found.length - 1} more`} {found.length > 1 ? 'have' : 'has'} the
      same phone or e-mail.
    </Notice>
  );
}
