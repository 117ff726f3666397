import type { HistoryLine } from '#domain/appointments/history-line.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

export type HistoryPage = { lines: HistoryLine[]; more: boolean };

/**
 * What the server knows of an appointment's history, the newest first; `before`: older than the line
 * with this id. Codes: not_found (nobody here sees it), and those of every request.
 */
export const appointmentHistory = (
  businessId: Uuid,
  appointmentId: Uuid,
  before: number | null,
): Promise<Result<HistoryPage>> =>
  callAsMember('appointment_history', {
    business_id: businessId,
    appointment_id: appointmentId,
    before,
  });
