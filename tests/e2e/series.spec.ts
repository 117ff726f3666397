import type { Locator, Page } from '@playwright/test';
import type { AppointmentRow } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { axeFaults } from '#tests/harness/axe.ts';
import {
  bookAppointment,
  card,
  closeSheet,
  fillAppointment,
  heldToast,
  openCard,
  openDay,
  openSheet,
  quietDay,
  saveStep,
} from '#tests/harness/app.ts';
import {
  DEMO,
  chip,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { localRows, waitingChanges } from '#tests/harness/local-data.ts';

const WHO = 'Rita Regular';
const BARBER = { service: 'Buzz cut', with: 'Jonah Reyes' };
/** Whose column a phone shows to the signed-in owner. */
const OWNER = { service: 'Dry cut', with: 'Mara Lindqvist' };
const ZONE = 'America/New_York';

/** Every four weeks: far enough apart to reach over both changes of the clocks. */
const dateOf = (place: number): string => addDays(quietDay(), (place - 1) * 28);

const fillSeries = async (
  page: Page,
  { every, count, work = BARBER }: { every: number; count: number; work?: typeof BARBER },
): Promise<Locator> => {
  await fillAppointment(page, {
    client: WHO,
    isNewClient: true,
    ...work,
    day: dateOf(1),
    time: '10:00',
  });
  const sheet = openSheet(page);
  await sheet.getByLabel('Repeats').selectOption('week');
  await sheet.getByLabel('Every how many weeks').fill(String(every));
  await sheet.getByLabel('How many appointments').fill(String(count));
  return sheet;
};

const bookSeries = async (page: Page, options: { every: number; count: number }): Promise<void> => {
  const sheet = await fillSeries(page, options);
  await sheet.getByRole('button', { name: `Book ${options.count} appointments` }).click();
  await expect(card(page, WHO, 'one of a series')).toBeVisible();
  await expect(openSheet(page)).toHaveCount(0);
};

/** `MM-DD hour` of the dates that are still booked, as this device has them. */
const bookedTimes = async (page: Page): Promise<string[]> => {
  const rows = (await localRows(page, 'appointments')) as AppointmentRow[];
  return rows
    .filter(({ series_id, status }) => series_id !== null && status === 'booked')
    .map(({ starts_at }) => wallAt(ZONE, starts_at))
    .map(({ day, minute }) => `${day} ${minute / 60}`)
    .toSorted();
};
const timesFrom = (from: number, to: number, hour: number, shiftDays = 0): string[] =>
  Array.from(
    { length: to - from + 1 },
    (_, at) => `${addDays(dateOf(from + at), shiftDays)} ${hour}`,
  );

const clashesIn = (sheet: Locator): Locator =>
  sheet.getByRole('list', { name: 'Dates of the series', exact: true }).locator('[data-clash]');

/** Opens the form that changes a date of the series, for it and others. */
const chooseScope = async (sheet: Locator, scope: 'This and following' | 'All'): Promise<void> => {
  await sheet.getByRole('radio', { name: scope, exact: true }).check();
};

for (const { size, viewport, work } of [
  { size: 'desktop', viewport: { width: 1440, height: 900 }, work: BARBER },
  { size: 'phone', viewport: { width: 360, height: 740 }, work: OWNER },
]) {
  test(`a client comes every four weeks: two of 26 dates clash and are decided, offline (${size})`, async ({
    server,
    newDevice,
  }) => {
    const { page, context } = await newDevice({ viewport });
    await signIn(page);
    await expectReadyForOffline(page);
    await server.stop();
    await context.setOffline(true);
    await openDay(page, dateOf(2));
    await bookAppointment(page, {
      client: 'First Guest',
      isNewClient: true,
      ...work,
      day: dateOf(2),
      time: '10:10',
    });
    await openDay(page, dateOf(4));
    await bookAppointment(page, {
      client: 'First Guest',
      ...work,
      day: dateOf(4),
      time: '09:50',
    });

    await openDay(page, dateOf(1));
    const sheet = await fillSeries(page, { every: 4, count: 26, work });
    await expect(sheet.getByText('26 dates · 2 clashes')).toBeVisible();
    await expect(clashesIn(sheet)).toHaveCount(2);
    await expect(clashesIn(sheet).first()).toContainText(`First Guest, 10:10`);
    await expect(clashesIn(sheet).first()).toContainText(work.with);
    await expect(clashesIn(sheet).last()).toContainText('First Guest, 9:50');

    expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);

    // Nothing is booked before somebody has decided.
    const book = sheet.getByRole('button', { name: /^Book 26/ });
    await book.click();
    await expect(sheet.getByText('2 dates still need a decision.')).toBeVisible();
    await clashesIn(sheet)
      .first()
      .getByRole('button', { name: /^Move to/ })
      .click();
    await clashesIn(sheet).last().getByRole('button', { name: 'Leave out' }).click();
    await expect(sheet.getByText('2 clashes, decided')).toBeVisible();
    await sheet.getByRole('button', { name: 'Book 25 appointments' }).click();

    await expect(card(page, WHO, '10:00 AM', 'one of a series', 'waiting to sync')).toBeVisible();
    await expect(openSheet(page)).toHaveCount(0);
    const times = await bookedTimes(page);
    expect(times).toHaveLength(25);
    expect(times).not.toContain(`${dateOf(4)} 10`);
    expect(times[1]).toMatch(new RegExp(`^${dateOf(2)} `));
    expect(times.filter((time) => time.endsWith(' 10'))).toHaveLength(24);

    const details = await openCard(page, WHO);
    const series = details.getByRole('region', { name: 'Series' });
    await expect(series).toContainText('1 of 25, every 4 weeks on Tuesday');
    await series.getByRole('button', { name: 'All dates' }).click();
    await expect(series.getByRole('listitem')).toHaveCount(25);
    expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);
    await closeSheet(page);

    // It is safe on this device, and later on all others.
    await page.reload();
    await openDay(page, dateOf(26));
    await expect(card(page, WHO, '10:00 AM', 'one of a series')).toBeVisible();
    await context.setOffline(false);
    await server.start();
    await expectSynced(page);
    const second = await newDevice({ viewport });
    await signIn(second.page, DEMO.desk);
    await expect.poll(() => bookedTimes(second.page)).toEqual(times);
  });
}

/** From the third date on at least 35 weeks: summer time lasts 34, winter time less. */
const LAST = 12;

test('from the third date on another time: the clock on the wall stays when clocks change, and undo brings all back', async ({
  signedIn: { page, context },
}) => {
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await openDay(page, dateOf(1));
  await bookSeries(page, { every: 4, count: LAST });
  await openDay(page, dateOf(3));
  const sheet = await openCard(page, WHO);
  await sheet.getByRole('button', { name: 'Move…' }).click();
  await chooseScope(sheet, 'This and following');
  await sheet.getByLabel('Time', { exact: true }).fill('14:00');
  await expect(sheet.getByText(`${LAST - 2} dates · nothing in the way`)).toBeVisible();
  await sheet.getByRole('button', { name: `Move ${LAST - 2} appointments` }).click();
  const toast = await heldToast(page, `${LAST - 2} appointments moved`);
  const moved = [...timesFrom(1, 2, 10), ...timesFrom(3, LAST, 14)];
  await expect.poll(() => bookedTimes(page)).toEqual(moved);
  // Between the third and the last the clocks are changed: two different instants of the day.
  const rows = (await localRows(page, 'appointments')) as AppointmentRow[];
  const instants = rows
    .filter((row) => row.series_id && row.reschedule_count === 1)
    .map(({ starts_at }) => starts_at.slice(11, 16));
  expect(new Set(instants)).toEqual(new Set(['19:00', '18:00']));
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => bookedTimes(page)).toEqual(timesFrom(1, LAST, 10));
});

test('all dates go to Wednesday, but for the one that was moved by hand; who is in the way is named first', async ({
  signedIn: { page, context },
}) => {
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await openDay(page, dateOf(1));
  await bookSeries(page, { every: 4, count: 5 });
  await openDay(page, dateOf(2));
  const one = await openCard(page, WHO);
  await one.getByRole('button', { name: 'Move…' }).click();
  await one.getByLabel('Time', { exact: true }).fill('15:00');
  await saveStep(one, 'Save');
  await closeSheet(page);
  // A Wednesday that somebody else has.
  const wednesday = addDays(dateOf(3), 1);
  await openDay(page, wednesday);
  await bookAppointment(page, {
    client: 'Wendy Wednesday',
    isNewClient: true,
    ...BARBER,
    day: wednesday,
    time: '10:00',
  });

  await openDay(page, dateOf(1));
  const sheet = await openCard(page, WHO);
  await sheet.getByRole('button', { name: 'Move…' }).click();
  await chooseScope(sheet, 'All');
  await sheet.getByLabel('Date', { exact: true }).fill(addDays(dateOf(1), 1));
  await expect(sheet.getByText('4 dates · 1 clash')).toBeVisible();
  await expect(clashesIn(sheet)).toContainText('Wendy Wednesday, 10:00');
  expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await clashesIn(sheet).getByRole('button', { name: 'Leave as it is' }).click();
  await sheet.getByRole('button', { name: 'Move 3 appointments' }).click();
  await expect
    .poll(() => bookedTimes(page))
    .toEqual(
      [
        `${addDays(dateOf(1), 1)} 10`,
        `${dateOf(2)} 15`,
        `${dateOf(3)} 10`,
        ...timesFrom(4, 5, 10, 1),
      ].toSorted(),
    );
  await openDay(page, dateOf(3));
  const details = await openCard(page, WHO);
  await expect(details.getByRole('region', { name: 'Series' })).toContainText(
    '3 of 5, every 4 weeks on Wednesday',
  );
});

test('a series is given up from a date on, taken back, and goes on for two more when it runs out', async ({
  signedIn: { page, context },
}) => {
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await openDay(page, dateOf(1));
  await bookSeries(page, { every: 4, count: 4 });
  await openDay(page, dateOf(2));
  let sheet = await openCard(page, WHO);
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel appointment…' }).click();
  await chooseScope(sheet, 'This and following');
  await expect(
    sheet.getByRole('list', { name: 'Dates that are cancelled' }).getByRole('listitem'),
  ).toHaveCount(3);
  await sheet.getByRole('button', { name: 'Cancel 3 appointments' }).click();
  const toast = await heldToast(page, '3 appointments cancelled');
  await expect.poll(() => bookedTimes(page)).toEqual(timesFrom(1, 1, 10));
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => bookedTimes(page)).toEqual(timesFrom(1, 4, 10));
  await closeSheet(page);

  await openDay(page, dateOf(4));
  sheet = await openCard(page, WHO);
  const series = sheet.getByRole('region', { name: 'Series' });
  await series.getByRole('button', { name: 'Add dates' }).click();
  await series.getByLabel('How many more').fill('2');
  await series.getByRole('button', { name: 'Add 2 appointments' }).click();
  await expect.poll(() => bookedTimes(page)).toEqual(timesFrom(1, 6, 10));
  await expect(series).toContainText('4 of 6');

  // One note for those that are to come.
  await sheet.getByLabel('Notes are for').selectOption('following');
  await sheet.getByLabel('Internal note').fill('Window seat');
  await sheet.getByLabel('Internal note').blur();
  await expect
    .poll(async () => {
      const rows = (await localRows(page, 'appointments')) as AppointmentRow[];
      return rows.filter(({ staff_note }) => staff_note === 'Window seat').length;
    })
    .toBe(3);

  // The file that a client can take along lists every date by itself.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    series.getByRole('button', { name: 'Calendar file' }).click(),
  ]);
  const text = await streamText(await file.createReadStream());
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(6);
  expect(new Set(text.match(/UID:.*/g)).size).toBe(6);
});

test('two devices move the same series offline: both end equal, and what lost is asked about', async ({
  signedIn: first,
  newDevice,
}) => {
  await openDay(first.page, dateOf(1));
  await bookSeries(first.page, { every: 4, count: 4 });
  await expectSynced(first.page);
  const second = await newDevice();
  await signIn(second.page, DEMO.desk);
  await expect.poll(() => bookedTimes(second.page)).toEqual(timesFrom(1, 4, 10));

  for (const { page } of [first, second]) await expectReadyForOffline(page);
  await first.context.setOffline(true);
  await second.context.setOffline(true);
  await moveFollowing(first.page, dateOf(3), '14:00', 2);
  await moveFollowing(second.page, dateOf(2), '16:00', 3);
  await first.context.setOffline(false);
  await expect.poll(() => waitingChanges(first.page)).toEqual([]);
  await second.context.setOffline(false);
  await expect.poll(() => waitingChanges(second.page)).toEqual([]);

  // The later one to arrive stands on every date that both have moved.
  const wanted = [...timesFrom(1, 1, 10), ...timesFrom(2, 4, 16)];
  for (const { page } of [first, second]) {
    await expect.poll(() => bookedTimes(page)).toEqual(wanted);
    await expect(chip(page, /^Needs attention/)).toBeVisible();
    expect(await localRows(page, 'series')).toMatchObject([{ start_minute: 960 }]);
  }
});

const moveFollowing = async (
  page: Page,
  day: string,
  time: string,
  count: number,
): Promise<void> => {
  await openDay(page, day);
  const sheet = await openCard(page, WHO);
  await sheet.getByRole('button', { name: 'Move…' }).click();
  await chooseScope(sheet, 'This and following');
  await sheet.getByLabel('Time', { exact: true }).fill(time);
  await expect(sheet.getByText(`${count} dates · nothing in the way`)).toBeVisible();
  await saveStep(sheet, `Move ${count} appointments`);
  await closeSheet(page);
};

const streamText = async (stream: AsyncIterable<Buffer | string>): Promise<string> => {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
};
