import { AskAgain } from '#app/ask-again.tsx';
import { messageFor } from '#app/messages.ts';
import { when } from '#app/sync/device-words.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { SettingsCard } from '#features/settings/settings-card.tsx';
import { outsideCalendarServer } from '#remote/outside-calendars.ts';
import type { OutsideCalendar, OutsideCalendarServer } from '#remote/outside-calendars.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useOnline } from '#ui/use-online.ts';
import { CalendarPlus, RefreshCw, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { FormEvent } from 'react';

const MOST = 5;

const FAILURES: Readonly<Record<NonNullable<OutsideCalendar['failure']>, string>> = {
  unreachable: 'The other program does not answer.',
  not_found: 'There is no calendar at this address any more, or it asks for a password.',
  not_a_calendar: 'What lies at this address is no calendar. Use the secret iCal address.',
  too_large: 'There is too much in it to be read.',
  not_allowed: 'This address does not lead to the open internet.',
};

/** Busy times of the person's calendars elsewhere, in their column here. */
export function OutsideCalendarsSection({
  businessId,
  server = outsideCalendarServer,
}: {
  businessId: Uuid;
  server?: OutsideCalendarServer;
}) {
  const online = useOnline();
  const question = useCallback(() => server.list(businessId), [server, businessId]);
  const { value: state, failure, ask } = useServerAnswer(question, online);
  const [removing, setRemoving] = useState<OutsideCalendar | null>(null);
  const shown = useLinger(removing);

  const readAgain = async (id: Uuid): Promise<void> => {
    tellOutcome(await server.readAgain(businessId, id), 'It is read within a minute', messageFor);
    ask();
  };
  const remove = async (id: Uuid): Promise<void> => {
    setRemoving(null);
    const answer = await server.remove(businessId, id);
    tellOutcome(answer, 'The calendar and its busy times are removed', messageFor);
    ask();
  };

  return (
    <SettingsCard
      id="outside-calendars"
      title="Busy elsewhere"
      text="When your own calendar says that you are busy, nobody books you here. Only the times are read: no titles, no places, no guests."
      readOnly={!online}
    >
      {!online && (
        <Notice tone="warning" live>
          You are offline. Other calendars are read by the server: connect to change yours. The busy
          times that are here stay.
        </Notice>
      )}
      {online && failure && <AskAgain failure={failure} onAsk={ask} />}
      {online && !failure && state === null && (
        <SkeletonList rows={1} label="Your calendars are being looked up" />
      )}
      {state && !state.is_staff && (
        <p className="text-pretty text-muted">
          Nobody makes appointments with you here, so there is nothing to keep free.
        </p>
      )}
      {state && state.calendars.length > 0 && (
        <ul aria-label="Calendars elsewhere" className="divide-y divide-line">
          {state.calendars.map((calendar) => (
            <li key={calendar.id} className="grid gap-2 py-3 first:pt-0">
              <p className="font-medium">
                <bdi className="break-words">{calendar.name}</bdi>
                <span className="block font-normal break-all text-muted">{calendar.host}</span>
              </p>
              <Standing calendar={calendar} />
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  icon={RefreshCw}
                  aria-label={`Read ${calendar.name} now`}
                  onClick={() => void readAgain(calendar.id)}
                >
                  Read now
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  icon={Trash2}
                  aria-label={`Remove ${calendar.name}`}
                  onClick={() => setRemoving(calendar)}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {state?.is_staff && state.calendars.length < MOST && (
        <AddCalendar
          onAdd={async (name, address) => {
            const answer = await server.add(businessId, name, address);
            if (answer.ok) ask();
            return answer.ok ? null : answer.error;
          }}
        />
      )}
      {shown && (
        <ConfirmDialog
          open={removing !== null}
          title={`Remove ${shown.name}?`}
          confirmLabel="Remove"
          onConfirm={() => void remove(shown.id)}
          onClose={() => setRemoving(null)}
        >
          Its busy times go from the calendar here, and clients can book them.
        </ConfirmDialog>
      )}
    </SettingsCard>
  );
}

function Standing({
  calendar: { state, failure, read_at, blocks },
}: {
  calendar: OutsideCalendar;
}) {
  const read = read_at ? `Last read ${when(read_at)}` : 'Not read yet';
  const times = `${blocks} busy ${blocks === 1 ? 'time' : 'times'} ahead`;
  if (state === 'failed' && failure) {
    return (
      <Notice tone="warning" live={false} title={FAILURES[failure]}>
        {read_at ? `${read}: ${times} from then stay.` : 'It is tried again by itself.'}
      </Notice>
    );
  }
  return (
    <p className="text-sm text-muted">
      {state === 'new' ? 'It is read within a minute.' : `${read}: ${times}.`}
    </p>
  );
}

function AddCalendar({
  onAdd,
}: {
  /** Answers what was wrong. */
  onAdd: (name: string, address: string) => Promise<AppError | null>;
}) {
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const errorAt = (field: string): string | undefined =>
    error?.field === field ? wordsOf(error) : undefined;

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    setBusy(true);
    const wrong = await onAdd(name, address);
    setBusy(false);
    setError(wrong);
    if (wrong) return focusFirstInvalid(form);
    // What was typed meanwhile is the next one.
    setName((now) => (now === name ? '' : now));
    setAddress((now) => (now === address ? '' : now));
  };

  return (
    <form
      aria-label="Add a calendar"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      {error && error.field !== 'name' && error.field !== 'address' && (
        <Notice tone="danger">{messageFor(error)}</Notice>
      )}
      <TextField
        label="Name"
        hint="For you alone: Home, School, University."
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={errorAt('name')}
      />
      <TextField
        label="Secret iCal address"
        hint="In the other program’s sharing settings; it begins with https:// or webcal:// and often ends with .ics."
        type="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        value={address}
        onChange={setAddress}
        error={errorAt('address')}
      />
      <div>
        <Button type="submit" icon={CalendarPlus} busy={isBusy}>
          Add calendar
        </Button>
      </div>
    </form>
  );
}

const wordsOf = (error: AppError): string => {
  if (error.field === 'name') return 'Give it a name.';
  return error.code === 'duplicate'
    ? 'This calendar is here already.'
    : 'This is no address of a calendar. It begins with https:// or webcal://.';
};
