import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Rows in a card. Give `label` when no heading stands right above. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      {children}
    </ul>
  );
}

type RowProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Picture, icon or time in front. */
  leading?: ReactNode;
  /** Price, chip or state at the end. */
  trailing?: ReactNode;
  /** Where the row leads. Either this or `onPress`, or neither for a row that only shows. */
  to?: string;
  onPress?: () => void;
};

/** One line of a list; the whole row is the target. */
export function ListRow({ to, onPress, ...content }: RowProps) {
  const look =
    'flex w-full min-h-14 items-center gap-3 px-4 py-2.5 text-left transition-colors duration-100';
  const pressable = clsx(look, 'hover:bg-raised focus-visible:-outline-offset-2');
  return (
    <li>
      {to !== undefined ? (
        <Link to={to} className={pressable}>
          <RowContent {...content} />
          <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
        </Link>
      ) : onPress ? (
        <button type="button" onClick={onPress} className={pressable}>
          <RowContent {...content} />
          <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
        </button>
      ) : (
        <div className={look}>
          <RowContent {...content} />
        </div>
      )}
    </li>
  );
}

function RowContent({ title, subtitle, leading, trailing }: Omit<RowProps, 'to' | 'onPress'>) {
  return (
    <>
      {leading && <span className="shrink-0">{leading}</span>}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium break-words">{title}</span>
        {subtitle && (
          <span className="line-clamp-2 text-sm break-words text-muted">{subtitle}</span>
        )}
      </span>
      {trailing && <span className="shrink-0 text-right tabular-nums">{trailing}</span>}
    </>
  );
}
