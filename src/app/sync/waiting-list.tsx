import { when } from './device-words.ts';
import type { WaitingChange } from './waiting.ts';

/** What the server does not have yet: what it is, about whom, and since when. */
export function WaitingList({ waiting }: { waiting: readonly WaitingChange[] }) {
  if (waiting.length === 0) {
    return <p className="text-muted">Nothing. Everything you did is on the server.</p>;
  }
  return (
    <ol className="divide-y divide-line rounded-lg border border-line">
      {waiting.map(({ seq, words, about, at }) => (
        <li key={seq} className="flex items-baseline gap-3 px-4 py-2.5">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {words}
            {about && (
              <span className="text-muted">
                {' · '}
                <bdi>{about}</bdi>
              </span>
            )}
          </span>
          <time dateTime={at} className="shrink-0 text-sm text-muted tabular-nums">
            {when(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
