import { ClipboardList, Plus, TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { myAccess } from '#db/queries/business.ts';
import { formBoard, type FormView } from '#db/queries/forms.ts';
import { useQuery } from '#db/use-query.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ClientPicker } from '#ui/client-picker.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart, lazyScreen } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { KIND_NAMES, STATUS } from './form-words.ts';

const SubmissionSheet = lazyPart(
  async () => (await import('./submission-sheet.tsx')).SubmissionSheet,
);
const SendSheet = lazyPart(async () => (await import('./send-sheet.tsx')).SendSheet);
const AskGuestsSheet = lazyPart(
  async () => (await import('./ask-guests-sheet.tsx')).AskGuestsSheet,
);
const Kiosk = lazyScreen(async () => (await import('./kiosk.tsx')).Kiosk);

/** The forms of the business, and what is opened over them: one that was filled in, or one to fill in. */
export function FormsScreen({ clientPicker }: { clientPicker: ClientPicker }) {
  const navigate = useNavigate();
  const access = useQuery(myAccess, []);
  const board = useQuery(formBoard, []);
  const [submission, , closeSubmission] = useSearchParam('submission');
  const shown = useLinger(submission);
  const [filling, , closeFilling] = useSearchParam('fill');
  const [params] = useSearchParams();
  const [sendingTo, , closeSending] = useSearchParam('send');
  const sending = useLinger(sendingTo);
  const [askingAt, , closeAsking] = useSearchParam('ask');
  const asking = useLinger(askingAt);
  const { key } = useLocation();
  if (!access || !board) return null;
  const mayEdit = access.may('forms');
  const add = (words: string) => (
    <Button variant="primary" icon={Plus} onClick={() => void navigate(pathTo('newForm'))}>
      {words}
    </Button>
  );
  return (
    <Page
      title="Forms"
      width="narrow"
      actions={mayEdit && board.forms.length > 0 && add('New form')}
    >
      {board.forms.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title="No forms yet"
          action={mayEdit && add('Make the first form')}
        >
          Ask for allergies, consent or a signature before a visit. Clients fill a form in on your
          device, without a connection too, or on their own by a link.
        </EmptyState>
      ) : (
        <ul aria-label="Forms" className="grid grid-cols-1 gap-3">
          {board.forms.map((view) => (
            <FormLine key={view.form.id} view={view} />
          ))}
        </ul>
      )}
      <Suspense>
        {shown && (
          <SubmissionSheet
            key={shown}
            open={submission !== null}
            id={shown}
            clientPicker={clientPicker}
            onClose={closeSubmission}
          />
        )}
        {sending && (
          <SendSheet
            key={sending}
            open={sendingTo !== null}
            clientId={sending}
            appointmentId={params.get('appointment')}
            // Back to the client or the visit that it was opened from.
            onClose={() => (key === 'default' ? closeSending() : void navigate(-1))}
          />
        )}
        {asking && (
          <AskGuestsSheet
            key={asking}
            open={askingAt !== null}
            appointmentId={asking}
            onClose={() => (key === 'default' ? closeAsking() : void navigate(-1))}
          />
        )}
        {filling && <Kiosk key={filling} formId={filling} onClose={closeFilling} />}
      </Suspense>
    </Page>
  );
}

function FormLine({
  view: { form, version, hasChanges, filled, unassigned, pending },
}: {
  view: FormView;
}) {
  const { label, tone } = STATUS[form.status];
  return (
    <li className="relative grid gap-1.5 rounded-lg border border-line bg-surface p-4 shadow-card">
      <Link
        to={pathTo('editForm', { formId: form.id })}
        className="font-semibold break-words after:absolute after:inset-0"
      >
        {form.name}
      </Link>
      <p className="text-sm text-muted">
        {KIND_NAMES[form.kind]}
        {version && ` · version ${version.number}`} · {filled} filled in
      </p>
      <p className="flex flex-wrap items-center gap-1.5">
        <Chip tone={tone}>{label}</Chip>
        {form.status === 'published' && hasChanges && (
          <Chip tone="warning">Changes not published</Chip>
        )}
        {unassigned > 0 && (
          <Chip tone="warning" icon={TriangleAlert}>
            {unassigned} without a client
          </Chip>
        )}
        {pending && <WaitingMark />}
      </p>
    </li>
  );
}
