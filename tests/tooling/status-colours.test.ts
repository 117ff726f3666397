import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATUS_TONES } from '#domain/appointments/status-words.ts';

/** The colour of the bar of a card, by the state of its visit; none of its own is that of everything. */
const BAR = /\.cal-card\[data-status='(?<status>\w+)'\] \{[^}]*--bar: var\(--(?<colour>\w+)\)/g;

test('a state has one colour: that of its bar in the calendar is that of its chip on every screen', async () => {
  const css = await readFile(
    join(import.meta.dirname, '../../src/features/calendar/calendar.css'),
    'utf8',
  );
  const bars = Object.fromEntries(
    [...css.matchAll(BAR)].map(({ groups }) => [groups?.['status'], groups?.['colour']]),
  );
  expect(Object.keys(bars)).toEqual(['pending', 'arrived', 'in_service', 'no_show']);
  expect(STATUS_TONES).toMatchObject(bars);
});
