import type { OpenWorkspace } from '#app/workspace-context.ts';
import { forgetPin } from '#app/pin/kept-people.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { download } from '#platform/download.ts';
import { dropAllKeptFiles } from '#platform/kept-files.ts';
import { forgetTabSettings } from '#platform/storage.ts';
import { countRecords } from '#platform/count-records.ts';
import { markWipe, wipeDatabases } from '#platform/wipe.ts';
import { signOutHere } from '#remote/auth.ts';
import { authState } from '#remote/session.ts';
import { forgetDeviceDrafts } from '#ui/device-draft.ts';
import { DRAFT_PREFIX } from '#ui/form-draft.ts';
import { databasesOf, forgetPerson } from './finish-leaving.ts';

/** How long a sign-out tries to send what is left. */
export const SEND_MS = 10_000;

/** Sends what can be sent; how many changes remain, those of this person's other businesses included. */
export const countUnsent = async ({ sync, userId, business }: OpenWorkspace): Promise<number> => {
  const here = await sync.prepareSignOut(SEND_MS);
  const isOther = (name: string): boolean =>
    databasesOf(userId)(name) && !name.endsWith(`-${business.id}`);
  const [changes, pictures] = await Promise.all([
    countRecords(isOther, '_outbox'),
    countRecords(isOther, '_blobs', { index: 'state', is: 'waiting' }),
  ]);
  return here + changes + pictures;
};

/** A file with the changes that the server does not have; it can be imported again later. */
export const exportUnsent = async ({ sync, business }: OpenWorkspace): Promise<void> => {
  const work = await sync.unsent();
  download(
    `${PRODUCT_NAME} unsent changes ${business.slug} ${work.exportedAt.slice(0, 10)}.json`,
    JSON.stringify(work, null, 2),
    'application/json',
  );
};

/** Ends the session; data and unsent changes stay on this device for the same person. */
export const leaveSealed = async (workspace: OpenWorkspace): Promise<void> => {
  await workspace.sync.stop(true);
  workspace.close();
  forgetPin(workspace.userId);
  await signOutHere();
};

/** Ends the session and removes everything of this person from this device. */
export const leaveAndWipe = async (workspace: OpenWorkspace): Promise<void> => {
  const { userId } = workspace;
  // The decision is made: from here on, whatever dies, the next start goes through with it.
  await markWipe(userId);
  forgetPerson(userId);
  await workspace.sync.stop(true);
  workspace.close();
  await removeData(userId);
  await signOutHere();
};

/** Removes everything of somebody whose database is not open in this tab. */
export const wipePerson = async (userId: string): Promise<void> => {
  await markWipe(userId);
  forgetPerson(userId);
  await removeData(userId);
  const state = authState();
  if (state.kind === 'signed-in' && state.userId === userId) await signOutHere();
};

const removeData = async (userId: string): Promise<void> => {
  // What was typed into forms and never saved.
  forgetTabSettings(DRAFT_PREFIX);
  forgetDeviceDrafts(userId);
  await dropAllKeptFiles();
  await wipeDatabases(userId, databasesOf);
  await caches.delete('daybook-images-v1').catch(() => false);
};
