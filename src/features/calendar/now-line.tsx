import { DAY_MIN } from './geometry.ts';

/** The present, across the columns of today. */
export function NowLine({
  minute,
  from,
  count,
  total,
  label,
}: {
  minute: number;
  /** First column of today, how many there are, of how many columns. */
  from: number;
  count: number;
  total: number;
  label: string;
}) {
  return (
    <div
      className="cal-now"
      style={{
        top: `${(minute / DAY_MIN) * 100}%`,
        left: `${(from / total) * 100}%`,
        width: `${(count / total) * 100}%`,
      }}
    >
      <span className="sr-only">Now: {label}</span>
    </div>
  );
}
