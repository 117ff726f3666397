import {
  Ban,
  CalendarCheck,
  CircleCheck,
  CircleDashed,
  CirclePlay,
  CircleSlash,
  Hourglass,
  UserRoundCheck,
} from 'lucide-react';
import { STATUS_TONES, statusName } from '#domain/appointments/status-words.ts';
import type { AppointmentRow, AppointmentStatus } from '#domain/rows.ts';
import { Chip } from './chip.tsx';
import type { Icon } from './icon.ts';

export const STATUS_ICONS: Readonly<Record<AppointmentStatus, Icon>> = {
  pending: CircleDashed,
  booked: CalendarCheck,
  arrived: UserRoundCheck,
  in_service: CirclePlay,
  completed: CircleCheck,
  cancelled: Ban,
  no_show: CircleSlash,
  declined: Ban,
  expired: Hourglass,
};

/** The state of an appointment, the same on every screen: icon, words and colour, never colour alone. */
export function StatusChip({
  appointment,
}: {
  appointment: Pick<AppointmentRow, 'status' | 'confirmation' | 'cancel_late'>;
}) {
  const { status } = appointment;
  return (
    <Chip tone={STATUS_TONES[status]} icon={STATUS_ICONS[status]}>
      {statusName(appointment)}
    </Chip>
  );
}
