// Filters of postgres_changes, as supabase-js writes them: `column=operator.value`, several joined
// by commas (all must hold), negated with `not.`, values quoted like PostgREST does.

/** Not match and imatch: anybody could keep the database busy with an expensive expression. */
const OPERATORS = 'eq neq lt lte gt gte in is isdistinct like ilike'.split(' ');

export interface ChangeFilter {
  readonly column: string;
  readonly operator: string;
  readonly values: readonly string[];
  readonly negated: boolean;
}

export type ParsedFilters =
  | { readonly ok: true; readonly filters: readonly ChangeFilter[] }
  | { readonly ok: false; readonly reason: string };

/** Hosted Supabase has the same bound on a list. */
const MAX_VALUES = 100;
const IS_VALUES = ['null', 'true', 'false', 'unknown'];

export function parseFilters(text: string): ParsedFilters {
  const filters: ChangeFilter[] = [];
  for (const part of splitOutsideQuotes(text)) {
    const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part);
    if (!match) return refuse(`cannot read the filter ${part}`);
    const [, column = '', not, operator = '', rest = ''] = match;
    if (!OPERATORS.includes(operator)) {
      return refuse(`unsupported filter operator ${operator}`);
    }
    const values = operator === 'in' ? listValues(rest) : [unquote(rest)];
    if (!values) return refuse(`cannot read the list of the filter ${part}`);
    if (values.length > MAX_VALUES) return refuse(`more than ${MAX_VALUES} values in a filter`);
    if (operator === 'is' && !IS_VALUES.includes(values[0]!.toLowerCase())) {
      return refuse(`"is" compares with ${IS_VALUES.join(', ')} only`);
    }
    filters.push({ column, operator, values, negated: not !== undefined });
  }
  return { ok: true, filters };
}

function refuse(reason: string): ParsedFilters {
  return { ok: false, reason };
}

function listValues(text: string): string[] | null {
  if (!text.startsWith('(') || !text.endsWith(')')) return null;
  return splitOutsideQuotes(text.slice(1, -1)).map(unquote);
}

/** Splits at commas that are neither quoted nor inside parentheses. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isQuoted && char === '\\') at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part !== '');
}

function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}
