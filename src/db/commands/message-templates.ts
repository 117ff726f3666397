import { putOp } from '#domain/commands/op.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { UNCHANGED, messageTemplateSchema } from '#domain/messages/schema.ts';
import type { MessageTemplateInput } from '#domain/messages/schema.ts';
import type { TemplateKey } from '#domain/messages/templates.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { sha256 } from '../sha256.ts';
import { write } from '../write.ts';
import { editRow } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** The same on every device: two that change a message without a connection mean one row. */
const templateId = async (businessId: Uuid, key: TemplateKey): Promise<Uuid> => {
  const hex = await sha256(`message_template:${businessId}:${key}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Changes words or time of a message; null brings back what is built in. Codes: invalid. */
export const editMessageTemplate = async (
  db: DaybookDb,
  key: TemplateKey,
  patch: Partial<MessageTemplateInput>,
  seenRev?: number,
): Promise<Result<Done>> => {
  const id = await templateId(db.businessId, key);
  const name = 'message_template.edit';
  const edit = (change: Partial<MessageTemplateInput>, rev?: number): Promise<Result<Done>> =>
    editRow(db, {
      name,
      table: 'message_templates',
      id,
      schema: messageTemplateSchema,
      patch: change,
      seenRev: rev,
    });
  if (await db.rows('message_templates').get(id)) return edit(patch, seenRev);
  const checked = validate(messageTemplateSchema, { ...UNCHANGED, ...patch });
  if (!checked.ok) return checked;
  const made = await write(db, name, async ({ businessId }) => ({
    ops: [putOp('message_templates', { ...checked.value, id, business_id: businessId, key })],
    value: id,
  }));
  if (!made.ok) return made;
  const undo = async (): Promise<Result<Uuid>> => {
    const undone = await edit(UNCHANGED);
    return undone.ok ? ok(id) : undone;
  };
  return ok({ id, undo });
};
