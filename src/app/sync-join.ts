import type { DaybookDb } from '#db/open.ts';
import { env } from '#platform/env.ts';
import { log } from '#platform/log.ts';
import { accessToken, lock, onToken } from '#remote/auth.ts';
import { startSync } from '#sync/client.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import { createStore } from '#ui/store.ts';
import type { SyncHandle } from './sync-handle.ts';

/** The first screen has painted by then, on most devices; news a third of a second later is no loss. */
const SYNC_AFTER_MS = 300;

/** Starts sync for an open database and hands its state to the screens. */
export const joinSync = (db: DaybookDb): SyncHandle => {
  const { backendUrl, publishableKey } = env();
  const client = startSync({
    userId: db.userId,
    businessId: db.businessId,
    backendUrl,
    publishableKey,
    accessToken: async (refresh) => {
      const answer = await accessToken(refresh);
      if (answer.ok) return answer.value;
      // Only a refusal means that the person must sign in; otherwise nobody can tell right now.
      if (answer.error.code === 'session_expired') return null;
      throw new Error(answer.error.code);
    },
    lock: () => void lock(),
    log,
    startAfterMs: SYNC_AFTER_MS,
  });
  const status = createStore<SyncStatus>(client.status());
  client.status$.subscribe((next) => status.set(() => next));
  db.fetchPhoto = client.photo;
  db.fetchHistory = async (id, before) => {
    const { appointmentHistory } = await import('#remote/history.ts');
    return appointmentHistory(db.businessId, id, before);
  };
  db.fetchMessages = async (id) => {
    const { appointmentMessages } = await import('#remote/messages.ts');
    return appointmentMessages(db.businessId, id);
  };
  const fees = async () => (await import('#remote/fee-payments.ts')).feePayments(db.businessId);
  db.feePayments = {
    look: async (id) => (await fees()).look(id),
    charge: async (id, opId) => (await fees()).charge(id, opId),
  };
  db.askDeposit = async (id, cents, opId) => {
    const { askDeposit } = await import('#remote/asked-deposits.ts');
    return askDeposit(db.businessId, id, cents, opId);
  };
  db.memberships = async () =>
    (await import('#remote/client-memberships.ts')).memberships(db.businessId);
  const stopListening = db.onWrote(() => client.nudge('wrote'));
  onToken(() => client.nudge('token'));
  return {
    db,
    status,
    syncNow: () => client.nudge('sync-now'),
    check: client.check,
    prepareSignOut: client.prepareSignOut,
    resume: client.resume,
    unsent: client.unsent,
    stop: async (everywhere) => {
      stopListening();
      await client.stop(everywhere);
    },
  };
};
