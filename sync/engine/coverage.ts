/** What "this month is here" means. */
import type { Instant } from '#domain/rows.ts';
import { instantMs, toInstant } from '#domain/time/instant.ts';
import type { Coverage } from '../protocol.ts';
import type { CoverageMeta } from '../ports.ts';

export type Range = { from: Instant; to: Instant };

/** `YYYY-MM` as [first instant, first instant of the next month). */
export const monthRange = (month: string): Range => {
  const fromMs = instantMs(`${month}-01T00:00:00Z`);
  const next = new Date(fromMs);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from: toInstant(fromMs), to: toInstant(next) };
};

/** Whether a month lies wholly in the first window. */
export const isInWindow = (month: string, window: Range): boolean => {
  const { from, to } = monthRange(month);
  return from >= window.from && to <= window.to;
};

/** The months that lie wholly in the first window. */
export const windowMonths = (window: Range): string[] => {
  const months: string[] = [];
  let month = window.from.slice(0, 7);
  while (month < window.to.slice(0, 7)) {
    if (isInWindow(month, window)) months.push(month);
    month = monthRange(month).to.slice(0, 7);
  }
  return months;
};

/** A month without rows on the server is here as soon as we know that. */
export const hasMonth = (coverage: CoverageMeta, month: string): boolean =>
  isInWindow(month, coverage) ||
  coverage.months.includes(month) ||
  (coverage.missing !== null &&
    !coverage.missing.some((other) => other.month === month) &&
    !coverage.dropped.includes(month));

/** Coverage as people see it. */
export const describeCoverage = (coverage: CoverageMeta | undefined): Coverage => {
  if (coverage === undefined) return { kind: 'none' };
  const { from, to, missing, dropped, clients } = coverage;
  if (missing?.length === 0 && dropped.length === 0 && clients === 'all') return { kind: 'full' };
  const missingRows = (missing ?? []).reduce((sum, { rows }) => sum + rows, 0);
  const left = missingRows + (clients === 'all' ? 0 : coverage.clients_left);
  const totalRows = coverage.total_rows;
  return { kind: 'partial', from, to, totalRows, loadedRows: Math.max(0, totalRows - left) };
};
