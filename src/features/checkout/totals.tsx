import clsx from 'clsx';

export type TotalLine = { name: string; text: string; isStrong?: boolean };

/** Names and amounts under each other. */
export function Totals({ lines }: { lines: readonly TotalLine[] }) {
  return (
    <dl className="grid gap-1.5">
      {lines.map(({ name, text, isStrong = false }, place) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- two lines may say the same
          key={place}
          className={clsx('flex justify-between gap-4', isStrong && 'text-lg font-semibold')}
        >
          <dt className={clsx('min-w-0 break-words', !isStrong && 'text-muted')}>{name}</dt>
          <dd className="shrink-0 tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
