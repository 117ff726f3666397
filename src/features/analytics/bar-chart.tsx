import type { BusinessRow } from '#domain/rows.ts';
import { DataTable } from './data-table.tsx';
import { shown } from './report.ts';
import type { Chart } from './report.ts';

const HEIGHT = 120;
/** Of a hundred: more bars are thinner, the picture stays as wide. */
const WIDTH = 400;

/** Bars, with the numbers as a table behind them. What it is compared with is an outline. */
export function BarChart({ chart, business }: { chart: Chart; business: BusinessRow }) {
  const { title, kind, labels, values, before } = chart;
  const all = [...values, ...(before ?? []).slice(0, values.length)];
  const [high, low] = [Math.max(0, ...all), Math.min(0, ...all)];
  if (high === low) {
    return (
      <figure>
        <figcaption className="text-sm font-medium">{title}</figcaption>
        <p className="mt-1 text-muted">Nothing in this period.</p>
      </figure>
    );
  }
  const span = high - low;
  const step = WIDTH / Math.max(1, values.length);
  const bar = (value: number, place: number, inset: number) => ({
    x: place * step + step * inset,
    width: step * (1 - 2 * inset),
    y: ((high - Math.max(0, value)) / span) * HEIGHT,
    height: (Math.abs(value) / span) * HEIGHT,
  });
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-2">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">{title}</span>
        <span className="text-muted">
          {before ? 'Filled: this period. Outline: compared with. ' : ''}
          Highest: {shown(high, kind, business)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-b border-field"
        aria-hidden
      >
        {values.map((value, place) => (
          <rect key={labels[place]} {...bar(value, place, 0.15)} className="fill-accent" />
        ))}
        {before?.slice(0, values.length).map((value, place) => (
          <rect
            key={labels[place]}
            {...bar(value, place, 0.05)}
            className="fill-none stroke-ink"
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p className="flex justify-between gap-4 text-sm text-muted" aria-hidden>
        <span>{labels[0]}</span>
        <span>{labels.at(-1)}</span>
      </p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 text-accent">As a table</summary>
        <DataTable
          business={business}
          table={{
            title,
            columns: [
              { name: 'From', kind: 'text' },
              { name: 'This period', kind },
              ...(before ? [{ name: 'Compared with', kind }] : []),
            ],
            rows: values.map((value, place) => [
              labels[place] ?? '',
              value,
              ...(before ? [before[place] ?? null] : []),
            ]),
          }}
        />
      </details>
    </figure>
  );
}
