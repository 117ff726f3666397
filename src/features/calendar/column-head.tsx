import clsx from 'clsx';
import type { StaffRow } from '#domain/rows.ts';

/** One person above their column; a press shows their week. */
export function StaffHead({
  staff,
  hours,
  onPress,
}: {
  staff: Pick<StaffRow, 'display_name' | 'colour'>;
  /** `9 AM – 5 PM` or `Not working`. */
  hours: string;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="cal-head"
      data-colour={staff.colour}
      title={`${staff.display_name}: show the week`}
      onClick={onPress}
    >
      <span className="cal-avatar" aria-hidden>
        {initials(staff.display_name)}
      </span>
      <span className="cal-head-text">
        <span className="font-medium">{staff.display_name}</span>
        <span className="text-xs text-muted tabular-nums">{hours}</span>
      </span>
    </button>
  );
}

/** One room or chair above its column. */
export function ResourceHead({ name, detail }: { name: string; detail: string }) {
  return (
    <div className="cal-head">
      <span className="cal-head-text">
        <span className="font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="text-xs text-muted">{detail}</span>
      </span>
    </div>
  );
}

/** One day above its column; a press shows that day alone. */
export function DayHead({
  weekday,
  number,
  detail,
  isToday,
  onPress,
}: {
  weekday: string;
  number: string;
  detail: string;
  isToday: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={clsx('cal-head is-day', isToday && 'is-today')}
      aria-current={isToday ? 'date' : undefined}
      onClick={onPress}
    >
      <span className="cal-day-number">{number}</span>
      <span className="cal-head-text">
        <span className="font-medium">{weekday}</span>
        <span className="text-xs text-muted">{detail}</span>
      </span>
    </button>
  );
}

/** `Ann-Marie O'Neil` → `AO`; works by characters, not code units, for any script and emoji. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = (word: string | undefined) =>
    word ? ([...new Intl.Segmenter().segment(word)][0]?.segment ?? '') : '';
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toUpperCase();
}
