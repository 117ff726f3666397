import { expect, it } from 'vitest';
import { businessNav, mainNav, settingsNav } from '#app/nav.ts';
import { actions, matching, places } from './commands.ts';

const all = [...actions(() => undefined), ...places];
const found = (text: string) => matching(all, text).map(({ label }) => label);

it('an empty text gives everything, every screen of the navigation included', () => {
  expect(found('  ')).toHaveLength(all.length);
  for (const { label } of [...mainNav, ...businessNav, settingsNav]) {
    expect(found('')).toContain(label);
  }
});

it('screens that no navigation shows are found by what people call them', () => {
  expect(found('rooms')).toEqual(['Rooms and equipment']);
  expect(found('invite')).toEqual(['Access']);
  expect(found('import')).toEqual(['Import clients', 'Import appointments']);
  expect(found('merge')).toEqual(['Possible duplicates']);
});

it('a name that begins so comes first, other words lead there too', () => {
  expect(found('cal')[0]).toBe('Calendar');
  expect(found('new')).toEqual(['New appointment', 'New client', 'New sale', 'Block time']);
  expect(found('lunch')).toEqual(['Block time']);
  expect(found('DÁRK mode')).toEqual(['Dark theme']);
});

it('every word has to begin a word: pieces from the middle find nothing', () => {
  expect(found('ppoint')).toEqual([]);
  expect(found('dark sale')).toEqual([]);
  expect(found('<b>')).toEqual([]);
});

it('each does one thing, and ids are not used twice', () => {
  for (const { to, act } of all) expect((to === undefined) !== (act === undefined)).toBe(true);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});
