import { pathTo } from '#app/paths.ts';
import type { StaffGaps } from '#db/queries/gaps.ts';
import { clockText } from '#domain/time/clock-text.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Card } from '#ui/card.tsx';
import { Link } from 'react-router-dom';

/** Time that could still be filled today; each gap leads to booking it. */
export function GapsCard({
  gaps,
  showsStaff,
  formats,
  locale,
  mayBook,
}: {
  gaps: readonly StaffGaps[];
  showsStaff: boolean;
  formats: BusinessFormats;
  locale: string;
  mayBook: boolean;
}) {
  const people = gaps.filter((one) => one.gaps.length > 0);
  if (people.length === 0) return null;
  return (
    <Card title="Free today" className="max-lg:order-5">
      <ul className="grid grid-cols-1 gap-3">
        {people.map(({ staff, gaps: own }) => (
          <li key={staff.id} className="min-w-0">
            {showsStaff && (
              <p className="mb-1 flex items-center gap-2 text-sm text-muted">
                <span
                  data-colour={staff.colour}
                  className="size-2.5 shrink-0 rounded-full bg-swatch"
                  aria-hidden
                />
                <bdi className="truncate">{staff.display_name}</bdi>
              </p>
            )}
            <ul className="flex flex-wrap gap-2">
              {own.map((gap) => {
                const text = formats.timeRange(gap.startsAt, gap.endsAt);
                const length = formatDuration(gap.minutes, { locale });
                return (
                  <li key={gap.startsAt}>
                    {mayBook ? (
                      <Link
                        to={pathTo('calendar', null, {
                          new: 'appointment',
                          on: gap.day,
                          at: clockText(gap.minute),
                          with: staff.id,
                        })}
                        title={`${length} free: book`}
                        className="inline-flex min-h-9 items-center rounded-full border border-line px-3 text-sm tabular-nums transition-colors hover:border-accent hover:bg-accent-soft pointer-coarse:min-h-11"
                      >
                        <span className="sr-only">Book </span>
                        {text}
                      </Link>
                    ) : (
                      <span className="text-sm tabular-nums">{text}</span>
                    )}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  );
}
