import { expect, test } from 'vitest';
import { TABLES } from '#domain/rows.ts';
import { fileRights, functionRights, tableRights } from '../read-rights.ts';
import { BUCKETS, COLUMNS, PRIVATE_FUNCTIONS, PUBLIC_BUCKETS } from '../rights.ts';
import { names, STAMPED, type Surface } from './open-surface.ts';

/** What the list of rights names is what there is: no more, no less. */
export const wholeList = (surface: Surface): void => {
  const { textsOf } = surface;

  test('tables', async () => {
    const listed = [...new Set(tableRights().map((right) => right.table))];
    expect(listed.toSorted()).toEqual(
      await textsOf(`select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`),
    );
    expect(listed.toSorted()).toEqual([...TABLES].toSorted());
    expect(Object.keys(COLUMNS).toSorted()).toEqual(listed.toSorted());
  });

  test('a line for every action that a grant or a policy allows', async () => {
    const actions = ['select', 'insert', 'update', 'delete'];
    expect(
      tableRights()
        .filter(({ action }) => actions.includes(action))
        .map(({ table, action }) => `${table} ${action}`)
        .toSorted(),
    ).toEqual(
      await textsOf(`select distinct t.relname || ' ' || a.name as name
        from pg_class t cross join unnest(array['select', 'insert', 'update', 'delete']) a (name)
        where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and (
          has_table_privilege('authenticated', t.oid, a.name)
          or (a.name <> 'delete' and has_any_column_privilege('authenticated', t.oid, a.name))
          or exists (select from pg_policy p where p.polrelid = t.oid and p.polcmd = case a.name
            when 'select' then 'r' when 'insert' then 'a' when 'update' then 'w' else 'd' end))`),
    );
  });

  test.each([...TABLES])('columns of %s', async (table) => {
    const { free, once, server } = COLUMNS[table]!;
    const listed = [
      'id',
      'business_id',
      ...STAMPED,
      ...names(free),
      ...names(once),
      ...names(server),
    ];
    expect(listed.toSorted()).toEqual(
      await textsOf(
        `select attname::text as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [`public.${table}`],
      ),
    );
    const granted = (operation: string) =>
      textsOf(
        `select attname::text as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped
           and has_column_privilege('authenticated', attrelid, attnum, $2)`,
        [`public.${table}`, operation],
      );
    const mayInsert = tableRights().some((r) => r.table === table && r.action === 'insert');
    const insertable = mayInsert ? ['id', 'business_id', ...names(free), ...names(once)] : [];
    expect(await granted('insert')).toEqual(insertable.toSorted());
    expect(await granted('update')).toEqual(names(free).toSorted());
    expect(await granted('select')).toEqual(listed.toSorted());
    expect(await granted('references')).toEqual([]);
    // What sync_push lets through is the same list.
    for (const [operation, columns] of [
      ['insert', insertable],
      ['update', names(free)],
    ] as const) {
      expect(
        await textsOf(
          `select unnest(column_names) as name from private.writable_columns
           where table_name = $1 and operation = $2`,
          [table, operation],
        ),
      ).toEqual(columns.toSorted());
    }
  });

  test('functions of the API', async () => {
    expect(
      functionRights()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(
      await textsOf(`select proname::text as name from pg_proc
        where pronamespace = 'public'::regnamespace`),
    );
  });

  test('functions behind the API', async () => {
    const callable = (role: string) =>
      textsOf(
        `select distinct proname::text as name from pg_proc
         where pronamespace = 'private'::regnamespace and has_function_privilege($1, oid, 'execute')`,
        [role],
      );
    const { checks, sync, service } = PRIVATE_FUNCTIONS;
    expect(await callable('anon')).toEqual([]);
    expect(await callable('authenticated')).toEqual([...names(checks), ...names(sync)].toSorted());
    expect(await callable('service_role')).toEqual(
      [...names(checks), ...names(service)].toSorted(),
    );
  });

  test('buckets, whether everybody may open their files, and a policy for each line about them', async () => {
    expect(await textsOf('select id as name from storage.buckets')).toEqual(BUCKETS);
    expect(await textsOf('select id as name from storage.buckets where public')).toEqual(
      PUBLIC_BUCKETS,
    );
    const lines = fileRights().filter(({ cells }) => Object.values(cells).some(Boolean));
    expect(
      await textsOf(`select polname::text as name from pg_policy p
        join pg_class c on c.oid = p.polrelid where c.relnamespace = 'storage'::regnamespace`),
    ).toEqual(
      lines.map(({ bucket, action }) => `${bucket.replaceAll('-', '_')}_${action}`).toSorted(),
    );
  });

  test('tables of other schemas: none is open but those of the platform', async () => {
    for (const role of ['anon', 'authenticated']) {
      expect(
        await textsOf(
          `select c.oid::regclass::text as name from pg_class c
           join pg_namespace n on n.oid = c.relnamespace
           where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'public'
             and n.nspname not in ('pg_catalog', 'information_schema')
             and has_schema_privilege($1, n.oid, 'usage')
             and (has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate')
               or has_any_column_privilege($1, c.oid, 'select, insert, update'))`,
          [role],
        ),
      ).toEqual(['realtime.messages', 'storage.buckets', 'storage.objects']);
    }
  });
};
