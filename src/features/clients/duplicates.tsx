import { pathTo } from '#app/paths.ts';
import { possibleDuplicates } from '#db/queries/clients.ts';
import { useQuery } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import { toE164 } from '#domain/clients/phone.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import { Notice } from '#ui/notice.tsx';
import { useDeferredValue } from 'react';
import { Link } from 'react-router-dom';

/** Says who has the same phone or e-mail already. A warning: two people may share a phone. */
export function Duplicates({
  id,
  email,
  phones: [phone, altPhone],
  countryCode,
}: {
  id?: Uuid;
  email: string;
  /** As typed, the second one '' where it is not asked for. */
  phones: readonly [string, string];
  countryCode: string;
}) {
  const typedEmail = useDeferredValue(email.trim().toLowerCase());
  const typedPhone = useDeferredValue(toE164(phone, countryCode));
  const typedAlt = useDeferredValue(toE164(altPhone, countryCode));
  const found = useQuery(
    (db) =>
      possibleDuplicates(db, {
        ...(id ? { id } : {}),
        email: typedEmail || null,
        phone: typedPhone,
        alt_phone: typedAlt,
      }),
    [id, typedEmail, typedPhone, typedAlt],
  );
  if (!found || found.length === 0) return null;
  return (
    <Notice tone="warning" live title="Somebody like this is already here">
      <ul className="mt-1 grid gap-1">
        {found.slice(0, 3).map((client) => (
          <li key={client.id}>
            <Link
              to={pathTo('client', { clientId: client.id })}
              className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
            >
              <bdi>{clientName(client)}</bdi>
            </Link>{' '}
            has the same {whatIsSame(client, typedEmail, [typedPhone, typedAlt])}
          </li>
        ))}
      </ul>
      <p className="mt-1">You can save all the same.</p>
    </Notice>
  );
}

const whatIsSame = (client: ClientRow, email: string, phones: readonly (string | null)[]): string =>
  [
    client.email === email && email && 'e-mail',
    phones.some((phone) => phone && (phone === client.phone || phone === client.alt_phone)) &&
      'phone number',
  ]
    .filter(Boolean)
    .join(' and ');
