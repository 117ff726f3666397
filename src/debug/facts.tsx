/** Names and values, as they are. */
export function Facts({ facts }: { facts: Record<string, unknown> }) {
  return (
    <dl className="grid min-w-0 grid-cols-1 gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="mb-1 min-w-0 font-mono break-all tabular-nums sm:mb-0">
            {printed(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const printed = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
