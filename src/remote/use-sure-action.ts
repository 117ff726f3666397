import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import { nowMs } from '#platform/clock.ts';
import { randomBytes } from '#platform/random.ts';
import { untilAnswered } from './until-answered.ts';
import type { Asking } from './until-answered.ts';
import { useEffect, useRef, useState } from 'react';

const newId = createUuidV7Source({ nowMs, randomBytes });

export type SureAction = {
  /** It is on its way and nobody knows yet whether it was done. */
  isUnderway: boolean;
  /** The last question went unanswered, for this reason; it is asked again by itself. */
  silence: AppError | null;
  /** The server said no. */
  refusal: AppError | null;
  start: (call: (opId: string) => Promise<Result<unknown>>, onDone: () => void) => void;
};

/** Something that is done once, however often its answer is lost. */
export const useSureAction = (): SureAction => {
  const [isUnderway, setUnderway] = useState(false);
  const [silence, setSilence] = useState<AppError | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const asking = useRef<Asking | null>(null);
  useEffect(() => () => asking.current?.stop(), []);

  const start: SureAction['start'] = (call, onDone) => {
    if (isUnderway) return;
    const opId = newId();
    setUnderway(true);
    setRefusal(null);
    setSilence(null);
    asking.current = untilAnswered(() => call(opId), {
      onSilence: (_, error) => setSilence(error),
      onAnswer: (answer) => {
        setUnderway(false);
        setSilence(null);
        if (answer.ok) onDone();
        else setRefusal(answer.error);
      },
    });
  };
  return { isUnderway, silence, refusal, start };
};
