import { loginPath } from '#app/destination.ts';
import { workspaceHolder } from '#app/workspace-holder.ts';
import { readStoredSession } from '#remote/session.ts';
import { showToast } from '#ui/toast.ts';
import { noteHere } from './last-here.ts';
import { isRenewed, sealSession } from './people.ts';

/** How long a lock by hand waits for what is not sent yet. */
const SEND_MS = 3_000;

/**
 * Locks this device for whoever is signed in, in every tab. `send` = what waits is sent first, as far as
 * that goes in a moment; whatever is left waits for them. The page starts anew: nothing of the business
 * stays in its memory.
 */
export const lockNow = async ({ send }: { send: boolean }): Promise<void> => {
  const { pathname, search, hash } = window.location;
  const sync = workspaceHolder.get()?.sync;
  const waiting =
    sync === undefined
      ? 0
      : send && navigator.onLine
        ? await sync.prepareSignOut(SEND_MS).catch(() => sync.status.get().pendingCount)
        : sync.status.get().pendingCount;
  const session = readStoredSession();
  const isSealed = await sealSession(waiting).catch(() => false);
  if (!isSealed) {
    await sync?.resume();
    // By hand: nobody walks away from a device that they take for locked.
    if (send) {
      showToast({ type: 'error', title: 'This device could not be locked. Sign out instead.' });
    }
    return;
  }
  // Only they come back to where they were.
  if (session) noteHere(session.userId);
  await sync?.stop(true).catch(() => undefined);
  // The browser may keep this page for "Back": it comes back without them (watchOtherTabs), or starts anew
  // where another tab has renewed their session since.
  document.body.hidden = true;
  const show = (): void => {
    if (isRenewed()) window.location.reload();
    else document.body.hidden = false;
  };
  window.addEventListener('pageshow', show, { once: true });
  window.location.assign(loginPath(pathname + search + hash));
};
