import type { Instant, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Notice } from './notice.tsx';

type Booked = { id: Uuid; name: string; startsAt: Instant; endsAt: Instant; staffIds: Uuid[] };

/** More lines than this are not read; the count says how many there are. */
const SHOWN = 8;

/** Who is booked in time that is to be blocked: said before it is saved. */
export function BookedThere({
  clashes,
  formats,
  staffName,
}: {
  clashes: readonly Booked[];
  formats: BusinessFormats;
  staffName: (id: Uuid) => string;
}) {
  const rest = clashes.length - SHOWN;
  return (
    <div role="status">
      {clashes.length > 0 && (
        <Notice tone="warning" title={`${countOf(clashes.length)} in this time`} live={false}>
          <ul aria-label="Booked in this time" className="my-1 grid gap-1">
            {clashes.slice(0, SHOWN).map(({ id, name, startsAt, endsAt, staffIds }) => (
              <li key={id} className="tabular-nums">
                <bdi className="font-medium">{name}</bdi>,{' '}
                {formats.date(startsAt, { weekday: 'short', month: 'short', day: 'numeric' })},{' '}
                {formats.timeRange(startsAt, endsAt)}, with {staffIds.map(staffName).join(', ')}
              </li>
            ))}
          </ul>
          {rest > 0 && <p>And {countOf(rest)} more.</p>}
          <p>Nobody is moved by this: move or cancel them afterwards.</p>
        </Notice>
      )}
    </div>
  );
}

const countOf = (count: number): string =>
  count === 1 ? '1 appointment' : `${count} appointments`;
