import { messageFor } from '#app/messages.ts';
import { countSeats, PARTY_MAX } from '#domain/appointments/party.ts';
import { formatPrice } from '#domain/services/price.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import type { PublicSession } from '#remote/public-sessions.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import clsx from 'clsx';
import { useState } from 'react';
import type { LaterFlow } from './booking-flow.ts';
import { stepAfter } from './booking-steps.ts';
import { useSessions } from './use-sessions.ts';

/** As many as fit a screen or two; the others are one press away. */
const FIRST_SHOWN = 12;

/** The next sessions of a class: chosen like a time, for as many people as come. */
export function SessionStep({ flow }: { flow: LaterFlow }) {
  const { slug, catalogue, draft, send, goTo } = flow;
  const { business } = catalogue.profile;
  const { sessions, error, isAsking, refresh } = useSessions(slug);
  const [seats, setSeats] = useState(draft.session?.seats ?? 1);
  const [showsAll, setShowsAll] = useState(false);
  const own = sessions?.filter(({ variant_id }) =>
    draft.choices.some(({ variantId }) => variantId === variant_id),
  );
  const most = Math.min(PARTY_MAX, Math.max(seats, ...(own ?? []).map(({ left }) => left)));

  const pick = (session: PublicSession) => {
    send({
      type: 'session_chosen',
      startsAt: session.starts_at,
      session: {
        id: session.id,
        endsAt: session.ends_at,
        staffId: session.staff_id,
        price: { kind: session.price_kind, cents: session.price_cents },
        seats,
        isWaiting: session.left < seats,
      },
    });
    goTo(stepAfter('time', catalogue, draft));
  };

  return (
    <>
      <StepHeading title="Choose a date" place={business.name}>
        {draft.choices
          .map(({ variantId }) => catalogue.variantById.get(variantId)?.fullName)
          .join(', ')}
      </StepHeading>
      <div className="mb-8 grid max-w-2xl grid-cols-1 gap-5">
        {draft.refusal && (
          <Notice tone="warning" live title={messageFor(draft.refusal)}>
            What is free now stands below.
          </Notice>
        )}
        {error && (
          <Notice
            tone="danger"
            title={messageFor(error)}
            action={
              <Button size="sm" busy={isAsking} onClick={refresh}>
                Try again
              </Button>
            }
          />
        )}
        {!own && !error && (
          <div className="grid place-items-center py-16 text-muted">
            <Spinner label="Loading" size={32} />
          </div>
        )}
        {own?.length === 0 && <NoDates flow={flow} />}
        {own && own.length > 0 && (
          <>
            <SelectField
              label="How many of you are coming?"
              className="max-w-60"
              value={String(seats)}
              onChange={(value) => setSeats(Number(value))}
              options={Array.from({ length: most }, (_, index) => ({
                value: String(index + 1),
                label: countSeats(index + 1),
              }))}
            />
            <ul aria-label="Dates" className="grid grid-cols-1 gap-3">
              {own.slice(0, showsAll ? undefined : FIRST_SHOWN).map((session) => (
                <SessionRow
                  key={session.id}
                  flow={flow}
                  session={session}
                  seats={seats}
                  onPick={() => pick(session)}
                />
              ))}
            </ul>
            {!showsAll && own.length > FIRST_SHOWN && (
              <Button className="justify-self-start" onClick={() => setShowsAll(true)}>
                {own.length - FIRST_SHOWN} more
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

function SessionRow({
  flow: { catalogue, draft, formats },
  session,
  seats,
  onPick,
}: {
  flow: LaterFlow;
  session: PublicSession;
  seats: number;
  onPick: () => void;
}) {
  const { business, rules } = catalogue.profile;
  const isChosen = draft.session?.id === session.id;
  const fits = session.left >= seats;
  const mayWait = !fits && rules.allow_waitlist === true;
  const person = session.staff_id && catalogue.staffById.get(session.staff_id)?.display_name;
  const price = { kind: session.price_kind, cents: session.price_cents };
  const facts = [person && `with ${person}`, `${formatPrice(price, business)} a seat`];
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={!fits && !mayWait}
        onClick={onPick}
        className={clsx(
          'flex min-h-16 w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border px-4 py-3 text-left shadow-card transition-colors duration-150',
          isChosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
          fits || mayWait ? 'hover:border-accent hover:bg-accent-soft' : 'opacity-60',
        )}
      >
        <span className="min-w-0">
          <span className="block font-semibold">
            {formats.date(session.starts_at, DATE_WEEKDAY)}
          </span>
          <span className="block tabular-nums">
            {formats.timeRange(session.starts_at, session.ends_at)}
          </span>
          <span className="block text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <span className={clsx('text-sm font-medium', fits ? 'text-success' : 'text-warning')}>
          {leftWords(session.left, fits, mayWait)}
        </span>
      </button>
    </li>
  );
}

/** `3 seats left`, `Full – join the waitlist`, `Only 1 seat left` */
const leftWords = (left: number, fits: boolean, mayWait: boolean): string => {
  if (fits) return `${countSeats(left)} left`;
  const words = left === 0 ? 'Full' : `Only ${countSeats(left)} left`;
  return mayWait ? `${words} – join the waitlist` : words;
};

function NoDates({ flow: { catalogue, goTo } }: { flow: LaterFlow }) {
  const { business } = catalogue.profile;
  return (
    <div className="grid max-w-prose gap-3">
      <p className="text-lg font-semibold">There are no dates yet.</p>
      {business.phone && <p>Call {business.phone}: they know when the next one is.</p>}
      <Button className="justify-self-start" onClick={() => goTo('services')}>
        Choose something else
      </Button>
    </div>
  );
}
