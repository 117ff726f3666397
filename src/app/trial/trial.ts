import { pathTo, patterns } from '#app/paths.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import type { DaybookDb } from '#db/open.ts';
import type { Result } from '#domain/errors/result.ts';
import { forgetTabSettings } from '#platform/storage.ts';
import { DRAFT_PREFIX } from '#ui/form-draft.ts';
import { noteTrial } from './trial-mark.ts';

/** Fills a made-up day and opens it in place of the person's data, which stays as it is. */
export const beginTrial = async (db: DaybookDb): Promise<Result<null>> => {
  const { fillTrial } = await import('#db/trial.ts');
  const filled = await fillTrial(db);
  if (!filled.ok) return filled;
  noteTrial(db.userId, db.businessId);
  window.location.assign(pathTo('calendar'));
  return filled;
};

/** One press, and the day is gone with everything that was done in it. */
export const endTrial = async ({ userId, business, close }: OpenWorkspace): Promise<void> => {
  const { removeTrial } = await import('#db/trial.ts');
  noteTrial(userId, null);
  close();
  await removeTrial({ userId, businessId: business.id });
  // What was typed into forms there and never saved.
  forgetTabSettings(DRAFT_PREFIX);
  window.location.assign(patterns.onboarding);
};

/** The screens that live from the device alone; the others would speak with the server. */
const PARTS: readonly RegExp[] = [
  /^\/$/,
  /^\/calendar$/,
  /^\/appointments\//,
  /^\/clients$/,
  /^\/clients\/(?!import$)/,
  /^\/checkout/,
  /^\/transactions$/,
  /^\/analytics$/,
  /^\/more(\/services)?$/,
  /^\/debug$/,
];

export const isPartOfTrial = (pathname: string): boolean =>
  PARTS.some((part) => part.test(pathname));
