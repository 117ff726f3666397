import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { countSeats } from '#domain/appointments/party.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { cancelBooking } from '#remote/public-manage.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionNotices } from '#ui/action-notices.tsx';
import { CallInstead } from './call-instead.tsx';
import { useSureAction } from '#remote/use-sure-action.ts';

/** Seats of a class are given back, all of them or some; who only waits leaves the waitlist. */
export function GiveBackPage({
  token,
  status,
  refresh,
}: {
  token: string;
  status: BookingStatus;
  refresh: () => Promise<void>;
}) {
  const { appointment, business } = status;
  const held = appointment.seats ?? 1;
  const isWaiting = appointment.is_waiting ?? false;
  const [given, setGiven] = useState(held);
  const action = useSureAction();
  const navigate = useNavigate();
  const formats = businessFormats(business);
  const back = pathTo('cancelAppointment', null, { token });

  const onGiveBack = () =>
    action.start(
      (opId) => cancelBooking(token, '', opId, { seats: given }),
      () => {
        void refresh().then(() => navigate(back, { replace: true }));
      },
    );

  return (
    <div className="mx-auto w-full max-w-xl py-4">
      <StepHeading
        title={
          isWaiting
            ? 'Leave the waitlist?'
            : held === 1
              ? 'Cancel your seat?'
              : 'Cancel your seats?'
        }
        place={business.name}
      >
        {appointment.segments.map(({ service_name }) => service_name).join(', ')} on{' '}
        {formats.dateTime(appointment.starts_at)}
      </StepHeading>
      {!isWaiting && (
        <Notice tone="info">
          <p className="font-medium">Cancelling now costs nothing.</p>
          {status.cancel_until && (
            <p>It is possible online until {formats.dateTime(status.cancel_until)}.</p>
          )}
        </Notice>
      )}
      {held > 1 && !isWaiting && (
        <SelectField
          className="mt-6 max-w-60"
          label="How many do you cancel?"
          value={String(given)}
          onChange={(value) => setGiven(Number(value))}
          options={Array.from({ length: held }, (_, index) => ({
            value: String(held - index),
            label: index === 0 ? `All ${held} seats` : countSeats(held - index),
          }))}
        />
      )}
      <ActionNotices action={action} words={messageFor} />
      <CallInstead refusal={action.refusal} phone={business.phone} />
      <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Button variant="danger" wide busy={action.isUnderway} onClick={onGiveBack}>
          {isWaiting ? 'Leave the waitlist' : `Cancel ${countSeats(given)}`}
        </Button>
        <LinkButton to={back}>
          {isWaiting ? 'Stay on it' : held === 1 ? 'Keep it' : 'Keep them'}
        </LinkButton>
      </div>
    </div>
  );
}
