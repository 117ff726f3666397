import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import { APPOINTMENT_STATUSES } from '#domain/appointments/status.ts';
import type { AppointmentStatus } from '#domain/rows.ts';
import { StatusChip } from './status-chip.tsx';

const draw = (status: AppointmentStatus, cancel_late = false) =>
  render(<StatusChip appointment={{ status, confirmation: 'none', cancel_late }} />);

/** What is seen without colours. */
const shapeOf = (status: AppointmentStatus): string => {
  const { container, unmount } = draw(status);
  const shape = container.querySelector('svg')?.innerHTML ?? '';
  unmount();
  return shape;
};

it.each(APPOINTMENT_STATUSES)('a state is words and a shape, not a colour alone: %s', (status) => {
  const { container } = draw(status);
  expect(container.textContent).toBe(STATUS_WORDS[status]);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

it('no two states of a visit that is expected look alike without colours', () => {
  const shapes = (
    ['pending', 'booked', 'arrived', 'in_service', 'completed', 'no_show'] as const
  ).map(shapeOf);
  expect(shapes).not.toContain('');
  expect(new Set(shapes).size).toBe(shapes.length);
});

it('a late cancellation says so', () => {
  draw('cancelled', true);
  expect(screen.getByText('Cancelled late')).toBeTruthy();
});
