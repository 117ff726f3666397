import { messageFor } from '#app/messages.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import { formatDate } from '#domain/time/format.ts';
import { deviceZone } from '#platform/device-zone.ts';
import { myClosedBusinesses, reopenBusiness } from '#remote/closing.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useOnline } from '#ui/use-online.ts';
import { useState } from 'react';

/** What its owner closed and can still take back. Nothing while there is none, or no network. */
export function ClosedBusinesses({
  list = myClosedBusinesses,
  reopen = reopenBusiness,
}: {
  list?: typeof myClosedBusinesses;
  reopen?: typeof reopenBusiness;
}) {
  const { value } = useServerAnswer(list, useOnline());
  const [busy, setBusy] = useState<string | null>(null);
  const takeBack = async (id: string): Promise<void> => {
    setBusy(id);
    const answer = await reopen(id);
    setBusy(null);
    if (!answer.ok) return tellFailure(answer.error, messageFor);
    // From the beginning: it is a business like every other again.
    window.location.assign('/');
  };
  return value?.businesses.map(({ id, name, erase_at }) => (
    <Notice
      key={id}
      tone="warning"
      title={`${name} is closed`}
      action={
        <Button size="sm" busy={busy === id} onClick={() => void takeBack(id)}>
          Take it back
        </Button>
      }
    >
      Everything of it is erased on {formatDate(erase_at, { timeZone: deviceZone('UTC') })}. Until
      then you can take it back.
    </Notice>
  ));
}
