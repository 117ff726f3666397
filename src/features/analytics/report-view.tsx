import type { BusinessRow } from '#domain/rows.ts';
import { Card } from '#ui/card.tsx';
import { BarChart } from './bar-chart.tsx';
import { DataTable } from './data-table.tsx';
import { changed, shown } from './report.ts';
import type { Report } from './report.ts';

/** One report: by which clock, its numbers with what they mean, its picture, its tables. */
export function ReportView({ report, business }: { report: Report; business: BusinessRow }) {
  const { title, clock, rows, figures, chart, tables } = report;
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">
        {clock}
        {rows.waiting > 0 && ` ${rows.waiting} of ${rows.all} ${rows.name} not synced yet.`}
      </p>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map((figure) => {
          const change = changed(figure, business.locale);
          return (
            <div
              key={figure.name}
              className="min-w-0 rounded-lg border border-line bg-surface p-4 shadow-card"
            >
              <dt className="text-sm text-muted">{figure.name}</dt>
              <dd>
                <span className="text-xl font-semibold break-words tabular-nums">
                  {shown(figure.value, figure.kind, business)}
                </span>
                {figure.before !== undefined && (
                  <span className="block text-sm tabular-nums">
                    {change === null ? '' : `${change}, `}
                    was {shown(figure.before, figure.kind, business)}
                  </span>
                )}
                <span className="mt-1 block text-sm text-muted">{figure.means}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      {chart && (
        <Card>
          <BarChart chart={chart} business={business} />
        </Card>
      )}
      {tables.map((table) => (
        <Card key={table.title} title={table.title}>
          <DataTable table={table} business={business} />
        </Card>
      ))}
    </section>
  );
}
