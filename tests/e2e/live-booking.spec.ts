import { wallAt } from '#domain/time/clock-text.ts';
import { card, openDay } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  heldTime,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { TOLD, expect, expectSynced, test } from '#tests/harness/e2e.ts';
import { expectEverythingHere } from '#tests/harness/local-data.ts';

test.use({ database: 'pglite', keepsForOffline: false });

test('a client books, the open calendar shows it by itself, the client cancels by the link', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const pro = signedIn.page;
  const { page: visitor, context: phone } = await newDevice({
    viewport: { width: 390, height: 780 },
    serviceWorkers: 'allow',
  });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });

  // The calendar lies open on the day that the visitor is about to choose.
  const time = await laterTime(visitor);
  await time.click();
  await expect(visitor.getByRole('heading', { name: 'Your details' })).toBeVisible();
  const { day } = wallAt('America/New_York', await heldTime(visitor));
  await openDay(pro, day);
  // A day like any other: not the minutes in which a new device fetches its history.
  await expectEverythingHere(pro);
  await expectSynced(pro);
  const booked = card(pro, `${VISITOR.first} ${VISITOR.last}`, 'Dry cut', 'Jonah Reyes');
  await expect(booked).toBeHidden();

  await fillDetails(visitor);
  await visitor.getByRole('button', { name: /^(Book|Confirm)/ }).click();
  await expectConfirmed(visitor);
  // Without a reload. How soon is measured with everything else (tests/bench/lanes/live.ts).
  await expect(booked).toBeVisible(TOLD);
  await expect(booked).toHaveAttribute('aria-label', /booked/);

  // What the page promises: it opens where there is no signal.
  await visitor.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await phone.setOffline(true);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
  await expect(visitor.getByText('Dry cut').first()).toBeVisible();
  await phone.setOffline(false);

  const confirmation = async () =>
    (await server.mails()).find(({ to }) => to.includes(VISITOR.email))?.text ?? '';
  await expect.poll(confirmation).toContain('Dry cut');
  const link = /https?:\/\/\S+\/cancel-appointment\?token=\S+/.exec(await confirmation())?.[0];
  expect(link).toBeTruthy();

  const url = new URL(link ?? '');
  await visitor.goto(url.pathname + url.search);
  await visitor.getByRole('link', { name: 'Cancel it' }).click();
  await visitor.getByRole('button', { name: 'Cancel the appointment' }).click();
  await expect(visitor.getByText(/cancelled/i).first()).toBeVisible();
  await expect(card(pro, `${VISITOR.first} ${VISITOR.last}`, 'booked')).toBeHidden(TOLD);
});
