import type { Result } from '#domain/errors/result.ts';
import type { Day, PayEntry, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** What the signed-in person is paid by one closed run. */
export type OwnStatement = {
  id: Uuid;
  from_day: Day;
  to_day: Day;
  entry: PayEntry;
  /** null = it was not paid out yet. */
  paid_on: Day | null;
  paid_note: string | null;
};

/** The newest first. What others are paid never comes here; nothing of it is kept on the device. */
export const ownPay = (businessId: Uuid): Promise<Result<{ statements: OwnStatement[] }>> =>
  callAsMember('my_pay', { business_id: businessId });
