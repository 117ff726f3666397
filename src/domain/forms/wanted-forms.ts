import type { FormRow, FormSubmissionRow, FormVersionRow, Instant, Uuid } from '#domain/rows.ts';
import { addMonths } from '#domain/time/day.ts';
import { newestVersion } from './newest-version.ts';

/** A form that a visit should have, and what was filled in for it; null = it is missing. */
export type WantedForm = {
  form: FormRow;
  version: FormVersionRow;
  submission: FormSubmissionRow | null;
};

type Visit = { id: Uuid; startsAt: Instant; serviceIds: readonly Uuid[] };

/** The forms of a visit: those that its services ask for, with the client's newest answers. */
export const wantedForms = (
  visit: Visit,
  forms: readonly FormRow[],
  versions: readonly FormVersionRow[],
  /** Of the client, in any order. */
  submissions: readonly FormSubmissionRow[],
): WantedForm[] =>
  forms.flatMap((form) => {
    const version = newestVersion(versions, form.id);
    if (form.status !== 'published' || form.wanted === 'manual' || !version) return [];
    const { service_ids: only } = form;
    if (only.length > 0 && !visit.serviceIds.some((id) => only.includes(id))) return [];
    const submission = submissions
      .filter((one) => one.form_id === form.id && counts(one, form, version, visit))
      .toSorted((a, b) => (a.submitted_at < b.submitted_at ? 1 : -1))[0];
    return [{ form, version, submission: submission ?? null }];
  });

/** Whether what was filled in once is enough for this visit. */
const counts = (
  submission: FormSubmissionRow,
  form: FormRow,
  version: FormVersionRow,
  visit: Visit,
): boolean => {
  if (submission.state === 'void') return false;
  if (submission.appointment_id === visit.id) return true;
  switch (form.frequency) {
    case 'every_visit':
      return false;
    case 'once_per_version':
      return submission.version_id === version.id;
    case 'every_n_months':
      return (
        addMonths(submission.submitted_at.slice(0, 10), form.every_months) >
        visit.startsAt.slice(0, 10)
      );
  }
};
