/** Keys and what they do; the keys of a row stand apart by spaces. */
export function KeyList({ rows }: { rows: readonly (readonly [keys: string, words: string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2">
      {rows.map(([keys, words]) => (
        <div key={keys} className="contents">
          <dt className="flex flex-wrap gap-1">
            {keys.split(' ').map((key) => (
              <kbd
                key={key}
                className="min-w-7 rounded-sm border border-line bg-raised px-1.5 py-0.5 text-center font-sans text-sm"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
