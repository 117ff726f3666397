import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import { filesOf } from '#domain/forms/files.ts';
import type { FormAnswers } from '#domain/rows.ts';
import { nowMs } from '#platform/clock.ts';
import { dropKeptFiles, dropOldFiles, readKeptFile } from '#platform/kept-files.ts';
import { randomBytes } from '#platform/random.ts';
import { sendFormFiles } from '#remote/form-files.ts';
import type { SendingProgress } from '#remote/form-files.ts';
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
  /** How far its photos and files are; null = it has none. */
  progress: SendingProgress | null;
  keep: (answers: Record<string, unknown>) => void;
  startOver: () => void;
  send: (answers: FormAnswers) => void;
  askNow: () => void;
};

/**
 * Keeps what is filled in on this device and sends it once, however often the answer is lost: what is
 * sent is written down with its id before, and asked for again after a reload. Photos and files go before
 * the form that names them.
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
  const [progress, setProgress] = useState<SendingProgress | null>(null);
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

  // Those of drafts that are forgotten by now.
  useEffect(() => void dropOldFiles(nowMs()), []);

  const { attempt } = draft;
  useEffect(() => {
    if (!attempt) return;
    const link = { key, token };
    const { opId, version, answers } = attempt;
    const files = filesOf(answers).map(({ id }) => id);
    const send = async (): Promise<Result<unknown>> => {
      if (files.length > 0) {
        const brought = await sendFormFiles(
          link,
          { version, answers },
          { read: readKeptFile, onProgress: setProgress },
        );
        if (!brought.ok) return brought;
      }
      return submitForm(link, { version, answers }, opId);
    };
    asking.current = untilAnswered(send, {
      onSilence: (_, error) => setSilence(error),
      onAnswer: (answer) => {
        setSilence(null);
        setProgress(null);
        if (answer.ok) {
          forgetDraft(link);
          void dropKeptFiles(files);
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
    progress,
    keep: (answers) => change({ ...draft, answers }),
    startOver: () => {
      forgetDraft({ key, token });
      void dropKeptFiles(filesOf(draft.answers).map(({ id }) => id));
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
