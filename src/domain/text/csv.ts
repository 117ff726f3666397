/** What separates the cells of files that people have. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * The rows of a CSV text, one at a time, so that a caller may rest in between. Quoted cells may
 * hold delimiters, newlines and doubled quotes; a quote inside an unquoted cell is text. Lines end
 * by LF, CRLF or CR. A last quote that is never closed takes the rest of the text.
 */
export function* csvRows(text: string, delimiter: Delimiter): Generator<string[], void> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let row: string[] = [];
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    // After a closing quote some programs go on writing: it belongs to the cell.
    const tail = cell.isQuoted ? plainCell(text, cell.end, delimiter) : null;
    row.push(tail ? cell.text + tail.text : cell.text);
    at = tail ? tail.end : cell.end;
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else at += 1;
    yield row;
    row = [];
  }
}

type Cell = { text: string; end: number; isQuoted: boolean };

const quotedCell = (text: string, start: number): Cell => {
  let content = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { text: content + text.slice(from), end: text.length, isQuoted: true };
    content += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { text: content, end: quote + 1, isQuoted: true };
    content += '"';
    from = quote + 2;
  }
};

const plainCell = (text: string, start: number, delimiter: Delimiter): Cell => {
  let end = start;
  while (end < text.length) {
    const letter = text[end];
    if (letter === delimiter || letter === '\n' || letter === '\r') break;
    end += 1;
  }
  return { text: text.slice(start, end), end, isQuoted: false };
};

/** Rows that are looked at to find out how a file is written. */
const SAMPLE_ROWS = 20;

/** The delimiter that gives the first rows the most, and equally many, cells. */
export const guessDelimiter = (text: string): Delimiter => {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths: number[] = [];
    for (const row of csvRows(text, delimiter)) {
      if (!isEmptyRow(row)) widths.push(row.length);
      if (widths.length >= SAMPLE_ROWS) break;
    }
    const [first = 0] = widths;
    const alike = widths.filter((width) => width === first).length;
    const score = first < 2 ? 0 : (alike / widths.length) * 100 + Math.min(first, 50);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
};

export const isEmptyRow = (row: readonly string[]): boolean =>
  row.every((cell) => cell.trim() === '');

/** Spreadsheets take a file without this mark for one in an old alphabet. */
export const BYTE_ORDER_MARK = '\u{feff}';

const FORMULA = /^[=+\-@\t\r]/;
/** A number cannot do anything in a spreadsheet, and other programs read it as it stands. */
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * One line of a CSV file with its CRLF. What a spreadsheet would take for a formula gets an
 * apostrophe in front, so that it stays text; `cellText` takes it off again.
 */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(safe(cell))).join(',')}\r\n`;

const safe = (cell: string): string =>
  /^'*[=+\-@\t\r]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;

const quoted = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Half of a surrogate pair, which no database takes. */
const BROKEN = /\p{Surrogate}/gu;

/** A cell as text: without the apostrophe that guards a formula, NULs and broken letters. */
export const cellText = (cell: string): string => {
  const clean = cell.replaceAll('\0', '').replace(BROKEN, '\u{fffd}');
  const isGuarded = clean.startsWith("'") && FORMULA.test(clean.replace(/^'+/, ''));
  return (isGuarded ? clean.slice(1) : clean).trim();
};
