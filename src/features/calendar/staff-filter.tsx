import clsx from 'clsx';
import { Users } from 'lucide-react';
import type { StaffRow, Uuid } from '#domain/rows.ts';

/**
 * Whose columns are shown. On a phone one person at a time is the useful picture, so a press
 * chooses only that person; elsewhere it adds and removes.
 */
export function StaffFilter({
  staff,
  shown,
  isSingle,
  onChange,
}: {
  staff: readonly Pick<StaffRow, 'id' | 'display_name' | 'colour'>[];
  /** null = everybody. */
  shown: readonly Uuid[] | null;
  isSingle: boolean;
  onChange: (shown: Uuid[] | null) => void;
}) {
  if (staff.length < 2) return null;
  const press = (id: Uuid): void => {
    if (isSingle || shown === null) return onChange([id]);
    const next = shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id];
    onChange(next.length === 0 || next.length === staff.length ? null : next);
  };
  return (
    <div
      role="group"
      aria-label="People shown"
      className="flex gap-1.5 overflow-x-auto px-3 pb-2 [scrollbar-width:none] sm:px-5 print:hidden"
    >
      <FilterButton isOn={shown === null} onPress={() => onChange(null)}>
        <Users size={16} aria-hidden /> Everybody
      </FilterButton>
      {staff.map(({ id, display_name, colour }) => (
        <FilterButton
          key={id}
          isOn={shown?.includes(id) ?? false}
          colour={colour}
          onPress={() => press(id)}
        >
          <span className="size-2.5 shrink-0 rounded-full bg-swatch" aria-hidden />
          <span className="max-w-40 truncate">{display_name}</span>
        </FilterButton>
      ))}
    </div>
  );
}

function FilterButton({
  isOn,
  colour,
  onPress,
  children,
}: {
  isOn: boolean;
  colour?: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      data-colour={colour}
      aria-pressed={isOn}
      onClick={onPress}
      className={clsx(
        'inline-flex min-h-9 shrink-0 items-center gap-2 rounded-full border px-3 text-sm font-medium pointer-coarse:min-h-11',
        isOn
          ? colour
            ? 'border-swatch bg-swatch-soft text-swatch-ink'
            : 'border-accent bg-accent-soft text-accent'
          : 'border-line text-muted hover:bg-raised hover:text-ink',
      )}
    >
      {children}
    </button>
  );
}
