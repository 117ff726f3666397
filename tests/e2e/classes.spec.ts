import type { Page } from '@playwright/test';
import { axeFaults } from '#tests/harness/axe.ts';
import { card, openDay, openSheet, pressNew, quietDay } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseService,
  expectConfirmed,
  fillDetails,
} from '#tests/harness/booking-page.ts';
import {
  DEMO,
  TOLD,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';

/** Opens the class of the day and gives somebody new a seat in it. */
const seatSomebody = async (page: Page, name: string): Promise<void> => {
  await card(page, 'class').click();
  const sheet = openSheet(page);
  await sheet.getByRole('combobox', { name: 'Give somebody a seat' }).fill(name);
  await sheet.getByRole('option', { name: /New client/ }).click();
  await sheet.getByRole('button', { name: /^(Add|Save)/ }).click();
  await expect(sheet.getByRole('list', { name: 'With a seat' })).toContainText(name);
  await expect(sheet).toContainText('1 of 1 seats taken');
};

test('a class is planned without signal; two devices sell its last seat offline: one is asked, and adds a seat', async ({
  signedIn,
  newDevice,
}) => {
  const day = quietDay();
  const phone = signedIn;
  await openDay(phone.page, day);
  await expectReadyForOffline(phone.page);
  await phone.page.setViewportSize({ width: 390, height: 780 });
  await phone.context.setOffline(true);
  await pressNew(phone.page, 'Class');
  const sheet = openSheet(phone.page);
  await sheet.getByLabel('Service').selectOption({ label: 'Dry cut – Standard' });
  await sheet.getByLabel('Date', { exact: true }).fill(day);
  await sheet.getByLabel('Time', { exact: true }).fill('14:00');
  await sheet.getByLabel('Seats').fill('1');
  await sheet.getByRole('button', { name: 'Plan class' }).click();
  await expect(sheet).toHaveCount(0);
  await phone.context.setOffline(false);
  await expectSynced(phone.page);

  const desk = await newDevice();
  await signIn(desk.page, DEMO.desk);
  await openDay(desk.page, day);
  await expect(card(desk.page, 'class, 0 of 1 seats taken')).toBeVisible();
  await expectReadyForOffline(desk.page);
  for (const { context } of [phone, desk]) await context.setOffline(true);
  await seatSomebody(phone.page, 'Rosa One');
  await seatSomebody(desk.page, 'Tara Two');
  await phone.context.setOffline(false);
  await expectSynced(phone.page);
  await desk.context.setOffline(false);

  const late = openSheet(desk.page);
  await expect(late.getByRole('list', { name: 'Without a seat' })).toContainText('Tara Two');
  await expect(late.getByRole('list', { name: 'With a seat' })).toContainText('Rosa One');
  await late.getByRole('button', { name: 'Add 1 seat' }).click();
  await expect(late.getByRole('list', { name: 'Without a seat' })).toHaveCount(0);
  await expect(late).toContainText('2 of 2 seats taken');
  await expect(openSheet(phone.page)).toContainText('2 of 2 seats taken');
});

test('a client books the last two seats of a class and cancels one by the link', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const day = quietDay();
  const pro = signedIn.page;
  await pro.goto('/more/services');
  await pro.getByRole('button', { name: /^Dry cut/ }).click();
  const form = openSheet(pro);
  await form.getByLabel('It is a class').check();
  await form.getByLabel('Seats', { exact: true }).fill('2');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await pro.goto(`/calendar?view=day&date=${day}&staff=all&new=class`);
  const sheet = openSheet(pro);
  await sheet.getByLabel('Service').selectOption({ label: 'Dry cut – Standard' });
  // As many as the service says.
  await expect(sheet.getByLabel('Seats')).toHaveValue('2');
  await sheet.getByLabel('Date', { exact: true }).fill(day);
  await sheet.getByLabel('Time', { exact: true }).fill('14:00');
  await sheet.getByRole('button', { name: 'Plan class' }).click();
  await expect(sheet).toHaveCount(0);
  await expectSynced(pro);
  await expect(card(pro, 'class, 0 of 2 seats taken')).toBeVisible();

  const { page: visitor } = await newDevice({ viewport: { width: 320, height: 740 } });
  await chooseService(visitor, 'Dry cut');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await visitor.getByLabel('How many of you are coming?').selectOption({ label: '2 seats' });
  expect(await axeFaults(visitor)).toEqual([]);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    320,
  );
  await visitor.getByRole('button', { name: /2 seats left$/ }).press('Enter');
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(visitor);
  await expect(card(pro, 'class, 2 of 2 seats taken')).toBeVisible(TOLD);

  const mailOf = async () =>
    (await server.mails()).find(({ to }) => to.includes(VISITOR.email))?.text ?? '';
  await expect.poll(mailOf).toContain('2 seats');
  const link = /https?:\/\/\S+\/cancel-appointment\?token=\S+/.exec(await mailOf())?.[0];
  const url = new URL(link ?? '');
  await visitor.goto(url.pathname + url.search);
  await expect(visitor.getByRole('heading', { name: 'Your seats' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Cancel seats' }).click();
  await visitor.getByLabel('How many do you cancel?').selectOption({ label: '1 seat' });
  await visitor.getByRole('button', { name: 'Cancel 1 seat' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your seat', exact: true })).toBeVisible();
  await expect(visitor.getByText(', 1 seat')).toBeVisible();
  await expect(card(pro, 'class, 1 of 2 seats taken')).toBeVisible(TOLD);
});
