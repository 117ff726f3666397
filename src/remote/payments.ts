import type { Result } from '#domain/errors/result.ts';
import { callAsMember } from './rest.ts';

/** Whether clients can pay online at this server: `test`, where no real card is charged, or null. */
export const paymentMode = (): Promise<Result<{ mode: string | null }>> =>
  callAsMember('payment_mode', {});
