import { CalendarClock } from 'lucide-react';
import { pathTo } from '#app/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** Stands for the calendar until there is somebody who can be booked. */
export function NobodyToShow() {
  return (
    <EmptyState
      icon={CalendarClock}
      title="Nobody to show yet"
      action={
        <LinkButton to={pathTo('staff')} variant="primary">
          Set up staff and hours
        </LinkButton>
      }
    >
      The calendar has one column for each person who can be booked.
    </EmptyState>
  );
}
