import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** See `DaybookDb.askDeposit`. */
export const askDeposit = (
  businessId: Uuid,
  appointmentId: Uuid,
  cents: number,
  opId: Uuid,
  keepUntil: Instant | null,
): Promise<Result<{ token: string; amount: number; mailed: boolean }>> =>
  callAsMember('ask_deposit', {
    business_id: businessId,
    appointment_id: appointmentId,
    amount_cents: cents,
    op_id: opId,
    keep_until: keepUntil,
  });
