import { postgresChangesFilter } from '@supabase/supabase-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilters } from './change-filter.ts';

const column = fc.stringMatching(/^[a-z_][a-z0-9_]{0,20}$/);
const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer().map(String));

describe('filters', () => {
  test('are read as the client library writes them', () => {
    const scalar = fc.record({
      column,
      operator: fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'like', 'ilike'),
      values: value.map((one) => [one]),
      negated: fc.boolean(),
    });
    const list = fc.record({
      column,
      operator: fc.constant('in'),
      values: fc.uniqueArray(value, { minLength: 1, maxLength: 5 }),
      negated: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(scalar, list), { maxLength: 4 }), (filters) => {
        const builder = postgresChangesFilter();
        for (const { column, operator, values, negated } of filters) {
          const wanted = operator === 'in' ? values : values[0];
          if (negated) builder.not(column, operator as 'eq', wanted as string);
          else if (operator === 'in') builder.in(column, values);
          else builder[operator as 'like'](column, values[0]!);
        }
        expect(parseFilters(builder.build())).toEqual({ ok: true, filters });
      }),
    );
  });

  test('never throw, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseFilters(text)).toHaveProperty('ok');
      }),
    );
  });

  test.each([
    ['id', 'cannot read the filter id'],
    ['id=5', 'cannot read the filter id=5'],
    ['id=match.(a+)+$', 'unsupported filter operator match'],
    ['id=in.1,2', 'cannot read the list of the filter id=in.1'],
    ['id=is.maybe', '"is" compares with null, true, false, unknown only'],
    [`id=in.(${'1,'.repeat(101)})`, 'more than 100 values in a filter'],
  ])('%s is refused', (text, reason) => {
    expect(parseFilters(text)).toEqual({ ok: false, reason });
  });

  test('of no text let everything pass', () => {
    expect(parseFilters('')).toEqual({ ok: true, filters: [] });
  });
});
