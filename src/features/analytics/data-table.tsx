import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { BusinessRow } from '#domain/rows.ts';
import { shown } from './report.ts';
import type { Table } from './report.ts';

/** Numbers in rows. Wide ones are scrolled within, also by the keyboard. */
export function DataTable({ table, business }: { table: Table; business: BusinessRow }) {
  const { title, columns, rows, note, links } = table;
  if (rows.length === 0) return <p className="text-muted">Nothing in this period.</p>;
  return (
    <>
      <div
        role="group"
        aria-label={`${title}, in a table`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line bg-raised">
              {columns.map(({ name, kind }) => (
                <th
                  key={name}
                  scope="col"
                  className={clsx(
                    'px-3 py-2 font-medium whitespace-nowrap',
                    kind === 'text' ? 'text-left' : 'text-right',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row, line) => (
              // oxlint-disable-next-line react/no-array-index-key -- two lines may have one name
              <tr key={line}>
                {row.map((value, place) => {
                  const column = columns[place]!;
                  const text = shown(value, column.kind, business);
                  const link = links?.[line];
                  return place === 0 ? (
                    <th
                      key={column.name}
                      scope="row"
                      className={clsx(
                        'px-3 py-2 text-left font-normal',
                        // A day or a month stays on one line.
                        text.length <= 12 && 'whitespace-nowrap',
                      )}
                    >
                      {link ? (
                        <Link to={link} className="text-accent underline underline-offset-2">
                          <bdi>{text}</bdi>
                        </Link>
                      ) : (
                        <bdi>{text}</bdi>
                      )}
                    </th>
                  ) : (
                    <td
                      key={column.name}
                      className={clsx(
                        'px-3 py-2 whitespace-nowrap tabular-nums',
                        column.kind !== 'text' && 'text-right',
                      )}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <p className="mt-2 text-sm text-muted">{note}</p>}
    </>
  );
}
