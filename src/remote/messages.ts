import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { SentMessage } from '#domain/messages/sent-message.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** The newest first. Codes: not_found (nobody here sees the visit), and those of every request. */
export const appointmentMessages = async (
  businessId: Uuid,
  appointmentId: Uuid,
): Promise<Result<SentMessage[]>> => {
  const answer = await callAsMember<{ messages: SentMessage[] }>('appointment_messages', {
    business_id: businessId,
    appointment_id: appointmentId,
  });
  return answer.ok ? ok(answer.value.messages) : answer;
};
