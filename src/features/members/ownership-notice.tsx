import { messageFor } from '#app/messages.ts';
import type { MemberView } from '#db/queries/members.ts';
import { useDb } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { transferOwnership, withdrawOwnership } from '#remote/members.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useState } from 'react';

/** An offer of the business that waits: for the owner who made it, and for whoever was asked. */
export function OwnershipNotice({
  members,
  business,
  isOnline,
}: {
  members: readonly MemberView[];
  business: BusinessRow;
  isOnline: boolean;
}) {
  const db = useDb();
  const [busy, setBusy] = useState(false);
  const offered = members.find(
    ({ membership }) => (membership.ownership_offered_until ?? '') > db.now(),
  );
  const isOwner = members.some(({ isMe, membership }) => isMe && membership.role === 'owner');
  if (!offered || !(offered.isMe || isOwner)) return null;
  const until = businessFormats(business).date(offered.membership.ownership_offered_until ?? '');
  const act = async (work: () => Promise<Result<unknown>>, done: string): Promise<void> => {
    setBusy(true);
    const result = await work();
    setBusy(false);
    tellOutcome(result, done, messageFor);
  };
  const withdraw = (done: string) => (
    <Button
      size="sm"
      disabled={!isOnline || busy}
      onClick={() => void act(() => withdrawOwnership(db.businessId), done)}
    >
      {offered.isMe ? 'No, thanks' : 'Take back'}
    </Button>
  );
  if (!offered.isMe) {
    return (
      <Notice title={`Offered to ${offered.name}`} action={withdraw('Offer taken back')}>
        They have until {until} to take over {business.name}.
      </Notice>
    );
  }
  return (
    <Notice title={`${business.name} is offered to you`} tone="success">
      <p>
        The owner wants to hand the business over. You have until {until}. They become a manager.
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={!isOnline || busy}
          onClick={() =>
            void act(
              () => transferOwnership(db.businessId, offered.membership.id),
              `You own ${business.name} now`,
            )
          }
        >
          Take over
        </Button>
        {withdraw('Offer declined')}
      </p>
    </Notice>
  );
}
