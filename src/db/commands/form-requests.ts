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
 * become somebody else's, and a class is of many: what one is asked is not what another was asked.
 */
const requestId = async ({ form_id, client_id, appointment_id }: Asked): Promise<Uuid> => {
  const hex = await sha256(`form_request:${form_id}:${appointment_id ?? ''}:${client_id}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Asks a client to fill in a form: by mail, which the server writes when it hears of it, or as something
 * that was handed to the messages of this device. Asking again asks again. Codes: not_found.
 */
export const askForForm = (db: DaybookDb, asked: Asked): Promise<Result<Done>> =>
  askGuests(db, [asked]);

/** The same of several at once; undo takes all of it back. `id`: of the first. Codes: not_found. */
export const askGuests = async (db: DaybookDb, guests: readonly Asked[]): Promise<Result<Done>> => {
  const ids = await Promise.all(guests.map(requestId));
  const [first = ''] = ids;
  type Before = (FormRequestRow | undefined)[];
  const done = await write(db, 'form.ask', async (scope): Promise<Decision<Before>> => {
    const forms = await scope.getMany(
      'forms',
      guests.map(({ form_id }) => form_id),
    );
    const lost = guests.find((_, place) => forms[place]?.status !== 'published');
    if (lost || guests.length === 0) {
      return fail('not_found', { rows: [`forms:${lost?.form_id ?? ''}`] });
    }
    const before = await scope.getMany('form_requests', ids);
    return {
      ops: guests.map((asked, place) => {
        const id = ids[place] ?? '';
        const { channel } = asked;
        return before[place]
          ? patchOp('form_requests', id, { channel, asked_at: scope.now })
          : putOp('form_requests', {
              ...asked,
              id,
              business_id: scope.businessId,
              asked_at: scope.now,
            });
      }),
      value: before,
    };
  });
  if (!done.ok) return done;
  const undo = (): Promise<Result<Uuid>> =>
    write(db, 'form.ask.undo', () => ({
      ops: ids.map((id, place) => {
        const before = done.value[place];
        return before
          ? patchOp('form_requests', id, { channel: before.channel, asked_at: before.asked_at })
          : deleteOp('form_requests', id);
      }),
      value: first,
    }));
  return ok({ id: first, undo });
};
