import type { MessageKey, MessageTemplateRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** What the business has changed of its messages, by key. */
export const messageTemplates = async (
  db: DaybookDb,
): Promise<ReadonlyMap<MessageKey, MessageTemplateRow>> =>
  new Map((await db.rows('message_templates').toArray()).map((row) => [row.key, row]));
