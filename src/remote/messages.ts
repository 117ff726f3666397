import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { SentMessage } from '#domain/messages/sent-message.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

type Answer = Promise<Result<SentMessage[]>>;

const ask = async (name: string, about: Record<string, Uuid>): Answer => {
  const answer = await callAsMember<{ messages: SentMessage[] }>(name, about);
  return answer.ok ? ok(answer.value.messages) : answer;
};

/** The newest first. Codes: not_found (nobody here sees the visit), and those of every request. */
export const appointmentMessages = (businessId: Uuid, appointmentId: Uuid): Answer =>
  ask('appointment_messages', { business_id: businessId, appointment_id: appointmentId });

/** The same of all visits of a client that the member sees. Codes: not_found (of the client). */
export const clientMessages = (businessId: Uuid, clientId: Uuid): Answer =>
  ask('client_messages', { business_id: businessId, client_id: clientId });
