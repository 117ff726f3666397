import { CalendarPlus } from 'lucide-react';
import type { StaffRow } from '#domain/rows.ts';
import { may } from '#domain/permissions/presets.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { AgendaList, type FreeTime } from './agenda-list.tsx';
import type { CalendarViewProps } from './calendar-view.ts';
import { SHORTEST_FREE_MIN, planLines } from './day-plan.ts';
import { workHours } from './work-hours.ts';

/** Nobody books for 10:32. */
const FREE_FROM_STEP_MIN = 15;

/** The list view: everything of the day and people shown, and the room between. */
export function CalendarAgenda({
  book,
  model,
  clock,
  staffName,
  wallNow,
  onOpen,
  onAbsence,
  onSheet,
}: Pick<
  CalendarViewProps,
  'book' | 'model' | 'clock' | 'staffName' | 'wallNow' | 'onOpen' | 'onAbsence' | 'onSheet'
>) {
  const items = model.columns.flatMap(({ boxes }) => boxes.map(({ item }) => item));
  const absences = model.columns.flatMap((column) => column.absences);
  const day = model.days[0]!;
  const workOf = workHours(book);
  // Who is here for old visits alone is not booked any more.
  const mayBook = ({ id, status, bookable }: StaffRow): boolean =>
    status === 'active' &&
    bookable &&
    book.membership !== undefined &&
    may(book.membership, 'appointments.edit', id === book.ownStaffId ? 'own' : 'all');
  const notBefore =
    day > wallNow.day
      ? 0
      : day < wallNow.day
        ? Infinity
        : Math.ceil(wallNow.minute / FREE_FROM_STEP_MIN) * FREE_FROM_STEP_MIN;
  const free = model.shown.filter(mayBook).flatMap((person) =>
    planLines(person.id, model.byDay.get(day), workOf(person.id, day)).flatMap(
      (line): FreeTime[] => {
        const from = Math.max(line.from, notBefore);
        return line.kind === 'free' && line.until - from >= SHORTEST_FREE_MIN
          ? [{ staffId: person.id, from, until: line.until }]
          : [];
      },
    ),
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
      <div className="mx-auto max-w-3xl px-3 py-4 sm:px-6">
        {items.length === 0 && (
          <EmptyState
            icon={CalendarPlus}
            title="Nothing booked"
            action={
              <Button
                variant="primary"
                onClick={() =>
                  onSheet({
                    kind: 'new',
                    day: null,
                    minute: null,
                    endMinute: null,
                    staffId: null,
                    clientId: null,
                  })
                }
              >
                New appointment
              </Button>
            }
          >
            Appointments of this day appear here in the order in which they begin.
          </EmptyState>
        )}
        <AgendaList
          items={items}
          absences={absences}
          // Until everything is read a time only looks free.
          free={model.isLoaded ? free : []}
          clock={clock}
          staffName={staffName}
          onOpen={onOpen}
          onAbsence={onAbsence}
          onFree={({ staffId, from }) =>
            onSheet({
              kind: 'new',
              day,
              minute: from,
              endMinute: null,
              staffId,
              clientId: null,
            })
          }
        />
      </div>
    </div>
  );
}
