import { openDb } from '#db/open.ts';
import type { DaybookDb, OpenWait } from '#db/open.ts';
import { fail } from '#domain/errors/result.ts';
import type { AppError, Failed, Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { log } from '#platform/log.ts';
import { keepStorage } from '#platform/storage.ts';
import { callOffWipe } from '#platform/wipe-mark.ts';
import type { MyBusiness } from '#remote/memberships.ts';
import { createStore } from '#ui/store.ts';
import type { Store } from '#ui/store.ts';
import { forgetAllToasts } from '#ui/toast.ts';
import {
  businessToOpen,
  hasNoBusiness,
  rememberBusinesses,
  rememberChoice,
  rememberedBusinesses,
  rememberedChoice,
} from './my-businesses.ts';
import { setAppLoading } from '#ui/ui-state.ts';
import { joinSync } from './sync-join.ts';
import type { SyncHandle } from './sync-handle.ts';
import { setAccent } from './theme.ts';
import { isTrying } from './trial/trial-mark.ts';

/**
 * From "somebody is signed in" to "their data is on the screen".
 *
 *   looking ──▶ choosing ──▶ opening ──▶ open ──▶ closed (another tab took the database)
 *      │                        │
 *      ├──▶ none (no business)  └──▶ failed (no storage, or a file of a made-up day did not come)
 *      └──▶ failed (first sign-in on this device without network)
 */
export type Workspace =
  | { kind: 'looking' }
  | { kind: 'none' }
  | { kind: 'choosing'; businesses: readonly MyBusiness[] }
  /** `wait`: it takes long, and why. */
  | { kind: 'opening'; business: MyBusiness; wait?: OpenWait }
  | { kind: 'failed'; error: AppError }
  | { kind: 'open'; business: MyBusiness; db: DaybookDb; sync: SyncHandle }
  | { kind: 'closed' };

export type WorkspaceControl = {
  /** Begins to look, once; again after close(). */
  start: () => void;
  store: Store<Workspace>;
  businesses: Store<readonly MyBusiness[]>;
  choose: (business: MyBusiness) => void;
  /** Looks again: after a failure, or after a business was made. */
  retry: (chosen?: Uuid) => void;
  /** Lets go of database and sync; the person signs out or somebody else signed in. */
  close: () => void;
};

/**
 * The workspace of one person. It opens the last business at once from what the device remembers,
 * and asks the server meanwhile.
 */
export const createWorkspace = (userId: Uuid): WorkspaceControl => {
  const store = createStore<Workspace>({ kind: 'looking' });
  const businesses = createStore<readonly MyBusiness[]>(rememberedBusinesses(userId));
  // Each change of business makes answers for the one before worthless.
  let turn = 0;
  let isStarted = false;
  let isClosed = false;

  const show = (next: Workspace): void => {
    setAppLoading(next.kind === 'looking' || next.kind === 'opening');
    store.set(() => next);
  };

  const failed = ({ error }: Failed): void => show({ kind: 'failed', error });

  const letGo = (): void => {
    const current = store.get();
    if (current.kind !== 'open') return;
    // What they offer to take back is of the business that is left.
    forgetAllToasts();
    void current.sync.stop();
    current.db.close();
  };

  const open = async (business: MyBusiness): Promise<void> => {
    letGo();
    turn += 1;
    const mine = turn;
    show({ kind: 'opening', business });
    rememberChoice(userId, business.id);
    setAccent(business.brandColour);
    // A sign-out that another tab holds up must not reach what this person does from now on.
    const trial = isTrying(userId, business.id);
    const [opened] = await Promise.all([
      openDb({ userId, businessId: business.id, trial }, (wait) => {
        if (mine === turn && !isClosed) show({ kind: 'opening', business, wait });
      }),
      callOffWipe(userId),
    ]);
    if (mine !== turn || isClosed) {
      if (opened.ok) opened.value.close();
      return;
    }
    if (!opened.ok) return failed(opened);
    const db = opened.value;
    db.onTrouble((trouble) => {
      log('info', 'The local database is in trouble', { trouble });
      if (mine === turn && trouble === 'superseded') show({ kind: 'closed' });
    });
    // Browsers may clear what nobody asked them to keep; the first own work is a reason to ask.
    const stopWaiting = db.onWrote(() => {
      stopWaiting();
      void keepStorage();
    });
    const sync = trial
      ? await import('#app/trial/still-sync.ts').then(
          ({ stillSync }) => stillSync(db),
          () => null,
        )
      : joinSync(db);
    const isWanted = mine === turn && !isClosed;
    if (sync && isWanted) return show({ kind: 'open', business, db, sync });
    db.close();
    // The file did not come.
    if (isWanted) failed(fail('offline'));
  };

  const settle = (list: readonly MyBusiness[], chosen: Uuid | null): void => {
    const business = businessToOpen(list, chosen);
    if (business) void open(business);
    else if (list.length > 0) show({ kind: 'choosing', businesses: list });
    else show({ kind: 'none' });
  };

  const ask = async (chosen: Uuid | null): Promise<void> => {
    const answer = await askForBusinesses(userId);
    if (isClosed) return;
    if (!answer.ok) {
      if (store.get().kind !== 'looking') return;
      return hasNoBusiness(userId) ? show({ kind: 'none' }) : failed(answer);
    }
    rememberBusinesses(userId, answer.value);
    businesses.set(() => answer.value);
    // What is open stays open: losing a membership is sync's to say, with the unsent work at hand.
    const { kind } = store.get();
    if (kind === 'looking' || kind === 'none') settle(answer.value, chosen);
  };

  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      isClosed = false;
      store.set(() => ({ kind: 'looking' }));
      const known = businesses.get();
      if (known.length > 0) settle(known, rememberedChoice(userId));
      void ask(rememberedChoice(userId));
    },
    store,
    businesses,
    choose: (business) => void open(business),
    retry: (chosen) => {
      show({ kind: 'looking' });
      void ask(chosen ?? rememberedChoice(userId));
    },
    close: () => {
      isStarted = false;
      isClosed = true;
      turn += 1;
      letGo();
      setAppLoading(false);
    },
  };
};

/** Asked of the server when the device may know the answer already: the first screen does not wait. */
const askForBusinesses = async (userId: Uuid): Promise<Result<MyBusiness[]>> => {
  try {
    return await (await import('#remote/memberships.ts')).myBusinesses(userId);
  } catch {
    // The file did not come.
    return fail('offline');
  }
};
