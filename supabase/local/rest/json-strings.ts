import type { AnyAST, IntrospectResult } from '@supabase/lite';

type Row = Record<string, unknown>;

/**
 * A text that is to be stored as json has to reach the driver as JSON, in quotes: to the drivers a
 * string means "JSON already written". lite, for its part, parses every string it finds for such a
 * column once. So the text is written as JSON twice.
 */
export function quoteJsonStrings(ast: AnyAST, { columns }: IntrospectResult): AnyAST {
  if (!ast.from || !ast.values) return ast;
  const schema = ast.schema ?? 'public';
  const names = columns
    .filter((column) => column.table === ast.from && (column.schema ?? 'public') === schema)
    .filter((column) => column.pg_type === 'json' || column.pg_type === 'jsonb')
    .map((column) => column.name);
  if (names.length === 0) return ast;
  const quoted = (row: Row): Row => {
    const strings = names.filter((name) => typeof row[name] === 'string');
    return {
      ...row,
      ...Object.fromEntries(
        strings.map((name) => [name, JSON.stringify(JSON.stringify(row[name]))]),
      ),
    };
  };
  const values = ast.values as Row | Row[];
  return { ...ast, values: Array.isArray(values) ? values.map(quoted) : quoted(values) };
}
