import type { Row, Sql } from '#supabase/local/database/database.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { callerSettings } from '#supabase/local/database/caller.ts';
import { picturePath } from '#domain/pictures/picture.ts';
import type { TableName, Uuid } from '#domain/rows.ts';
import type { Cast } from './cast.ts';
import { kindsOf, type Kind, type Principal, type Right } from './read-rights.ts';
import { newId } from '../setup.ts';

/**
 * One statement that somebody tries. `bare`: triggers and foreign keys are off, so that nothing but
 * grants and policies answers.
 */
export type Job = { table: TableName; statement: string; reads?: boolean; bare?: boolean };

/**
 * Runs statements under somebody's rights and answers for each the ids of the rows that it read or
 * changed, or its SQLSTATE; nothing is kept. Effects are looked up by the database's owner, because
 * an UPDATE without a condition touches rows that its caller may not even see.
 */
export const ATTEMPT = `
create or replace function pg_temp.attempt(settings jsonb, jobs jsonb) returns jsonb
language plpgsql as $$
declare
  job jsonb;
  answers jsonb := '[]';
  before jsonb;
  hits jsonb;
begin
  for job in select value from jsonb_array_elements(jobs) loop
    begin
      execute format('select coalesce(jsonb_object_agg(id, ctid::text), ''{}'') from public.%I',
        job ->> 'table') into before;
      perform set_config(
        'session_replication_role', case when job ? 'bare' then 'replica' else 'origin' end, true);
      perform set_config(s ->> 0, s ->> 1, true) from jsonb_array_elements(settings) s;
      if job ? 'reads' then
        execute job ->> 'statement' into hits;
      else
        execute job ->> 'statement';
        perform set_config('role', 'none', true);
        execute format(
          'select coalesce(jsonb_agg(coalesce(b.key, a.id::text)), ''[]'')
           from jsonb_each_text($1) b full join public.%I a on a.id::text = b.key
           where a.ctid::text is distinct from b.value', job ->> 'table') into hits using before;
      end if;
      raise exception using errcode = 'UNDOO';
    exception
      when sqlstate 'UNDOO' then null;
      when others then hits := to_jsonb(sqlstate);
    end;
    answers := answers || jsonb_build_array(hits);
  end loop;
  return answers;
end
$$`;

export type Outcome = Uuid[] | string;

/** Answers the outcome of each job; to be called in a transaction of the database's owner. */
export const attempt = async (sql: Sql, caller: Caller, jobs: Job[]): Promise<Outcome[]> => {
  const { params } = callerSettings(caller);
  const settings = Array.from({ length: params.length / 2 }, (_, n) =>
    params.slice(n * 2, n * 2 + 2),
  )
    // A statement of the matrix is never slow, and the limits would hold for its owner's part too.
    .filter(([name]) => !name!.endsWith('timeout'));
  const [row] = await sql<{ answers: string }>(
    'select pg_temp.attempt($1::jsonb, $2::jsonb)::text as answers',
    [JSON.stringify(settings), JSON.stringify(jobs)],
  );
  return JSON.parse(row!.answers) as Outcome[];
};

const PICTURE = { id: newId(), width: 8, height: 8 };

/** Single changes with a rule of their own. */
const CHANGES: Record<string, (cast: Cast) => string> = {
  approve: () => `status = 'approved'`,
  hand_on: (cast) => `staff_id = '${cast.salon.ben}'`,
  carry: (cast) => `appointment_id = '${cast.salon.otherVisit}'`,
  to_secret: () => `kind = 'clinical'`,
  keep: () => 'author_only = true',
  rebook: (cast) => `client_id = '${cast.salon.otherClient}'`,
  rename: () => `display_name = 'Somebody else'`,
  portrait: ({ salon }) => `photo_path = '${picturePath(salon.id, 'staff', PICTURE)}'`,
  join_series: (cast) => `series_id = '${cast.salon.rows.series}'`,
};

/** Facts about the tables that the statements are made of, read once. */
export type Shapes = Map<
  TableName,
  { insertable: string[]; changeable: string | null; bodies: Map<Uuid, Row> }
>;

export const readShapes = async (sql: Sql, tables: readonly TableName[]): Promise<Shapes> => {
  const shapes: Shapes = new Map();
  for (const table of tables) {
    const [row] = await sql<{ insertable: string[]; changeable: string[]; bodies: Row[] }>(
      `select
         coalesce((select w.column_names from private.writable_columns w
           where w.table_name = $1 and w.operation = 'insert'), '{id,business_id}') as insertable,
         coalesce((select w.column_names from private.writable_columns w
           where w.table_name = $1 and w.operation = 'update'), '{}') as changeable,
         (select jsonb_agg(t) from public.${table} t) as bodies`,
      [table],
    );
    shapes.set(table, {
      insertable: row!.insertable,
      // A field that decides about nobody's rights.
      changeable:
        row!.changeable.find((name) => /note$|name$/.test(name)) ?? row!.changeable[0] ?? null,
      bodies: new Map(row!.bodies.map((body) => [body['id'] as Uuid, body])),
    });
  }
  return shapes;
};

const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** What makes a copy of a row another row, as far as unique constraints ask. */
const asNew = (table: TableName, body: Row, cast: Cast): Row => ({
  ...body,
  id: newId(),
  ...(table === 'policy_texts' ? { version: 9 } : {}),
  ...(table === 'block_off_reasons' ? { name: 'Another' } : {}),
  ...(table === 'message_templates' ? { key: 'reminder_2' } : {}),
  ...(table === 'memberships' ? { user_id: newId(), role: 'assistant' } : {}),
  ...(table === 'staff_contacts' || table === 'commission_rules'
    ? { id: cast.spareOf(body['id'] as Uuid) }
    : {}),
  ...(table === 'product_costs'
    ? { id: body['business_id'] === cast.salon.id ? cast.salon.comb : cast.other.comb }
    : {}),
  ...(table === 'recipes' ? { id: cast.spareVariantOf(body['business_id'] as Uuid) } : {}),
  // What was counted has no cost yet.
  ...(table === 'stock_costs'
    ? {
        id:
          body['business_id'] === cast.salon.id
            ? cast.salon.rows.stock_movements
            : cast.other.rows.stock_movements,
      }
    : {}),
  ...(table === 'forms' ? { public_key: newId() } : {}),
  ...(table === 'sales' ? { device_id: newId() } : {}),
  ...(table === 'gift_cards' ? { code_hash: null } : {}),
  ...(table === 'sale_lines' ? { position: 9 } : {}),
  // What is over is not entered anew.
  ...(table === 'waitlist_entries' ? { state: 'waiting' } : {}),
  // Joining somebody's series is an action of its own.
  ...(table === 'appointments' ? { series_id: null } : {}),
  ...(table === 'staff_service_overrides'
    ? { staff_id: body['business_id'] === cast.salon.id ? cast.salon.ann : cast.other.ann }
    : {}),
});

const insertOf = (table: TableName, cast: Cast, shapes: Shapes, id: Uuid, change: Row): string => {
  const { insertable, bodies } = shapes.get(table)!;
  const columns = insertable.map((name) => `"${name}"`).join(', ');
  const body = { ...asNew(table, bodies.get(id)!, cast), ...change };
  return `insert into public.${table} (${columns}) select ${columns}
    from jsonb_populate_record(null::public.${table}, ${quoted(body)}::jsonb)`;
};

/** One attempt of the matrix: its statement and the kinds of rows it is about. */
export type Planned = { right: Right; way: string; kinds: Kind[]; job: Job };

/** Everything that a line of the table is tried with, for one principal. */
export const planOf = (
  right: Right,
  principal: Principal,
  cast: Cast,
  shapes: Shapes,
): Planned[] => {
  const { table, action } = right;
  // To the owner of the other business those rows are their own.
  const kinds = [...kindsOf(table, action), ...(principal === 'rival' ? [] : ['X' as const])]
    // Not everybody has made a row.
    .filter((kind) => shapes.get(table)!.bodies.has(cast.rowOf(table, kind, principal)));
  const make = (way: string, about: Kind[], job: Omit<Job, 'table'>): Planned => ({
    right,
    way,
    kinds: about,
    job: { table, ...job },
  });
  const column = shapes.get(table)!.changeable ?? 'business_id';
  const idsOf = (some: Kind[]) =>
    some.map((kind) => `'${cast.rowOf(table, kind, principal)}'`).join(', ');

  switch (action) {
    case 'select':
      return [
        make('select', kinds, {
          reads: true,
          statement: `select coalesce(jsonb_agg(id), '[]') from public.${table}`,
        }),
      ];
    case 'insert':
      return kinds.map((kind) =>
        make('insert', [kind], {
          statement: insertOf(table, cast, shapes, cast.rowOf(table, kind, principal), {}),
        }),
      );
    case 'self_ok':
    case 'join_in': {
      const id = cast.rowOf(table, kindsOf(table, action)[0]!, principal);
      const change = action === 'self_ok' ? { status: 'approved' } : { staff_id: cast.salon.ann };
      return [
        make(action, kindsOf(table, action), {
          statement: insertOf(table, cast, shapes, id, change),
        }),
      ];
    }
    case 'update':
      return [
        make('update', kinds, {
          statement: `update public.${table} set "${column}" = "${column}" where id in (${idsOf(kinds)})`,
        }),
        // Reads no column, so that the policies for reading are not asked.
        make('blind update', kinds, {
          bare: true,
          statement: `update public.${table} set "${column}" = ${sampleOf(table, shapes, column)}`,
        }),
      ];
    case 'delete':
      return [
        make('delete', kinds, {
          bare: true,
          statement: `delete from public.${table} where id in (${idsOf(kinds)})`,
        }),
        make('blind delete', kinds, { bare: true, statement: `delete from public.${table}` }),
      ];
    default: {
      const about = kindsOf(table, action).filter((kind) => kinds.includes(kind));
      if (about.length === 0) return [];
      return [
        make(action, about, {
          statement: `update public.${table} set ${CHANGES[action]!(cast)}
            where id in (${idsOf(about)})`,
        }),
      ];
    }
  }
};

/** A value that the column may hold in any row, written as a literal. */
const sampleOf = (table: TableName, shapes: Shapes, column: string): string => {
  const [body] = shapes.get(table)!.bodies.values();
  const value = body?.[column];
  if (value === null || value === undefined) return 'null';
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
};
