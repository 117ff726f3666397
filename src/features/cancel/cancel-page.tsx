import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { cancelBooking } from '#remote/public-manage.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/fields.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionNotices } from '#ui/action-notices.tsx';
import { CallInstead } from './call-instead.tsx';
import { useSureAction } from '#remote/use-sure-action.ts';
import { guestsComing, isForOthers, isOff, leadOf, peopleOf } from './manage-facts.ts';
import type { Person } from './manage-facts.ts';
import type { Done } from './manage-page.tsx';

const REASON_LIMIT = 500;

/** The consequence first, then the button that cancels. */
export function CancelPage({
  token,
  status,
  person,
  refresh,
}: {
  token: string;
  status: BookingStatus;
  /** Only this one of those who come together; null = all of them. */
  person: Person | null;
  refresh: () => Promise<void>;
}) {
  const { business } = status;
  const lead = person?.visit ?? leadOf(status);
  // A deposit is that of whoever booked.
  const deposit = lead.id === status.appointment.id ? status.deposit : null;
  // When it was free and what else it would cost is known of all of them together.
  const fees = person ? null : status.fees;
  const fee = person?.cancelFee ?? status.cancel_fee;
  const [reason, setReason] = useState('');
  const action = useSureAction();
  const navigate = useNavigate();
  const formats = businessFormats(business);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const isRequest = lead.status === 'pending';
  const back = pathTo('cancelAppointment', null, { token });

  const onCancel = () =>
    action.start(
      (opId) =>
        cancelBooking(token, reason.trim(), opId, {
          fee,
          ...(person && { person: person.person }),
        }),
      () => {
        const state = person && ({ calledOff: person.name } satisfies Done);
        void refresh().then(() => navigate(back, { replace: true, state }));
      },
    );
  // Time has passed since the price above was shown.
  const isOtherFee = action.refusal?.code === 'fee_changed';
  useEffect(() => {
    if (isOtherFee) void refresh();
  }, [isOtherFee, refresh]);

  return (
    <div className="mx-auto w-full max-w-xl py-4">
      <StepHeading title={titleOf(person, isRequest)} place={business.name}>
        {lead.segments.map(({ service_name }) => service_name).join(', ')} on{' '}
        {formats.dateTime(lead.starts_at)}
        {person ? `. ${stillComing(status, person)}` : withWhom(status)}
      </StepHeading>
      <Notice tone={fee > 0 ? 'warning' : 'info'}>
        <p className="font-medium">
          {fee === 0
            ? `${isRequest ? 'Withdrawing it' : 'Cancelling now'} costs nothing.`
            : deposit
              ? `Cancelling now costs ${money(fee)}.`
              : `Cancelling now costs ${money(fee)}, to be paid to ${business.name} later.`}
        </p>
        {deposit && (
          <p>
            {isRequest
              ? `The ${money(deposit.paid)} held on your card is let go.`
              : depositWords(deposit, fee, money)}
          </p>
        )}
        {fee > 0 && fees && (
          <p>
            It was free until {formats.dateTime(fees.free_until)}.
            {fees.no_show > fee && ` Not coming costs ${money(fees.no_show)}.`}
          </p>
        )}
        {fee === 0 && !isRequest && fees && fees.late_cancel > 0 && (
          <p>
            It is free until {formats.dateTime(fees.free_until)}. After that it costs{' '}
            {money(fees.late_cancel)}.
          </p>
        )}
        {!isRequest && !person && status.cancel_until && !fees?.late_cancel && (
          <p>It is possible online until {formats.dateTime(status.cancel_until)}.</p>
        )}
      </Notice>
      <TextArea
        className="mt-6"
        label={`Would you like to tell ${business.name} why?`}
        value={reason}
        onChange={setReason}
        maxLength={REASON_LIMIT}
        required={false}
      />
      <ActionNotices action={action} words={messageFor} />
      <CallInstead refusal={action.refusal} phone={business.phone} />
      <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Button variant="danger" wide busy={action.isUnderway} onClick={onCancel}>
          {person
            ? `Cancel for ${person.name}`
            : isRequest
              ? 'Withdraw the request'
              : 'Cancel the appointment'}
        </Button>
        <LinkButton to={back}>{isRequest ? 'Keep the request' : 'Keep it'}</LinkButton>
      </div>
    </div>
  );
}

const titleOf = (person: Person | null, isRequest: boolean): string =>
  person
    ? `Cancel for ${person.name} only?`
    : isRequest
      ? 'Withdraw this request?'
      : 'Cancel this appointment?';

/** Whom all of it is called off for; whoever comes alone knows. */
const withWhom = (status: BookingStatus): string => {
  const guests = guestsComing(status).length;
  const words = guests === 1 ? 'your guest' : `your ${guests} guests`;
  if (isForOthers(status)) return `, for ${words}`;
  return guests > 0 ? `, for you and ${words}` : '';
};

/** `You and Tom still come.` */
const stillComing = (status: BookingStatus, without: Person): string => {
  const names = peopleOf(status)
    .filter(({ person, visit }) => person !== without.person && !isOff(visit))
    .map(({ name }) => name);
  const all = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  const isOne = names.length === 1 && names[0] !== 'you';
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} still ${isOne ? 'comes' : 'come'}.`;
};

/** What becomes of what was paid before. */
const depositWords = (
  { paid, back }: { paid: number; back: number },
  fee: number,
  money: (cents: number) => string,
): string => {
  const kept = paid - back;
  if (kept === 0) return `The ${money(paid)} that you have paid goes back to your card.`;
  const rest = fee - kept;
  return [
    `${money(kept)} of what you have paid is kept`,
    back > 0
      ? `; ${money(back)} goes back to your card.`
      : rest > 0
        ? `; the other ${money(rest)} is to be paid later.`
        : '.',
  ].join('');
};
