import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { WaitlistOfferState, WaitlistState } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { flexibleWords } from '#domain/waitlist/flexible.ts';
import { windowWords } from '#domain/waitlist/window-words.ts';
import { isWaiting } from '#domain/waitlist/steps.ts';
import { onOnlineChange } from '#platform/online.ts';
import { fetchWaitStatus, leaveWaitlist, openOfferOf } from '#remote/public-waitlist.ts';
import type { WaitEntry, WaitOffer, WaitStatus } from '#remote/public-waitlist.ts';
import { serverNowMs } from '#remote/public-server.ts';
import { useSureAction } from '#remote/use-sure-action.ts';
import { ActionNotices } from '#ui/action-notices.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyPage } from '#ui/empty-page.tsx';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LinkTrouble } from '#ui/link-trouble.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageLoading } from '#ui/skeleton.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { CalendarCheck, Hourglass, UserX } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useBookingContext } from './booking-context.ts';
import { OfferPage } from './offer-page.tsx';
import { updateWait, waitRecord } from './wait-records.ts';
import type { WaitRecord } from './wait-records.ts';

const ChangeWish = lazyPart(async () => (await import('./change-wish.tsx')).ChangeWish);

/** A place on the waitlist: from this device at once, and as the server sees it now. */
export function WaitlistConfirmationScreen() {
  const { slug } = useBookingContext();
  const [params] = useSearchParams();
  const linked = params.get('token');
  const [token] = useState(() => linked ?? waitRecord(slug, null)?.token ?? null);
  return token === null ? <NotHere slug={slug} /> : <Place slug={slug} token={token} />;
}

function Place({ slug, token }: { slug: string; token: string }) {
  const [record, setRecord] = useState<WaitRecord | null>(() => waitRecord(slug, token));
  /** As the server says it now; offers are not kept on the device. */
  const [status, setStatus] = useState<WaitStatus | null>(null);
  const [error, setError] = useState<AppError | null>(null);

  const refresh = useCallback(async () => {
    const answer = await fetchWaitStatus(token);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    const { entry, business } = answer.value;
    setStatus(answer.value);
    // Only what was joined on this device is kept on it: a link may be opened on anybody's.
    updateWait(slug, token, entry);
    setRecord((known) => ({ token, email: known?.email ?? '', business, entry }));
  }, [slug, token]);
  useEffect(() => {
    const ask = () => void refresh();
    ask();
    return onOnlineChange(ask);
  }, [refresh]);

  if (!record)
    return error ? (
      <LinkTrouble
        error={error}
        what="page"
        words={messageFor}
        way={
          <LinkButton to={pathTo('book', { proUrl: slug })} variant="primary">
            See free times
          </LinkButton>
        }
        refresh={refresh}
      />
    ) : (
      <PageLoading />
    );
  const offer = openOfferOf(status);
  if (status && offer) {
    return (
      <OfferPage
        key={offer.id}
        slug={slug}
        token={token}
        status={status}
        offer={offer}
        refresh={refresh}
        onBooked={() => updateWait(slug, token, { ...status.entry, state: 'booked' })}
      />
    );
  }
  return (
    <Shown
      slug={slug}
      record={record}
      lost={lostOfferOf(status)}
      error={error}
      canChange={status !== null}
      onEntry={(entry) => {
        updateWait(slug, token, entry);
        setRecord({ ...record, entry });
      }}
    />
  );
}

/** The newest offer, as long as anybody still thinks of its time. */
const lostOfferOf = (status: WaitStatus | null): WaitOffer | null => {
  const offer = status?.offer ?? null;
  return offer && Date.parse(offer.starts_at) > serverNowMs() ? offer : null;
};

/** What became of an offer that its client has not answered. */
const LOST: Partial<Record<WaitlistOfferState, string>> = {
  expired: 'The time to answer is over: {time} is offered to others.',
  superseded: 'You are too late for {time}: somebody else was faster.',
  withdrawn: '{name} had to take back what they offered you: {time}.',
};

const LOOKS: Record<WaitlistState, { icon: typeof Hourglass; title: string; words: string }> = {
  waiting: {
    icon: Hourglass,
    title: 'You’re on the waitlist',
    words: 'Nothing is booked yet. You hear from {name} when a time comes free that suits you.',
  },
  offered: {
    icon: Hourglass,
    title: 'You’re on the waitlist',
    words: 'Nothing is booked yet. You hear from {name} when a time comes free that suits you.',
  },
  booked: {
    icon: CalendarCheck,
    title: 'A time was found for you',
    words: '{name} has booked you. You find the time in the message you got.',
  },
  cancelled: {
    icon: UserX,
    title: 'You’re off the waitlist',
    words: 'You will not be told of free times.',
  },
  expired: {
    icon: UserX,
    title: 'The wait is over',
    words: 'The days on which you could come have passed, and no time came free.',
  },
};

function Shown({
  slug,
  record,
  lost,
  error,
  canChange,
  onEntry,
}: {
  slug: string;
  record: WaitRecord;
  /** The newest offer, which is over. */
  lost: WaitOffer | null;
  error: AppError | null;
  /** As the server has it now: what is kept here may lack their words. */
  canChange: boolean;
  onEntry: (entry: WaitEntry) => void;
}) {
  const { token, entry, business, email } = record;
  const [isChanging, setChanging] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setChanging(false);
    change.current?.focus();
  };
  const formats = businessFormats(business);
  const flexible = flexibleWords(entry.flexible_min ?? 0, business.locale);
  const { icon: Icon, title, words } = LOOKS[entry.state];
  const waits = isWaiting(entry.state);
  const book = pathTo('book', { proUrl: slug });
  const loss = waits && lost ? LOST[lost.state] : undefined;
  return (
    <div className="mx-auto w-full max-w-xl py-6">
      <Icon
        size={48}
        strokeWidth={1.75}
        aria-hidden
        className={
          waits ? 'text-warning' : entry.state === 'booked' ? 'text-success' : 'text-muted'
        }
      />
      <StepHeading key={entry.state} title={title} place={business.name}>
        {words.replace('{name}', business.name)}
      </StepHeading>
      {lost && loss && (
        <div className="mb-5">
          <Notice
            live
            title={loss
              .replace('{name}', business.name)
              .replace('{time}', formats.dateTime(lost.starts_at))}
          >
            You are still on the list.
          </Notice>
        </div>
      )}
      {error && (
        <div className="mb-5">
          <Notice tone="warning" title={messageFor(error)}>
            This is how it was when this page was last open.
          </Notice>
        </div>
      )}
      <FactCard
        title={entry.items.map(({ service_name }) => service_name).join(', ')}
        subtitle={peopleWords(entry)}
      >
        <Fact name={waits ? 'You can come' : 'You could come'}>
          {entry.windows.map((window, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same window may be twice
            <span key={index} className="block tabular-nums">
              {windowWords(window, formats, business.locale)}
            </span>
          ))}
          {flexible && <span className="block">{flexible}</span>}
        </Fact>
        {entry.location_type === 'client' && <Fact name="Where">At your place</Fact>}
      </FactCard>
      {waits && isSaved && (
        <div className="mt-5">
          <Notice live title="Saved: this is when you can come now.">
            Your place on the list is the same.
          </Notice>
        </div>
      )}
      {waits && isChanging && (
        <Suspense>
          <ChangeWish
            record={record}
            onChanged={(changed) => {
              close();
              setSaved(true);
              onEntry(changed);
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {waits && (
        <>
          <h2 className="mt-8 text-lg font-semibold">What happens next</h2>
          <ul className="mt-2 grid list-disc gap-2 pl-5 text-pretty">
            <li>
              {email
                ? `A message is on its way to ${email}, with the link to this page.`
                : 'Keep this page: it has the way off the list.'}
            </li>
            <li>You may still book any free time yourself.</li>
            {business.phone && <li>Something changed? Call {business.phone}.</li>}
          </ul>
        </>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <LinkButton to={book} variant={waits ? 'secondary' : 'primary'}>
          See free times
        </LinkButton>
        {waits && canChange && (
          <Button
            ref={change}
            aria-expanded={isChanging}
            onClick={() => {
              setSaved(false);
              setChanging(!isChanging);
            }}
          >
            Change when I can come
          </Button>
        )}
        {waits && <Leave token={token} onLeft={onEntry} />}
      </div>
    </div>
  );
}

const peopleWords = ({ items }: WaitEntry): string => {
  const names = [...new Set(items.flatMap(({ staff_names }) => staff_names))];
  return names.length === 0
    ? 'With anyone'
    : `With ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}`;
};

/** Asks once more: the way back is a new place at the end. */
function Leave({ token, onLeft }: { token: string; onLeft: (entry: WaitEntry) => void }) {
  const [isAsked, setAsked] = useState(false);
  const action = useSureAction();
  const leave = (): void => {
    let left: WaitEntry | null = null;
    action.start(
      async (opId) => {
        const answer = await leaveWaitlist(token, opId);
        if (answer.ok) left = answer.value.entry;
        return answer;
      },
      () => left && onLeft(left),
    );
  };
  if (!isAsked) return <Button onClick={() => setAsked(true)}>Leave the waitlist</Button>;
  return (
    <div role="group" aria-label="Leave the waitlist?" className="grid gap-3 sm:col-span-2">
      <p className="font-medium">Leave the waitlist? You lose your place on it.</p>
      <ActionNotices action={action} words={messageFor} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="danger" busy={action.isUnderway} autoFocus onClick={leave}>
          Leave it
        </Button>
        <Button onClick={() => setAsked(false)}>Stay on it</Button>
      </div>
    </div>
  );
}

function NotHere({ slug }: { slug: string }) {
  return (
    <EmptyPage
      icon={Hourglass}
      title="You are on no waitlist on this device"
      action={
        <LinkButton to={pathTo('book', { proUrl: slug })} variant="primary">
          See free times
        </LinkButton>
      }
    >
      Joined on another device? The message you got has a link to your place on the list.
    </EmptyPage>
  );
}
