import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { planAt } from '#domain/availability/slots.ts';
import { pairsOf, union, windowsOf } from '#domain/availability/windows.ts';
import type { Uuid } from '#domain/rows.ts';
import { anyLengths, id, multirange } from './anything.ts';

export const plansOfServices = (sql: Sql): void => {
  const staffIds = [id(1), id(2), id(3)];
  const windows = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 2, max: 40 })),
    { minLength: 1, maxLength: 4 },
  );
  const anyRequest = fc.record({
    free: fc.array(windows, { minLength: 6, maxLength: 6 }),
    needs: fc.array(fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    }),
    crews: fc.array(
      fc.record({ people: fc.constantFrom(1, 1, 2, 3), helpers: fc.uniqueArray(fc.nat(2)) }),
      { minLength: 3, maxLength: 3 },
    ),
    work: fc.array(
      fc.tuple(anyLengths, fc.boolean()).map(([lengths, shares_buffers]) => ({
        ...lengths,
        shares_buffers,
      })),
      { minLength: 9, maxLength: 9 },
    ),
    maxGapMin: fc.constantFrom(0, 5, 15),
  });

  test('are the same wherever they are made', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ free, needs, crews, work, maxGapMin }) => {
        const windows = free.map((spans) =>
          windowsOf(spans.map(([start, size]) => [start * 5, (start + size) * 5])),
        );
        const staff = staffIds.map((staffId, index) => ({
          id: staffId,
          free: windows[index]!,
          // What lies beside it, as the buffers of others do.
          for_buffers: union(windows[index]!, windows[index + 3]!),
        }));
        const request = needs.map((able, item) => ({
          people: crews[item]!.people,
          helpers: crews[item]!.helpers.map((person) => staffIds[person]!),
          by: able.map((person) => ({
            staffId: staffIds[person]!,
            lengths: work[item * 3 + person]!,
          })),
        }));
        const candidates = request.flatMap(({ by, people, helpers }, item) =>
          by.map((one) => ({
            item: item + 1,
            staff_id: one.staffId,
            people,
            helpers,
            ...one.lengths,
          })),
        );
        const starts = Array.from({ length: 80 }, (_, index) => index * 5);
        const rows = await sql<{ plan: { staffId: Uuid; start: number }[] | null }>(
          `select (
             select jsonb_agg(jsonb_build_object('staffId', (p.candidate).staff_id, 'start', p.start_min))
             from unnest(private.plan_items(
               (select array_agg(c) from jsonb_populate_recordset(null::private.candidate, $1::jsonb) c),
               $2::uuid[], $3::text[]::int4multirange[], $6::text[]::int4multirange[], $4, t.start)) p
           ) as plan
           from unnest($5::int[]) with ordinality t (start, place) order by place`,
          [
            JSON.stringify(candidates),
            staffIds,
            staff.map((one) => multirange(pairsOf(one.free))),
            maxGapMin,
            starts,
            staff.map((one) => multirange(pairsOf(one.for_buffers))),
          ],
        );
        // On the server whoever helps is an item of the plan after the one they help with.
        const ours = starts.map(
          (start) =>
            planAt({ staff, needs: request, maxGapMin }, start)?.flatMap(
              ({ staffId, start: begins, helperIds = [] }) =>
                [staffId, ...helperIds].map((id) => ({ staffId: id, start: begins })),
            ) ?? null,
        );
        expect(rows.map(({ plan }) => plan)).toEqual(ours);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
};
