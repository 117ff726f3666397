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
    lock: () => void lock(db.userId),
    log,
    startAfterMs: SYNC_AFTER_MS,
  });
  const status = createStore<SyncStatus>(client.status());
  client.status$.subscribe((next) => status.set(() => next));
  db.fetchPhoto = client.photo;
  const ask = async () => (await import('./ask-server.ts')).askServer(db.businessId);
  db.fetchHistory = async (...about) => (await ask()).fetchHistory(...about);
  db.fetchMessages = async (...about) => (await ask()).fetchMessages(...about);
  db.askDeposit = async (...about) => (await ask()).askDeposit(...about);
  db.onlineRefunds = async () => (await ask()).onlineRefunds;
  db.feePayments = {
    look: async (...about) => (await ask()).feePayments.look(...about),
    charge: async (...about) => (await ask()).feePayments.charge(...about),
  };
  db.bills = async () => (await ask()).bills;
  db.memberships = async () => (await ask()).memberships;
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
