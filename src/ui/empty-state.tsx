import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';

/** Says what a screen is for while it has nothing to show, and offers the first action. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  level: Heading = 'h2',
}: {
  icon?: Icon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` when this is all that the page says. */
  level?: 'h1' | 'h2';
}) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-6 py-14 text-center">
      {Icon && (
        <span className="mb-1 grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon size={26} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <div className="text-pretty text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
