import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { FormRequestRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { sha256 } from '../sha256.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import type { Done } from './edit-row.ts';

type Asked = Pick<FormRequestRow, 'form_id' | 'client_id' | 'appointment_id' | 'channel'>;

/**
 * The same on every device: a client is asked for a form once at each visit, whoever does it. A visit may
 * become somebody else's: what they are asked is not what was asked before.
 */
const requestId = async ({ form_id, client_id, appointment_id }: Asked): Promise<Uuid> => {
  const hex = await sha256(`form_request:${form_id}:${appointment_id ?? ''}:${client_id}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Asks a client to fill in a form: by mail, which the server writes when it hears of it, or as something
 * that was handed to the messages of this device. Asking again asks again. Codes: not_found.
 */
export const askForForm = async (db: DaybookDb, asked: Asked): Promise<Result<Done>> => {
  const id = await requestId(asked);
  let before: FormRequestRow | undefined;
  const done = await write(db, 'form.ask', async (scope): Promise<Decision<Uuid>> => {
    const form = await scope.get('forms', asked.form_id);
    if (form?.status !== 'published') {
      return fail('not_found', { rows: [`forms:${asked.form_id}`] });
    }
    before = await scope.get('form_requests', id);
    const { channel } = asked;
    return {
      ops: [
        before
          ? patchOp('form_requests', id, { channel, asked_at: scope.now })
          : putOp('form_requests', {
              ...asked,
              id,
              business_id: scope.businessId,
              asked_at: scope.now,
            }),
      ],
      value: id,
    };
  });
  if (!done.ok) return done;
  const undo = (): Promise<Result<Uuid>> =>
    write(db, 'form.ask.undo', () => ({
      ops: [
        before
          ? patchOp('form_requests', id, { channel: before.channel, asked_at: before.asked_at })
          : deleteOp('form_requests', id),
      ],
      value: id,
    }));
  return ok({ id, undo });
};
