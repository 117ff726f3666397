import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger';

const looks = {
  info: { icon: Info, look: 'bg-info-soft text-info' },
  success: { icon: CircleCheck, look: 'bg-success-soft text-success' },
  warning: { icon: TriangleAlert, look: 'bg-warning-soft text-warning' },
  danger: { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
} as const;

/** A message that stays where it belongs: at the top of a form, above a list. */
export function Notice({
  tone = 'info',
  title,
  children,
  action,
  live = tone === 'danger',
}: {
  tone?: NoticeTone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Read out when it appears. */
  live?: boolean;
}) {
  const { icon: Icon, look } = looks[tone];
  return (
    <div
      role={live ? 'alert' : undefined}
      className={clsx('flex items-start gap-3 rounded-lg px-4 py-3', look)}
    >
      <Icon size={20} className="mt-0.5 shrink-0" aria-hidden />
      {/* On a phone the action stands below the words, or they would have no room. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52 text-pretty">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="text-ink">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
