import type { LogLine } from '#platform/log.ts';
import clsx from 'clsx';

/** The newest first; what went wrong stands out. */
export function LogLines({ lines }: { lines: readonly LogLine[] }) {
  if (lines.length === 0) return <p className="text-muted">Nothing was logged yet.</p>;
  return (
    <div
      role="region"
      aria-label="Log lines"
      // The keyboard has to be able to scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG asks for it here
      tabIndex={0}
      className="max-h-112 overflow-y-auto"
    >
      <ol className="font-mono text-xs leading-relaxed">
        {lines.map(({ at, level, message, facts }, index) => (
          <li
            key={`${at}-${index}`}
            className={clsx(
              'border-b border-line py-1 break-words',
              level === 'error' && 'text-danger',
            )}
          >
            <span className="text-muted tabular-nums">{at.slice(5, 23).replace('T', ' ')}</span>{' '}
            {message} <span className="text-muted">{facts}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
