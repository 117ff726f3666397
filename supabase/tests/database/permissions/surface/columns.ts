import { expect, test } from 'vitest';
import type { Row } from '#supabase/local/database/database.ts';
import { TABLES } from '#domain/rows.ts';
import { Device, patch, put } from '../../setup.ts';
import { COLUMNS } from '../rights.ts';
import { names, STAMPED, type Surface } from './open-surface.ts';

/** What only the server writes. */
export const columns = (surface: Surface): void => {
  const { tried } = surface;

  // Hundreds of columns, each on two ways.
  test('what only the server writes is refused on every way', { timeout: 300_000 }, async () => {
    const { salon } = surface.cast;
    const device = new Device(surface.db, salon.users.owner, salon.id);
    for (const table of TABLES) {
      const { server, once } = COLUMNS[table]!;
      const id = surface.cast.rowOf(table, 'b', 'owner');
      for (const column of ['id', 'business_id', ...STAMPED, ...names(server), ...names(once)]) {
        const direct = await tried('owner', ({ sql }) =>
          sql(`update public.${table} set "${column}" = "${column}" where id = $1`, [id]),
        );
        expect([table, column, direct]).toEqual([table, column, '42501']);
        const { result } = await device.push([patch(table, id, { [column]: null })]);
        expect([table, column, result['code']]).toEqual([table, column, 'not_allowed']);
      }
    }
  });

  test('in a new row they are passed over', async () => {
    const { salon } = surface.cast;
    const device = new Device(surface.db, salon.users.owner, salon.id);
    const id = crypto.randomUUID();
    const { answer } = await device.push([
      put('clients', id, {
        first_name: 'Nia',
        rev: 999_999,
        created_by: salon.users.manager,
        created_at: '2001-01-01T00:00:00Z',
      }),
    ]);
    const [row] = answer['tables'].clients as [Row];
    expect(row).toMatchObject({ created_by: salon.users.owner });
    expect(row['rev']).toBeLessThan(999_999);
    expect(String(row['created_at'])).not.toContain('2001');
  });
};
