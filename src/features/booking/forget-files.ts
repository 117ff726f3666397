import { filesOf } from '#domain/forms/files.ts';
import type { Draft } from './booking-draft.ts';

/** What was handed over with forms is with the business now; what stays here is gone after a week. */
export const forgetFiles = async ({ forms }: Pick<Draft, 'forms'>): Promise<void> => {
  const ids = Object.values(forms).flatMap(({ answers }) => filesOf(answers).map(({ id }) => id));
  if (ids.length === 0) return;
  await import('#platform/kept-files.ts').then(
    ({ dropKeptFiles }) => dropKeptFiles(ids),
    () => undefined,
  );
};
