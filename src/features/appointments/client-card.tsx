import { Mail, MapPin, MessageSquare, MessageSquareText, Phone } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { BusinessRow, ClientRow } from '#domain/rows.ts';
import { isActive } from '#domain/appointments/status.ts';
import { pathTo } from '#app/paths.ts';
import { clientName, clientShortName } from '#domain/clients/name.ts';
import { addressLines, mapLink } from '#domain/text/address.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { PatchTestNotes } from './patch-test-notes.tsx';
import { usePatchTests } from './use-patch-tests.ts';

// Most is said by mail, by itself.
const TextClient = lazyPart(async () => (await import('./text-client.tsx')).TextClient);

const PAYS_FIRST: Partial<Record<ClientRow['payment_rule'], string>> = {
  card: 'Leaves a card before a visit',
  deposit: 'Pays a deposit before a visit',
  prepay: 'Pays in full before a visit',
};

/** Who comes: warnings first, then the ways to reach them, then what we know of earlier visits. */
export function ClientCard({
  detail,
  business,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
}) {
  const { client, reach, counters, appointment } = detail;
  const [isWriting, setWriting] = useState(false);
  const isComing = isActive(appointment.status) && appointment.status !== 'completed';
  const tests = usePatchTests(
    appointment.client_id,
    isComing ? detail.segments.map(({ segment }) => segment) : null,
  );
  if (!client || !reach) {
    return (
      <p className="rounded-lg border border-line px-4 py-3 text-muted">
        {appointment.client_id
          ? 'The client is not on this device yet.'
          : 'Walk-in, no client record.'}
      </p>
    );
  }
  const { phone, email, phoneOf, emailOf } = reach;
  const paysFirst = PAYS_FIRST[client.payment_rule];
  // Visits at the client's have a card of their own for it.
  const address = appointment.location_type === 'client' ? null : appointment.address;
  const past = counters && [
    counters.visits === 0
      ? 'First visit'
      : counters.visits === 1
        ? '1 visit before'
        : `${counters.visits} visits before`,
    counters.lastVisit && `last on ${businessFormats(business).date(counters.lastVisit.starts_at)}`,
    counters.noShows > 0 && `${counters.noShows} no-show${counters.noShows === 1 ? '' : 's'}`,
    counters.lateCancelled > 0 && `${counters.lateCancelled} cancelled late`,
  ];
  return (
    <section aria-label="Client" className="grid grid-cols-1 gap-3">
      {client.alert_note && (
        <Notice tone="warning" title="Note">
          <p className="whitespace-pre-line">{client.alert_note}</p>
        </Notice>
      )}
      <PatchTestNotes warnings={tests} clientId={client.id} business={business} />
      {appointment.status === 'pending' && paysFirst && (
        <Notice tone="warning" title={paysFirst}>
          Ask for the payment before you say yes to this request.
        </Notice>
      )}
      <div className="rounded-lg border border-line px-4 py-3">
        <Link
          to={pathTo('client', { clientId: client.id })}
          className="font-semibold underline-offset-2 hover:underline"
        >
          <bdi>{clientName(client)}</bdi>
        </Link>
        {client.pronouns && <span className="text-muted"> ({client.pronouns})</span>}
        {past && <p className="text-sm text-muted">{past.filter(Boolean).join(' · ')}</p>}
        {(phone || reach.alt_phone || email || address) && (
          <div className="mt-2 -mb-1 -ml-2 flex flex-wrap">
            {phone && (
              <>
                <Reach
                  href={`tel:${phone}`}
                  icon={Phone}
                  label={ofWhom(phoneOf, reach.phone_raw ?? phone)}
                />
                <Reach href={`sms:${phone}`} icon={MessageSquare} label={ofWhom(phoneOf, 'Text')} />
              </>
            )}
            {reach.alt_phone && (
              <Reach
                href={`tel:${reach.alt_phone}`}
                icon={Phone}
                label={ofWhom(phoneOf, reach.alt_phone_raw ?? reach.alt_phone)}
              />
            )}
            {email && <Reach href={`mailto:${email}`} icon={Mail} label={ofWhom(emailOf, email)} />}
            {address && (
              <Reach
                href={mapLink(address)}
                icon={MapPin}
                label={addressLines(address).join(', ')}
                isOutside
              />
            )}
            {(phone || email) && (
              <Button
                variant="quiet"
                icon={MessageSquareText}
                aria-expanded={isWriting}
                onClick={() => setWriting(!isWriting)}
              >
                Write a message
              </Button>
            )}
          </div>
        )}
        {isWriting && (
          <Suspense>
            <TextClient key={appointment.status} detail={detail} business={business} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** `Grace: 212 555 0100` where it is the guardian's. */
const ofWhom = (guardian: ClientRow | null, text: string): string =>
  guardian ? `${clientShortName(guardian)}: ${text}` : text;

function Reach({
  href,
  icon: Icon,
  label,
  isOutside = false,
}: {
  href: string;
  icon: Icon;
  label: string;
  isOutside?: boolean;
}) {
  return (
    <a
      href={href}
      {...(isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-md px-2 text-accent hover:bg-raised"
    >
      <Icon size={17} className="shrink-0" aria-hidden />
      <span className="truncate">{label}</span>
    </a>
  );
}
