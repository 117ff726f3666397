import { messageFor } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { signOutHere } from '#remote/auth.ts';
import { acceptInvitation } from '#remote/members.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AuthHeading } from './form-parts.tsx';

/** Where the link of an invitation leads once somebody is signed in. Nothing happens by opening it. */
export function JoinScreen({ onJoined }: { onJoined: (businessId: Uuid) => void }) {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const isForAnother = failure?.code === 'not_allowed' && failure.field === 'email';

  const join = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const answer = await acceptInvitation(token);
    setBusy(false);
    if (answer.ok) onJoined(answer.value.business_id);
    else setFailure(answer.error);
  };
  return (
    <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
      <AuthHeading title="Join the team">
        Somebody has invited you to their calendar. What you see there is up to them.
      </AuthHeading>
      <div className="grid gap-4">
        {failure && (
          <Notice tone="danger">
            {isForAnother
              ? 'This invitation is for another address. Sign in with the one that got the mail.'
              : failure.code === 'duplicate'
                ? 'You are in this team already.'
                : messageFor(failure)}
          </Notice>
        )}
        {isForAnother ? (
          <Button variant="primary" wide onClick={() => void signOutHere()}>
            Sign in as somebody else
          </Button>
        ) : (
          <Button variant="primary" wide busy={isBusy} onClick={() => void join()}>
            Join
          </Button>
        )}
      </div>
    </main>
  );
}
