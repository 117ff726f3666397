import { beforeAll, describe, expect, test } from 'vitest';
import { messageFor } from '#app/messages.ts';
import { isErrorCode } from '#domain/errors/codes.ts';
import { GUEST, SEATS } from '#supabase/tests/database/bad-input/calls.ts';
import { badFor, mayPass, type Bad } from '#supabase/tests/database/bad-input/values.ts';
import { functionRights } from '#supabase/tests/database/permissions/read-rights.ts';
import { bodyWith, bodyWithMore, memberAt, pathsOf } from './bodies.ts';
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

  test('every function that the database opens to anybody stands in the table, with all it takes', () => {
    const { calls } = world;
    const named = Object.entries(calls).map(([name, { of = name }]) => of);
    expect([...new Set(named)].toSorted()).toEqual([...open.keys()].toSorted());
    for (const [name, { args, fields, of = name }] of Object.entries(calls)) {
      expect([name, Object.keys(args).toSorted()]).toEqual([name, open.get(of)]);
      expect([name, Object.keys(fields).toSorted()]).toEqual([name, pathsOf(args).toSorted()]);
    }
  });

  const listed = functionRights().filter(({ answers }) => answers.anon !== '!');
  describe.each([...listed.map(({ name }) => name), SEATS, GUEST])('%s', (name) => {
    const call = (body: string): Promise<Heard> =>
      ask(world, `/rest/v1/rpc/${world.calls[name]!.of ?? name}`, { body });

    /** What is wrong with how a bad value is taken; null = nothing. */
    const faultOf = async (path: string, [, json]: Bad, right: Heard): Promise<string | null> => {
      const { args, fields } = world.calls[name]!;
      const kind = fields[path]!;
      const heard = await call(bodyWith(args, path, json));
      // Not even an argument of its type: the interface says so before anything is asked.
      if (heard.status !== 200) return faultOfRefusal(heard);
      const answer = JSON.parse(heard.text) as Answer;
      const left = world.traces.of(heard.mark);
      if (kind === 'ignored' || (kind === 'yes' && json !== 'true')) {
        const isSame =
          alike(heard.text) === alike(right.text) &&
          String(left) === String(world.traces.of(right.mark));
        return isSame ? null : `is not ignored: ${heard.text.slice(0, 120)}`;
      }
      if (answer['ok'] === true) {
        const value: unknown = json === null ? undefined : JSON.parse(json);
        return mayPass[kind](value, memberAt(args, path)) ? null : 'is taken';
      }
      return faultOfAnswer(answer) ?? (left.length === 0 ? null : `leaves ${String(left)}`);
    };

    test('takes what is right, and nothing else', async () => {
      const { args, fields, answer } = world.calls[name]!;
      const right = await call(JSON.stringify(args));
      const said = JSON.parse(right.text) as Answer;
      expect(said['ok'] === true ? 'ok' : said['code']).toBe(answer ?? 'ok');

      const faults: string[] = [];
      for (const [path, kind] of Object.entries(fields)) {
        for (const bad of badFor(kind)) {
          const fault = await faultOf(path, bad, right);
          if (fault !== null) faults.push(`${path} (${bad[0]}) ${fault}`);
        }
      }
      expect(faults).toEqual([]);

      // A newer page may say more than this server knows: it is passed over, or refused in words.
      const more = await call(bodyWithMore(args));
      const told = JSON.parse(more.text) as Answer;
      if (told['code'] === 'invalid') expect(faultOfAnswer(told)).toBeNull();
      else expect(alike(more.text)).toBe(alike(right.text));
    }, 120_000);
  });
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
