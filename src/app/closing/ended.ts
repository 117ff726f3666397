import { rememberBusinesses, rememberedBusinesses } from '#app/my-businesses.ts';
import { databasesOf } from '#app/sign-out/finish-leaving.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { forgetTabSettings } from '#platform/storage.ts';
import { wipeDatabases } from '#platform/wipe.ts';
import { businessEnd } from '#remote/closing.ts';
import type { BusinessEnd } from '#remote/closing.ts';
import type { MyBusiness } from '#remote/memberships.ts';
import { DRAFT_PREFIX } from '#ui/form-draft.ts';

/** A business that was closed while this device had it open. */
export type Ended = {
  business: MyBusiness;
  end: Exclude<BusinessEnd, { state: 'open' }>;
  /** Changes here that the server never got. */
  unsent: number;
};

/** Asks why access is lost. Answers null when the business goes on without this person. */
export const findEnd = async (
  { business, sync }: OpenWorkspace,
  ask = businessEnd,
): Promise<Ended | null> => {
  const answer = await ask(business.id);
  if (!answer.ok || answer.value.state === 'open') return null;
  const end = answer.value as Ended['end'];
  return { business, end, unsent: sync.status.get().pendingCount };
};

/** Removes what this device keeps of the business; the person stays signed in. */
export const removeCopy = async ({
  userId,
  business,
  sync,
  close,
}: OpenWorkspace): Promise<void> => {
  await sync.stop();
  close();
  rememberBusinesses(
    userId,
    rememberedBusinesses(userId).filter(({ id }) => id !== business.id),
  );
  forgetTabSettings(DRAFT_PREFIX);
  await wipeDatabases(userId, (user) => {
    const isTheirs = databasesOf(user);
    return (name) => isTheirs(name) && name.endsWith(`-${business.id}`);
  });
};
