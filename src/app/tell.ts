import { messageFor } from '#app/messages.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import { showToast } from '#ui/toast.ts';

export type Undoable = { undo: (() => Promise<Result<unknown>>) | null };

/** Says that something was done and offers the way back, or says why it was not. */
export function tellDone(result: Result<Undoable>, title: string): void {
  if (!result.ok) return tellFailed(result.error);
  const { undo } = result.value;
  const takeBack = async (): Promise<void> => {
    const undone = await undo?.();
    if (undone && !undone.ok) tellFailed(undone.error);
  };
  showToast({
    type: 'success',
    title,
    ...(undo ? { action: { label: 'Undo', onPress: () => void takeBack() } } : {}),
  });
}

export const tellFailed = (error: AppError): void => {
  showToast({ type: 'error', title: messageFor(error) });
};
