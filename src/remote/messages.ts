import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { MessagesOf, SentMessage } from '#domain/messages/sent-message.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

const CALLS = {
  appointment: { name: 'appointment_messages', about: 'appointment_id' },
  client: { name: 'client_messages', about: 'client_id' },
} as const satisfies Record<MessagesOf, object>;

/** The newest first. Codes: not_found (nobody here sees it), and those of every request. */
export const messagesOf = async (
  businessId: Uuid,
  of: MessagesOf,
  id: Uuid,
): Promise<Result<SentMessage[]>> => {
  const { name, about } = CALLS[of];
  const answer = await callAsMember<{ messages: SentMessage[] }>(name, {
    business_id: businessId,
    [about]: id,
  });
  return answer.ok ? ok(answer.value.messages) : answer;
};
