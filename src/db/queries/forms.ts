import { clientName } from '#domain/clients/name.ts';
import { rowKey } from '#domain/commands/op.ts';
import { askedFrom } from '#domain/forms/asked-from.ts';
import { checkAnswers } from '#domain/forms/check-answers.ts';
import { isSigned, takesFiles } from '#domain/forms/field-types.ts';
import { jsonText } from '#domain/forms/json-text.ts';
import { newestVersion } from '#domain/forms/newest-version.ts';
import { recordChanges } from '#domain/forms/record-changes.ts';
import type { RecordChange } from '#domain/forms/record-changes.ts';
import { knownAnswer } from '#domain/forms/record-fields.ts';
import { wantedForms } from '#domain/forms/wanted-forms.ts';
import type { WantedForm } from '#domain/forms/wanted-forms.ts';
import type {
  BusinessRow,
  ClientRow,
  FormAnswers,
  FormField,
  FormRow,
  FormSubmissionRow,
  FormVersionRow,
  Uuid,
} from '#domain/rows.ts';
import { addMinutes, epochMinOf } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { pendingKeys } from './pending.ts';

export type FormView = {
  form: FormRow;
  /** What clients see; null = it was never published. */
  version: FormVersionRow | null;
  /** What was written since then is not published yet. */
  hasChanges: boolean;
  filled: number;
  /** Of those, how many belong to nobody yet. */
  unassigned: number;
  pending: boolean;
};

/** All forms: those in use by name, then the archived ones. */
export const formBoard = async (db: DaybookDb): Promise<{ forms: FormView[] }> => {
  const [forms, versions, submissions, pending] = await Promise.all([
    db.rows('forms').toArray(),
    db.rows('form_versions').toArray(),
    db.rows('form_submissions').toArray(),
    pendingKeys(db),
  ]);
  const views = forms.map((form) => viewOf(form, versions, submissions, pending));
  return {
    forms: views.toSorted(
      (a, b) =>
        Number(a.form.status === 'archived') - Number(b.form.status === 'archived') ||
        a.form.name.localeCompare(b.form.name),
    ),
  };
};

const viewOf = (
  form: FormRow,
  versions: readonly FormVersionRow[],
  submissions: readonly FormSubmissionRow[],
  pending: ReadonlySet<string>,
): FormView => {
  const version = newestVersion(versions, form.id);
  const filled = submissions.filter(
    ({ form_id, state }) => form_id === form.id && state !== 'void',
  );
  return {
    form,
    version,
    hasChanges: version === null || jsonText(version.fields) !== jsonText(form.fields),
    filled: filled.length,
    unassigned: filled.filter(({ client_id }) => client_id === null).length,
    pending: pending.has(rowKey('forms', form.id)),
  };
};

export type SubmissionView = {
  submission: FormSubmissionRow;
  form: FormRow;
  version: FormVersionRow;
  /** null = nobody knows whose it is. */
  client: string | null;
  /** What it would change about its client, until somebody has decided; none when it is void. */
  changes: RecordChange[];
  /** As the changes were found; null without a client. */
  clientRev: number | null;
  pending: boolean;
};

/** How long somebody is asked whether answers go into the record: later the record may know better. */
const REVIEW_DAYS = 60;

const submissionViews = async (
  db: DaybookDb,
  submissions: readonly FormSubmissionRow[],
): Promise<SubmissionView[]> => {
  const clientIds = submissions.flatMap(({ client_id }) => client_id ?? []);
  const [forms, versions, clients, place, pending] = await Promise.all([
    db.rows('forms').bulkGet(submissions.map(({ form_id }) => form_id)),
    db.rows('form_versions').bulkGet(submissions.map(({ version_id }) => version_id)),
    recordsOf(db, clientIds),
    recordPlace(db),
    pendingKeys(db),
  ]);
  const since = addMinutes(db.now(), -REVIEW_DAYS * 24 * 60);
  return submissions
    .flatMap((submission, at): SubmissionView[] => {
      const [form, version] = [forms[at], versions[at]];
      if (!form || !version) return [];
      const record = clients.get(submission.client_id ?? '');
      const isOpen =
        !submission.reviewed_at && submission.state !== 'void' && submission.submitted_at > since;
      return [
        {
          submission,
          form,
          version,
          client: submission.client_id && (record ? clientName(record) : 'A client'),
          changes:
            record && isOpen
              ? recordChanges(version.fields, submission.answers, record, place)
              : [],
          clientRev: record?.rev ?? null,
          pending: pending.has(rowKey('form_submissions', submission.id)),
        },
      ];
    })
    .toSorted((a, b) => (a.submission.submitted_at < b.submission.submitted_at ? 1 : -1));
};

/** By the ids that were asked for; a record that became part of another one is that one. */
const recordsOf = async (db: DaybookDb, ids: readonly Uuid[]): Promise<Map<Uuid, ClientRow>> => {
  const named = await db.rows('clients').bulkGet([...new Set(ids)]);
  const into = await db
    .rows('clients')
    .bulkGet(named.flatMap((one) => (one?.merged_into ? [one.merged_into] : [])));
  const records = new Map<Uuid, ClientRow>();
  for (const one of named) {
    if (one) records.set(one.id, into.find((other) => other?.id === one.merged_into) ?? one);
  }
  return records;
};

/** What judges answers that go into a record. */
export const recordPlace = async (db: DaybookDb): Promise<{ country: string; today: string }> => {
  const business = await db.rows('businesses').get(db.businessId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  return {
    country: business?.country_code ?? 'US',
    today: epochToWall(zone, epochMinOf(db.now())).day,
  };
};

export type FormDetail = FormView & { submissions: SubmissionView[] };

/** One form with what came in, newest first; null = there is none. */
export const formDetail = async (db: DaybookDb, id: Uuid): Promise<FormDetail | null> => {
  const [form, versions, submissions, pending] = await Promise.all([
    db.rows('forms').get(id),
    db.rows('form_versions').where('form_id').equals(id).toArray(),
    db.rows('form_submissions').where('form_id').equals(id).toArray(),
    pendingKeys(db),
  ]);
  if (!form) return null;
  return {
    ...viewOf(form, versions, submissions, pending),
    submissions: await submissionViews(db, submissions),
  };
};

/** What a client has filled in, newest first, with what records that became theirs had. */
export const submissionsOfClient = async (db: DaybookDb, id: Uuid): Promise<SubmissionView[]> => {
  const aliases = await db.rows('clients').where('merged_into').equals(id).primaryKeys();
  const rows = await db
    .rows('form_submissions')
    .where('client_id')
    .anyOf([id, ...aliases])
    .toArray();
  return submissionViews(db, rows);
};

export type VisitForm = WantedForm & {
  /** From when on it is asked for, where that is still ahead. */
  askedFrom: EpochMin | null;
};

/** The forms that a visit should have; null = there is no such visit. */
export const formsOfVisit = async (db: DaybookDb, id: Uuid): Promise<VisitForm[] | null> => {
  const appointment = await db.rows('appointments').get(id);
  if (!appointment) return null;
  const clientId = appointment.client_id;
  if (!clientId) return [];
  const [business, rules, segments, forms, versions, variants, submissions, requests] =
    await Promise.all([
      db.rows('businesses').get(db.businessId),
      db.rows('booking_rules').get(db.businessId),
      db.rows('appointment_segments').where('appointment_id').equals(id).toArray(),
      db.rows('forms').toArray(),
      db.rows('form_versions').toArray(),
      db.rows('service_variants').toArray(),
      submissionsOfClient(db, clientId),
      db.rows('form_requests').where('client_id').equals(clientId).toArray(),
    ]);
  const done = segments.map(({ variant_id }) => variant_id);
  const serviceIds = variants.flatMap((one) => (done.includes(one.id) ? one.service_id : []));
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  return wantedForms(
    { id, startsAt: appointment.starts_at, serviceIds },
    forms,
    versions,
    submissions.map(({ submission }) => submission),
    requests,
  ).map((wanted) => {
    const from = askedFrom(wanted.form, appointment, rules, zone);
    return { ...wanted, askedFrom: from !== null && from > epochMinOf(db.now()) ? from : null };
  });
};

type SubmissionDetail = SubmissionView & {
  /** What it corrects, and what corrects it, as far as they are here. */
  corrects: FormSubmissionRow | null;
  correctedBy: FormSubmissionRow | null;
};

/** One that was filled in; null = it is not here. */
export const submissionView = async (db: DaybookDb, id: Uuid): Promise<SubmissionDetail | null> => {
  const row = await db.rows('form_submissions').get(id);
  const [view] = row ? await submissionViews(db, [row]) : [];
  if (!row || !view) return null;
  const [corrects, others] = await Promise.all([
    row.supersedes ? db.rows('form_submissions').get(row.supersedes) : null,
    db.rows('form_submissions').where('form_id').equals(row.form_id).toArray(),
  ]);
  const corrections = others
    .filter(({ supersedes }) => supersedes === id)
    .toSorted((a, b) => (a.submitted_at < b.submitted_at ? 1 : -1));
  return { ...view, corrects: corrects ?? null, correctedBy: corrections[0] ?? null };
};

export type FormToFill = {
  form: FormRow;
  version: FormVersionRow;
  business: BusinessRow;
  client: ClientRow | null;
  /** Of the client; '' without one. */
  name: string;
  /** Answers that the client's record gives, or what is corrected. */
  known: FormAnswers;
  /** The submission that is corrected. */
  corrects: Uuid | null;
};

/** What need not be typed again. Files belong to what they came with, and what is signed is signed anew. */
const answeredAgain = (fields: readonly FormField[], answers: FormAnswers): FormAnswers =>
  Object.fromEntries(
    fields.flatMap(({ id, type }) => {
      const answer = answers[id];
      const isKept = answer !== undefined && !takesFiles(type) && !isSigned(type);
      return isKept ? [[id, answer]] : [];
    }),
  );

/** A form as a client fills it in on this device; null = it is not published. */
export const formToFill = async (
  db: DaybookDb,
  formId: Uuid,
  clientId: Uuid | null,
  correctedId: Uuid | null = null,
): Promise<FormToFill | null> => {
  const [form, versions, business, client, corrected] = await Promise.all([
    db.rows('forms').get(formId),
    db.rows('form_versions').where('form_id').equals(formId).toArray(),
    db.rows('businesses').get(db.businessId),
    clientId ? db.rows('clients').get(clientId) : null,
    correctedId ? db.rows('form_submissions').get(correctedId) : null,
  ]);
  const version = newestVersion(versions, formId);
  if (form?.status !== 'published' || !version || !business) return null;
  const known: FormAnswers = {};
  for (const { id, map_to } of version.fields) {
    const value = map_to && client && knownAnswer(client, map_to);
    if (value) known[id] = value;
  }
  const isOfForm = corrected?.form_id === formId;
  const again = isOfForm ? answeredAgain(version.fields, corrected.answers) : {};
  return {
    form,
    version,
    business,
    client: client ?? null,
    name: client ? clientName(client) : '',
    // What would not be taken as an answer is asked for.
    known: checkAnswers(version.fields, { ...known, ...again }).answers,
    corrects: isOfForm ? corrected.id : null,
  };
};

/** The forms that somebody may be asked to fill in. */
export const publishedForms = async (db: DaybookDb): Promise<FormRow[]> =>
  (await db.rows('forms').toArray())
    .filter(({ status }) => status === 'published')
    .toSorted((a, b) => a.name.localeCompare(b.name));
