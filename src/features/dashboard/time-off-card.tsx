import { patterns } from '#app/paths.ts';
import { waitingForTimeOff } from '#db/queries/time-off.ts';
import { useQuery } from '#db/use-query.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

/** Colleagues who wait for a yes or no; it is said where their absences and clashes stand. */
export function TimeOffCard() {
  const names = useQuery(waitingForTimeOff, []) ?? [];
  if (names.length === 0) return null;
  return (
    <div className="min-w-0 max-lg:order-2">
      <Notice
        title={names.length === 1 ? 'A request for time off' : 'Requests for time off'}
        action={
          <LinkButton to={patterns.staff} size="sm">
            Answer
          </LinkButton>
        }
      >
        <bdi>{names.join(', ')}</bdi>
      </Notice>
    </div>
  );
}
