import { expect, test } from 'vitest';
import type { Row } from '#supabase/local/database/database.ts';
import { TABLES, type TableName } from '#domain/rows.ts';
import { Device, patch, rpc } from '../../setup.ts';
import { PRINCIPALS } from '../read-rights.ts';
import { CONTACT_COLUMNS } from '../rights.ts';
import type { Surface } from './open-surface.ts';

/** Sync shows what the policies show. */
export const rowsThroughSync = (surface: Surface): void => {
  const { textsOf } = surface;

  test.each(PRINCIPALS.filter((name) => !['anon', 'service'].includes(name)))(
    '%s pulls, loads and counts exactly what the policies show',
    async (principal) => {
      const caller = surface.cast.callers[principal];
      const args = { business_id: surface.cast.salon.id, schema: 1 };
      const pulled = await rpc(surface.db, caller, 'sync_pull', {
        ...args,
        client_id: crypto.randomUUID(),
        cursor: 0,
      });
      const loaded = await rpc(surface.db, caller, 'sync_window', { ...args, window: {} });
      const digest = await rpc(surface.db, caller, 'sync_digest', {
        business_id: surface.cast.salon.id,
      });
      if (!pulled['ok']) {
        expect([pulled['code'], loaded['code'], digest['code']]).toEqual(
          Array(3).fill('access_lost'),
        );
        return;
      }
      for (const table of TABLES) {
        const seen = await surface.db.as(caller, (sql) =>
          sql<{ id: string }>(`select id from public.${table} where business_id = $1 order by id`, [
            surface.cast.salon.id,
          ]),
        );
        const ids = (answer: Row) => {
          const tables = answer['tables'] as Record<string, Row[]>;
          return (tables[table] ?? []).map((row) => String(row['id'])).toSorted();
        };
        const expected =
          table === 'clients' && principal === 'assistant'
            ? await textsOf('select id::text as name from public.clients where business_id = $1', [
                surface.cast.salon.id,
              ])
            : seen.map((row) => row.id);
        expect([table, ids(pulled)]).toEqual([table, expected]);
        expect([table, ids(loaded)]).toEqual([table, expected]);
        const counted = (digest['tables'] as Record<TableName, [string, number, string][]>)[table];
        expect([table, counted.reduce((sum, [, n]) => sum + n, 0)]).toEqual([
          table,
          expected.length,
        ]);
      }
      if (principal === 'assistant') {
        for (const row of [...pulled['tables'].clients, ...loaded['tables'].clients] as Row[]) {
          expect(row).toMatchObject(CONTACT_COLUMNS);
        }
      }
    },
  );

  test('a row that is not theirs is dead to them, by its id alone, whoever names it', async () => {
    for (const [principal, id] of [
      ['practitioner', surface.cast.salon.otherClient],
      ['owner', surface.cast.other.client],
    ] as const) {
      const device = new Device(surface.db, surface.cast.users[principal]!, surface.cast.salon.id);
      const { result, answer } = await device.push([patch('clients', id, { first_name: 'Mine' })]);
      expect(result['status']).toBe('refused');
      expect(answer['tables'].clients ?? []).toEqual([]);
      expect(JSON.stringify(answer)).not.toContain('Otis');
    }
  });
};
