import type { AppError, Result } from '#domain/errors/result.ts';
import { showToast } from './toast.ts';

/** Turns an error into a sentence; src/ui does not know the words itself. */
type Words = (error: AppError) => string;

type Undoable = { undo?: (() => Promise<Result<unknown>>) | null };

/** Says that something was done and offers the way back, or says why it was not. */
export const tellOutcome = (result: Result<unknown>, title: string, words: Words): void => {
  if (!result.ok) return tellFailure(result.error, words);
  const undo = undoOf(result.value);
  showToast({
    type: 'success',
    title,
    ...(undo ? { action: { label: 'Undo', onPress: () => void takeBack(undo, words) } } : {}),
  });
};

export const tellFailure = (error: AppError, words: Words): void => {
  showToast({ type: 'error', title: words(error) });
};

const takeBack = async (undo: () => Promise<Result<unknown>>, words: Words): Promise<void> => {
  const undone = await undo();
  if (!undone.ok) tellFailure(undone.error, words);
};

/** Commands that can be taken back answer `{id, undo}`; the others answer an id or nothing. */
const undoOf = (value: unknown): (() => Promise<Result<unknown>>) | null =>
  value !== null && typeof value === 'object' && 'undo' in value
    ? ((value as Undoable).undo ?? null)
    : null;
