import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** Whom a number of years means: `due` now, and the first of them and of those of the next month. */
export type RetentionPreview = {
  due: number;
  clients: readonly { id: Uuid; last_visit_at: Instant | null; due_at: Instant }[];
};

/** Only the server knows every visit. Codes: not_allowed, invalid (years). */
export const retentionPreview = (
  businessId: Uuid,
  years: number,
): Promise<Result<RetentionPreview>> =>
  callAsMember('retention_preview', { business_id: businessId, years });
