import type { AppError } from '#domain/errors/result.ts';
import { Notice } from '#ui/notice.tsx';
import type { SureAction } from './use-sure-action.ts';

/** What became of a press: refused, or not answered yet. Never "done" before it is. */
export function ActionNotices({
  action,
  words,
}: {
  action: SureAction;
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
