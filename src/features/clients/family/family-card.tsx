import { pathTo } from '#app/paths.ts';
import type { ClientDetail } from '#db/queries/client-detail.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Link } from 'react-router-dom';
import { reachWords } from './family-words.ts';

/** Who answers for a client, and for whom they answer. */
export function FamilyCard({
  detail: { client, family, reach },
  showsContact,
  onChange,
}: {
  detail: Pick<ClientDetail, 'client' | 'family' | 'reach'>;
  showsContact: boolean;
  /** null = this person may not. */
  onChange: (() => void) | null;
}) {
  const { guardian, dependants } = family;
  return (
    <Card
      className="max-lg:order-5"
      title="Family"
      actions={
        onChange && (
          <Button size="sm" variant="quiet" aria-label="Change family" onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      <dl className="grid gap-3">
        {client.guardian_id && (
          <div className="min-w-0">
            <dt className="text-sm text-muted">Guardian</dt>
            <dd className="min-w-0 break-words">
              {guardian ? <Person client={guardian} /> : 'Not among the clients on this device'}
              {guardian && showsContact && (
                <span className="block text-sm text-muted">
                  {reachWords(client, guardian, reach)}
                </span>
              )}
            </dd>
          </div>
        )}
        {dependants.length > 0 && (
          <div className="min-w-0">
            <dt className="text-sm text-muted">Guardian of</dt>
            {dependants.map((one) => (
              <dd key={one.id} className="min-w-0 break-words">
                <Person client={one} />
              </dd>
            ))}
          </div>
        )}
      </dl>
    </Card>
  );
}

function Person({ client }: { client: ClientRow }) {
  return (
    <Link
      to={pathTo('client', { clientId: client.id })}
      className="inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent"
    >
      <bdi>{clientName(client)}</bdi>
    </Link>
  );
}
