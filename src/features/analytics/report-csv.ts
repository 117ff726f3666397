import type { BusinessRow } from '#domain/rows.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import type { Answer } from './use-figures.ts';
import { plain } from './report.ts';
import type { Report } from './report.ts';

/** One report: its numbers with what they mean, its chart and its tables, below each other. */
export const reportCsv = (
  { title, clock, figures, chart, tables, rows }: Report,
  { period, before }: Omit<Answer, 'figures'>,
  { name, currency, time_zone }: BusinessRow,
): string => {
  const lines: string[][] = [
    [title, name],
    ['From', period.from, 'To', period.to],
    ...(before ? [['Compared with', before.from, 'To', before.to]] : []),
    ['Time zone', time_zone, 'Currency', currency],
    ['Clock', clock],
    ['Not synced yet', String(rows.waiting), 'Of', String(rows.all), rows.name],
    [],
    ['Name', 'This period', ...(before ? ['Compared with'] : []), 'What it means'],
    ...figures.map((one) => [
      one.name,
      plain(one.value, one.kind),
      ...(before ? [plain(one.before ?? null, one.kind)] : []),
      one.means,
    ]),
  ];
  if (chart) {
    lines.push([], ['From', chart.title, ...(chart.before ? ['Compared with'] : [])]);
    chart.values.forEach((value, place) =>
      lines.push([
        chart.labels[place] ?? '',
        plain(value, chart.kind),
        ...(chart.before ? [plain(chart.before[place] ?? null, chart.kind)] : []),
      ]),
    );
  }
  for (const { title: name_of, columns, rows: cells } of tables) {
    lines.push(
      [],
      [name_of],
      columns.map((column) => column.name),
    );
    for (const row of cells) {
      lines.push(row.map((value, place) => plain(value, columns[place]?.kind ?? 'text')));
    }
  }
  return BYTE_ORDER_MARK + lines.map((line) => csvLine(line)).join('');
};
