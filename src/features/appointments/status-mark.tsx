import { Check } from 'lucide-react';
import { StatusChip } from '#ui/status-chip.tsx';
import type { AppointmentRow } from '#domain/rows.ts';
import { Chip } from '#ui/chip.tsx';

/** The state of an appointment, and whether its client has said that they come. */
export function StatusMark({ appointment }: { appointment: AppointmentRow }) {
  const isConfirmed = appointment.status === 'booked' && appointment.confirmation === 'confirmed';
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusChip
        appointment={isConfirmed ? { ...appointment, confirmation: 'none' } : appointment}
      />
      {isConfirmed && (
        <Chip tone="success" icon={Check}>
          Confirmed by client
        </Chip>
      )}
    </span>
  );
}
