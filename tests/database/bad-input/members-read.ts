import type { Sql } from '#supabase/local/database/database.ts';

/** How the functions of the database call what they were sent, and the parts of it that have members. */
const SENT_AS = [
  'request',
  'asked',
  'answer',
  'details',
  'person',
  'guest',
  'item',
  'i.value',
  'g.value',
  'one',
  'value',
];
/** … and the parts that are handed on. */
const HANDED_ON = ['items', 'windows', 'address', 'given', 'answers', 'file', 'f'];

const anyOf = (names: string[]): string =>
  String.raw`(?<![\w.])(?:${names.join('|').replaceAll('.', String.raw`\.`)})(?!\w)`;
const READ = new RegExp(
  String.raw`${anyOf(SENT_AS)}\s*(?:->>?\s*'(\w+)'|#>>?\s*'\{([\w,]+)\}')`,
  'g',
);
const SENT = new RegExp(anyOf([...SENT_AS, ...HANDED_ON]));
const CALL = /private\.(\w+)\s*\(/g;

/** The text between the parenthesis that opens before `start` and the one that closes it. */
const argumentsFrom = (source: string, start: number): string => {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    else if (source[at] === ')') depth -= 1;
  }
  return source.slice(start, at - 1);
};

/**
 * The members that functions read of the JSON that they are sent, themselves or by what they hand it to, as their
 * text says. Of functions without JSON among their arguments nothing: these are named by the database.
 */
export const membersReadBy = async (
  sql: Sql,
  functions: string[],
): Promise<Map<string, string[]>> => {
  const rows = await sql<{ schema: string; name: string; source: string; takes_json: boolean }>(
    `select pronamespace::regnamespace::text as schema, proname as name,
       regexp_replace(prosrc, '--[^\\n]*', '', 'g') as source,
       'jsonb'::regtype = any (proargtypes) as takes_json
     from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  const sources = new Map(rows.map(({ schema, name, source }) => [`${schema}.${name}`, source]));
  const takesJson = new Set(rows.filter((row) => row.takes_json).map((row) => row.name));

  const readBy = (name: string, seen: Set<string>): string[] => {
    const source = sources.get(name)?.replaceAll(`${name.replace(/.*\./, '')}.`, '');
    if (source === undefined || seen.has(name)) return [];
    seen.add(name);
    const own = [...source.matchAll(READ)].flatMap(([, one, path]) => one ?? path!.split(','));
    const called = [...source.matchAll(CALL)]
      .filter((call) => SENT.test(argumentsFrom(source, call.index + call[0].length)))
      .flatMap(([, callee]) => readBy(`private.${callee}`, seen));
    return [...own, ...called];
  };
  return new Map(
    functions
      .filter((name) => takesJson.has(name))
      .map((name) => [name, [...new Set(readBy(`public.${name}`, new Set()))].toSorted()]),
  );
};
