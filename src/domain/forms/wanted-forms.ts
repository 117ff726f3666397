import type {
  FormRequestRow,
  FormRow,
  FormSubmissionRow,
  FormVersionRow,
  Instant,
  Uuid,
} from '#domain/rows.ts';
import { addMonths } from '#domain/time/day.ts';
import { newestVersion } from './newest-version.ts';

/** A form that a visit should have, and what was filled in for it; null = it is missing. */
export type WantedForm = {
  form: FormRow;
  version: FormVersionRow;
  submission: FormSubmissionRow | null;
  /** That they were asked by hand, and what became of the link; null = nothing so far. */
  request: FormRequestRow | null;
};

type Visit = { id: Uuid; startsAt: Instant; serviceIds: readonly Uuid[] };

/** The forms of a visit: those that its services ask for, and those that its client was asked for, with the newest answers. */
export const wantedForms = (
  visit: Visit,
  forms: readonly FormRow[],
  versions: readonly FormVersionRow[],
  /** Of the client, in any order. */
  submissions: readonly FormSubmissionRow[],
  /** Of the client as well. */
  requests: readonly FormRequestRow[],
): WantedForm[] =>
  forms.flatMap((form) => {
    const version = newestVersion(versions, form.id);
    if (form.status !== 'published' || !version) return [];
    const request =
      requests.find(
        ({ form_id, appointment_id }) => form_id === form.id && appointment_id === visit.id,
      ) ?? null;
    const askedAt = request?.asked_at ?? null;
    if (askedAt === null && !isWantedFor(form, visit)) return [];
    const submission = submissions
      .filter(
        (one) =>
          one.form_id === form.id &&
          counts(one, form, version, visit) &&
          // What was filled in before they were asked is not what was asked for.
          (askedAt === null || one.appointment_id === visit.id || one.submitted_at > askedAt),
      )
      .toSorted((a, b) => (a.submitted_at < b.submitted_at ? 1 : -1))[0];
    return [{ form, version, submission: submission ?? null, request }];
  });

const isWantedFor = ({ wanted, service_ids }: FormRow, { serviceIds }: Visit): boolean =>
  wanted !== 'manual' &&
  (service_ids.length === 0 || serviceIds.some((id) => service_ids.includes(id)));

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
    case 'once':
      return true;
    case 'once_per_version':
      return submission.version_id === version.id;
    case 'every_n_months':
      return (
        addMonths(submission.submitted_at.slice(0, 10), form.every_months) >
        visit.startsAt.slice(0, 10)
      );
  }
};
