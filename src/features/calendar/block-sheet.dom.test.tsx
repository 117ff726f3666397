// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlocks } from '#db/commands/blocks.ts';
import type { DaybookDb } from '#db/open.ts';
import { parseRule } from '#domain/appointments/series-rule.ts';
import { blockSpans } from '#domain/blocks/repeat.ts';
import { must } from '#domain/errors/assert.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import { addVisit, openSalon, put, SALON_DAY } from '#tests/fixtures/salon.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { CalendarScreen } from './calendar-screen.tsx';

const ZONE = 'America/New_York';
let db: DaybookDb;
beforeEach(async () => {
  localStorage.clear();
  db = await openSalon();
  await put(db, 'block_off_reasons', {
    id: 'lunch',
    name: 'Lunch',
    icon: 'coffee',
    colour: 'slate',
    default_min: 45,
    paid: false,
    blocks_online: true,
    active: true,
    sort_key: 'V',
  });
});
afterEach(() => db.close());

const open = async (query: string) => {
  renderScreen(db, {
    path: '/calendar',
    at: `/calendar?date=${SALON_DAY}&${query}`,
    screen: <CalendarScreen renderSheet={() => null} />,
  });
  const dialog = await screen.findByRole('dialog');
  return { user: userEvent.setup(), sheet: within(dialog) };
};
/** What this tab keeps of unsaved forms. */
const drafts = () => Object.values({ ...sessionStorage }).filter(Boolean);
const walls = async () =>
  (await db.rows('time_blocks').toArray())
    .map(({ staff_id, starts_at, ends_at }) => {
      const [from, to] = [wallAt(ZONE, starts_at), wallAt(ZONE, ends_at)];
      return `${from.day} ${from.minute}-${to.minute} ${staff_id}`;
    })
    .toSorted();
const TUESDAYS = 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3';
const lunches = () =>
  createBlocks(db, {
    staffIds: ['mia'],
    spans: blockSpans(ZONE, must(parseRule(TUESDAYS), 'a rule'), SALON_DAY, {
      allDay: false,
      from: 720,
      to: 765,
      nights: 0,
    }),
    rule: TUESDAYS,
    all_day: false,
    reason_id: 'lunch',
    note: null,
    blocks_online: true,
  });

it('with approval is asked for, as time off is, and taken back by undo', async () => {
  const me = must((await db.rows('memberships').toArray())[0], 'a membership');
  await db
    .rows('memberships')
    .update(me.id, { role: 'practitioner', custom_permissions: { block: 'ask' } });
  await db.rows('staff').update('mia', { membership_id: me.id });
  const { user, sheet } = await open('new=block&at=12:00');
  await user.click(await sheet.findByRole('button', { name: 'Lunch' }));
  expect(sheet.queryByLabelText('Repeats')).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Ask for this time' }));
  await waitFor(() => expect(toasts()).toEqual(['Asked for this time']));
  const asked = async () => must((await db.rows('time_off').toArray())[0], 'it was asked for');
  expect(await asked()).toMatchObject({
    staff_id: 'mia',
    reason_id: 'lunch',
    status: 'requested',
    starts_at: instantAtWall(ZONE, SALON_DAY, 720),
    ends_at: instantAtWall(ZONE, SALON_DAY, 765),
  });
  expect(await walls()).toEqual([]);
  pressToast();
  await waitFor(async () => expect((await asked()).status).toBe('cancelled'));
});

describe('blocking time', () => {
  it('blocks a whole day, and three days in a row', async () => {
    const { user, sheet } = await open('new=block&at=12:00&with=mia');
    await user.click(await sheet.findByLabelText('Whole day'));
    await user.click(sheet.getByRole('button', { name: 'Block time' }));
    await waitFor(async () => expect(await db.rows('time_blocks').count()).toBe(1));
    const days = async () =>
      (await db.rows('time_blocks').toArray()).map(({ all_day, staff_id, starts_at, ends_at }) => {
        const [from, to] = [wallAt(ZONE, starts_at), wallAt(ZONE, ends_at)];
        expect([all_day, staff_id, from.minute, to.minute]).toEqual([true, 'mia', 0, 0]);
        return `${from.day} until ${to.day}`;
      });
    expect(await days()).toEqual([`${SALON_DAY} until 2026-11-25`]);
    pressToast();
    await waitFor(async () => expect(await db.rows('time_blocks').count()).toBe(0));
    cleanup();
    const again = await open('new=block&at=12:00&with=mia');
    await user.click(await again.sheet.findByLabelText('Whole day'));
    fireEvent.change(again.sheet.getByLabelText('Last day'), { target: { value: '2026-11-26' } });
    await user.click(again.sheet.getByRole('button', { name: 'Block time' }));
    await waitFor(async () => expect(await days()).toEqual([`${SALON_DAY} until 2026-11-27`]));
  });

  it('repeats for several people, says who is booked there, and comes back by undo', async () => {
    await addVisit(db, 'noon', { clientId: 'bob', staffId: 'leo', minute: 720, minutes: 30 });
    const { user, sheet } = await open('new=block&at=12:00&with=mia');
    await user.click(sheet.getByRole('button', { name: 'Lunch' }));
    await user.click(
      within(sheet.getByRole('group', { name: 'Who' })).getByRole('button', { name: 'Leo' }),
    );
    const booked = within(await sheet.findByRole('list', { name: 'Booked in this time' }));
    expect(booked.getByText('Bob Ray')).toBeTruthy();
    await user.selectOptions(sheet.getByLabelText('Repeats'), 'week');
    await user.click(sheet.getByRole('radio', { name: 'After a number' }));
    await user.clear(sheet.getByLabelText('How many times'));
    await user.type(sheet.getByLabelText('How many times'), '2');
    await user.click(sheet.getByRole('button', { name: 'Block 2 dates' }));
    await waitFor(async () =>
      expect(await walls()).toEqual([
        '2026-11-24 720-765 leo',
        '2026-11-24 720-765 mia',
        '2026-12-01 720-765 leo',
        '2026-12-01 720-765 mia',
      ]),
    );
    expect(toasts()).toEqual(['Time blocked on 2 dates']);
  });

  it('that is not blocked yet is back after a reload, and forgotten when the form is closed', async () => {
    const query = 'new=block&at=12:00&with=mia';
    const { user, sheet } = await open(query);
    await user.click(sheet.getByRole('checkbox', { name: 'Whole day' }));
    await user.type(sheet.getByRole('textbox', { name: /^Note/ }), 'Painters');
    cleanup();
    const again = await open(query);
    expect(again.sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Whole day' }).checked).toBe(
      true,
    );
    expect(again.sheet.getByDisplayValue('Painters')).toBeTruthy();
    again.sheet.getByText('This is what you typed before and did not save.');
    await user.click(again.sheet.getByRole('button', { name: 'Close' }));
    expect(drafts()).toEqual([]);
  });

  it('until midnight is until midnight', async () => {
    const { user, sheet } = await open('new=block&at=23:00&to=24:00&with=mia');
    expect((sheet.getByLabelText('To') as HTMLInputElement).value).toBe('00:00');
    await user.click(sheet.getByRole('button', { name: 'Block time' }));
    await waitFor(async () => expect(await walls()).toEqual(['2026-11-24 1380-0 mia']));
  });
});

describe('a block that repeats', () => {
  it('is moved from one date on, by hours of the wall clock', async () => {
    const made = await lunches();
    const ids = made.ok ? made.value.ids : [];
    const { user, sheet } = await open(`block=${ids[1]}`);
    expect(sheet.getByText('every week on Tuesday.')).toBeTruthy();
    await user.click(sheet.getByRole('radio', { name: 'This and following' }));
    await user.clear(sheet.getByLabelText('To'));
    await user.type(sheet.getByLabelText('To'), '13:15');
    await user.click(sheet.getByRole('button', { name: 'Save 2 dates' }));
    await waitFor(async () =>
      expect(await walls()).toEqual([
        '2026-11-24 720-765 mia',
        '2026-12-01 720-795 mia',
        '2026-12-08 720-795 mia',
      ]),
    );
  });

  it('is removed as a whole, or one date by itself', async () => {
    const made = await lunches();
    const ids = made.ok ? made.value.ids : [];
    const { user, sheet } = await open(`block=${ids[0]}`);
    expect(sheet.getByRole('button', { name: 'Remove' })).toBeTruthy();
    await user.click(sheet.getByRole('radio', { name: 'All' }));
    await user.click(sheet.getByRole('button', { name: 'Remove 3 dates' }));
    await waitFor(async () => expect(await walls()).toEqual([]));
  });

  it('cannot be changed by whoever may only look', async () => {
    await put(db, 'memberships', {
      id: 'membership',
      user_id: db.userId,
      role: 'assistant',
      custom_permissions: {},
      status: 'active',
    });
    const made = await lunches();
    const ids = made.ok ? made.value.ids : [];
    const { sheet } = await open(`block=${ids[0]}`);
    expect(sheet.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(sheet.getByText(/not change it/)).toBeTruthy();
  });
});
