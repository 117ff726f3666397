import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Day, Uuid } from '#domain/rows.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { placeOf, withPlace, type CalendarPlace, type PlaceDefaults } from './calendar-url.ts';
import { isView } from './period.ts';

/** The last view and people are remembered on this device, apart for phone and desktop widths. */
const settingKey = (name: 'view' | 'staff', isNarrow: boolean): string =>
  `daybook.calendar.${name}.${isNarrow ? 'narrow' : 'wide'}`;

/** Where the calendar is, and the way to another place: a step in the browser's history. */
export function usePlace(options: {
  today: Day;
  isNarrow: boolean;
  /** Where a phone begins: the signed-in person's own column. */
  ownStaffId: Uuid | null;
  knownStaffIds: readonly Uuid[];
}): [CalendarPlace, (change: Partial<CalendarPlace>, how?: { replace: boolean }) => void] {
  const { today, isNarrow, ownStaffId, knownStaffIds } = options;
  const [address, setAddress] = useSearchParams();
  // The router draws in small slices, with whatever waits between them, and a step through time is
  // to be seen in the next frame: it is shown at once and the address follows.
  const [params, show] = useOptimistic(address);

  const lastView = readSetting(settingKey('view', isNarrow));
  const lastStaff = readSetting(settingKey('staff', isNarrow));
  const remembered = lastStaff?.split(',').filter((id) => knownStaffIds.includes(id)) ?? [];
  const first = isNarrow ? (ownStaffId ?? knownStaffIds[0] ?? null) : null;
  const defaults: PlaceDefaults = {
    today,
    view: isView(lastView) ? lastView : 'day',
    staffIds:
      remembered.length > 0 ? remembered : first === null || lastStaff === 'all' ? null : [first],
  };
  const place = placeOf(params, defaults);

  const go = (change: Partial<CalendarPlace>, how = { replace: false }): void => {
    // Going into a day of the month or a person's week is a look, not a choice of view.
    const isChoice = change.date === undefined && change.staffIds === undefined;
    if (change.view && isChoice) writeSetting(settingKey('view', isNarrow), change.view);
    if (change.staffIds !== undefined) {
      writeSetting(settingKey('staff', isNarrow), change.staffIds?.join(',') ?? 'all');
    }
    const next = withPlace(params, change);
    startTransition(() => {
      show(next);
      setAddress(next, how);
    });
  };
  return [place, go];
}
