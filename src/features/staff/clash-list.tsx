import { pathTo } from '#app/paths.ts';
import type { AwayClash } from '#db/queries/time-off.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Notice } from '#ui/notice.tsx';
import { Link } from 'react-router-dom';
import { clashText } from './away-words.ts';

/** More lines nobody compares with the calendar. */
const SHOWN = 3;

/** Appointments that somebody's absence would leave undone, each leading to where it is moved. */
export function ClashList({
  clashes,
  formats,
}: {
  clashes: readonly AwayClash[];
  formats: BusinessFormats;
}) {
  if (clashes.length === 0) return null;
  const more = clashes.length - SHOWN;
  return (
    <Notice tone="warning" title={clashText(clashes.length)}>
      <ul>
        {clashes.slice(0, SHOWN).map(({ appointment, who }) => (
          <li key={appointment.id}>
            <Link
              to={pathTo('appointment', { appointmentId: appointment.id })}
              className="flex min-h-9 flex-wrap items-center content-center gap-x-2 py-1 pointer-coarse:min-h-11"
            >
              <span className="tabular-nums">{formats.dateTime(appointment.starts_at)}</span>
              <bdi className="font-medium underline underline-offset-2">{who}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {more} more</p>}
      <p className="text-sm">They stay where they are until somebody moves or cancels them.</p>
    </Notice>
  );
}
