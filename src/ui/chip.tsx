import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';

export type ChipTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'swatch';

const tones: Record<ChipTone, string> = {
  neutral: 'bg-raised text-ink',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  swatch: 'bg-swatch-soft text-swatch-ink',
};

/**
 * A short fact about a thing. Tone is never the only signal: the words say it too. The `swatch`
 * tone takes its colour from `colour` (a palette name) or from an ancestor's data-colour.
 */
export function Chip({
  tone = 'neutral',
  icon: Icon,
  colour,
  children,
}: {
  tone?: ChipTone;
  icon?: Icon;
  colour?: string;
  children: ReactNode;
}) {
  return (
    <span
      data-colour={colour}
      className={clsx(
        'inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium',
        tones[colour ? 'swatch' : tone],
      )}
    >
      {Icon && <Icon size={14} strokeWidth={2.25} className="shrink-0" aria-hidden />}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A pressable filter: on or off. */
export function FilterChip({
  selected,
  onChange,
  icon: Icon,
  children,
}: {
  selected: boolean;
  onChange: (selected: boolean) => void;
  icon?: Icon;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={() => onChange(!selected)}
      className={clsx(
        'inline-flex min-h-9 items-center gap-1.5 rounded-3xl border px-3.5 py-1 text-left text-sm font-medium transition-colors duration-150 pointer-coarse:min-h-11',
        selected
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-line bg-surface text-ink hover:bg-raised',
      )}
    >
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}
