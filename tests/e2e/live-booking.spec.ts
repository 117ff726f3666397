import { card, openDay } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { expect, expectSynced, test } from '#tests/harness/e2e.ts';
import { hasEverything } from '#tests/harness/local-data.ts';

test('a client books, the open calendar shows it by itself, the client cancels by the link', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const pro = signedIn.page;
  const { page: visitor } = await newDevice({ viewport: { width: 390, height: 780 } });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });

  // The calendar lies open on the day that the visitor is about to choose.
  const time = await laterTime(visitor);
  await time.click();
  await expect(visitor.getByRole('heading', { name: 'Your details' })).toBeVisible();
  const held = await visitor.evaluate(() => {
    const draft = Object.entries(localStorage).find(([, value]) => value.includes('startsAt'));
    return /"startsAt":"([^"]+)"/.exec(draft?.[1] ?? '')?.[1] ?? '';
  });
  expect(held).not.toBe('');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    new Date(held),
  );
  await openDay(pro, day);
  // A day like any other: not the minutes in which a new device fetches its history.
  await expect.poll(() => hasEverything(pro), { timeout: 60_000 }).toBe(true);
  await expectSynced(pro);
  const booked = card(pro, `${VISITOR.first} ${VISITOR.last}`, 'Dry cut', 'Jonah Reyes');
  await expect(booked).toBeHidden();

  await fillDetails(visitor);
  await visitor.getByRole('button', { name: /^(Book|Confirm)/ }).click();
  await expectConfirmed(visitor);
  // The promise: within two seconds, without a reload.
  await expect(booked).toBeVisible({ timeout: 2_000 });
  await expect(booked).toHaveAttribute('aria-label', /booked/);

  const confirmation = await expect
    .poll(async () => (await server.mails()).find(({ to }) => to.includes(VISITOR.email)), {
      timeout: 20_000,
    })
    .toBeTruthy()
    .then(async () => (await server.mails()).find(({ to }) => to.includes(VISITOR.email)));
  expect(confirmation?.text).toContain('Dry cut');
  const link = /https?:\/\/\S+\/cancel-appointment\?token=\S+/.exec(confirmation?.text ?? '')?.[0];
  expect(link).toBeTruthy();

  const url = new URL(link ?? '');
  await visitor.goto(url.pathname + url.search);
  await visitor.getByRole('link', { name: 'Cancel it' }).click();
  await visitor.getByRole('button', { name: 'Cancel the appointment' }).click();
  await expect(visitor.getByText(/cancelled/i).first()).toBeVisible();
  await expect(card(pro, `${VISITOR.first} ${VISITOR.last}`, 'booked')).toBeHidden({
    timeout: 5_000,
  });
});
