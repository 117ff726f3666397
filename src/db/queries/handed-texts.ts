import { mayReach } from '#domain/clients/consents.ts';
import type { MessagesOf, SentMessage } from '#domain/messages/sent-message.ts';
import type { Purpose } from '#domain/messages/templates.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { clientRecords } from './client-records.ts';

/** Texts that were handed to a phone, as lines of the log of messages. */
export const handedTexts = async (
  db: DaybookDb,
  of: MessagesOf,
  id: Uuid,
): Promise<SentMessage[]> => {
  const aliases =
    of === 'client' ? await db.rows('clients').where('merged_into').equals(id).primaryKeys() : [];
  const rows = await db
    .rows('handed_texts')
    .where(of === 'client' ? 'client_id' : 'appointment_id')
    .anyOf([id, ...aliases])
    .toArray();
  return rows.map(({ id: textId, kind, at, author_name }) => ({
    id: textId,
    kind,
    state: 'handed_to_phone',
    at,
    reason: null,
    to: null,
    by: author_name,
  }));
};

/** Whether somebody does not want texts of a purpose, or has not agreed to those that need it. */
export const refusesTexts = async (
  db: DaybookDb,
  clientId: Uuid,
  purpose: Purpose,
): Promise<boolean> => {
  if (purpose !== 'reminders' && purpose !== 'marketing') return false;
  const { consents } = await clientRecords(db, clientId);
  return !mayReach(consents, { purpose, channel: 'sms' });
};
