import clsx from 'clsx';
import type { StaffRow } from '#domain/rows.ts';
import { initials } from '#ui/initials.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { Suspense } from 'react';

/** The grid does not wait for the part that shows pictures; without it there are initials. */
const StaffPicture = lazyExtra(async () => (await import('./staff-picture.tsx')).StaffPicture);

/** One person above their column; a press shows their week. */
export function StaffHead({
  staff,
  hours,
  leadsTo,
  onPress,
}: {
  staff: Pick<StaffRow, 'display_name' | 'colour' | 'photo_path'>;
  /** `9 AM – 5 PM` or `Not working`. */
  hours: string;
  leadsTo: 'day' | 'week';
  onPress: (view: 'day' | 'week') => void;
}) {
  return (
    <button
      type="button"
      className="cal-head"
      data-colour={staff.colour}
      title={`${staff.display_name}: show the ${leadsTo}`}
      onClick={() => onPress(leadsTo)}
    >
      <span className="cal-avatar" aria-hidden>
        {initials(staff.display_name)}
        {staff.photo_path && (
          <Suspense>
            <StaffPicture path={staff.photo_path} />
          </Suspense>
        )}
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
