import type { AppError } from '#domain/errors/result.ts';
import { Notice } from './notice.tsx';

/** What became of a press: refused, or not answered yet. Never "done" before it is. */
export function ActionNotices({
  action,
  words,
}: {
  action: {
    /** The last question went unanswered, for this reason; it is asked again by itself. */
    silence: AppError | null;
    /** The server said no. */
    refusal: AppError | null;
  };
  words: (error: AppError) => string;
}) {
  if (action.refusal) {
    return (
      <div className="mt-5">
        <Notice tone="danger" title={words(action.refusal)} />
      </div>
    );
  }
  if (!action.silence) return null;
  return (
    <div className="mt-5">
      <Notice tone="warning" live title={words(action.silence)}>
        It is not done yet as far as we know. This page keeps asking until the answer is there.
      </Notice>
    </div>
  );
}
