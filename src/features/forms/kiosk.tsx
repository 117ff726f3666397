import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageFor, ruleText } from '#app/messages.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { formToFill, type FormToFill } from '#db/queries/forms.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { filesOf } from '#domain/forms/files.ts';
import type { FormAnswers, Uuid } from '#domain/rows.ts';
import { dropKeptFiles, readKeptFile } from '#platform/kept-files.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { dropDraft } from '#ui/form-draft.ts';
import { FormFill } from '#ui/forms/form-fill.tsx';
import { Notice } from '#ui/notice.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { useDialog } from '#ui/use-dialog.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';

/**
 * A form on the device of the business, in the hands of a client: nothing else can be reached from
 * it, and leaving it asks first. Works without a connection.
 */
export function Kiosk({ formId, onClose }: { formId: Uuid; onClose: () => void }) {
  const [params] = useSearchParams();
  const clientId = params.get('client');
  const corrects = params.get('correct');
  const newest = useQuery(
    (local) => formToFill(local, formId, clientId, corrects),
    [formId, clientId, corrects],
  );
  // What is shown is what is sealed, whatever is published or archived meanwhile.
  const [filling, setFilling] = useState<FormToFill | null>(null);
  if (newest && !filling) setFilling(newest);
  if (newest === undefined) return null;
  return (
    <KioskDialog
      key={filling ? 'open' : 'closed'}
      filling={filling}
      appointmentId={params.get('appointment')}
      onClose={onClose}
    />
  );
}

function KioskDialog({
  filling,
  appointmentId,
  onClose,
}: {
  filling: FormToFill | null;
  appointmentId: Uuid | null;
  onClose: () => void;
}) {
  const db = useDb();
  const owner = [filling?.version.id, filling?.client?.id, appointmentId, filling?.corrects].join(
    '.',
  );
  const draftKey = `${db.name}.kiosk.${owner}`;
  const draft = useKeptDraft(draftKey, (): { answers: Record<string, unknown> } => ({
    answers: filling?.known ?? {},
  }));
  // For a reload alone: whoever opens the form after this must not read what somebody else answered.
  const kept = useRef(draft.values.answers);
  useEffect(() => {
    kept.current = draft.values.answers;
  });
  useEffect(
    () => () => {
      dropDraft(draftKey);
      void dropKeptFiles(fileIdsOf(kept.current));
    },
    [draftKey],
  );
  const [begun, setBegun] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Once it is filled in, too, the client still holds the device: only a button leads out.
  const { isShown, dialogProps } = useDialog(true, () => (filling ? setLeaving(true) : onClose()));
  const seal = async (answers: FormAnswers): Promise<void> => {
    if (!filling) return;
    setBusy(true);
    const filed = await fileSubmission(db, {
      files: await readFiles(answers),
      versionId: filling.version.id,
      clientId: filling.client?.id ?? null,
      appointmentId,
      supersedes: filling.corrects,
      answers,
    });
    setBusy(false);
    setFailure(filed.ok ? null : messageFor(filed.error));
    if (filed.ok) {
      draft.forget();
      void dropKeptFiles(fileIdsOf(answers));
    }
    setDone(filed.ok);
  };
  const title = filling?.form.name ?? 'Form';
  return (
    <dialog
      {...dialogProps}
      aria-label={title}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas text-ink"
    >
      {isShown && (
        <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5 px-4 py-6">
          {!filling ? (
            <EmptyState
              level="h1"
              title="This form cannot be filled in"
              action={<Button onClick={onClose}>Go back</Button>}
            >
              It is not published, or not any more.
            </EmptyState>
          ) : isDone ? (
            <EmptyState
              icon={CircleCheck}
              level="h1"
              title="Thank you"
              action={
                <Button variant="primary" onClick={onClose}>
                  Done
                </Button>
              }
            >
              Your answers are saved. Please hand the device back.
            </EmptyState>
          ) : (
            <>
              <header className="flex flex-wrap items-start gap-3">
                <div className="min-w-0 flex-1">
                  <h1 className="text-2xl leading-tight font-semibold break-words">{title}</h1>
                  <p className="text-muted">
                    {filling.business.name}
                    {filling.client && ` · for ${filling.name}`}
                  </p>
                </div>
                <Button onClick={() => setLeaving(true)}>Stop</Button>
              </header>
              {isLeaving && (
                <Notice
                  tone="warning"
                  title="Stop without saving?"
                  live
                  action={
                    <span className="flex flex-wrap gap-2">
                      <Button size="sm" onClick={() => setLeaving(false)}>
                        Go on
                      </Button>
                      <Button size="sm" variant="danger" onClick={onClose}>
                        Stop
                      </Button>
                    </span>
                  }
                >
                  What was filled in is lost.
                </Notice>
              )}
              {draft.isRestored && (
                <RestoredNotice
                  onStartOver={() => {
                    void dropKeptFiles(fileIdsOf(draft.values.answers));
                    draft.startOver();
                    setBegun(begun + 1);
                  }}
                />
              )}
              {failure && <Notice tone="danger">{failure}</Notice>}
              <FormFill
                key={begun}
                fields={filling.version.fields}
                initial={draft.values.answers}
                submitLabel="Send"
                ruleWords={ruleText}
                busy={isBusy}
                onChange={(answers) => draft.change({ answers })}
                onSubmit={(answers) => void seal(answers)}
              />
            </>
          )}
        </div>
      )}
    </dialog>
  );
}

const fileIdsOf = (answers: Record<string, unknown>): Uuid[] =>
  filesOf(answers).map(({ id }) => id);

/** What was taken or chosen, as far as it is still here. */
const readFiles = async (answers: FormAnswers): Promise<Map<Uuid, ArrayBuffer>> => {
  const files = new Map<Uuid, ArrayBuffer>();
  for (const id of fileIdsOf(answers)) {
    const data = await readKeptFile(id);
    if (data) files.set(id, data);
  }
  return files;
};
