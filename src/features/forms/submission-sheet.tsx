import { Pencil, Printer, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { countersign, voidSubmission } from '#db/commands/form-submissions.ts';
import { submissionView } from '#db/queries/forms.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import type { FormSubmissionRow, Signature, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ClientPicker } from '#ui/client-picker.ts';
import { TextField } from '#ui/fields.tsx';
import { AnswerList, SignatureView } from '#ui/forms/answer-list.tsx';
import { SignaturePad } from '#ui/forms/signature-pad.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import './print-submission.css';
import { FiledFile } from './filed-file.tsx';
import { SUBMISSION_STATE } from './form-words.ts';
import { RecordChangesPart } from './record-changes-part.tsx';
import { WhoseItIs } from './whose-it-is.tsx';

const WHEN = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** A form that was filled in: to read, print, sign, or make void. Its answers are never changed. */
export function SubmissionSheet({
  open,
  id,
  clientPicker,
  onClose,
}: {
  open: boolean;
  id: Uuid;
  clientPicker: ClientPicker;
  onClose: () => void;
}) {
  const db = useDb();
  const navigate = useNavigate();
  const view = useQuery((local) => submissionView(local, id), [id]);
  const business = useQuery((local) => local.rows('businesses').get(local.businessId), []);
  const [signature, setSignature] = useState<Signature | undefined>();
  const [reason, setReason] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | undefined>();
  if (view === undefined || !business) return null;
  const formats = businessFormats(business);

  const tell = (result: Result<unknown>, title: string): void => {
    setWrong(result.ok ? undefined : messageFor(result.error));
    if (!result.ok) return;
    setReason(null);
    tellOutcome(result, title, messageFor);
  };
  if (!view) {
    return (
      <SideSheet open={open} title="Filled-in form" onClose={onClose}>
        <p className="text-muted">It is not on this device, or not any more.</p>
      </SideSheet>
    );
  }
  const { submission, form, version, client, corrects, correctedBy } = view;
  const correct = (): void =>
    void navigate(
      pathTo('forms', null, {
        fill: form.id,
        correct: id,
        ...(submission.client_id && { client: submission.client_id }),
        ...(submission.appointment_id && { appointment: submission.appointment_id }),
      }),
    );
  const { label, tone } = SUBMISSION_STATE[submission.state];
  return (
    <SideSheet
      open={open}
      title={form.name}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {submission.state !== 'void' && reason === null && (
            <Button className="mr-auto" onClick={() => setReason('')}>
              Make void
            </Button>
          )}
          {submission.state !== 'void' && form.status === 'published' && (
            <Button icon={Pencil} onClick={correct}>
              Correct it
            </Button>
          )}
          <Button icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {submission.client_id === null && submission.state !== 'void' && (
          <WhoseItIs id={id} clientPicker={clientPicker} />
        )}
        <RecordChangesPart view={view} locale={business.locale} />
        <div data-print="submission" className="grid grid-cols-1 gap-5">
          <header className="grid gap-1">
            <p className="hidden text-lg font-semibold print:block">
              {business.name}: {form.name}
            </p>
            <p className="flex flex-wrap items-center gap-2">
              <UserRound size={18} aria-hidden />
              {client && submission.client_id ? (
                <Link
                  className="font-medium underline underline-offset-2"
                  to={pathTo('client', { clientId: submission.client_id })}
                >
                  {client}
                </Link>
              ) : (
                'Nobody yet'
              )}
              <Chip tone={tone}>{label}</Chip>
            </p>
            <p className="text-sm text-muted">
              {formats.date(submission.submitted_at, WHEN)}, {formats.time(submission.submitted_at)}{' '}
              · version {version.number} ·{' '}
              {submission.filled_on === 'pro_device' ? 'on your device' : 'on their own device'}
            </p>
            {submission.void_reason && (
              <Notice tone="warning" title="Void">
                {submission.void_reason}
              </Notice>
            )}
            {corrects && (
              <p className="text-sm">
                Corrects{' '}
                <Other submission={corrects}>
                  what was filled in on {formats.date(corrects.submitted_at, WHEN)}
                </Other>
              </p>
            )}
            {correctedBy && (
              <p className="text-sm">
                Corrected on{' '}
                <Other submission={correctedBy}>
                  {formats.date(correctedBy.submitted_at, WHEN)},{' '}
                  {formats.time(correctedBy.submitted_at)}
                </Other>
              </p>
            )}
          </header>
          <AnswerList
            fields={version.fields}
            answers={submission.answers}
            flags={submission.flags}
            formats={formats}
            fileView={(file) => <FiledFile file={file} submissionId={id} />}
          />
          {submission.countersignature && submission.countersigned_at && (
            <div className="grid gap-1 border-t border-line pt-4">
              <p className="text-sm text-muted">
                Signed by {submission.countersigned_by} on{' '}
                {formats.date(submission.countersigned_at, WHEN)}
              </p>
              <SignatureView signature={submission.countersignature} label="Signature" />
            </div>
          )}
          <p className="text-xs break-all text-muted">Seal {submission.content_hash}</p>
        </div>
        {submission.state === 'needs_countersign' && (
          <section aria-label="Your signature" className="grid grid-cols-1 gap-3">
            <SignaturePad
              label="Your signature"
              value={signature}
              error={reason === null ? wrong : undefined}
              onChange={setSignature}
            />
            <Button
              variant="primary"
              className="justify-self-start"
              onClick={async () =>
                tell(await countersign(db, id, signature ?? { strokes: [], name: '' }), 'Signed')
              }
            >
              Sign
            </Button>
          </section>
        )}
        {reason !== null && (
          <form
            noValidate
            className="grid grid-cols-1 gap-3"
            onSubmit={async (event) => {
              event.preventDefault();
              tell(await voidSubmission(db, id, reason), 'Made void');
            }}
          >
            <TextField
              label="Why it is void"
              value={reason}
              maxLength={500}
              error={wrong && ruleText('required')}
              onChange={setReason}
              autoFocus
            />
            <span className="flex gap-2">
              <Button type="submit" variant="danger">
                Make void
              </Button>
              <Button onClick={() => setReason(null)}>Keep it</Button>
            </span>
          </form>
        )}
      </div>
    </SideSheet>
  );
}

/** The way to the one that this corrects, or that corrects this. */
function Other({ submission, children }: { submission: FormSubmissionRow; children: ReactNode }) {
  return (
    <Link
      className="underline underline-offset-2"
      to={pathTo('forms', null, { submission: submission.id })}
    >
      {children}
    </Link>
  );
}
