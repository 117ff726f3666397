import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A group of things that belong together. */
export function Card({
  title,
  actions,
  padded = true,
  className,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  padded?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      className={clsx('rounded-lg border border-line bg-surface shadow-card', className)}
      aria-label={title}
    >
      {(title || actions) && (
        <header className="flex min-h-12 flex-wrap items-center gap-2 px-5 pt-3">
          {title && <h2 className="flex-1 font-semibold">{title}</h2>}
          {actions}
        </header>
      )}
      <div className={clsx(padded && 'p-5', padded && title && 'pt-3')}>{children}</div>
    </section>
  );
}
