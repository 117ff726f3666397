import clsx from 'clsx';
import type { Entry } from './use-palette-groups.ts';

/** One result; pointed at or chosen. */
export function PaletteLine({
  id,
  index,
  entry,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  index: number;
  entry: Entry;
  isActive: boolean;
  onPoint: (index: number) => void;
  onChoose: () => void;
}) {
  const { icon: Icon, label, hint } = entry;
  return (
    // The keys are handled in the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-index={index}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => onPoint(index)}
      onClick={onChoose}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
        isActive && 'bg-accent-soft',
      )}
    >
      <Icon
        size={20}
        className={clsx('shrink-0', isActive ? 'text-accent' : 'text-muted')}
        aria-hidden
      />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{label}</bdi>
        {hint && <span className="block truncate text-sm text-muted">{hint}</span>}
      </span>
    </div>
  );
}
