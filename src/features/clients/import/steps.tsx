import clsx from 'clsx';
import { Check } from 'lucide-react';

const NAMES = ['File', 'Columns', 'Check', 'Import'] as const;

/** Where one is on the way from the file to the clients. */
export function Steps({ at }: { at: 1 | 2 | 3 | 4 }) {
  return (
    <ol aria-label="Steps" className="mb-6 grid grid-cols-4 gap-2">
      {NAMES.map((name, index) => {
        const number = index + 1;
        const isPast = number < at;
        return (
          <li
            key={name}
            aria-current={number === at ? 'step' : undefined}
            className={clsx(
              'flex items-center gap-1.5 border-t-2 pt-2 text-sm font-medium',
              number <= at ? 'border-accent text-accent' : 'border-line text-muted',
            )}
          >
            {isPast && <Check size={16} className="shrink-0 max-sm:hidden" aria-hidden />}
            {name}
            {isPast && <span className="sr-only"> (done)</span>}
          </li>
        );
      })}
    </ol>
  );
}
