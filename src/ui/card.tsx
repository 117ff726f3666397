import clsx from 'clsx';
import type { ReactNode, Ref } from 'react';

/** A group of things that belong together. */
export function Card({
  ref,
  title,
  actions,
  padded = true,
  takesFocus = false,
  className,
  children,
}: {
  ref?: Ref<HTMLElement>;
  title?: string;
  actions?: ReactNode;
  padded?: boolean;
  /** Something leads here: it can be given the focus, without being a stop of Tab. */
  takesFocus?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      ref={ref}
      tabIndex={takesFocus ? -1 : undefined}
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
