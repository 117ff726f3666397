/** One SQL statement and the line of the file it starts on. */
export type Statement = { text: string; line: number };

/**
 * Cuts a file of SQL at its semicolons, leaving those inside strings, quoted names, dollar quotes,
 * comments and `begin atomic … end` bodies alone. Comments stay with the statement they precede.
 */
export function splitStatements(source: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  let at = 0;
  let atomicDepth = 0;

  const push = (end: number) => {
    const raw = source.slice(start, end);
    const text = raw.trim();
    if (withoutComments(text) !== '') {
      const leading = start + raw.length - raw.trimStart().length;
      statements.push({ text, line: lineOf(source, leading) });
    }
    start = end + 1;
  };

  while (at < source.length) {
    const skipped = skipQuoted(source, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const word = /^[a-z_][a-z0-9_$]*/i.exec(source.slice(at, at + 64))?.[0].toLowerCase();
    if (word) {
      if (word === 'atomic' && /\bbegin\s+$/i.test(source.slice(start, at))) atomicDepth++;
      else if (atomicDepth > 0 && word === 'case') atomicDepth++;
      else if (atomicDepth > 0 && word === 'end') atomicDepth--;
      at += word.length;
      continue;
    }
    if (source[at] === ';' && atomicDepth === 0) push(at);
    at++;
  }
  push(source.length);
  return statements;
}

/** The position after a comment, string, quoted name or dollar quote that begins at `at`. */
function skipQuoted(source: string, at: number): number {
  const two = source.slice(at, at + 2);
  if (two === '--') return endOf(source, '\n', at);
  if (two === '/*') return skipBlockComment(source, at);
  if (source[at] === "'") return skipString(source, at, false);
  if (/^e'/i.test(two) && !/[a-z0-9_$]/i.test(source[at - 1] ?? ' ')) {
    return skipString(source, at + 1, true);
  }
  if (source[at] === '"') return endOf(source, '"', at + 1);
  const tag = /^\$(?:[a-z_][a-z0-9_]*)?\$/i.exec(source.slice(at, at + 66))?.[0];
  if (tag && !/[a-z0-9_$]/i.test(source[at - 1] ?? ' ')) return endOf(source, tag, at + tag.length);
  return at;
}

function skipString(source: string, at: number, backslashEscapes: boolean): number {
  for (let i = at + 1; i < source.length; i++) {
    if (backslashEscapes && source[i] === '\\') i++;
    // A doubled quote closes and opens again, which is the same as not closing.
    else if (source[i] === "'") return i + 1;
  }
  return source.length;
}

function skipBlockComment(source: string, at: number): number {
  let depth = 0;
  for (let i = at; i < source.length; i++) {
    const two = source.slice(i, i + 2);
    if (two === '/*') {
      depth++;
      i++;
    } else if (two === '*/') {
      depth--;
      i++;
      if (depth === 0) return i + 1;
    }
  }
  return source.length;
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}

function withoutComments(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    const two = text.slice(at, at + 2);
    if (two === '--' || two === '/*') at = skipQuoted(text, at);
    else rest += text[at++];
  }
  return rest.trim();
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
