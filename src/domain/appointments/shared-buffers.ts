import type { BookingRulesRow } from '#domain/rows.ts';
import type { WorkLengths } from './busy.ts';

/**
 * The work as the business has it with the buffers of neighbours. What is not shared anyway, at a
 * client's home, stays so. `private.shares_buffers` is the same rule.
 */
export const sharingBuffers = <W extends Pick<WorkLengths, 'buffer_after_min' | 'shares_buffers'>>(
  work: W,
  rules: Pick<BookingRulesRow, 'share_buffers'> | undefined,
): W =>
  rules?.share_buffers && work.shares_buffers === undefined
    ? { ...work, shares_buffers: true }
    : work;
