import { messageFor, ruleText } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { takesFiles } from '#domain/forms/field-types.ts';
import { filesOf } from '#domain/forms/files.ts';
import { keptAnswers } from '#domain/forms/kept-answers.ts';
import type { FormAnswers, FormField } from '#domain/rows.ts';
import { readKeptFile } from '#platform/kept-files.ts';
import { onOnlineChange } from '#platform/online.ts';
import { sendFormFiles } from '#remote/form-files.ts';
import type { SendingProgress } from '#remote/form-files.ts';
import { fetchForm } from '#remote/public-forms.ts';
import type { PublicForm } from '#remote/public-forms.ts';
import { Button } from '#ui/button.tsx';
import { FilesProgress } from '#ui/forms/files-progress.tsx';
import { FormFill } from '#ui/forms/form-fill.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { blockingForms } from './blocking-forms.ts';
import type { BlockingForm } from './blocking-forms.ts';
import type { Details } from './booking-draft.ts';
import type { LaterFlow } from './booking-flow.ts';
import { stepAfter } from './booking-steps.ts';
import { HoldTimer } from './hold-timer.tsx';

/** The forms without which the business takes no online booking, one after the other. */
export function FormsStep({
  flow,
  refreshProfile,
}: {
  flow: LaterFlow;
  refreshProfile: () => Promise<void>;
}) {
  const { catalogue, draft, goTo } = flow;
  const wanted = blockingForms(catalogue, draft);
  const open = wanted.find(({ key }) => !draft.forms[key]?.isDone);
  const [shown, setShown] = useState((open ?? wanted[0])?.key);
  // One that is not wanted any more makes room for what is.
  const form = wanted.find(({ key }) => key === shown) ?? open;
  const isOver = form === undefined;
  useEffect(() => {
    if (isOver) goTo(stepAfter('forms', catalogue, draft), { replace: true });
    // Once, when there is nothing left to fill in.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  if (!form) return null;
  const onDone = () => {
    const next = wanted[wanted.indexOf(form) + 1];
    if (next) setShown(next.key);
    else goTo(stepAfter('forms', catalogue, draft));
  };
  return (
    <OneForm
      key={form.key}
      flow={flow}
      form={form}
      refreshProfile={refreshProfile}
      onDone={onDone}
    />
  );
}

function OneForm({
  flow,
  form: { key, name },
  refreshProfile,
  onDone,
}: {
  flow: LaterFlow;
  form: BlockingForm;
  refreshProfile: () => Promise<void>;
  onDone: () => void;
}) {
  const { draft, send, catalogue } = flow;
  const { business } = catalogue.profile;
  const { form, error, refresh } = useForm(key);
  // It is not asked for any more: then the booking goes on without it.
  useEffect(() => {
    if (error?.code === 'not_found') void refreshProfile();
  }, [error, refreshProfile]);
  // What the fields begin with; from then on they keep what is typed.
  const [known] = useState(draft.forms[key]);
  const isOlder = form !== null && known !== undefined && known.version !== form.version;
  const files = useSending(key);
  const goOn = async (version: number, answers: FormAnswers): Promise<void> => {
    const keep = (isDone: boolean): void =>
      send({ type: 'form_filled', key, form: { version, answers, isDone } });
    keep(false);
    if (!(await files.send(version, answers))) return;
    keep(true);
    onDone();
  };
  return (
    <div className="max-w-2xl">
      <StepHeading title={name} place={business.name}>
        {business.name} needs this before you book. It stays on this device until then.
        {form?.fields.some(({ type }) => takesFiles(type)) &&
          ' Photos and files are sent when you continue, and removed within two days if you do not book.'}
      </StepHeading>
      <HoldTimer flow={flow} />
      {draft.refusal?.code === 'form_required' && (
        <div className="mb-5">
          <Notice tone="danger" title="Please look through this form once more">
            It has changed, or an answer is missing.
          </Notice>
        </div>
      )}
      {form ? (
        <>
          {isOlder && (
            <div className="mb-5">
              <Notice tone="warning" title="This form has changed">
                Your answers of before are still here. Please look through all of them, and agree
                and sign again.
              </Notice>
            </div>
          )}
          <FormFill
            fields={form.fields}
            initial={{
              ...typedAlready(form.fields, draft.details),
              ...(known && (isOlder ? keptAnswers(form.fields, known.answers) : known.answers)),
            }}
            submitLabel="Continue"
            ruleWords={ruleText}
            onChange={(answers) =>
              send({
                type: 'form_filled',
                key,
                form: { version: form.version, answers, isDone: false },
              })
            }
            busy={files.progress !== null}
            onSubmit={(answers) => void goOn(form.version, answers)}
          />
          {files.progress && <FilesProgress {...files.progress} />}
          {files.trouble && (
            <div className="mt-5">
              <Notice tone="danger" live title={troubleWords(files.trouble, form.fields)} />
            </div>
          )}
        </>
      ) : error ? (
        <Notice
          tone="warning"
          live
          title="The form could not be loaded"
          action={
            <Button size="sm" onClick={refresh}>
              Try again
            </Button>
          }
        >
          {messageFor(error)}
        </Notice>
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-72 w-full !rounded-lg" />
        </div>
      )}
    </div>
  );
}

/** The form behind a key; without signal it comes as soon as there is one. */
const useForm = (
  key: string,
): { form: PublicForm['form'] | null; error: AppError | null; refresh: () => void } => {
  const [form, setForm] = useState<PublicForm['form'] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const refresh = useCallback(() => {
    void fetchForm({ key, token: null }).then((answer) => {
      if (answer.ok) setForm(answer.value.form);
      setError(answer.ok ? null : answer.error);
    });
  }, [key]);
  const isThere = form !== null;
  useEffect(() => {
    if (isThere) return;
    refresh();
    return onOnlineChange(refresh);
  }, [isThere, refresh]);
  return { form, error, refresh };
};

/** Brings photos and files ahead of the booking, which then only names them. */
const useSending = (key: string) => {
  const [progress, setProgress] = useState<SendingProgress | null>(null);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  /** false = not all of them are there, or nobody waits for it any more. */
  const send = async (version: number, answers: FormAnswers): Promise<boolean> => {
    setTrouble(null);
    if (filesOf(answers).length === 0) return true;
    const sent = await sendFormFiles(
      { key, token: null },
      { version, answers },
      { read: readKeptFile, onProgress: setProgress },
    );
    setProgress(null);
    if (!sent.ok) setTrouble(sent.error);
    return sent.ok && isHere.current;
  };
  return { progress, trouble, send };
};

/** What is there stays there: continuing goes on where it ended. */
const troubleWords = (trouble: AppError, fields: readonly FormField[]): string => {
  const label = fields.find(({ id }) => id === trouble.field)?.label;
  return [label, messageFor(trouble)].filter(Boolean).join(': ');
};

/** Nobody types their name twice. */
const typedAlready = (
  fields: readonly FormField[],
  { firstName, lastName, email, phone }: Details,
): Record<string, unknown> => {
  const typed = { first_name: firstName, last_name: lastName, email, phone };
  return Object.fromEntries(
    fields.flatMap(({ id, map_to }) =>
      map_to && map_to in typed ? [[id, typed[map_to as keyof typeof typed].trim()]] : [],
    ),
  );
};
