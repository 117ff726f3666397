import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATUS_TONES } from '#domain/appointments/status-words.ts';

/** The colour of the bar of a card, by the state of its visit; none of its own is that of everything. */
const BAR = /\.cal-card\[data-status='(?<status>\w+)'\] \{[^}]*--bar: var\(--(?<colour>\w+)\)/g;

const calendarFile = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '../../src/features/calendar', name), 'utf8');

test('a state that is not the usual one has a mark on its card, drawn for each theme', async () => {
  const [css, drawings] = await Promise.all([calendarFile('marks.css'), calendarFile('marks.svg')]);
  for (const status of ['pending', 'arrived', 'in_service', 'completed', 'no_show']) {
    for (const name of [status, `dark-${status}`]) {
      expect(css).toContain(`--cal-mark-${status}: url('./marks.svg#${name}')`);
      expect(drawings).toContain(`id="${name}"`);
    }
  }
});

test('a state has one colour: that of its bar in the calendar is that of its chip on every screen', async () => {
  const css = await calendarFile('calendar.css');
  const bars = Object.fromEntries(
    [...css.matchAll(BAR)].map(({ groups }) => [groups?.['status'], groups?.['colour']]),
  );
  expect(Object.keys(bars)).toEqual(['pending', 'arrived', 'in_service', 'no_show']);
  expect(STATUS_TONES).toMatchObject(bars);
});
