import { partsOfDay } from '#domain/availability/open-days.ts';
import type { Instant } from '#domain/rows.ts';
import type { Zone } from '#domain/time/zone.ts';
import clsx from 'clsx';
import { memo, useId } from 'react';
import { Spinner } from './spinner.tsx';

const NAMES = { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' } as const;

/**
 * The times of one day as buttons, grouped as people speak of them. Drawn again only when something of
 * it is new: a day has dozens of times, and beside them one looks through months.
 */
export const TimeList = memo(function TimeList({
  starts,
  suggested,
  zone,
  format,
  alsoAs,
  chosen,
  busy,
  onPick,
}: {
  starts: readonly Instant[];
  /** Those that are marked: they suit the business best. */
  suggested: ReadonlySet<Instant>;
  zone: Zone;
  format: (at: Instant) => string;
  /** The same time on another clock, for readers elsewhere: `3:00 PM your time`. */
  alsoAs: ((at: Instant) => string) | null;
  chosen: Instant | null;
  /** The time that is being asked for right now. */
  busy: Instant | null;
  onPick: (at: Instant) => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-5">
      {partsOfDay(starts, zone).map(({ part, starts: group }) => (
        <section key={part} aria-labelledby={`${id}-${part}`}>
          <h3 id={`${id}-${part}`} className="mb-2 text-sm font-medium text-muted">
            {NAMES[part]}
          </h3>
          <ul
            className={clsx(
              'grid gap-2',
              alsoAs
                ? 'grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]'
                : 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]',
            )}
          >
            {group.map((at) => (
              <li key={at}>
                <button
                  type="button"
                  aria-pressed={at === chosen}
                  aria-busy={at === busy || undefined}
                  aria-disabled={busy !== null || undefined}
                  onClick={() => busy === null && onPick(at)}
                  className={clsx(
                    'grid min-h-12 w-full place-content-center rounded-md border px-2 py-1.5 text-center font-medium tabular-nums',
                    'transition-colors duration-150',
                    at === chosen
                      ? 'border-accent bg-accent text-on-accent'
                      : 'border-field bg-surface text-ink hover:border-accent hover:bg-accent-soft',
                  )}
                >
                  {at === busy ? <Spinner size={20} /> : format(at)}
                  {suggested.has(at) && (
                    <span className={clsx('text-xs font-normal', at !== chosen && 'text-muted')}>
                      Suggested
                    </span>
                  )}
                  {alsoAs && (
                    <span className={clsx('text-xs font-normal', at !== chosen && 'text-muted')}>
                      {alsoAs(at)}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
});
