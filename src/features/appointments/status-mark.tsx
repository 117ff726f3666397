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

const LOOKS: Record<AppointmentStatus, { icon: Icon; tone: ChipTone }> = {
  pending: { icon: CircleDashed, tone: 'warning' },
  booked: { icon: CalendarCheck, tone: 'accent' },
  arrived: { icon: UserRoundCheck, tone: 'info' },
  in_service: { icon: CirclePlay, tone: 'success' },
  completed: { icon: CircleCheck, tone: 'neutral' },
  cancelled: { icon: Ban, tone: 'neutral' },
  no_show: { icon: CircleSlash, tone: 'danger' },
  declined: { icon: Ban, tone: 'neutral' },
  expired: { icon: Hourglass, tone: 'neutral' },
};

/** The state of an appointment: icon, words and colour, never colour alone. */
export function StatusMark({
  status,
  isConfirmed,
}: {
  status: AppointmentStatus;
  isConfirmed: boolean;
}) {
  const { icon, tone } = LOOKS[status];
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Chip tone={tone} icon={icon}>
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
