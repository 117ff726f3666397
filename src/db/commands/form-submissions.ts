/** What was filled in, on a device of the business: sealed, then only signed, given to somebody or void. */
import { patchOp, putOp } from '#domain/commands/op.ts';
import type { NewRow, Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { checkAnswers } from '#domain/forms/check-answers.ts';
import { filesIn, filesOf } from '#domain/forms/files.ts';
import { signedField } from '#domain/forms/signed-field.ts';
import { voidReasonSchema } from '#domain/forms/form-schema.ts';
import { jsonText } from '#domain/forms/json-text.ts';
import type { FormAnswers, FormSubmissionRow, Signature, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { sha256 } from '../sha256.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { authorName } from './author.ts';
import { keepInRoom, waitingBlob } from './blobs.ts';
import { setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';

type Filled = {
  versionId: Uuid;
  clientId: Uuid | null;
  appointmentId: Uuid | null;
  answers: FormAnswers;
  /** What it corrects, which is void then. */
  supersedes?: Uuid | null;
  /** The bytes of the photos and files that the answers name, by their ids. */
  files?: ReadonlyMap<Uuid, ArrayBuffer>;
};

/**
 * Seals what a client has filled in on this device. There is no undo: it is made void with a reason.
 * Photos and files are brought to the server after it. Codes: not_found, invalid (`q3`: the question that
 * is not answered rightly), file_missing (the same, its bytes are not among `files`), storage_full (nothing
 * was kept).
 */
export const fileSubmission = async (db: DaybookDb, filled: Filled): Promise<Result<Uuid>> => {
  const version = await db.rows('form_versions').get(filled.versionId);
  if (!version) return fail('not_found', { rows: [`form_versions:${filled.versionId}`] });
  const { answers, issues, flags } = checkAnswers(version.fields, filled.answers);
  if (issues.length > 0) return fail('invalid', { ...issues[0], issues });
  const files = filled.files ?? new Map<Uuid, ArrayBuffer>();
  for (const [field, answer] of Object.entries(answers)) {
    if (filesIn(answer).some(({ id }) => !files.has(id))) return fail('file_missing', { field });
  }
  // As on the server: private.seal_submission.
  const contentHash = await sha256(jsonText({ answers, version_hash: version.hash }));
  return keepInRoom(db, () =>
    write(db, 'form.fill', async (scope): Promise<Decision<Uuid>> => {
      const form = await scope.get('forms', version.form_id);
      if (!form) return fail('not_found', { rows: [`forms:${version.form_id}`] });
      const corrected = filled.supersedes
        ? await scope.get('form_submissions', filled.supersedes)
        : null;
      if (filled.supersedes && corrected?.form_id !== form.id) {
        return fail('not_found', { rows: [`form_submissions:${filled.supersedes}`] });
      }
      const row: NewRow<'form_submissions'> = {
        id: scope.newId(),
        business_id: scope.businessId,
        form_id: form.id,
        version_id: version.id,
        client_id: filled.clientId,
        appointment_id: filled.appointmentId,
        supersedes: filled.supersedes ?? null,
        answers,
        flags,
        filled_on: 'pro_device',
        version_hash: version.hash,
        content_hash: contentHash,
        countersign: form.countersign,
        state: form.countersign ? 'needs_countersign' : 'complete',
        void_reason: null,
        reviewed_at: null,
        submitted_at: scope.now,
        countersignature: null,
        countersigned_by: null,
        countersigned_at: null,
      };
      await scope.putBlobs(
        filesOf(answers).map(({ id, media_type }) =>
          waitingBlob(scope, {
            id,
            media_type,
            data: files.get(id)!,
            named_by: { table: 'form_submissions', id: row.id },
          }),
        ),
      );
      return {
        ops: [putOp('form_submissions', row), ...correctedOps(corrected)],
        value: row.id,
      };
    }),
  );
};

const correctedOps = (corrected: FormSubmissionRow | null | undefined): Op[] =>
  corrected && corrected.state !== 'void'
    ? [patchOp('form_submissions', corrected.id, { state: 'void', void_reason: 'Corrected' })]
    : [];

/** Says whose it is. Codes: not_found. */
export const assignSubmission = (db: DaybookDb, id: Uuid, clientId: Uuid): Promise<Result<Done>> =>
  setFields(db, 'submission.assign', 'form_submissions', id, { client_id: clientId });

/** Signs as somebody of the staff, once and for good. Codes: not_found, illegal_transition, invalid. */
export const countersign = (db: DaybookDb, id: Uuid, signature: Signature): Promise<Result<Uuid>> =>
  change(db, 'submission.countersign', id, async (row, scope) => {
    const { issues } = checkAnswers([signedField], { [signedField.id]: signature });
    if (issues.length > 0) return fail('invalid', { ...issues[0], issues });
    if (row.state !== 'needs_countersign') return fail('illegal_transition', { field: 'state' });
    return {
      state: 'complete',
      countersignature: signature,
      countersigned_by: await authorName(scope),
      countersigned_at: scope.now,
    };
  });

/** Takes it back with the reason; it stays to be read. Codes: not_found, invalid, illegal_transition. */
export const voidSubmission = async (
  db: DaybookDb,
  id: Uuid,
  reason: string,
): Promise<Result<Done>> => {
  const checked = validate(voidReasonSchema, { reason });
  if (!checked.ok) return checked;
  const done = await change(db, 'submission.void', id, (row) => {
    if (row.state === 'void') return fail('illegal_transition', { field: 'state' });
    return { state: 'void', void_reason: checked.value.reason };
  });
  if (!done.ok) return done;
  const undo = () =>
    change(db, 'submission.void.undo', id, ({ countersign: isWanted, countersignature }) => ({
      state: isWanted && !countersignature ? 'needs_countersign' : 'complete',
      void_reason: null,
    }));
  return ok({ id, undo });
};

type Change = RowPatch<'form_submissions'>;
type Refusal = ReturnType<typeof fail>;

const change = (
  db: DaybookDb,
  name: string,
  id: Uuid,
  decide: (
    row: FormSubmissionRow,
    scope: WriteScope,
  ) => Promise<Change | Refusal> | Change | Refusal,
): Promise<Result<Uuid>> =>
  write(db, name, async (scope): Promise<Decision<Uuid>> => {
    const row = await scope.get('form_submissions', id);
    if (!row) return fail('not_found', { rows: [`form_submissions:${id}`] });
    const decided = await decide(row, scope);
    if ('ok' in decided) return decided;
    return { ops: [patchOp('form_submissions', id, decided)], value: id };
  });
