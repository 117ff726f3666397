import { guessMapping, hasHeadings } from '#domain/clients/import-fields.ts';
import type { ImportField } from '#domain/clients/import-fields.ts';
import { cellText, csvRows, guessDelimiter, isEmptyRow } from '#domain/text/csv.ts';
import type { Delimiter } from '#domain/text/csv.ts';
import { createBreather } from '#platform/breathe.ts';
import { decodeText, encodingOf } from '#platform/read-text.ts';
import type { Encoding } from '#platform/read-text.ts';

/** Far more than any list of clients; larger files are something else. */
const MAX_BYTES = 25 * 1024 * 1024;
const MAX_ROWS = 50_000;
const SAMPLES = 3;
/** Further down nobody looks for samples of a column. */
const SAMPLED_ROWS = 100;

/** A file with a list, taken apart into cells. */
export type ListFile<F extends string> = {
  name: string;
  encoding: Encoding;
  delimiter: Delimiter;
  headings: string[];
  /** The rows below the headings; `line` counts from 1, the headings included. */
  rows: Row[];
  mapping: (F | null)[];
  /** For each column some of its first values. */
  samples: string[][];
};

/** A file of clients. */
export type ClientFile = ListFile<ImportField>;

/** What the headings of such a list mean. */
export type Headings<F extends string> = {
  guess: (headings: readonly string[]) => (F | null)[];
  areHeadings: (row: readonly string[]) => boolean;
};

export const CLIENT_HEADINGS: Headings<ImportField> = {
  guess: guessMapping,
  areHeadings: hasHeadings,
};

export type FileProblem = 'too_large' | 'empty' | 'not_text' | 'too_many';

/** Reads a file without holding up the window. */
export const readListFile = async <F extends string>(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
  { guess, areHeadings }: Headings<F>,
): Promise<ListFile<F> | FileProblem> => {
  if (file.size > MAX_BYTES) return 'too_large';
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Spreadsheets as such are archives; their programs save them as CSV.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'not_text';
  const encoding = encodingOf(bytes);
  const text = decodeText(bytes, encoding);
  const delimiter = guessDelimiter(text);
  const breathe = createBreather();
  const all: Row[] = [];
  let line = 0;
  for (const cells of csvRows(text, delimiter)) {
    line += 1;
    if (isEmptyRow(cells)) continue;
    all.push({ line, cells });
    if (all.length > MAX_ROWS + 1) return 'too_many';
    await breathe();
  }
  const [first] = all;
  if (!first) return 'empty';
  const width = Math.max(...all.slice(0, 50).map(({ cells }) => cells.length));
  const isNamed = areHeadings(first.cells);
  const rows = isNamed ? all.slice(1) : all;
  if (rows.length === 0) return 'empty';
  const headings = Array.from(
    { length: width },
    (_, column) => (isNamed && cellText(first.cells[column] ?? '')) || `Column ${column + 1}`,
  );
  return {
    name: file.name,
    encoding,
    delimiter,
    headings,
    rows,
    mapping: guess(headings),
    samples: headings.map((_, column) => samplesOf(rows, column)),
  };
};

type Row = { line: number; cells: string[] };

const samplesOf = (rows: readonly Row[], column: number): string[] => {
  const found = new Set<string>();
  for (const { cells } of rows.slice(0, SAMPLED_ROWS)) {
    const text = cellText(cells[column] ?? '')
      .replace(/\s+/g, ' ')
      .slice(0, 60);
    if (text) found.add(text);
    if (found.size === SAMPLES) break;
  }
  return [...found];
};
