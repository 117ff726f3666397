import {
  Ban,
  Check,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CirclePlay,
  CalendarCheck,
  Hourglass,
  UserRoundCheck,
} from 'lucide-react';
import type { AppointmentStatus } from '#domain/rows.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import { Chip, type ChipTone } from '#ui/chip.tsx';
import type { Icon } from '#ui/icon.ts';

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

const TONES: Readonly<Record<AppointmentStatus, ChipTone>> = {
  pending: 'warning',
  booked: 'accent',
  arrived: 'info',
  in_service: 'success',
  completed: 'neutral',
  cancelled: 'neutral',
  no_show: 'danger',
  declined: 'neutral',
  expired: 'neutral',
};

/** The state of an appointment: icon, words and colour, never colour alone. */
export function StatusMark({
  status,
  isConfirmed,
}: {
  status: AppointmentStatus;
  isConfirmed: boolean;
}) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Chip tone={TONES[status]} icon={STATUS_ICONS[status]}>
        {STATUS_WORDS[status]}
      </Chip>
      {status === 'booked' && isConfirmed && (
        <Chip tone="success" icon={Check}>
          Confirmed by client
        </Chip>
      )}
    </span>
  );
}
