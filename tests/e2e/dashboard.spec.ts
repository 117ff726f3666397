import { bookAppointment, dayAhead, openDay, quietDay } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';

const PHONE = { width: 360, height: 740 };
const client = 'Dora Day';

test('the day at a glance on a phone without signal, and what clients and colleagues did meanwhile', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await page.goto('/');
  const theDay = page.getByRole('region', { name: 'The day' });
  await expect(theDay).toBeVisible();
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const today = dayAhead(0);
  await openDay(page, today);
  // Before anybody works: nobody of the demo is in the way.
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day: today,
    time: '06:00',
  });

  await page.goto('/');
  await expect(page.getByText(/changes wait to be sent/)).toBeVisible();
  await theDay.getByRole('link', { name: new RegExp(client) }).click();
  await expect(page.getByRole('heading', { level: 1, name: client })).toBeVisible();
  await page.goBack();
  await expect(theDay).toBeVisible();

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Mara Lindqvist' });
  await (await laterTime(visitor)).click();
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(visitor);

  const { page: desk } = await newDevice();
  await signIn(desk, DEMO.desk);
  await openDay(desk, quietDay());
  await bookAppointment(desk, {
    client: 'Cora Colleague',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day: quietDay(),
    time: '06:00',
  });
  await expectSynced(desk);

  const news = page.getByRole('region', { name: 'Since you last looked' });
  await expect(news).toHaveCount(0);
  await context.setOffline(false);
  await expectSynced(page);
  const booked = news.getByRole('link', { name: `${VISITOR.first} ${VISITOR.last} booked` });
  await booked.click();
  await expect(page.getByRole('heading', { level: 1, name: VISITOR.first })).toBeVisible();
  await page.goBack();
  await news.getByRole('button', { name: 'Seen' }).click();
  await expect(news).toHaveCount(0);
  const missed = page.getByRole('region', { name: 'While you were offline' });
  await expect(missed.getByRole('link')).toHaveText([/^Cora Colleague booked/]);
  await missed.getByRole('button', { name: 'Seen' }).click();
  await expect(missed).toHaveCount(0);
  await page.reload();
  await expect(theDay).toBeVisible();
  await expect(news).toHaveCount(0);
  await expect(missed).toHaveCount(0);
});
