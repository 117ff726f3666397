import { messageFor } from '#app/messages.ts';
import { exportUnsent } from '#app/sign-out/leave.ts';
import { useWorkspace } from '#app/workspace-context.ts';
import { formatDate } from '#domain/time/format.ts';
import { deviceZone } from '#platform/device-zone.ts';
import { reopenBusiness } from '#remote/closing.ts';
import type { businessEnd } from '#remote/closing.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { DoorClosed } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { findEnd, removeCopy } from './ended.ts';
import type { Ended } from './ended.ts';

/**
 * Access is lost: asks why, and where the business was closed takes the place of its screens. Its copy
 * goes from this device at once, unless there is unsent work: about that a person decides.
 */
export function WhenEnded({ onEnded, ask }: { onEnded: () => void; ask?: typeof businessEnd }) {
  const workspace = useWorkspace();
  const [ended, setEnded] = useState<Ended | null>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (wasAsked.current) return;
    wasAsked.current = true;
    void findEnd(workspace, ask).then((found) => {
      if (!found) return;
      // First the screens go, which read what is about to be removed.
      onEnded();
      setEnded(found);
      if (found.unsent === 0) void removeCopy(workspace);
    });
  }, [workspace, onEnded, ask]);
  if (!ended) return null;
  return (
    <EndedPage
      ended={ended}
      onSave={() => void exportUnsent(workspace)}
      onRemove={() => {
        setEnded({ ...ended, unsent: 0 });
        void removeCopy(workspace);
      }}
    />
  );
}

/** Said once, on each device: the business is gone, and so is what this device kept of it. */
function EndedPage({
  ended: { business, end, unsent },
  onSave,
  onRemove,
}: {
  ended: Ended;
  onSave: () => void;
  /** Removes the copy on this device, unsent changes included. */
  onRemove: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const isKept = unsent > 0;
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    const answer = await reopenBusiness(business.id);
    setBusy(false);
    if (!answer.ok) return tellFailure(answer.error, messageFor);
    window.location.assign('/');
  };
  const when = end.state === 'closed' && formatDate(end.erase_at, { timeZone: deviceZone('UTC') });
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <EmptyState
        level="h1"
        icon={DoorClosed}
        title={`${business.name} is ${end.state === 'closed' ? 'closed' : 'erased'}`}
        action={
          <>
            {isKept && (
              <>
                <Button variant="primary" onClick={onSave}>
                  Save them as a file
                </Button>
                <Button variant="danger" onClick={onRemove}>
                  Remove everything
                </Button>
              </>
            )}
            {!isKept && (
              <Button variant="primary" onClick={() => window.location.assign('/')}>
                Go on
              </Button>
            )}
            {end.state === 'closed' && end.is_owner && (
              <Button busy={isBusy} onClick={() => void takeBack()}>
                Take it back
              </Button>
            )}
          </>
        }
      >
        {end.is_owner ? 'You have' : 'Its owner has'} closed it.
        {when && ` Everything is erased for good on ${when}.`}{' '}
        {isKept
          ? `${unsent === 1 ? 'One change' : `${unsent} changes`} on this device never reached the server. Save them now if somebody needs them.`
          : 'This device removes its copy.'}
      </EmptyState>
    </main>
  );
}
