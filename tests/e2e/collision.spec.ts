import { bookAppointment, card, openDay } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { chip, expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';

test('an offline appointment that meets an online booking: both are kept and a person decides', async ({
  signedIn,
  newDevice,
}) => {
  const pro = signedIn.page;
  const { page: visitor } = await newDevice({ viewport: { width: 390, height: 780 } });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });
  const time = await laterTime(visitor);
  const [, hour = '', minute = '', half = ''] =
    /(\d+):(\d\d) ([AP]M)/.exec((await time.innerText()).replace(/\s+/g, ' ')) ?? [];
  const clock = `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`;
  await time.click();
  await expect(visitor.getByRole('heading', { name: 'Your details' })).toBeVisible();
  const startsAt = await visitor.evaluate(() => {
    const draft = Object.values(localStorage).find((value) => value.includes('startsAt'));
    return /"startsAt":"([^"]+)"/.exec(draft ?? '')?.[1] ?? '';
  });
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    new Date(startsAt),
  );

  await openDay(pro, day);
  await expectReadyForOffline(pro);
  await signedIn.context.setOffline(true);
  await bookAppointment(pro, {
    client: 'Paula Phone',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Jonah Reyes',
    day,
    time: clock,
  });
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: /^(Book|Confirm)/ }).click();
  await expectConfirmed(visitor);

  await signedIn.context.setOffline(false);
  await expect(card(pro, `${VISITOR.first} ${VISITOR.last}`)).toBeVisible({ timeout: 20_000 });
  await expect(card(pro, 'Paula Phone', 'conflict')).toBeVisible();

  await chip(pro, 'Needs attention (1)').click();
  await pro.getByRole('link', { name: 'See other times' }).click();
  const sheet = pro.locator('dialog[open]');
  await expect(sheet.getByText('Best times')).toBeVisible();
  await sheet.getByRole('button', { name: /[AP]M/ }).first().click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expectSynced(pro);
});
