import type { ReactNode } from 'react';

/** One part of the sync sheet. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
