import clsx from 'clsx';
import type { ReactNode } from 'react';

/** One of a list that a field above it searches: the field keeps the focus and handles the keys. */
export function ListOption({
  id,
  index,
  isActive,
  isSelected,
  onPoint,
  onChoose,
  children,
}: {
  /** For `aria-activedescendant` of the field. */
  id: string;
  index: number;
  /** The one that Enter would take. */
  isActive: boolean;
  isSelected: boolean;
  onPoint: (index: number) => void;
  onChoose: (index: number) => void;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-index={index}
      aria-selected={isSelected}
      // The press must not take focus from the field, or blur would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => onPoint(index)}
      onClick={() => onChoose(index)}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
        isActive && 'bg-accent-soft',
      )}
    >
      {children}
    </div>
  );
}

/** What an option says, with a smaller second line. */
export function OptionText({ label, hint }: { label: string; hint?: string | undefined }) {
  return (
    <span className="min-w-0 flex-1">
      <bdi className="block truncate">{label}</bdi>
      {hint && <span className="block truncate text-sm text-muted">{hint}</span>}
    </span>
  );
}
