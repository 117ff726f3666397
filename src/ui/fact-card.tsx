import type { ReactNode } from 'react';

/** One thing with its facts: a headline that is read from afar, and named lines below. */
export function FactCard({
  title,
  subtitle,
  children,
}: {
  title: ReactNode;
  subtitle: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="overflow-hidden rounded-lg wrap-anywhere border border-line bg-surface shadow-card">
      <div className="border-b border-line bg-accent-soft px-5 py-5">
        <p className="text-xl leading-snug font-semibold">{title}</p>
        <p className="text-lg">{subtitle}</p>
      </div>
      <dl className="grid grid-cols-1 gap-4 px-5 py-5">{children}</dl>
    </div>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
