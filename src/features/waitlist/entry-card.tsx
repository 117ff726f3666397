import { CalendarPlus, CloudUpload, Mail, MessageSquare, Pencil, Phone, UserX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import type { WaitingTime } from '#db/queries/waiting-times.ts';
import type { WaitlistView } from '#db/queries/waitlist.ts';
import { useDb } from '#db/use-query.ts';
import { PLACE_WORDS } from '#domain/appointments/place-words.ts';
import { readerOf } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import type { BusinessRow, StaffRow, WaitlistOffer } from '#domain/rows.ts';
import { addressLines } from '#domain/text/address.ts';
import { mailLink, smsLink } from '#domain/text/message-link.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { flexibleWords } from '#domain/waitlist/flexible.ts';
import { windowWords } from '#domain/waitlist/window-words.ts';
import { openOffer } from '#domain/waitlist/offers.ts';
import { isWaiting } from '#domain/waitlist/steps.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { Chip } from '#ui/chip.tsx';
import { telLink } from '#ui/contact-links.tsx';
import type { Icon } from '#ui/icon.ts';
import { OfferButton, OffersPart } from './offers-part.tsx';
import { itemWords, messageText, sinceWords, STATE_WORDS } from './waitlist-words.ts';

type EntryActions = {
  onBook: (view: WaitlistView, time?: WaitingTime) => void;
  onEdit: (view: WaitlistView) => void;
  onClose: (view: WaitlistView) => void;
  onReopen: (view: WaitlistView) => void;
  onOffer: (view: WaitlistView, time: WaitingTime) => Promise<void>;
  onTakeBack: (view: WaitlistView, offer: WaitlistOffer) => Promise<void>;
};

/** One who waits: what, with whom, when they can, and the free times that fit. */
export function EntryCard({
  view,
  times,
  staff,
  business,
  mayEdit,
  mayBook,
  online,
  onBook,
  onEdit,
  onClose,
  onReopen,
  onOffer,
  onTakeBack,
}: EntryActions & {
  view: WaitlistView;
  /** undefined while they are looked for. */
  times: readonly WaitingTime[] | undefined;
  staff: ReadonlyMap<string, StaffRow>;
  business: BusinessRow;
  mayEdit: boolean;
  mayBook: boolean;
  /** Offers are the server's to send. */
  online: boolean;
}) {
  const db = useDb();
  const formats = businessFormats(business);
  const { entry, client, reach, name, items, state, pending } = view;
  const isOpen = isWaiting(state);
  const { words, tone } = STATE_WORDS[state];
  const heading = `waiting-${entry.id}`;
  const flexible = flexibleWords(entry.flexible_min ?? 0, business.locale);
  const hasOffer = openOffer(entry, db.now()) !== null;
  const mayOffer =
    mayEdit &&
    state === 'waiting' &&
    !pending &&
    Boolean(reach?.email) &&
    !(entry.location_type === 'client' && !entry.address && !client?.address) &&
    // They could not accept it.
    client?.online_booking !== 'block';
  return (
    <li>
      <article
        aria-labelledby={heading}
        className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4 shadow-card"
      >
        <header className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
          <div className="min-w-0 flex-1 basis-48">
            <h2 id={heading} className="font-semibold break-words">
              {client && client.status !== 'anonymised' ? (
                <Link
                  to={pathTo('client', { clientId: client.id })}
                  className="underline-offset-4 hover:underline"
                >
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
            </h2>
            {items.map((item, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same service may be twice
              <p key={index}>
                <bdi>{itemWords(item)}</bdi>
              </p>
            ))}
          </div>
          <div className="flex flex-wrap gap-1.5">
            {entry.priority > 0 && <Chip tone="warning">First in line</Chip>}
            {state !== 'waiting' && <Chip tone={tone}>{words}</Chip>}
            {pending && (
              <Chip tone="neutral" icon={CloudUpload}>
                Waiting to sync
              </Chip>
            )}
          </div>
        </header>
        <ul aria-label="Can come" className="grid gap-0.5 tabular-nums">
          {entry.windows.map((window, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same window may be twice
            <li key={index}>{windowWords(window, formats, business.locale)}</li>
          ))}
        </ul>
        {flexible && <p className="text-sm text-muted">{flexible}</p>}
        {entry.location_type && (
          <p className="break-words">
            {PLACE_WORDS[entry.location_type]}
            {entry.address && (
              <>
                : <bdi>{addressLines(entry.address).join(', ')}</bdi>
              </>
            )}
          </p>
        )}
        {entry.note && <p className="whitespace-pre-line break-words">“{entry.note}”</p>}
        <p className="text-sm text-muted">
          {isOpen
            ? sinceWords(entry.created_at, db.now())
            : `On the list since ${formats.date(entry.created_at)}`}
          {entry.source === 'public' && ' · joined online'}
        </p>
        {isOpen && times && times.length > 0 && (
          <div className="grid gap-1.5">
            <p id={`${heading}-times`} className="text-sm font-medium">
              Free times that fit
            </p>
            <ul aria-labelledby={`${heading}-times`} className="flex flex-wrap gap-2 max-sm:grid">
              {times.map((time) => (
                // On a phone the offer stands beside its time: below, it could belong to the next one.
                <li
                  key={`${time.startsAt} ${time.staffId}`}
                  className="grid gap-1 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-2"
                >
                  <FreeTime
                    time={time}
                    person={staff.get(time.staffId)}
                    words={formats.dateTime(time.startsAt)}
                    onPress={mayBook ? () => onBook(view, time) : undefined}
                  />
                  {mayOffer && online && (
                    <OfferButton
                      label={`Offer ${formats.dateTime(time.startsAt)} to ${name}`}
                      onPress={() => onOffer(view, time)}
                    />
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        {isOpen && times?.length === 0 && (
          <p className="text-sm text-muted">No free time fits yet.</p>
        )}
        <OffersPart
          view={view}
          staff={staff}
          business={business}
          now={db.now()}
          onTakeBack={mayEdit && online ? (offer) => onTakeBack(view, offer) : undefined}
        />
        {!online && mayEdit && (hasOffer || (mayOffer && times && times.length > 0)) && (
          <p className="text-sm text-muted">
            Offers are sent and taken back by the server: that needs a connection.
          </p>
        )}
        <footer className="flex flex-wrap gap-2">
          {isOpen && mayBook && (
            <Button
              size="sm"
              variant="primary"
              icon={CalendarPlus}
              aria-label={`Book ${name}`}
              onClick={() => onBook(view)}
            >
              Book
            </Button>
          )}
          {isOpen && <Contact view={view} business={business} time={times?.[0]} />}
          {state === 'booked' && entry.appointment_id && (
            <Link
              to={pathTo('appointment', { appointmentId: entry.appointment_id })}
              className={buttonLook('secondary', 'sm')}
            >
              Open the visit
            </Link>
          )}
          {mayEdit && isOpen && (
            <>
              <Button
                size="sm"
                icon={Pencil}
                aria-label={`Change what ${name} waits for`}
                onClick={() => onEdit(view)}
              >
                Change
              </Button>
              <Button
                size="sm"
                variant="quiet"
                icon={UserX}
                aria-label={`Take ${name} off the list`}
                onClick={() => onClose(view)}
              >
                Take off
              </Button>
            </>
          )}
          {mayEdit && !isOpen && (
            <Button
              size="sm"
              aria-label={`Put ${name} back on the list`}
              // What is over needs other days first.
              onClick={() => (state === 'expired' ? onEdit(view) : onReopen(view))}
            >
              Put back
            </Button>
          )}
        </footer>
      </article>
    </li>
  );
}

function FreeTime({
  time,
  person,
  words,
  onPress,
}: {
  time: WaitingTime;
  person: StaffRow | undefined;
  words: string;
  onPress: (() => void) | undefined;
}) {
  const content = (
    <>
      <span className="block font-medium tabular-nums">{words}</span>
      <span className="flex items-center gap-1.5 text-xs text-muted">
        <span className="size-2 rounded-full bg-swatch" aria-hidden />
        {person?.display_name}
      </span>
    </>
  );
  const look =
    'min-h-11 rounded-md border border-line bg-surface px-3 py-1.5 text-left text-sm leading-tight';
  return onPress ? (
    <button
      type="button"
      data-colour={person?.colour}
      data-at={time.startsAt}
      onClick={onPress}
      className={`${look} hover:border-accent hover:bg-accent-soft`}
    >
      {content}
    </button>
  ) : (
    <div data-colour={person?.colour} className={look}>
      {content}
    </div>
  );
}

/** Handed to the phone and the messages of this device: works without signal. */
function Contact({
  view,
  business,
  time,
}: {
  view: WaitlistView;
  business: BusinessRow;
  time: WaitingTime | undefined;
}) {
  const { reach } = view;
  if (!reach) return null;
  const reader = readerOf(reach);
  const name = reader ? clientName(reader) : view.name;
  const text = messageText(view, business, time);
  return (
    <>
      {reach.phone && (
        <>
          <Hand icon={Phone} to={telLink(reach.phone)} label={`Call ${name}`}>
            Call
          </Hand>
          <Hand icon={MessageSquare} to={smsLink(reach.phone, text)} label={`Text ${name}`}>
            Text
          </Hand>
        </>
      )}
      {!reach.phone && reach.email && (
        <Hand
          icon={Mail}
          to={mailLink(reach.email, `Waitlist at ${business.name}`, text)}
          label={`Mail ${name}`}
        >
          Mail
        </Hand>
      )}
    </>
  );
}

function Hand({
  icon: HandIcon,
  to,
  label,
  children,
}: {
  icon: Icon;
  to: string;
  label: string;
  children: string;
}) {
  return (
    <a href={to} aria-label={label} className={buttonLook('secondary', 'sm')}>
      <HandIcon size={18} aria-hidden />
      {children}
    </a>
  );
}
