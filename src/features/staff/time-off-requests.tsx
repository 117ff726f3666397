import { messageFor } from '#app/messages.ts';
import { setTimeOffStatus } from '#db/commands/hours.ts';
import type { AwayView } from '#db/queries/time-off.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { AwayFacts } from './away-sheet.tsx';
import { ClashList } from './clash-list.tsx';

/** Who has asked for time off and waits for an answer, with what it would leave undone. */
export function TimeOffRequests({
  views,
  business,
}: {
  views: readonly AwayView[];
  business: BusinessRow;
}) {
  const db = useDb();
  const formats = businessFormats(business);
  const asked = views.filter(({ timeOff }) => timeOff.status === 'requested');
  if (asked.length === 0) return null;
  const answer = async (
    { timeOff, staff }: AwayView,
    status: 'approved' | 'declined',
  ): Promise<void> =>
    tellOutcome(
      await setTimeOffStatus(db, timeOff.id, status),
      `Time off of ${staff.display_name} ${status}`,
      messageFor,
    );
  return (
    <section
      aria-labelledby="time-off-requests"
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <h2 id="time-off-requests" className="px-4 pt-3 font-semibold">
        {asked.length === 1 ? 'One request for time off' : `${asked.length} requests for time off`}
      </h2>
      <ul className="divide-y divide-line">
        {asked.map((view) => (
          <li key={view.timeOff.id} className="grid gap-2 px-4 py-3">
            <bdi className="font-medium">{view.staff.display_name}</bdi>
            <AwayFacts view={view} business={business} formats={formats} />
            <ClashList clashes={view.clashes} formats={formats} />
            <div className="flex gap-2 *:flex-1 sm:*:flex-none">
              <Button
                size="sm"
                aria-label={`Decline the time off of ${view.staff.display_name}`}
                onClick={() => void answer(view, 'declined')}
              >
                Decline
              </Button>
              <Button
                size="sm"
                variant="primary"
                aria-label={`Approve the time off of ${view.staff.display_name}`}
                onClick={() => void answer(view, 'approved')}
              >
                Approve
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
