/** Forms as they are made: written, published, archived. What clients fill in: form-submissions.ts. */
import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import type { NewRow } from '#domain/commands/op.ts';
import { sameValue } from '#domain/commands/same-value.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { fieldProblems } from '#domain/forms/form-fields.ts';
import { formSchema } from '#domain/forms/form-schema.ts';
import type { FormInput } from '#domain/forms/form-schema.ts';
import { jsonText } from '#domain/forms/json-text.ts';
import { newestVersion } from '#domain/forms/newest-version.ts';
import type { FormRow, FormVersionRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { sha256 } from '../sha256.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** A new form, not published yet. Undo archives it. Codes: invalid. */
export const createForm = async (db: DaybookDb, input: FormInput): Promise<Result<Done>> => {
  const made = await createRow(db, {
    name: 'form.create',
    table: 'forms',
    schema: formSchema,
    input,
    complete: (checked) => ({ ...checked, status: 'draft' as const, public_key: newKey() }),
  });
  if (!made.ok) return made;
  const id = made.value;
  const undo = async (): Promise<Result<Uuid>> => {
    const archived = await setFields(db, 'form.create.undo', 'forms', id, { status: 'archived' });
    return archived.ok ? ok(id) : archived;
  };
  return ok({ id, undo });
};

/** Changes what is being written; clients see it when it is published. Codes: not_found, invalid. */
export const editForm = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<FormInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, { name: 'form.edit', table: 'forms', id, schema: formSchema, patch, seenRev });

/**
 * Makes what was written the version that clients see. What has not changed needs no new version.
 * Undo takes back a version that nobody has seen. Any other stays, because it may have been filled in
 * somewhere without a connection: the text before it is published again, or nobody is asked for the
 * form, as before.
 * Codes: not_found, invalid (`fields.q3.label`: what keeps it from being published); of undo: not_found,
 * stale (somebody has published it again).
 */
export const publishForm = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const seen = await db.rows('forms').get(id);
  if (!seen) return notFound(id);
  const hash = await sha256(jsonText(seen.fields));
  type Before = {
    status: FormRow['status'];
    version: FormVersionRow | null;
    madeId: Uuid | null;
    /** As which mutation of which device it goes out. */
    clientId: Uuid | undefined;
    seq: number;
  };
  const published = await write(db, 'form.publish', async (scope): Promise<Decision<Before>> => {
    const form = await scope.get('forms', id);
    // Changed between the two readings: what would be published is not what was looked at.
    if (!form || !sameValue(form.fields, seen.fields)) return notFound(id);
    const issues = fieldProblems(form.fields).map(({ field, path, rule }) => ({
      field: ['fields', field, path].filter(Boolean).join('.'),
      rule,
    }));
    if (issues.length > 0) return fail('invalid', { ...issues[0], issues });
    const newest = newestVersion(await scope.list('form_versions', 'form_id', id), id);
    const device = await scope.meta('device');
    const before = {
      status: form.status,
      version: newest,
      clientId: device?.client_id,
      seq: device?.next_seq ?? 0,
    };
    const status =
      form.status === 'published' ? [] : [patchOp('forms', id, { status: 'published' })];
    if (newest?.hash === hash) return { ops: status, value: { ...before, madeId: null } };
    const version = nextVersion(scope, id, newest, { fields: form.fields, hash });
    return {
      ops: [putOp('form_versions', version), ...status],
      value: { ...before, madeId: version.id },
    };
  });
  if (!published.ok) return published;
  const { status, version: former, madeId, clientId, seq } = published.value;
  const undo = () =>
    write(db, 'form.publish.undo', async (scope): Promise<Decision<Uuid>> => {
      const back = patchOp('forms', id, { status });
      if (!madeId) return { ops: [back], value: id };
      const newest = newestVersion(await scope.list('form_versions', 'form_id', id), id);
      if (newest?.id !== madeId) return fail('stale');
      const device = await scope.meta('device');
      const hasLeft = !device || device.client_id !== clientId || device.sent_seq >= seq;
      const filled = await scope.list('form_submissions', 'form_id', id);
      if (!hasLeft && !filled.some(({ version_id }) => version_id === madeId)) {
        return { ops: [deleteOp('form_versions', madeId), back], value: id };
      }
      const again = former && putOp('form_versions', nextVersion(scope, id, newest, former));
      return { ops: again ? [again, back] : [back], value: id };
    });
  return ok({ id, undo });
};

const nextVersion = (
  scope: WriteScope,
  form_id: Uuid,
  newest: FormVersionRow | null,
  { fields, hash }: Pick<FormVersionRow, 'fields' | 'hash'>,
): NewRow<'form_versions'> => ({
  id: scope.newId(),
  business_id: scope.businessId,
  form_id,
  number: (newest?.number ?? 0) + 1,
  fields,
  hash,
  published_at: scope.now,
});

/** Nobody is asked for it any more; what was filled in stays. Codes: not_found. */
export const archiveForm = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'form.archive', 'forms', id, { status: 'archived' });

/** Back in the list: as it was published, or as a draft. Codes: not_found. */
export const restoreForm = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const versions = await db.rows('form_versions').where('form_id').equals(id).count();
  const status = versions > 0 ? 'published' : 'draft';
  return setFields(db, 'form.restore', 'forms', id, { status });
};

/** A new address for the public page: the old one leads nowhere. Codes: not_found. */
export const renewFormKey = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'form.renew_key', 'forms', id, { public_key: newKey() });

/** 192 random bits, in letters that stand in an address. */
const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

const notFound = (id: Uuid) => fail('not_found', { rows: [`forms:${id}`] });
