import { CalendarPlus } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { AgendaList } from './agenda-list.tsx';
import type { CalendarViewProps } from './calendar-view.ts';

/** The list view: everything of the day and people shown. */
export function CalendarAgenda({
  model,
  clock,
  staffName,
  onOpen,
  onAbsence,
  onNew,
}: Pick<CalendarViewProps, 'model' | 'clock' | 'staffName' | 'onOpen' | 'onAbsence'> & {
  onNew: () => void;
}) {
  const items = model.columns.flatMap(({ boxes }) => boxes.map(({ item }) => item));
  const absences = model.columns.flatMap((column) => column.absences);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
      <div className="mx-auto max-w-3xl px-3 py-4 sm:px-6">
        {items.length === 0 && (
          <EmptyState
            icon={CalendarPlus}
            title="Nothing booked"
            action={
              <Button variant="primary" onClick={onNew}>
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
          clock={clock}
          staffName={staffName}
          onOpen={onOpen}
          onAbsence={onAbsence}
        />
      </div>
    </div>
  );
}
