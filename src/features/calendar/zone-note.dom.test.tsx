import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { EpochMin } from '#domain/time/epoch.ts';
import { ZoneNote } from './zone-note.tsx';

afterEach(() => vi.restoreAllMocks());

const here = Intl.DateTimeFormat().resolvedOptions();
/** A phone that lands sets its clock by itself, under the open page. */
const land = (timeZone: string): void => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...here, timeZone });
};
const NOON: EpochMin = Date.UTC(2027, 0, 12, 17) / 60_000;
const note = (now: EpochMin) => <ZoneNote timeZone="America/New_York" now={now} />;
const words = (): string | null => screen.queryByText(/^Times are in/)?.textContent ?? null;

test('[F20] a device whose zone changes while the calendar is open is followed with the next minute', () => {
  land('America/New_York');
  const { rerender } = render(note(NOON));
  expect(words()).toBeNull();
  land('Europe/Lisbon');
  rerender(note(NOON + 1));
  expect(words()).toBe('Times are in New York time, 5 hours behind this device.');
  land('Asia/Kathmandu');
  rerender(note(NOON + 2));
  expect(words()).toBe('Times are in New York time, 10.75 hours behind this device.');
  land('America/Toronto');
  rerender(note(NOON + 3));
  expect(words()).toBeNull();
});
