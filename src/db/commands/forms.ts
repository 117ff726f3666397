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
import type { FormRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { sha256 } from '../sha256.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
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
 * Undo takes the version back as long as nobody has filled it in.
 * Codes: not_found, invalid (`fields.q3.label`: what keeps it from being published).
 */
export const publishForm = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const seen = await db.rows('forms').get(id);
  if (!seen) return notFound(id);
  const hash = await sha256(jsonText(seen.fields));
  type Before = { status: FormRow['status']; versionId: Uuid | null };
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
    const status =
      form.status === 'published' ? [] : [patchOp('forms', id, { status: 'published' })];
    if (newest?.hash === hash) {
      return { ops: status, value: { status: form.status, versionId: null } };
    }
    const version: NewRow<'form_versions'> = {
      id: scope.newId(),
      business_id: scope.businessId,
      form_id: id,
      number: (newest?.number ?? 0) + 1,
      fields: form.fields,
      hash,
      published_at: scope.now,
    };
    return {
      ops: [putOp('form_versions', version), ...status],
      value: { status: form.status, versionId: version.id },
    };
  });
  if (!published.ok) return published;
  const { status, versionId } = published.value;
  const undo = () =>
    write(db, 'form.publish.undo', async (scope): Promise<Decision<Uuid>> => {
      const filled = await scope.list('form_submissions', 'form_id', id);
      if (filled.some(({ version_id }) => version_id === versionId)) return fail('in_use');
      return {
        ops: [
          ...(versionId ? [deleteOp('form_versions', versionId)] : []),
          patchOp('forms', id, { status }),
        ],
        value: id,
      };
    });
  return ok({ id, undo });
};

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
