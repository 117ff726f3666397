import { messageFor } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import { editBusiness } from '#db/commands/business.ts';
import { lastOnlineBooking } from '#db/queries/appointments.ts';
import { pendingCount } from '#db/queries/pending.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { DaybookDb } from '#db/open.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { Result } from '#domain/errors/result.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { LinkBox } from '#ui/link-box.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

/** The last step: the link, and trying it. */
export function LinkStep({
  business,
  serviceCount,
  beginTrial,
}: {
  business: BusinessRow;
  serviceCount: number;
  beginTrial: (db: DaybookDb) => Promise<Result<null>>;
}) {
  const db = useDb();
  const navigate = useNavigate();
  const waiting = useQuery(pendingCount, []) ?? 0;
  const booked = useQuery(lastOnlineBooking, []);
  const [isFilling, setFilling] = useState(false);
  const lookAround = async (): Promise<void> => {
    setFilling(true);
    const result = await beginTrial(db);
    if (result.ok) return;
    setFilling(false);
    tellFailure(result.error, messageFor);
  };
  const finish = async (): Promise<void> => {
    const result = await editBusiness(db, { onboarding_state: 'done' });
    if (!result.ok) return tellFailure(result.error, messageFor);
    void navigate(patterns.calendar, { replace: true });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <p>Clients book here. Put it on your profile, in your messages, on a card at the mirror.</p>
      <LinkBox
        path={pathTo('book', { proUrl: business.slug })}
        what="your booking page"
        note={
          waiting > 0
            ? 'Some of your answers wait to be sent; the page shows them when you are connected.'
            : serviceCount === 0
              ? 'There is nothing on the menu yet, so nothing can be booked.'
              : null
        }
      />
      {booked ? (
        <Notice
          tone="success"
          live
          title="Your first booking is here"
          action={
            <LinkButton size="sm" to={pathTo('appointment', { appointmentId: booked.id })}>
              Show it
            </LinkButton>
          }
        >
          {businessFormats(business).dateTime(booked.starts_at)}, in your calendar already.
        </Notice>
      ) : (
        <Notice tone="info" title="Try it: book yourself in">
          Open the page and book as a client would. As soon as it is booked, it shows here by
          itself.
        </Notice>
      )}
      {serviceCount > 0 && (
        <Notice
          tone="info"
          title="Look around first"
          action={
            <Button size="sm" busy={isFilling} onClick={() => void lookAround()}>
              Try a made-up day
            </Button>
          }
        >
          A full day with people who do not exist, on your own menu. It stays on this device, and
          one press removes it.
        </Notice>
      )}
      <div className="flex justify-end">
        <Button
          variant="primary"
          icon={CalendarDays}
          className="max-sm:w-full"
          onClick={() => void finish()}
        >
          Open my calendar
        </Button>
      </div>
    </div>
  );
}
