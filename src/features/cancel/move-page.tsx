import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import type { OpenDays } from '#domain/availability/open-days.ts';
import type { Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { rescheduleBooking } from '#remote/public-manage.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { useOpenTimes } from '#remote/use-open-times.ts';
import type { Free } from '#remote/use-open-times.ts';
import { Button } from '#ui/button.tsx';
import { DayTimePicker } from '#ui/day-time-picker.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Modal } from '#ui/modal.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionNotices } from '#ui/action-notices.tsx';
import { CallInstead } from './call-instead.tsx';
import { freeForMove, needsOf } from './manage-facts.ts';
import type { Done } from './manage-page.tsx';
import { useSureAction } from '#remote/use-sure-action.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Another time for the same services and people. The old one stays until the new one is there. */
export function MovePage({
  token,
  status,
  refresh,
}: {
  token: string;
  status: BookingStatus;
  refresh: () => Promise<void>;
}) {
  const { appointment, business, rules } = status;
  const formats = businessFormats(business);
  const navigate = useNavigate();
  const action = useSureAction();
  const [picked, setPicked] = useState<Instant | null>(null);
  const needs = useMemo(() => needsOf(status), [status]);
  const free = useCallback((known: Free) => freeForMove(known, status), [status]);
  const open = useOpenTimes({ business, rules, needs, free });
  const { refresh: askAgain } = open;
  const failure = open.windows.error && messageFor(open.windows.error);
  const days = useMemo(
    () => without(open.days, appointment.starts_at),
    [open.days, appointment.starts_at],
  );
  const back = pathTo('cancelAppointment', null, { token });
  // What two people do together stands there for each of them.
  const services = [...new Set(appointment.segments.map(({ service_name }) => service_name))];

  // A refused time means that what this page knows is old.
  const { refusal } = action;
  useEffect(() => {
    if (refusal) askAgain();
  }, [refusal, askAgain]);

  const onMove = (startsAt: Instant) =>
    action.start(
      (opId) => rescheduleBooking(token, startsAt, opId),
      () => {
        void refresh().then(() =>
          navigate(back, { replace: true, state: { moved: true } satisfies Done }),
        );
      },
    );

  return (
    <div className="py-4">
      <StepHeading title="Choose another time" place={business.name}>
        It is on {formats.dateTime(appointment.starts_at)} now, and stays there until you have
        chosen. {open.clocks.sentence}
        {services.length > 1 &&
          ` ${LIST.format(services)} move together. To move a part, please contact ${business.name}.`}
      </StepHeading>
      <DayTimePicker
        {...open.reach}
        days={days}
        failure={failure}
        locale={business.locale}
        timeFormat={business.time_format}
        weekStart={business.week_start}
        chosen={picked}
        busy={null}
        onPick={setPicked}
        nothing={
          <p className="text-lg">
            Nothing else is free in the next {rules.window_days} days. Your appointment stays as it
            is.
          </p>
        }
      />
      <p className="mt-8">
        <LinkButton to={back} variant="quiet" className="-ml-4">
          Keep the time I have
        </LinkButton>
      </p>
      <Modal
        open={picked !== null}
        onClose={() => setPicked(null)}
        title="Move your appointment?"
        footer={
          <>
            <Button onClick={() => setPicked(null)}>Back</Button>
            <Button
              variant="primary"
              busy={action.isUnderway}
              onClick={() => picked && onMove(picked)}
            >
              Move it
            </Button>
          </>
        }
      >
        {picked && (
          <dl className="grid gap-3">
            <div>
              <dt className="text-sm text-muted">From</dt>
              <dd className="line-through">{formats.dateTime(appointment.starts_at)}</dd>
            </div>
            <div>
              <dt className="text-sm text-muted">To</dt>
              <dd className="text-lg font-semibold">{formats.dateTime(picked)}</dd>
            </div>
          </dl>
        )}
        <ActionNotices action={action} words={messageFor} />
        <CallInstead refusal={action.refusal} phone={business.phone} />
      </Modal>
    </div>
  );
}

const without = (days: OpenDays, own: Instant): OpenDays =>
  new Map(
    [...days]
      .map(([day, starts]) => [day, starts.filter((at) => at !== own)] as const)
      .filter(([, starts]) => starts.length > 0),
  );
