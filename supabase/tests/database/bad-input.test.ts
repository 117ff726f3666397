import { beforeAll, describe, expect, test } from 'vitest';
import { isErrorCode } from '#domain/errors/codes.ts';
import type { Sql } from '#supabase/local/database/database.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { callsOn, GUEST, prepareGround, SEATS, type Call, type Ground } from './bad-input/calls.ts';
import { badFor, mayPass, type Bad } from './bad-input/values.ts';
import { functionRights } from './permissions/read-rights.ts';
import { anon, newId, rpc, useDatabase, type Answer } from './setup.ts';
import { undone } from './undone.ts';

/**
 * Every function that anybody may call, each of its fields, and the classes of bad input of
 * reliability.md 9.2: never an error of ours, nothing stored on a refusal, a code with words.
 */

const database = useDatabase();
let ground: Ground;
let open: Map<string, { name: string; type: string }[]>;
beforeAll(async () => {
  ground = await prepareGround(database.db);
  const rows = await database.db.sql<{ name: string; args: string[]; types: string[] }>(
    `select p.proname as name, coalesce(p.proargnames, '{}') as args,
       array(select format_type(t, null) from unnest(p.proargtypes) with ordinality u (t, n)
             order by n) as types
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and has_function_privilege('anon', p.oid, 'execute')`,
  );
  open = new Map(
    rows.map(({ name, args, types }) => [
      name,
      args.map((arg, place) => ({ name: arg, type: types[place]! })),
    ]),
  );
}, BOOT_TIMEOUT_MS);

/** The path of every member, and of what holds it. */
const pathsOf = (value: unknown, path = ''): string[] => {
  const here = path === '' ? [] : [path];
  if (typeof value !== 'object' || value === null) return here;
  const inside = Object.entries(value).flatMap(([key, member]) =>
    pathsOf(member, path === '' ? key : `${path}.${key}`),
  );
  return [...here, ...inside];
};

const memberAt = (args: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], args);

const PLACE = 'the bad value stands here';

/** The request's body with one member replaced, as text: not all that is sent is a value here. */
const bodyWith = (args: object, path: string, json: string | null): string => {
  const copy = structuredClone(args);
  const keys = path.split('.');
  const last = keys.pop()!;
  const holder = (keys.length === 0 ? copy : memberAt(copy, keys.join('.'))) as object;
  if (json === null) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, PLACE);
  return JSON.stringify(copy).replace(JSON.stringify(PLACE), () => json ?? '');
};

/** Asks as the API does (rpc.ts): the arguments are taken out of the body by the database. */
const ask = async (sql: Sql, name: string, body: string): Promise<Answer> => {
  const args = open.get(name)!;
  const columns = args.map((arg) => `"${arg.name}" ${arg.type}`).join(', ');
  const given = args.map((arg) => `"${arg.name}" := given."${arg.name}"`).join(', ');
  const [row] = await sql<{ answer: string }>(
    `select public.${name}(${given})::text as answer
     from json_to_record($1::json) as given(${columns})`,
    [body],
  );
  return JSON.parse(row!.answer) as Answer;
};

/** How much is kept of what strangers do. */
const KEPT = [
  'public.clients',
  'public.client_notes',
  'public.appointments',
  'public.appointment_segments',
  'public.attendees',
  'public.waitlist_entries',
  'public.form_submissions',
  'public.consent_events',
  'private.form_files',
  'private.slot_holds',
  'private.payment_intents',
  'private.mail_outbox',
];
const kept = async (sql: Sql): Promise<string> => {
  const counts = KEPT.map((table) => `(select count(*) from ${table})`).join(', ');
  const [row] = await sql<{ counts: string }>(`select concat_ws(' ', ${counts}) as counts`);
  return row!.counts;
};

/** Answers in a transaction that leaves nothing, with what it would have left. */
const tried = (name: string, body: string): Promise<{ answer: Answer; left: string } | string> =>
  undone(
    (work) => database.db.as(anon, work),
    async (sql) => {
      const answer = await ask(sql, name, body);
      await sql(`select set_config('role', 'none', true)`);
      return { answer, left: await kept(sql) };
    },
  ).catch((error: Error & { code?: string }) => error.code ?? error.message);

/** What is wrong with how a bad value is taken; null = nothing. */
const faultOf = async (
  name: string,
  call: Call,
  path: string,
  bad: Bad,
  before: string,
): Promise<string | null> => {
  const [, json] = bad;
  const right = memberAt(call.args, path);
  const outcome = await tried(call.of ?? name, bodyWith(call.args, path, json));
  // Not even an argument of its type: the API says 400 (database-errors.ts).
  if (typeof outcome === 'string') return outcome.startsWith('22') ? null : `fails with ${outcome}`;
  const { answer, left } = outcome;
  if (answer['ok'] === true) {
    const value: unknown = json === null ? undefined : JSON.parse(json);
    return mayPass[call.fields[path]!](value, right) ? null : 'is taken';
  }
  const { code, field } = answer;
  if (!isErrorCode(code) || code === 'unknown') return `is answered with ${code}`;
  if (code === 'invalid' && !field) return 'is refused without its field';
  return left === before ? null : 'is refused and leaves something';
};

test('every open function stands in the table, with all that it takes', () => {
  const calls = callsOn(ground);
  const functions = Object.entries(calls).map(([name, { of = name }]) => of);
  expect([...new Set(functions)].toSorted()).toEqual([...open.keys()].toSorted());
  for (const [name, { args, fields, of = name }] of Object.entries(calls)) {
    expect([name, Object.keys(args).toSorted()]).toEqual([
      name,
      open
        .get(of)!
        .map((arg) => arg.name)
        .toSorted(),
    ]);
    expect([name, Object.keys(fields).toSorted()]).toEqual([name, pathsOf(args).toSorted()]);
  }
});

describe('bad input', () => {
  const listed = functionRights().filter(({ answers }) => answers.anon !== '!');
  test.each([...listed.map(({ name }) => name), SEATS, GUEST])(
    '%s',
    async (name) => {
      const call = callsOn(ground)[name]!;
      const before = await kept(database.db.sql);
      const right = await tried(call.of ?? name, JSON.stringify(call.args));
      if (typeof right === 'string') throw new Error(`the right call fails with ${right}`);
      expect(right.answer['ok'] === true ? 'ok' : right.answer['code']).toBe(call.answer ?? 'ok');

      const faults: string[] = [];
      for (const [path, kind] of Object.entries(call.fields)) {
        for (const bad of badFor(kind)) {
          const fault = await faultOf(name, call, path, bad, before);
          if (fault !== null) faults.push(`${path} (${bad[0]}) ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    },
    300_000,
  );
});

describe('what strangers type, as it is kept', () => {
  const book = async (client: object, note?: unknown) => {
    const { book: call } = callsOn(ground);
    const request = call!.args['request'] as { client: object };
    return undone(
      (work) => database.db.as(anon, work),
      async (sql) => {
        const answer = await ask(
          sql,
          'book',
          JSON.stringify({
            ...call!.args,
            op_id: newId(),
            request: { ...request, client: { ...request.client, ...client }, note },
          }),
        );
        await sql(`select set_config('role', 'none', true)`);
        const [row] = await sql<{ first_name: string; last_name: string; client_note: string }>(
          `select c.first_name, c.last_name, a.client_note
           from public.appointments a join public.clients c on c.id = a.client_id
           where a.id = $1`,
          [answer['appointment']?.id ?? null],
        );
        return row ?? `${answer['code']} ${answer['field']}`;
      },
    );
  };

  test.each([
    ['a list', { first_name: ['Nia'] }, 'invalid client.first_name'],
    ['an object', { last_name: { a: 1 } }, 'invalid client.last_name'],
    ['a number', { first_name: 7 }, 'invalid client.first_name'],
    ['two lines', { last_name: 'Doe\nBcc: x@example.com' }, 'invalid client.last_name'],
    ['turned around', { first_name: '\u202eaiN' }, 'invalid client.first_name'],
    ['nothing to see', { first_name: '\u200b', last_name: '\u00a0' }, 'invalid client.first_name'],
    ['an address in a list', { email: ['nia@example.com'] }, 'invalid client.email'],
    ['an address with a hidden sign', { email: 'ni\u200ba@example.com' }, 'invalid client.email'],
    ['a number in a list', { phone: ['7185550199'] }, 'invalid client.phone'],
  ])('a person whose details are %s', async (_, client, told) => {
    expect(await book(client)).toBe(told);
  });

  test('names of all the world stay as they are', async () => {
    const people = [
      ['Zoë', "O'Neill-D’Arc"],
      ['نرگس\u200cسادات', 'محمدی'],
      ['👩🏽‍🦱', '李'],
      ['נועה\u200f', ''],
    ];
    for (const [first_name, last_name] of people) {
      expect(await book({ first_name, last_name })).toMatchObject({ first_name, last_name });
    }
  });

  test('a note keeps its lines, and nothing else that is no letter', async () => {
    expect(await book({}, ' Two\r\nlines\t\u0007and\u202e a bell ')).toMatchObject({
      client_note: 'Two\nlines\tand a bell',
    });
    expect(await book({}, '\u200b \n')).toMatchObject({ client_note: null });
    expect(await book({}, { a: 1 })).toBe('invalid note');
  });

  test('a time is an instant with its offset', async () => {
    const { reschedule_booking: call } = callsOn(ground);
    for (const starts_at of ['tomorrow', 'infinity', '2027-01-04', '2027-01-04T10:00']) {
      const answer = await rpc(database.db, anon, 'reschedule_booking', {
        ...call!.args,
        op_id: newId(),
        starts_at,
      });
      expect(answer).toEqual({ ok: false, code: 'invalid', field: 'starts_at' });
    }
  });
});
