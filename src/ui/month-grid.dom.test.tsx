import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MonthGrid } from './month-grid.tsx';

const open = new Set(['2026-11-24', '2026-11-25', '2026-12-03']);

function Grid({ onSelect }: { onSelect: (day: string) => void }) {
  const [month, setMonth] = useState('2026-11-01');
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <MonthGrid
      month={month}
      onMonth={setMonth}
      first="2026-11-21"
      last="2027-01-20"
      today="2026-11-20"
      selected={selected}
      onSelect={(day) => {
        setSelected(day);
        onSelect(day);
      }}
      dayState={(day) =>
        open.has(day)
          ? { open: true, spoken: '3 times free' }
          : { open: false, spoken: 'nothing free' }
      }
      weekStart={7}
      locale="en-US"
    />
  );
}
const draw = () => {
  const chosen: string[] = [];
  render(<Grid onSelect={(day) => chosen.push(day)} />);
  return chosen;
};
const day = (name: RegExp) => screen.getByRole('button', { name });
const focused = () => document.activeElement?.getAttribute('aria-label');

test('a day says its whole date and what is on it', () => {
  draw();
  expect(day(/^Tuesday, November 24, 2026, 3 times free$/)).toBeTruthy();
  expect(day(/^Friday, November 20, 2026, today, /)).toBeTruthy();
  expect(
    screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-label'))[0],
  ).toBe('Sunday');
});

test('the Tab key stops once, at the first day that is free', async () => {
  draw();
  await userEvent.tab();
  await userEvent.tab();
  expect(focused()).toMatch(/November 24/);
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});

test('arrows lead through days, weeks and into other months', async () => {
  draw();
  day(/November 24/).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toMatch(/November 25/);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toMatch(/December 2/);
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeTruthy();
  await userEvent.keyboard('{ArrowUp}{Home}');
  expect(focused()).toMatch(/November 22/);
  await userEvent.keyboard('{PageUp}');
  expect(focused()).toMatch(/November 21/);
});

test('Enter and Space choose a free day; a day without free times can be read, not chosen', async () => {
  const chosen = draw();
  day(/November 24/).focus();
  await userEvent.keyboard('{Enter}{ArrowRight} ');
  expect(chosen).toEqual(['2026-11-24', '2026-11-25']);
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(focused()).toMatch(/November 26, 2026, nothing free/);
  expect(chosen).toHaveLength(2);
  await userEvent.click(day(/November 26/));
  expect(chosen).toHaveLength(2);
});

test('the months end where days can no longer be reached', async () => {
  draw();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous month' }).disabled).toBe(
    true,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByRole('heading', { name: 'January 2027' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
});

test('the month that came is read out', async () => {
  draw();
  const heading = screen.getByRole('heading', { name: 'November 2026' });
  expect(heading.getAttribute('aria-live')).toBe('polite');
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  // The same element: one that is drawn anew is not announced.
  expect(heading.textContent).toBe('December 2026');
  expect(heading.isConnected).toBe(true);
});
