import { beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '#supabase/local/database/database.ts';
import { TABLES, type TableName } from '#domain/rows.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { patch, put, rpc, useDatabase, Device } from '../setup.ts';
import { makeCast, type Cast } from './cast.ts';
import { fileRights, functionRights, PRINCIPALS, tableRights, topicRights } from './read-rights.ts';
import { BUCKETS, COLUMNS, CONTACT_COLUMNS, PRIVATE_FUNCTIONS } from './rights.ts';

const database = useDatabase();
let cast: Cast;
beforeAll(async () => {
  cast = await makeCast(database.db);
}, BOOT_TIMEOUT_MS);

const names = (text = ''): string[] => text.split(/\s+/).filter(Boolean);
const textsOf = async (query: string, params: unknown[] = []): Promise<string[]> =>
  (await database.db.sql<{ name: string }>(query, params)).map((row) => row.name).toSorted();
const stamped = ['rev', 'created_at', 'updated_at', 'created_by'];

describe('nothing is missing from the list, and nothing on it is missing', () => {
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
      ...stamped,
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

  test('buckets, closed to everybody, and a policy for each line about their files', async () => {
    expect(await textsOf('select id as name from storage.buckets')).toEqual(BUCKETS);
    expect(await textsOf('select id as name from storage.buckets where public')).toEqual([]);
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
});

/** Runs as somebody and undoes it: the answer, or the SQLSTATE. */
const tried = async <T>(
  principal: (typeof PRINCIPALS)[number],
  run: (db: typeof database.db) => Promise<T>,
) => {
  class Undo extends Error {
    readonly answer: T;
    constructor(answer: T) {
      super('rolled back on purpose');
      this.answer = answer;
    }
  }
  const caller = cast.callers[principal];
  return database.db
    .as(caller, async (sql) => {
      throw new Undo(await run({ ...database.db, sql, as: (_, inner) => inner(sql) }));
    })
    .catch((error: unknown) => {
      if (error instanceof Undo) return error.answer as T;
      return (error as { code: string }).code;
    });
};

describe('columns', () => {
  test('what only the server writes is refused on every way', async () => {
    const { salon } = cast;
    const device = new Device(database.db, salon.users.owner, salon.id);
    for (const table of TABLES) {
      const { server, once } = COLUMNS[table]!;
      const id = cast.rowOf(table, 'b', 'owner');
      for (const column of ['id', 'business_id', ...stamped, ...names(server), ...names(once)]) {
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
    const { salon } = cast;
    const device = new Device(database.db, salon.users.owner, salon.id);
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
});

describe('functions', () => {
  const argumentsOf = async (principal: (typeof PRINCIPALS)[number]) => {
    const { salon, memberships } = cast;
    const sync = { business_id: salon.id, schema: 1 };
    const request = {
      items: [{ variant_id: salon.cut, staff_id: salon.ben, add_on_ids: [] }],
      starts_at: new Date(
        Math.ceil(Date.now() / 86_400_000 + 8) * 86_400_000 + 36_000_000,
      ).toISOString(),
      policy_version: 1,
      client: { first_name: 'Nia', email: 'nia@example.com', phone: '7185550111' },
    };
    return {
      sync_pull: { ...sync, client_id: crypto.randomUUID(), cursor: 0 },
      sync_window: { ...sync, window: {} },
      sync_digest: { business_id: salon.id },
      sync_push: { ...sync, client_id: crypto.randomUUID(), mutations: [] },
      create_business: {
        request: { name: 'New', slug: `new-${principal.replace('_', '-')}`, time_zone: 'UTC' },
        op_id: crypto.randomUUID(),
      },
      invite_member: {
        business_id: salon.id,
        request: { email: 'x@example.com', role: 'assistant' },
      },
      accept_invitation: { token: 'invitation' },
      set_member_role: {
        business_id: salon.id,
        membership_id: memberships.assistant,
        role: 'front_desk',
      },
      set_member_status: {
        business_id: salon.id,
        membership_id: memberships.assistant,
        status: 'suspended',
      },
      withdraw_ownership: { business_id: salon.id },
      remove_member: { business_id: salon.id, membership_id: memberships.assistant },
      transfer_ownership: { business_id: salon.id, membership_id: memberships.manager },
      note_device: { device_id: crypto.randomUUID(), facts: { name: 'x' } },
      my_devices: {},
      forget_device: { device_id: crypto.randomUUID() },
      device_state: { device_id: crypto.randomUUID() },
      public_profile: { slug: salon.slug },
      public_availability: { slug: salon.slug, from_day: '2027-01-04', to_day: '2027-01-05' },
      hold_slot: { slug: salon.slug, request, hold_key: crypto.randomUUID() },
      release_hold: { slug: salon.slug, hold_key: crypto.randomUUID() },
      book: { slug: salon.slug, request, op_id: crypto.randomUUID() },
      booking_status: { token: 'manage' },
      cancel_booking: { token: 'manage', op_id: crypto.randomUUID() },
      reschedule_booking: {
        token: 'manage',
        starts_at: request.starts_at,
        op_id: crypto.randomUUID(),
      },
    } satisfies Record<string, Record<string, unknown>>;
  };

  beforeAll(async () => {
    await database.db.sql(
      `insert into private.invitations (token_hash, business_id, membership_id, expires_at)
       values (private.token_hash('invitation'), $1, $2, now() + interval '1 day')`,
      [cast.salon.id, cast.memberships.invited],
    );
    await database.db.sql(`select private.add_manage_token($1, $2, 'manage', now())`, [
      cast.salon.id,
      cast.salon.visit,
    ]);
  });

  test.each(functionRights().map((line) => [line.name, line.answers] as const))(
    '%s answers each of them as the table says',
    async (name, answers) => {
      const got: Record<string, string> = {};
      for (const principal of PRINCIPALS) {
        const args = (await argumentsOf(principal)) as Record<string, Record<string, unknown>>;
        const answer = await tried(principal, (db) =>
          rpc(db, cast.callers[principal], name, args[name]!),
        );
        got[principal] =
          typeof answer === 'string'
            ? answer === '42501'
              ? '!'
              : answer
            : answer['ok']
              ? 'ok'
              : String(answer['code']);
      }
      expect(got).toEqual(answers);
    },
  );

  test('no answer without signing in explains itself with details of the database', async () => {
    const args = (await argumentsOf('anon')) as Record<string, Record<string, unknown>>;
    for (const { name } of functionRights().filter(({ answers }) => answers.anon !== '!')) {
      for (const wrong of [
        {},
        { slug: "'; --", token: '\\', request: 5, starts_at: null, op_id: null },
      ]) {
        const merged = Object.fromEntries(
          Object.entries(args[name]!).map(([key, value]) => [
            key,
            key in wrong ? (wrong as Row)[key] : value,
          ]),
        );
        const answer = await tried('anon', (db) => rpc(db, cast.callers.anon, name, merged));
        expect(JSON.stringify(answer)).not.toMatch(/detail|hint|constraint|relation|SQLSTATE/i);
      }
    }
  });
});

test('topics', async () => {
  for (const { topic, action, cells } of topicRights()) {
    const named = topic.replace('<own>', cast.salon.id).replace('<other>', cast.other.id);
    for (const principal of PRINCIPALS) {
      const { role, claims } = cast.callers[principal];
      const [row] = await database.db.sql<{ access: { broadcast: boolean; presence: boolean } }>(
        'select realtime_local.access($1, $2, $3, $4) as access',
        [named, role, JSON.stringify(claims), action === 'listen' ? 'read' : 'write'],
      );
      const { broadcast, presence } = row!.access;
      expect([topic, action, principal, broadcast, presence]).toEqual([
        topic,
        action,
        principal,
        cells[principal],
        cells[principal],
      ]);
    }
  }
});

test('files', async () => {
  const { salon, other } = cast;
  const nameOf = (kind: string, principal: (typeof PRINCIPALS)[number]): string => {
    if (kind === 'X') return `${other.id}/${other.rows.client_photos}`;
    if (kind === 'g') return `${salon.id}/${thrownAway[principal]}`;
    if (kind === 'u') return `${salon.id}/${thrownAway.service}`;
    return `${salon.id}/${cast.rowOf('client_photos', kind as 'b' | 'o', principal)}`;
  };
  const thrownAway = Object.fromEntries(PRINCIPALS.map((name) => [name, crypto.randomUUID()]));
  for (const principal of PRINCIPALS) {
    await database.db.sql(
      'insert into private.photo_trash (photo_id, business_id, deleted_by) values ($1, $2, $3)',
      [thrownAway[principal], salon.id, cast.users[principal]],
    );
  }
  const place = (name: string): Promise<unknown> =>
    database.db.sql(
      `insert into storage.objects (bucket_id, name) values ('client-photos', $1)
       on conflict do nothing`,
      [name],
    );
  const statement: Record<string, string> = {
    select: `select name from storage.objects where name = $1`,
    insert: `insert into storage.objects (bucket_id, name) values ('client-photos', $1)`,
    update: `update storage.objects set metadata = '{}' where name = $1 returning name`,
    delete: `delete from storage.objects where name = $1 returning name`,
  };
  // Files are put in before those that are there are asked for.
  for (const { action, cells } of fileRights().toSorted((a) => (a.action === 'insert' ? -1 : 1))) {
    for (const principal of PRINCIPALS) {
      if (principal === 'service') continue;
      for (const kind of ['b', 'o', 'g', 'u', 'X']) {
        const name = nameOf(kind, principal);
        if (action !== 'insert') await place(name);
        const answer = await tried(principal, ({ sql }) => sql(statement[action]!, [name]));
        // The other business's owner is at home there.
        const isHome =
          principal === 'rival' && kind === 'X' && (action === 'select' || action === 'insert');
        const did = Array.isArray(answer) && (action === 'insert' || answer.length > 0);
        expect([action, principal, kind, did]).toEqual([
          action,
          principal,
          kind,
          isHome || cells[principal].includes(kind),
        ]);
      }
    }
  }
});

test('no other bucket, and no other name in this one', async () => {
  const { salon } = cast;
  for (const principal of PRINCIPALS.filter((name) => name !== 'service')) {
    for (const [text, expected] of [
      [`select id::text from storage.buckets`, []],
      [`insert into storage.buckets (id, name) values ('mine', 'mine')`, '42501'],
      [`insert into storage.objects (bucket_id, name) values ('mine', 'a.png')`, '42501'],
      [`insert into storage.objects (bucket_id, name) values ('client-photos', 'a.png')`, '42501'],
      [
        `insert into storage.objects (bucket_id, name)
         values ('client-photos', '${salon.id}/${crypto.randomUUID()}')`,
        '42501',
      ],
      [
        `insert into storage.objects (bucket_id, name)
         values ('client-photos', '${crypto.randomUUID()}/${salon.rows.client_photos}')`,
        '42501',
      ],
    ] as const) {
      expect([principal, text, await tried(principal, ({ sql }) => sql(text))]).toEqual([
        principal,
        text,
        expected,
      ]);
    }
  }
});

describe('rows through sync', () => {
  test.each(PRINCIPALS.filter((name) => !['anon', 'service'].includes(name)))(
    '%s pulls, loads and counts exactly what the policies show',
    async (principal) => {
      const caller = cast.callers[principal];
      const args = { business_id: cast.salon.id, schema: 1 };
      const pulled = await rpc(database.db, caller, 'sync_pull', {
        ...args,
        client_id: crypto.randomUUID(),
        cursor: 0,
      });
      const loaded = await rpc(database.db, caller, 'sync_window', { ...args, window: {} });
      const digest = await rpc(database.db, caller, 'sync_digest', { business_id: cast.salon.id });
      if (!pulled['ok']) {
        expect([pulled['code'], loaded['code'], digest['code']]).toEqual(
          Array(3).fill('access_lost'),
        );
        return;
      }
      for (const table of TABLES) {
        const seen = await database.db.as(caller, (sql) =>
          sql<{ id: string }>(`select id from public.${table} where business_id = $1 order by id`, [
            cast.salon.id,
          ]),
        );
        const ids = (answer: Row) => {
          const tables = answer['tables'] as Record<string, Row[]>;
          return (tables[table] ?? []).map((row) => String(row['id'])).toSorted();
        };
        const expected =
          table === 'clients' && principal === 'assistant'
            ? await textsOf('select id::text as name from public.clients where business_id = $1', [
                cast.salon.id,
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
          for (const column of CONTACT_COLUMNS) expect(row[column]).toBeNull();
        }
      }
    },
  );

  test('a row that is not theirs is dead to them, by its id alone, whoever names it', async () => {
    for (const [principal, id] of [
      ['practitioner', cast.salon.otherClient],
      ['owner', cast.other.client],
    ] as const) {
      const device = new Device(database.db, cast.users[principal]!, cast.salon.id);
      const { result, answer } = await device.push([patch('clients', id, { first_name: 'Mine' })]);
      expect(result['status']).toBe('refused');
      expect(answer['tables'].clients ?? []).toEqual([]);
      expect(JSON.stringify(answer)).not.toContain('Otis');
    }
  });
});
