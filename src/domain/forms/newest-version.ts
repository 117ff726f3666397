import type { FormVersionRow, Uuid } from '#domain/rows.ts';

/** What clients see of a form: the version with the highest number. */
export const newestVersion = (
  versions: readonly FormVersionRow[],
  formId: Uuid,
): FormVersionRow | null =>
  versions
    .filter(({ form_id }) => form_id === formId)
    // Two devices may have published offline: the server's number decides once it is known.
    .toSorted((a, b) => b.number - a.number || (a.published_at < b.published_at ? 1 : -1))[0] ??
  null;
