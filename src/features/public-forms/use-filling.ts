import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { FormAnswers } from '#domain/rows.ts';
import { nowMs } from '#platform/clock.ts';
import { randomBytes } from '#platform/random.ts';
import { submitForm } from '#remote/public-forms.ts';
import type { FormLink, PublicForm } from '#remote/public-forms.ts';
import { untilAnswered } from '#remote/until-answered.ts';
import type { Asking } from '#remote/until-answered.ts';
import { useEffect, useRef, useState } from 'react';
import { forgetDraft, openDraft, saveDraft } from './draft-store.ts';
import type { FormDraft } from './draft-store.ts';

const newId = createUuidV7Source({ nowMs, randomBytes });

export type Filling = {
  /** What the fields begin with. */
  answers: Record<string, unknown>;
  isRestored: boolean;
  isOlder: boolean;
  /** It is on its way and nobody knows yet whether it arrived. */
  isUnderway: boolean;
  /** The last question went unanswered, for this reason; it is asked again by itself. */
  silence: AppError | null;
  refusal: AppError | null;
  keep: (answers: Record<string, unknown>) => void;
  startOver: () => void;
  send: (answers: FormAnswers) => void;
  askNow: () => void;
};

/**
 * Keeps what is filled in on this device and sends it once, however often the answer is lost: what is
 * sent is written down with its id before, and asked for again after a reload.
 */
export const useFilling = (
  { key, token }: FormLink,
  form: PublicForm['form'],
  onSent: () => void,
): Filling => {
  const [opened, setOpened] = useState(() => openDraft({ key, token }, form, nowMs()));
  const [draft, setDraft] = useState<FormDraft>(opened.draft);
  const [silence, setSilence] = useState<AppError | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const asking = useRef<Asking | null>(null);
  const sent = useRef(onSent);
  useEffect(() => {
    sent.current = onSent;
  });
  const change = (next: FormDraft): void => {
    // Before anything is sent, so that it can always be found again.
    saveDraft({ key, token }, next, nowMs());
    setDraft(next);
  };

  const { attempt } = draft;
  useEffect(() => {
    if (!attempt) return;
    const link = { key, token };
    const { opId, version, answers } = attempt;
    asking.current = untilAnswered(() => submitForm(link, { version, answers }, opId), {
      onSilence: (_, error) => setSilence(error),
      onAnswer: (answer) => {
        setSilence(null);
        if (answer.ok) {
          forgetDraft(link);
          sent.current();
          return;
        }
        setRefusal(answer.error);
        setDraft((known) => {
          const settled = { ...known, attempt: null };
          saveDraft(link, settled, nowMs());
          return settled;
        });
      },
    });
    return () => asking.current?.stop();
  }, [key, token, attempt]);

  return {
    answers: draft.answers,
    isRestored: opened.isRestored,
    isOlder: opened.isOlder,
    isUnderway: attempt !== null,
    silence,
    refusal,
    keep: (answers) => change({ ...draft, answers }),
    startOver: () => {
      forgetDraft({ key, token });
      const fresh = openDraft({ key, token }, form, nowMs());
      setOpened(fresh);
      setDraft(fresh.draft);
      setRefusal(null);
    },
    send: (answers) => {
      setRefusal(null);
      change({ ...draft, attempt: { opId: newId(), version: form.version, answers } });
    },
    askNow: () => asking.current?.askNow(),
  };
};
