import { beforeAll, describe, expect, test } from 'vitest';
import { messageFor } from '#app/messages.ts';
import { isErrorCode } from '#domain/errors/codes.ts';
import type { Call } from '#supabase/tests/database/bad-input/calls.ts';
import { badFor, mayPass, type Bad, type Kind } from '#supabase/tests/database/bad-input/values.ts';
import { functionRights } from '#supabase/tests/database/permissions/read-rights.ts';
import { bodyWith, bodyWithMore, memberAt, pathsOf } from './bodies.ts';
import { membersReadBy } from './members-read.ts';
import { ask, faultOfRefusal, type Heard, type World } from './world.ts';

type Answer = Record<string, unknown>;

/** All that a refusal may say. */
const FACTS = ['ok', 'code', 'field', 'rule', 'retry_after_sec'];

/** What differs from one answer to the next: ids, tokens, moments. */
const alike = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/[0-9a-f]{32,}|[\w-]{43}/g, 'token')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, 'moment');

/** Every function that anybody may call x each of its members x each class of bad values, over HTTP. */
export const openFunctions = (world: World): void => {
  let open: Map<string, string[]>;
  beforeAll(async () => {
    const rows = await world.backend.sql<{ name: string; args: string[] }>(
      `select proname as name, coalesce(proargnames, '{}') as args from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')`,
    );
    open = new Map(rows.map(({ name, args }) => [name, args.toSorted()]));
  });
  const linesOf = (name: string): Call[] =>
    Object.values(world.calls).filter(({ of }) => of === name);

  test('every function that the database opens to anybody stands in the table, with all it takes', () => {
    const named = Object.values(world.calls).map(({ of }) => of);
    expect([...new Set(named)].toSorted()).toEqual([...open.keys()].toSorted());
    for (const [name, { args, fields, of }] of Object.entries(world.calls)) {
      expect([name, Object.keys(args).toSorted()]).toEqual([name, open.get(of)]);
      expect([name, Object.keys(fields).toSorted()]).toEqual([name, pathsOf(args).toSorted()]);
    }
  });

  test('what one line leaves to another is tried there', () => {
    for (const [name, { fields, of }] of Object.entries(world.calls)) {
      const left = Object.keys(fields).filter(
        (path) =>
          fields[path] === 'elsewhere' &&
          !linesOf(of).some((line) => (line.fields[path] ?? 'elsewhere') !== 'elsewhere'),
      );
      expect([name, left]).toEqual([name, []]);
    }
  });

  test('every member that a function reads of what it is sent stands in one of its lines', async () => {
    const read = await membersReadBy(world.backend.sql, [...open.keys()]);
    // That it finds some: a variable of another name would be looked for in vain.
    expect(read.get('book')).toEqual(
      expect.arrayContaining(['items', 'variant_id', 'starts_at', 'first_name']),
    );
    for (const [name, members] of read) {
      const sent = new Set(
        linesOf(name).flatMap(({ fields }) =>
          Object.keys(fields).flatMap((path) => path.split('.')),
        ),
      );
      expect([name, members.filter((member) => !sent.has(member))]).toEqual([name, []]);
    }
  });

  const listed = functionRights().filter(({ answers }) => answers.anon !== '!');
  describe.each(listed.map(({ name }) => name))('%s', (name) => {
    const faultsOf = async (line: string, call: Call): Promise<string[]> => {
      const { args, fields, answer, headers = {} } = call;
      const send = (body: string): Promise<Heard> =>
        ask(world, `/rest/v1/rpc/${name}`, { body, headers });

      /** What is wrong with how a bad value is taken; null = nothing. */
      const faultOf = async (path: string, kind: Kind, bad: Bad): Promise<string | null> => {
        const [, json, taken] = bad;
        const heard = await send(bodyWith(args, path, json));
        // Not even an argument of its type: the interface says so before anything is asked.
        if (heard.status !== 200) return faultOfRefusal(heard);
        const told = JSON.parse(heard.text) as Answer;
        const left = world.traces.of(heard.mark);
        const isLike = (other: Heard): boolean =>
          alike(heard.text) === alike(other.text) &&
          String(left) === String(world.traces.of(other.mark));
        if (kind === 'ignored' || (kind === 'yes' && json !== 'true')) {
          return isLike(right) ? null : `is not ignored: ${heard.text.slice(0, 120)}`;
        }
        if (told['ok'] !== true) {
          return faultOfAnswer(told) ?? (left.length === 0 ? null : `leaves ${String(left)}`);
        }
        const isSame = alike(heard.text) === alike(right.text);
        if (kind === 'or_none') {
          return isSame || isLike(await send(bodyWith(args, path, 'null')))
            ? null
            : 'is not passed over';
        }
        if (taken === 'alike') return isSame ? null : 'is taken for something else';
        const value: unknown = json === null ? undefined : JSON.parse(json);
        return taken === undefined && mayPass[kind](value, memberAt(args, path))
          ? null
          : 'is taken';
      };

      const right = await send(JSON.stringify(args));
      const said = JSON.parse(right.text) as Answer;
      expect([line, said['ok'] === true ? 'ok' : said['code']]).toEqual([line, answer ?? 'ok']);

      const faults: string[] = [];
      for (const [path, kind] of Object.entries(fields)) {
        for (const bad of badFor(kind, memberAt(args, path), othersAt(world, path))) {
          const fault = await faultOf(path, kind, bad);
          if (fault !== null) faults.push(`${line}: ${path} (${bad[0]}) ${fault}`);
        }
      }

      // A newer page may say more than this server knows: it is passed over, or refused in words.
      const more = await send(bodyWithMore(args));
      const told = JSON.parse(more.text) as Answer;
      const isPassedOver = alike(more.text) === alike(right.text);
      const fault =
        told['ok'] === true ? (isPassedOver ? null : 'changes the answer') : faultOfAnswer(told);
      return fault === null ? faults : [...faults, `${line}: something more ${fault}`];
    };

    test('takes what is right, and nothing else', async () => {
      const lines = Object.entries(world.calls).filter(([, { of }]) => of === name);
      const faults: string[] = [];
      for (const [line, call] of lines) faults.push(...(await faultsOf(line, call)));
      expect(faults).toEqual([]);
    }, 300_000);
  });
};

/** Ids of others for a member, by its own name and, where that is only `id`, by what holds it. */
const othersAt = ({ others }: World, path: string): readonly string[] => {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  const last = names.at(-1)!;
  const name = last === 'id' || last === 'key' ? names.slice(-2).join('.') : last;
  return others[name] ?? [];
};

const faultOfAnswer = (answer: Answer): string | null => {
  const { code, field } = answer;
  if (!isErrorCode(code) || code === 'unknown') return `is answered with ${String(code)}`;
  if (code === 'invalid' && typeof field !== 'string') return 'is refused without its field';
  const more = Object.keys(answer).filter((fact) => !FACTS.includes(fact));
  if (more.length > 0) return `is refused with ${more.join(', ')}`;
  const words = messageFor({ code, ...(typeof field === 'string' ? { field } : {}) });
  return words.includes('unexpected') ? `is refused with "${words}"` : null;
};
