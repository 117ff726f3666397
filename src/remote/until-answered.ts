import type { AppError, Result } from '#domain/errors/result.ts';
import { onOnlineChange } from '#platform/online.ts';
import { onVisibilityChange } from '#platform/visibility.ts';
import { isOutcomeUnknown } from './public-rpc.ts';

/** Waits between questions whose answer was lost; the last one goes on for ever. */
const WAIT_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export const nextWaitMs = (tries: number): number =>
  WAIT_MS[Math.min(Math.max(tries, 1), WAIT_MS.length) - 1] ?? 15_000;

type Handlers<T> = {
  onAnswer: (answer: Result<T>) => void;
  /** Called after every question that came to nothing. */
  onSilence: (tries: number, error: AppError) => void;
};

export type Asking = {
  askNow: () => void;
  /** Nobody wants the answer any more; the server may still have done it. */
  stop: () => void;
};

/**
 * Asks for something that must not happen twice until the server has said yes or no. `ask` carries
 * an operation id, so asking again is safe: after a wait, when the network returns, and when the
 * page comes to the front.
 *
 *   ask ─▶ yes, no ─▶ onAnswer
 *    ▲ └─▶ no answer ─▶ onSilence ─┐
 *    └── wait, online, visible ◀───┘
 */
export const untilAnswered = <T>(ask: () => Promise<Result<T>>, handlers: Handlers<T>): Asking => {
  let isOver = false;
  let isAsking = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
    stopOnline();
    stopVisible();
  };
  const askNow = async (): Promise<void> => {
    if (isOver || isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    const answer = await ask();
    isAsking = false;
    if (isOver) return;
    if (answer.ok || !isOutcomeUnknown(answer.error.code)) {
      stop();
      handlers.onAnswer(answer);
      return;
    }
    tries += 1;
    handlers.onSilence(tries, answer.error);
    timer = setTimeout(() => void askNow(), nextWaitMs(tries));
  };

  const stopOnline = onOnlineChange(() => void askNow());
  const stopVisible = onVisibilityChange((isVisible) => {
    if (isVisible) void askNow();
  });
  void askNow();
  return { askNow: () => void askNow(), stop };
};
