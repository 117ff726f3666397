import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { waitingFor } from '#db/queries/waiting-times.ts';
import { useQuery } from '#db/use-query.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { freedParam } from '#domain/waitlist/freed-time.ts';
import { waitingWords } from '#domain/waitlist/waiting-words.ts';

/** Under a visit that does not take place: who could come instead. Nothing when nobody could. */
export function WaitingHint({ detail }: { detail: AppointmentDetail }) {
  const { appointment, segments } = detail;
  const freed = {
    from: appointment.starts_at,
    to: appointment.ends_at,
    staffIds: [...new Set(segments.map(({ segment }) => segment.staff_id))],
  };
  const word = freedParam(freed);
  const count = useQuery((db) => waitingFor(db, [freed]), [word]) ?? 0;
  if (count === 0) return null;
  return (
    <Link
      to={pathTo('waitlist', null, { freed: word })}
      className="flex min-h-11 items-center gap-2.5 rounded-lg bg-info-soft px-4 py-2 font-medium text-info hover:underline"
    >
      <Hourglass size={18} className="shrink-0" aria-hidden />
      {waitingWords(count)}
    </Link>
  );
}
