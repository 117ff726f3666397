import { staffNames } from '#db/queries/staff.ts';
import { useQuery } from '#db/use-query.ts';
import { addressesOf, addressName } from '#domain/clients/addresses.ts';
import { birthdayText } from '#domain/clients/birthday.ts';
import { clientSince } from '#domain/clients/since.ts';
import type { BusinessRow, ClientRow } from '#domain/rows.ts';
import { addressLines, mapLink } from '#domain/text/address.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Card } from '#ui/card.tsx';
import { clockIn, zoneName } from '#ui/zone-names.ts';
import clsx from 'clsx';
import type { ReactNode } from 'react';

const BOOKING_WORDS = {
  allow: 'Books online freely',
  approve: 'Online bookings need your approval',
  block: 'Cannot book online',
} as const;

const PAYMENT_WORDS = {
  default: null,
  card: 'Leaves a card first',
  deposit: 'Pays a deposit first',
  prepay: 'Pays in full first',
  none: 'Pays nothing before a visit',
} as const;

/** What is known about a client beside visits and notes; unknown things take no room. */
export function ClientFacts({
  client,
  business,
  showsContact,
}: {
  client: ClientRow;
  business: BusinessRow;
  showsContact: boolean;
}) {
  const names = useQuery(staffNames, []);
  const formats = businessFormats(business);
  const emergency = client.emergency_contact;
  const link = 'break-words underline underline-offset-2 hover:text-accent';
  return (
    <Card className="max-lg:order-6" title="Details">
      <dl className="grid gap-3">
        {showsContact && client.phone && (
          <Fact name="Phone">
            <a className={link} href={`tel:${client.phone}`}>
              <bdi>{client.phone_raw ?? client.phone}</bdi>
            </a>
          </Fact>
        )}
        {showsContact && client.alt_phone && (
          <Fact name="Second phone">
            <a className={link} href={`tel:${client.alt_phone}`}>
              <bdi>{client.alt_phone_raw ?? client.alt_phone}</bdi>
            </a>
          </Fact>
        )}
        {showsContact && client.email && (
          <Fact name="E-mail">
            <a className={link} href={`mailto:${client.email}`}>
              <bdi>{client.email}</bdi>
            </a>
            {client.email_bounced_at && (
              <span className="block text-sm text-danger">
                A mail came back on {formats.date(client.email_bounced_at)}. No more are sent until
                the address changes.
              </span>
            )}
          </Fact>
        )}
        {showsContact && emergency && (
          <Fact name="Emergency contact">
            <bdi>{emergency.name}</bdi>
            {emergency.phone && (
              <a className={clsx('block', link)} href={telLink(emergency.phone)}>
                <bdi>{emergency.phone}</bdi>
              </a>
            )}
          </Fact>
        )}
        {showsContact &&
          addressesOf(client).map((address, place) => (
            <Fact key={JSON.stringify(address)} name={addressName(address, place)}>
              <a className={link} href={mapLink(address)} target="_blank" rel="noopener noreferrer">
                {addressLines(address).map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
                <span className="sr-only">(opens a map in a new tab)</span>
              </a>
            </Fact>
          ))}
        {client.time_zone && (
          <Fact name="Time zone">
            {zoneName(client.time_zone)}
            <span className="block text-sm text-muted">
              It is {clockIn(client.time_zone)} there
            </span>
          </Fact>
        )}
        {client.birthday && (
          <Fact name="Birthday">{birthdayText(client.birthday, business.locale)}</Fact>
        )}
        {client.preferred_staff_id && names?.get(client.preferred_staff_id) && (
          <Fact name="Prefers">
            <bdi>{names.get(client.preferred_staff_id)}</bdi>
          </Fact>
        )}
        <Fact name="Online booking">
          {BOOKING_WORDS[client.online_booking]}
          {client.online_booking !== 'block' && PAYMENT_WORDS[client.payment_rule] && (
            <span className="block">{PAYMENT_WORDS[client.payment_rule]}</span>
          )}
        </Fact>
        {client.source && (
          <Fact name="Came through">
            <bdi>{client.source}</bdi>
          </Fact>
        )}
        <Fact name="Client since">{formats.date(clientSince(client))}</Fact>
      </dl>
    </Card>
  );
}

/** As typed: a phone knows the numbers of its country. */
const telLink = (typed: string): string => `tel:${typed.replace(/[^\d+*#]/g, '')}`;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
