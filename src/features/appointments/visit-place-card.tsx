import { Car, MessageSquare, Navigation, Phone, Video } from 'lucide-react';
import { useState } from 'react';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { Address, BusinessRow } from '#domain/rows.ts';
import { PLACE_WORDS } from '#domain/appointments/place-words.ts';
import { isActive } from '#domain/appointments/status.ts';
import { travelOf } from '#domain/appointments/travel.ts';
import { addressLines, directionsLink } from '#domain/text/address.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';
import { OnMyWay } from './on-my-way.tsx';

const ICONS: Record<'client' | 'remote' | 'phone', Icon> = {
  client: Car,
  remote: Video,
  phone: Phone,
};

/** Where a visit is that is not at the business: the way there, directions, a word to the client. */
export function VisitPlaceCard({
  detail,
  business,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
}) {
  const [isTelling, setTelling] = useState(false);
  const { appointment, segments, client } = detail;
  const { location_type, address, status } = appointment;
  if (location_type === 'business') return null;
  const PlaceIcon = ICONS[location_type];
  const travel = travelOf(segments.map(({ segment }) => segment));
  const way = [
    travel.before > 0 && `${formatDuration(travel.before)} there`,
    travel.after > 0 && `${formatDuration(travel.after)} back`,
  ].filter(Boolean);
  const isRemote = location_type === 'remote' || location_type === 'phone';
  const theirs =
    isRemote && client?.time_zone && client.time_zone !== business.time_zone
      ? businessFormats({ ...business, time_zone: client.time_zone })
      : null;
  const isComing = isActive(status) && status !== 'in_service';
  return (
    <section aria-label="Place" className="grid gap-2 rounded-lg border border-line px-4 py-3">
      <p className="flex items-center gap-2 font-semibold">
        <PlaceIcon size={18} className="shrink-0 text-muted" aria-hidden />
        {PLACE_WORDS[location_type]}
      </p>
      {theirs && (
        <p>
          For them it is {theirs.dateTime(appointment.starts_at)}{' '}
          <span className="text-muted">({client?.time_zone?.replace(/_/g, ' ')})</span>
        </p>
      )}
      {location_type === 'client' && (
        <>
          <p>{address ? addressLines(address).join(', ') : 'No address yet.'}</p>
          {way.length > 0 && <p className="text-sm text-muted">Way: {way.join(', ')}</p>}
          <div className="-mb-1 -ml-2 flex flex-wrap items-center gap-x-2">
            {address && (
              <a
                {...directionsTo(address)}
                className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-accent hover:bg-raised"
              >
                <Navigation size={17} className="shrink-0" aria-hidden />
                Directions
              </a>
            )}
            {isComing && client && (
              <Button
                variant="quiet"
                icon={MessageSquare}
                aria-expanded={isTelling}
                onClick={() => setTelling(!isTelling)}
              >
                On my way
              </Button>
            )}
          </div>
          {isTelling && <OnMyWay detail={detail} business={business} />}
        </>
      )}
    </section>
  );
}

/** Pages open beside the app; other kinds of links open another app by themselves. */
function directionsTo(address: Address) {
  const href = directionsLink(address, navigator.userAgent);
  return href.startsWith('https:')
    ? { href, target: '_blank', rel: 'noopener noreferrer' }
    : { href };
}
