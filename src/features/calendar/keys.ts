/** What keys do in the calendar: shown there, and in the list of all of them. */
export const CALENDAR_KEYS: readonly (readonly [keys: string, words: string])[] = [
  ['← →', 'Previous or next day; on the grid: previous or next column'],
  ['↑ ↓', 'Earlier or later on the grid'],
  ['Ctrl ↑ ↓', 'From appointment to appointment'],
  ['Home End', 'Beginning or end of the working day'],
  ['PgUp PgDn', 'Previous or next day, week or month'],
  ['Enter', 'Open the appointment, book the free time; in the month: open the day'],
  ['m', 'Move the appointment by fields'],
  ['s', 'Next step: confirm, arrived, start, complete'],
  ['Delete', 'Cancel the appointment, or remove the block'],
  ['n', 'Book the focused time'],
  ['b', 'Block the focused time'],
  ['t', 'Today'],
  ['d x w o l', 'Day, 3 days, week, month, list'],
  ['+ −', 'Taller or shorter hours; also Ctrl and the wheel, or two fingers'],
  ['Ctrl P', 'Print the days shown'],
  ['Esc', 'Let go of what is being dragged'],
];
