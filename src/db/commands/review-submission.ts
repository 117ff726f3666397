import { clientSchema } from '#domain/clients/schema.ts';
import { patchOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { recordChanges } from '#domain/forms/record-changes.ts';
import type { RecordPart } from '#domain/forms/record-changes.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { recordPlace } from '../queries/forms.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/**
 * Decides what a filled-in form changes about its client: these parts of it, or nothing. From then on
 * nobody is asked about it any more. `seenRev`: of the client, as somebody looked at them. Undo brings the
 * record back, and the question. Codes: not_found, invalid (the record could not hold it).
 */
export const reviewSubmission = async (
  db: DaybookDb,
  id: Uuid,
  taken: readonly RecordPart[],
  seenRev: number | undefined,
): Promise<Result<Done>> => {
  const place = await recordPlace(db);
  type Before = { clientId: Uuid; fields: Record<string, unknown>; reviewed: string | null };
  const done = await write(db, 'submission.review', async (scope): Promise<Decision<Before>> => {
    const submission = await scope.get('form_submissions', id);
    if (!submission) return fail('not_found', { rows: [`form_submissions:${id}`] });
    const version = await scope.get('form_versions', submission.version_id);
    const named = await scope.get('clients', submission.client_id ?? '');
    // Its record may have become part of another one.
    const client = named?.merged_into ? await scope.get('clients', named.merged_into) : named;
    if (!version || !client) {
      return fail('not_found', { rows: [`clients:${submission.client_id ?? ''}`] });
    }
    const changes = recordChanges(version.fields, submission.answers, client, place);
    const patch = Object.assign(
      {},
      ...changes.filter(({ part }) => taken.includes(part)).map((change) => change.patch),
    ) as Record<string, unknown>;
    const checked = validate(clientSchema, { ...client, ...patch });
    if (!checked.ok) return checked;
    const current = client as unknown as Record<string, unknown>;
    const judged = checked.value as unknown as Record<string, unknown>;
    const wanted = Object.fromEntries(Object.keys(patch).map((field) => [field, judged[field]]));
    return {
      ops: [
        ...changeOps('clients', client.id, client, wanted),
        patchOp('form_submissions', id, { reviewed_at: scope.now }),
      ],
      value: {
        clientId: client.id,
        fields: Object.fromEntries(Object.keys(wanted).map((field) => [field, current[field]])),
        reviewed: submission.reviewed_at ?? null,
      },
      seenRev: ifOlder(seenRev, client),
    };
  });
  if (!done.ok) return done;
  const { clientId, fields, reviewed } = done.value;
  const undo = (): Promise<Result<Uuid>> =>
    write(db, 'submission.review.undo', async (scope): Promise<Decision<Uuid>> => {
      const client = await scope.get('clients', clientId);
      if (!client) return fail('not_found', { rows: [`clients:${clientId}`] });
      return {
        ops: [
          ...changeOps('clients', clientId, client, fields),
          patchOp('form_submissions', id, { reviewed_at: reviewed }),
        ],
        value: id,
      };
    });
  return ok({ id, undo });
};
