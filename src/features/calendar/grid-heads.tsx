import type { ReactNode } from 'react';
import { outState } from '#domain/resources/out-of-service.ts';
import type { Day, ResourceRow, StaffRow, Uuid } from '#domain/rows.ts';
import { formatDate } from '#domain/time/format.ts';
import { DayHead, ResourceHead, StaffHead } from './column-head.tsx';
import type { FilledColumn } from './columns.ts';
import type { CalendarView } from './period.ts';
import type { Clock } from './words.ts';
import { hoursText } from './work-hours.ts';

export type Head = {
  /** What it stands for on every day, so that a step leaves its elements (and the pictures in them). */
  key: string;
  node: ReactNode;
  label: string;
  /** For sentences: `with Mia`, `on Tuesday, November 24`. */
  where: string;
  isToday: boolean;
};

/** What stands above each column: people in the day view, days in the longer ones. */
export function gridHeads(options: {
  view: CalendarView;
  columns: readonly FilledColumn[];
  staff: readonly StaffRow[];
  resources: readonly ResourceRow[];
  today: Day;
  locale: string;
  clock: Clock;
  onPerson: (staffId: Uuid, view: 'day' | 'week') => void;
  onDay: (day: Day) => void;
}): Head[] {
  const { view, columns, staff, today, locale, clock } = options;
  const byId = new Map(staff.map((person) => [person.id, person]));
  return columns.map(({ day, staffId, resourceId, work, boxes }, at): Head => {
    const isToday = day === today;
    const person = staffId === null ? undefined : byId.get(staffId);
    // Full hours go without their zeros: the head of a column is narrow.
    const hours = hoursText(work, (minute) => clock.minute(minute).replace(':00', ''));
    if (view === 'day' && person) {
      return {
        key: person.id,
        isToday,
        label: `${person.display_name}, ${hours}`,
        where: `with ${person.display_name}`,
        node: (
          <StaffHead
            staff={person}
            hours={hours}
            // Whose day is all that is shown goes on to their week.
            leadsTo={columns.length > 1 ? 'day' : 'week'}
            onPress={(view) => options.onPerson(person.id, view)}
          />
        ),
      };
    }
    if (resourceId !== undefined) {
      const resource = options.resources.find(({ id }) => id === resourceId);
      const name = resource?.name ?? 'No room';
      const detail =
        resource && outState(resource, day) === 'out'
          ? 'Out of service'
          : boxes.length === 1
            ? '1 visit'
            : `${boxes.length} visits`;
      return {
        key: resourceId ?? 'none',
        isToday,
        label: `${name}, ${detail}`,
        where: resource ? `in ${name}` : 'without a room',
        node: <ResourceHead name={name} detail={detail} />,
      };
    }
    const part = (parts: Intl.DateTimeFormatOptions) => formatDate(day, { locale, parts });
    const name = part({ weekday: 'long', month: 'long', day: 'numeric' });
    const visits = new Set(
      boxes.flatMap(({ item }) => (item.kind === 'appointment' ? [item.id] : [])),
    ).size;
    return {
      key: String(at),
      isToday,
      label: `${name}, ${hours}`,
      where: `on ${name}`,
      node: (
        <DayHead
          weekday={part({ weekday: 'short' })}
          number={part({ day: 'numeric' })}
          detail={visits === 1 ? '1 visit' : `${visits} visits`}
          isToday={isToday}
          onPress={() => options.onDay(day)}
        />
      ),
    };
  });
}
