import { wallAt } from '#domain/time/clock-text.ts';
import { card, openDay, openSheet } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  heldTime,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { TOLD, expect, expectSynced, test } from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

test.use({ keepsForOffline: false });

test('a client books and moves a service that two people do: both stand in the calendar, one line on the page', async ({
  server,
  signedIn: { page: pro },
  newDevice,
}) => {
  await pro.goto('/more/services');
  await pro.getByRole('button', { name: /^Dry cut/ }).click();
  const sheet = openSheet(pro);
  await sheet.getByLabel('People who do it at the same time').selectOption({ label: 'Two' });
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(pro.getByRole('button', { name: /^Dry cut/ })).toContainText('Takes 2 people');
  await expectSynced(pro);

  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await (await laterTime(visitor)).click();
  await expect(visitor.getByRole('heading', { name: 'Your details' })).toBeVisible();
  const { day } = wallAt('America/New_York', await heldTime(visitor));
  await fillDetails(visitor);
  await expect(
    visitor.getByRole('listitem').filter({ hasText: 'with Jonah Reyes and one more' }),
  ).toBeVisible();
  await visitor.getByRole('button', { name: /^(Book|Confirm)/ }).click();
  await expectConfirmed(visitor);
  await expect(visitor.getByText(/with Jonah Reyes and [A-Z]/)).toBeVisible();
  await expect(visitor.getByText('second person')).toHaveCount(0);

  await openDay(pro, day);
  await expectEverythingHere(pro);
  const name = `${VISITOR.first} ${VISITOR.last}`;
  await expect(card(pro, name, 'Dry cut', 'Jonah Reyes')).toBeVisible(TOLD);
  await expect(card(pro, name, 'second person')).toBeVisible();

  const parts = async () => {
    const all = await localRows(pro, 'appointment_segments');
    const helping = all.find(({ service_name: what }) => String(what).endsWith('second person'));
    return all
      .filter(({ appointment_id: id }) => id === helping?.['appointment_id'])
      .map(({ starts_at: at }) => String(at));
  };
  const [first, second, ...others] = await parts();
  expect(others).toEqual([]);
  expect(second).toBe(first);

  const mail = async () =>
    (await server.mails()).find(({ to }) => to.includes(VISITOR.email))?.text ?? '';
  await expect.poll(mail).toMatch(/Jonah Reyes and [A-Z]/);
  const link = /https?:\/\/\S+\/cancel-appointment\?token=\S+/.exec(await mail())?.[0];
  const url = new URL(link ?? '');
  await visitor.goto(url.pathname + url.search);
  await visitor.getByRole('link', { name: 'Choose another time' }).click();
  await (await laterTime(visitor)).click();
  await visitor.getByRole('button', { name: 'Move it' }).click();
  await expect(visitor.getByText('Your appointment has moved to this time')).toBeVisible();
  await expect(visitor.getByText(/with Jonah Reyes and [A-Z]/)).toBeVisible();
  await expect
    .poll(async () => {
      const [one, other] = await parts();
      return one !== first && one === other;
    }, TOLD)
    .toBe(true);
});
