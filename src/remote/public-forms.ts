import type { Result } from '#domain/errors/result.ts';
import type { FormAnswers, FormField, Instant, Uuid } from '#domain/rows.ts';
import type { BookingStatus } from './public-manage.ts';
import { callPublic, readClock } from './public-server.ts';

/** How a form is opened: by its key alone, or with the link of the visit that asks for it. */
export type FormLink = { key: string; token: string | null };

/** A form as whoever has its link sees it: its newest version, without the rules of flags. */
export type PublicForm = {
  server_time: Instant;
  /** Its link is that of a visit; absent from older servers. */
  is_of_visit?: boolean;
  form: { name: string; version: number; fields: FormField[] };
  business: BookingStatus['business'];
};

/** Looking changes nothing. */
export const fetchForm = async ({ key, token }: FormLink): Promise<Result<PublicForm>> =>
  readClock(await callPublic('public_form', { key, token }));

/** Says that the page was shown to whoever has the link of a visit. Looking at its address does not. */
export const tellOpened = ({ key, token }: FormLink): Promise<Result<unknown>> =>
  callPublic('form_opened', { key, token });

/** The same `opId` always gets the same answer: nothing is there twice by one press. */
export const submitForm = (
  { key, token }: FormLink,
  filled: { version: number; answers: FormAnswers },
  opId: Uuid,
): Promise<Result<{ submitted_at: Instant }>> =>
  callPublic('submit_form', { key, token, ...filled, op_id: opId });
