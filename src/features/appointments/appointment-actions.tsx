import {
  Ban,
  CalendarArrowDown,
  CalendarClock,
  Ellipsis,
  ExternalLink,
  RotateCcw,
} from 'lucide-react';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { AppointmentStatus, BusinessRow } from '#domain/rows.ts';
import { pathTo } from '#app/paths.ts';
import { STATUS_WORDS, STEP_WORDS } from '#domain/appointments/status-words.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { saveCalendarFile } from './save-calendar-file.ts';
import { useDb } from '#db/use-query.ts';
import { useAppointmentActions } from './use-appointment-actions.ts';

/** The one next step as a button, moving beside it, everything else in a menu. */
export function AppointmentActions({
  detail,
  business,
  hasOwnPage,
  onMove,
  onCancel,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  /** We are on its own page already. */
  hasOwnPage: boolean;
  onMove: () => void;
  onCancel: () => void;
}) {
  const db = useDb();
  const { next, others, canMove, canCancel, take } = useAppointmentActions(detail);
  const { status, id } = detail.appointment;
  const items: MenuItem[] = [
    ...others.map((to) => ({
      label: stepWords(status, to),
      icon: RotateCcw,
      onPress: () => void take(to),
    })),
    {
      label: 'Add to my calendar',
      icon: CalendarArrowDown,
      onPress: () => void saveCalendarFile(detail, business, new Date(db.nowMs())),
    },
    ...(hasOwnPage
      ? []
      : [
          {
            label: 'Open on its own page',
            icon: ExternalLink,
            to: pathTo('appointment', { appointmentId: id }),
          },
        ]),
    ...(canCancel
      ? [{ label: 'Cancel appointment…', icon: Ban, tone: 'danger' as const, onPress: onCancel }]
      : []),
  ];
  return (
    <>
      <Menu
        label="More actions"
        align="start"
        items={items}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
      />
      {canMove && (
        <Button icon={CalendarClock} onClick={onMove}>
          Move…
        </Button>
      )}
      {next && (
        <Button variant="primary" onClick={() => void take(next)}>
          {STEP_WORDS[next]}
        </Button>
      )}
    </>
  );
}

/** Going back has other words than going on. */
function stepWords(from: AppointmentStatus, to: AppointmentStatus): string {
  if (to === 'no_show') return 'Did not come';
  if (to === 'booked' && from !== 'pending') return `Back to ${STATUS_WORDS.booked.toLowerCase()}`;
  if (to === 'arrived' && from === 'in_service') return 'Back to arrived';
  return STEP_WORDS[to];
}
