import { axeFaults } from '#tests/harness/axe.ts';
import { card, openDay, quietDay } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseDay,
  chooseVisit,
  expectConfirmed,
  fillDetails,
} from '#tests/harness/booking-page.ts';
import { TOLD, expect, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

/** A Tuesday on which Sam, who does the visits, has nothing yet; works from nine to five. */
const day = quietDay();

const fillAddress = async (page: Page): Promise<void> => {
  await page.getByLabel('Street and number').fill('12 Orchard Lane');
  await page.getByLabel('City').fill('Kingston');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible();
};

/** The times of the day, as `HH:MM` of a clock with 24 hours. */
const timesOfDay = async (page: Page): Promise<string[]> => {
  await chooseDay(page, day);
  const times = page.getByRole('button', { name: /^\d+:\d\d [AP]M/ });
  await expect(times.first()).toBeVisible();
  return (await times.allTextContents()).map((text) => {
    const [, hour, minute, half] = /^(\d+):(\d\d)\s([AP])M/.exec(text)!;
    return `${(Number(hour) % 12) + (half === 'P' ? 12 : 0)}:${minute}`;
  });
};

test('a client books a visit at home: the times leave room for the way there', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const pro = signedIn.page;
  await openDay(pro, day);
  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });
  await chooseVisit(visitor, 'Home visit: cut');
  // Where comes first: there is no way to the times without it.
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByText('Please enter your street and number.')).toBeVisible();
  expect(await axeFaults(visitor)).toEqual([]);
  await fillAddress(visitor);

  // Half an hour there before the first, and its last hour and what follows it before five.
  const before = await timesOfDay(visitor);
  expect([before[0], before.at(-1)]).toEqual(['9:30', '15:30']);
  await visitor.getByRole('button', { name: /^12:00 PM/ }).click();
  await fillDetails(visitor);
  await expect(visitor.getByText('12 Orchard Lane')).toBeVisible();
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(visitor);
  await expect(visitor.getByText('12 Orchard Lane')).toBeVisible();

  const name = `${VISITOR.first} ${VISITOR.last}`;
  const booked = card(pro, name, 'at the client’s', '30 minutes there');
  await expect(booked).toBeVisible(TOLD);
  const mailOf = async () =>
    (await server.mails()).find(({ to }) => to.includes(VISITOR.email))?.text ?? '';
  await expect.poll(mailOf).toContain('12 Orchard Lane');

  // The next client: nothing that would end on the way there, or begin before the way from there.
  const { page: next } = await newDevice({ viewport: { width: 360, height: 740 } });
  await chooseVisit(next, 'Home visit: cut');
  await fillAddress(next);
  const after = await timesOfDay(next);
  expect(after.filter((time) => !before.includes(time))).toEqual([]);
  const minutesOf = (time: string): number => {
    const [hour, minute] = time.split(':').map(Number);
    return hour! * 60 + minute!;
  };
  // 60 minutes, then 30 to pack up; the way to noon begins at 11:30, the way from there at 13:30.
  expect(after.filter((time) => minutesOf(time) > 600 && minutesOf(time) < 840)).toEqual([]);
  expect(after).toContain('10:00');
  expect(after).toContain('14:00');
});
