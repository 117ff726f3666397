import { AskAgain } from '#app/ask-again.tsx';
import { messageFor } from '#app/messages.ts';
import { when } from '#app/sync/device-words.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import type { Uuid } from '#domain/rows.ts';
import { SettingsCard } from '#features/settings/settings-card.tsx';
import { calendarFeedServer } from '#remote/calendar-feed.ts';
import type { CalendarFeed, CalendarFeedServer } from '#remote/calendar-feed.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { SwitchField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useOnline } from '#ui/use-online.ts';
import { CalendarPlus, Copy, RefreshCw, Unlink } from 'lucide-react';
import { useCallback, useState } from 'react';

/** The person's own appointments in the calendar program that they use for everything else. */
export function CalendarFeedSection({
  businessId,
  server = calendarFeedServer,
}: {
  businessId: Uuid;
  server?: CalendarFeedServer;
}) {
  const online = useOnline();
  const question = useCallback(() => server.state(businessId), [server, businessId]);
  const { value: state, failure, ask } = useServerAnswer(question, online);
  const [busyOnly, setBusyOnly] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<'new' | 'end' | null>(null);

  const make = async (): Promise<void> => {
    setAsked(null);
    setBusy(true);
    const answer = await server.make(businessId, busyOnly);
    setBusy(false);
    if (!answer.ok) return tellFailure(answer.error, messageFor);
    setAddress(answer.value);
    ask();
  };
  const end = async (): Promise<void> => {
    setAsked(null);
    const answer = await server.end(businessId);
    tellOutcome(answer, 'The address no longer works', messageFor);
    if (!answer.ok) return;
    setAddress(null);
    ask();
  };
  const feed = state?.feed ?? null;

  return (
    <SettingsCard
      id="calendar-feed"
      title="Your calendar elsewhere"
      text="Follow your appointments in Google Calendar, Apple Calendar, Outlook or any other."
      readOnly={!online}
    >
      {!online && (
        <Notice tone="warning" live>
          You are offline. Addresses are made and ended on the server: connect to change yours.
        </Notice>
      )}
      {online && failure && <AskAgain failure={failure} onAsk={ask} />}
      {online && !failure && state === null && (
        <SkeletonList rows={1} label="Your address is being looked up" />
      )}
      {state && !state.is_staff && (
        <p className="text-pretty text-muted">
          Nobody makes appointments with you here, so there are none to follow.
        </p>
      )}
      {state?.is_staff && (
        <>
          {address && <NewAddress address={address} />}
          {feed && <FeedFacts feed={feed} />}
          <SwitchField
            label="Only say that I am busy"
            hint="Without it, the other program knows services and first names. Contacts never leave."
            value={busyOnly}
            onChange={setBusyOnly}
          />
          <div className="flex flex-wrap gap-2">
            {feed ? (
              <>
                <Button icon={RefreshCw} busy={isBusy} onClick={() => setAsked('new')}>
                  Make a new address
                </Button>
                <Button variant="quiet" icon={Unlink} onClick={() => setAsked('end')}>
                  End it
                </Button>
              </>
            ) : (
              <Button icon={CalendarPlus} busy={isBusy} onClick={() => void make()}>
                Make a secret address
              </Button>
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked === 'end' ? 'End the address?' : 'Make a new address?'}
        confirmLabel={asked === 'end' ? 'End it' : 'Make a new one'}
        onConfirm={() => void (asked === 'end' ? end() : make())}
        onClose={() => setAsked(null)}
      >
        The address you have stops working at once, wherever it is used.
      </ConfirmDialog>
    </SettingsCard>
  );
}

function NewAddress({ address }: { address: string }) {
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md bg-raised p-3">
      <p className="break-all select-all">{address}</p>
      <p className="text-sm text-pretty text-muted">
        Add it to your calendar program as a calendar from the web. It is shown this once: whoever
        has it reads your appointments.
      </p>
      <div>
        <Button size="sm" icon={Copy} onClick={() => void copyAndTell(address, 'Address copied')}>
          Copy address
        </Button>
      </div>
    </div>
  );
}

function FeedFacts({ feed }: { feed: CalendarFeed }) {
  return (
    <p className="text-pretty">
      Your secret address was made {when(feed.made_at)} and{' '}
      {feed.read_at ? `last read ${when(feed.read_at)}` : 'not read yet'}.{' '}
      {feed.busy_only ? 'It only says that you are busy.' : 'It tells services and first names.'}
    </p>
  );
}
