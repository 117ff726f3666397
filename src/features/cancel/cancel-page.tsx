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
import { useSureAction } from '#remote/use-sure-action.ts';
import { guestsComing } from './manage-facts.ts';

const REASON_LIMIT = 500;

/** The consequence first, then the button that cancels. */
export function CancelPage({
  token,
  status,
  refresh,
}: {
  token: string;
  status: BookingStatus;
  refresh: () => Promise<void>;
}) {
  const { appointment, business, fees, deposit, cancel_fee: fee } = status;
  const [reason, setReason] = useState('');
  const action = useSureAction();
  const navigate = useNavigate();
  const formats = businessFormats(business);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const isRequest = appointment.status === 'pending';
  const guests = guestsComing(status).length;
  const back = pathTo('cancelAppointment', null, { token });

  const onCancel = () =>
    action.start(
      (opId) => cancelBooking(token, reason.trim(), opId, { fee }),
      () => {
        void refresh().then(() => navigate(back, { replace: true }));
      },
    );
  // Time has passed since the price above was shown.
  const isOtherFee = action.refusal?.code === 'fee_changed';
  useEffect(() => {
    if (isOtherFee) void refresh();
  }, [isOtherFee, refresh]);

  return (
    <div className="mx-auto w-full max-w-xl py-4">
      <StepHeading
        title={isRequest ? 'Withdraw this request?' : 'Cancel this appointment?'}
        place={business.name}
      >
        {appointment.segments.map(({ service_name }) => service_name).join(', ')} on{' '}
        {formats.dateTime(appointment.starts_at)}
        {guests > 0 && `, for you and ${guests === 1 ? 'your guest' : `your ${guests} guests`}`}
      </StepHeading>
      <Notice tone={fee > 0 ? 'warning' : 'info'}>
        <p className="font-medium">
          {fee === 0
            ? 'Cancelling now costs nothing.'
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
        {!isRequest && status.cancel_until && !fees?.late_cancel && (
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
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button variant="danger" busy={action.isUnderway} onClick={onCancel}>
          {isRequest ? 'Withdraw the request' : 'Cancel the appointment'}
        </Button>
        <LinkButton to={back}>{isRequest ? 'Keep the request' : 'Keep it'}</LinkButton>
      </div>
    </div>
  );
}

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
