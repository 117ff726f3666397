import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { zoneOf } from '#domain/time/zone.ts';
import { DayTimePicker } from './day-time-picker.tsx';
import type { DayTimePickerProps } from './day-time-picker.tsx';

const at = (day: string, hour: string) => `${day}T${hour}:00+00:00`;

/** Free are two days of January and one of March. */
const DAYS = new Map([
  ['2027-01-05', [at('2027-01-05', '09:00'), at('2027-01-05', '14:00')]],
  ['2027-01-08', [at('2027-01-08', '10:00')]],
  ['2027-03-02', [at('2027-03-02', '11:00')]],
]);

const draw = (more: Partial<DayTimePickerProps> = {}) => {
  const picked: string[] = [];
  render(
    <DayTimePicker
      days={DAYS}
      suggested={new Set()}
      isKnown={() => true}
      isLoading={false}
      today="2027-01-04"
      first="2027-01-04"
      last="2027-03-31"
      onView={() => {}}
      failure={null}
      onRetry={() => {}}
      chosen={null}
      busy={null}
      onPick={(start) => picked.push(start)}
      zone={zoneOf('UTC')}
      otherClock={null}
      locale="en-US"
      timeFormat="h12"
      weekStart={7}
      nothing={null}
      {...more}
    />,
  );
  return picked;
};
const button = (name: RegExp | string) => screen.getByRole('button', { name });
const focusIsOn = (name: RegExp) =>
  waitFor(() => expect(document.activeElement?.textContent).toMatch(name));

test('opens on the first free day; a month without one leads to the next, and back to the earliest', async () => {
  draw();
  expect(screen.getByRole('heading', { name: /January 5.*2 times free/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Earliest/ })).toBeNull();
  await userEvent.click(button('Next month'));
  expect(screen.getByRole('status').textContent).toContain('Nothing free in February 2027.');
  await userEvent.click(button(/^Next free day: .*March 2, 11:00\sAM$/));
  await focusIsOn(/March 2.*1 time free/);
  await userEvent.click(button(/^Earliest: .*January 5, 9:00\sAM$/));
  await focusIsOn(/January 5.*2 times free/);
});

test('begins with the day that is wished for, or the next free one after it', async () => {
  for (const [wish, heading] of [
    ['2027-01-08', /January 8/],
    ['2027-01-09', /March 2/],
    ['2027-03-31', /January 5/],
    ['2026-01-01', /January 5/],
    ['2099-01-01', /January 5/],
    ['2027-02-31', /January 5/],
    ['<b>tomorrow</b>', /January 5/],
  ] as const) {
    draw({ wish });
    expect(screen.getByRole('heading', { level: 2, name: heading })).toBeTruthy();
    cleanup();
  }
});

test('from the times one gets back to the days with one press', async () => {
  const picked = draw();
  await userEvent.click(button(/January 8, 2027, 1 time free$/));
  await focusIsOn(/January 8.*1 time free/);
  await userEvent.click(button('Choose another day'));
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/January 8, 2027/);
  await userEvent.click(button(/^10:00 AM/));
  expect(picked).toEqual([at('2027-01-08', '10:00')]);
});

test('nothing is said to be free only once every day was looked at', async () => {
  const viewed: string[] = [];
  const of = (last: string): Partial<DayTimePickerProps> => ({
    days: new Map(),
    isKnown: (day) => day <= last,
    onView: (day) => viewed.push(day),
    nothing: 'Nothing at all',
  });
  draw(of('2027-02-08'));
  await waitFor(() => expect(viewed).toContain('2027-02-09'));
  expect(screen.queryByText('Nothing at all')).toBeNull();
  cleanup();
  // Nobody could be asked: that is no answer.
  draw({ ...of('2027-02-08'), failure: 'You are offline.' });
  expect(screen.queryByText('Nothing at all')).toBeNull();
  cleanup();
  draw(of('2027-03-31'));
  expect(screen.getByText('Nothing at all')).toBeTruthy();
});

test('to look at another month does not draw the times of the day again', async () => {
  let drawn = 0;
  const otherClock = {
    zone: zoneOf('Asia/Tokyo'),
    get label() {
      drawn += 1;
      return 'your time';
    },
  };
  draw({ otherClock });
  expect(drawn).toBe(2);
  await userEvent.click(button('Next month'));
  expect(screen.getByRole('heading', { name: 'February 2027' })).toBeTruthy();
  expect(drawn).toBe(2);
  expect(button(/6:00 PM your time$/)).toBeTruthy();
});
