import clsx from 'clsx';
import { Link, useLocation } from 'react-router-dom';
import type { Step } from './booking-steps.ts';
import { stepSearch } from './step-search.ts';

const NAMES: Readonly<Record<Step, string>> = {
  services: 'Services',
  where: 'Where',
  staff: 'With',
  time: 'Time',
  details: 'You',
  forms: 'Forms',
  review: 'Book',
};

/** How far the booking is; steps that are done lead back to themselves. */
export function StepProgress({ steps, current }: { steps: readonly Step[]; current: Step }) {
  const { search } = useLocation();
  const currentIndex = steps.indexOf(current);
  // Large letters, or many steps, on a small screen leave room for one name only.
  const isMany = steps.length > 5;
  return (
    <nav aria-label="Steps of the booking" className="@container pt-4">
      <ol className="flex gap-1.5">
        {steps.map((step, index) => {
          const isDone = index < currentIndex;
          const bar = (
            <>
              <span
                className={clsx(
                  'h-1.5 w-full rounded-full transition-colors duration-200',
                  index <= currentIndex ? 'bg-accent' : 'bg-line',
                )}
              />
              <span
                className={clsx(
                  'sr-only text-xs sm:text-sm',
                  isMany ? '@sm:not-sr-only' : '@2xs:not-sr-only',
                  index === currentIndex ? 'font-semibold' : 'text-muted',
                )}
              >
                {NAMES[step]}
              </span>
            </>
          );
          const look = 'flex min-h-11 flex-col justify-center gap-1.5 rounded-md';
          return (
            <li key={step} className="min-w-0 flex-1">
              {isDone ? (
                <Link to={{ search: stepSearch(search, step) }} className={look}>
                  {bar}
                </Link>
              ) : (
                <span aria-current={index === currentIndex ? 'step' : undefined} className={look}>
                  {bar}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p aria-hidden className={clsx('text-sm', isMany ? '@sm:hidden' : '@2xs:hidden')}>
        {currentIndex + 1} of {steps.length}: {NAMES[current]}
      </p>
    </nav>
  );
}
