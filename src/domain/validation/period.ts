import * as v from 'valibot';
import { epochMinOf } from '#domain/time/epoch.ts';
import { instant } from './fields.ts';
import type { Rule } from './rules.ts';

/**
 * Fields of something that lasts from `starts_at` to `ends_at`, at most `longestMin` minutes. What is
 * wrong with the two together is said of the end: `order`, `too_long`.
 */
export const periodSchema = <E extends v.ObjectEntries>(entries: E, longestMin: number) =>
  v.pipe(
    v.object({ ...entries, starts_at: instant, ends_at: instant }),
    v.rawCheck(({ dataset, addIssue }) => {
      const input = dataset.value as Record<string, unknown>;
      const length = minuteOf(input['ends_at']) - minuteOf(input['starts_at']);
      // An instant that is none has its own fault: nothing is longer or shorter than it.
      const rule: Rule | null = length <= 0 ? 'order' : length > longestMin ? 'too_long' : null;
      if (!rule) return;
      const [key, value] = ['ends_at', input['ends_at']];
      addIssue({ message: rule, path: [{ type: 'object', origin: 'value', input, key, value }] });
    }),
  );

const minuteOf = (value: unknown): number => (typeof value === 'string' ? epochMinOf(value) : NaN);
