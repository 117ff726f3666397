import type { Page } from '@playwright/test';
import { bookAppointment, cancelByButton, openDay, quietDay } from '#tests/harness/app.ts';
import {
  bookIt,
  button,
  chooseServices,
  fillInDetails,
  goOnWithPeople,
  mailedPath,
  takeLaterTime,
  visitorNumber,
} from '#tests/harness/booking-by-keyboard.ts';
import { VISITOR } from '#tests/harness/booking-page.ts';
import type { Visitor } from '#tests/harness/booking-page.ts';
import { choose, expectStep, press, tabTo, typeInto } from '#tests/harness/by-keyboard.ts';
import { expect, expectSynced, test } from '#tests/harness/e2e.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { expectSaid, listen } from '#tests/harness/spoken.ts';

/** What follows a booking, or comes in its place: with a keyboard alone, on a phone and at a desk. */
test.use({ keepsForOffline: false });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };
const TOO_LATE = 'It is too late to change this online. Please contact the business.';

/** Books a dry cut of next month by the keyboard; answers where its link leads. */
const bookCut = async (page: Page, server: TestServer, visitor: Visitor): Promise<string> => {
  await chooseServices(page, ['Dry cut']);
  await goOnWithPeople(page);
  await takeLaterTime(page);
  await fillInDetails(page, visitor);
  await bookIt(page);
  return mailedPath(server, visitor.email, 'cancel-appointment');
};

test('moved twice, on a phone and at a desk, and refused the third time with the phone number', async ({
  server,
  newDevice,
}) => {
  // Twice is what the demo allows.
  const { page: phone } = await newDevice({ viewport: PHONE });
  const link = await bookCut(phone, server, VISITOR);
  const { page: desktop } = await newDevice({ viewport: DESKTOP });
  await listen(desktop);
  for (const page of [phone, desktop]) {
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible();
    await press(page, page.getByRole('link', { name: 'Choose another time' }));
    await takeLaterTime(page, 'Choose another time');
    const dialog = page.getByRole('dialog', { name: 'Move your appointment?' });
    await expect(dialog).toBeVisible();
    const holdsFocus = () => dialog.evaluate((one) => one.contains(document.activeElement));
    await expect.poll(holdsFocus).toBe(true);
    // Back to the time that was pressed, and in again.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, /^\d+:\d\d [AP]M/).and(page.locator(':focus'))).toHaveCount(1);
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Move it' }));
    await expectSaid(page, /Your appointment has moved to this time/);
    await expectStep(page, 'Your appointment');
  }
  for (const page of [phone, desktop]) {
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose another time' })).toHaveCount(0);
    await expect(
      page.getByText('This was moved as often as is possible online. Please contact the business.'),
    ).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: /^Call / }));
    await tabTo(page, page.getByRole('link', { name: 'Cancel it' }));
  }
});

test('too late to cancel: the phone number, also on a page that was open before; where it has its price, the price', async ({
  server,
  newDevice,
}) => {
  // Nobody else is in the way of what is put into the next hours.
  await server.sql(
    `update public.appointments set status = 'cancelled'
     where status in ('pending', 'booked')
       and starts_at between now() and now() + interval '8 hours'`,
  );
  // Each in an hour of its own: one person may do both.
  const startsIn = (hours: number) =>
    server.sql(
      `update public.appointment_segments
       set starts_at = date_trunc('minute', now()) + interval '${hours} hours'
       where appointment_id = (
         select id from public.appointments where source = 'online'
         order by created_at desc limit 1)`,
    );
  const { page: phone } = await newDevice({ viewport: PHONE });
  const link = await bookCut(phone, server, VISITOR);
  await phone.goto(link);
  await press(phone, phone.getByRole('link', { name: 'Cancel it' }));
  await expectStep(phone, 'Cancel this appointment?');
  await startsIn(3);
  await press(phone, button(phone, 'Cancel the appointment'));
  await expectSaid(phone, new RegExp(TOO_LATE));
  await phone.goto(link);
  await expect(phone.getByText(TOO_LATE)).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Cancel it' })).toHaveCount(0);
  await tabTo(phone, phone.getByRole('link', { name: /^Call / }));

  await server.sql(
    `update public.booking_rules set fee_terms =
       '{"late_cancel": {"percent": 50}, "no_show": null, "grace_min": 0}'`,
  );
  const { page: desktop } = await newDevice({ viewport: DESKTOP });
  const other = await bookCut(desktop, server, visitorNumber(2));
  await startsIn(5);
  await desktop.goto(other);
  await press(desktop, desktop.getByRole('link', { name: 'Cancel it' }));
  await expectStep(desktop, 'Cancel this appointment?');
  await expect(desktop.getByText(/^Cancelling now costs \$24\.00, to be paid to /)).toBeVisible();
  await press(desktop, button(desktop, 'Cancel the appointment'));
  await expectStep(desktop, 'This appointment is cancelled');
});

test('a form before the visit: the first that is missing has focus, it is signed by typing, then it is booked', async ({
  signedIn: { page: pro },
  newDevice,
}) => {
  const name = 'Before your visit';
  await pro.goto('/forms');
  await pro.getByRole('button', { name: 'Make the first form' }).click();
  await pro.getByLabel('Name', { exact: true }).fill(name);
  await pro.getByLabel('When it is missing').selectOption('No online booking without it');
  for (const [type, question] of [
    ['Short text', 'Any allergies?'],
    ['Signature', 'Your signature'],
  ] as const) {
    await pro.getByLabel('Add a field').selectOption(type);
    await pro.getByRole('button', { name: 'Add', exact: true }).click();
    await pro.getByLabel('Question', { exact: true }).fill(question);
    await pro.getByRole('switch', { name: 'Must be answered' }).click();
  }
  await pro.getByRole('button', { name: 'Publish' }).click();
  await expect(pro.getByText('Version 1')).toBeVisible();
  await expectSynced(pro);

  for (const [index, viewport] of [PHONE, DESKTOP].entries()) {
    const { page } = await newDevice({ viewport });
    await chooseServices(page, ['Dry cut']);
    await goOnWithPeople(page);
    await takeLaterTime(page);
    await fillInDetails(page, visitorNumber(index));
    await expectStep(page, name);
    await press(page, button(page, 'Continue'));
    await expect(page.getByText('Please fill this in.')).toHaveCount(2);
    const question = page.getByLabel('Any allergies?');
    await expect(question).toBeFocused();
    await expect(question).toHaveAccessibleDescription(/Please fill this in\./);
    await page.keyboard.type('Latex');
    const signature = page.getByLabel('Or type your name');
    await typeInto(page, signature, 'Wanda Maximova');
    await press(page, button(page, 'Continue'));
    await bookIt(page);
  }
});

test('the waitlist is joined at a desk; the time that comes free is taken on a phone', async ({
  server,
  signedIn: { page: pro },
  newDevice,
}) => {
  const day = quietDay();
  await openDay(pro, day);
  const visit = { service: 'Dry cut', with: 'Jonah Reyes', day, time: '14:00' };
  await bookAppointment(pro, { ...visit, client: 'Vera Visit', isNewClient: true });
  await expectSynced(pro);
  // Whatever time it is now.
  await server.sql(
    `update public.booking_rules
     set waitlist_mode = 'first_in_line', quiet_from_min = 0, quiet_to_min = 0`,
  );

  const { page: desktop } = await newDevice({ viewport: DESKTOP });
  await chooseServices(desktop, ['Dry cut']);
  await expectStep(desktop, 'Who would you like?');
  await choose(desktop, desktop, /^Anyone/, /Jonah Reyes/);
  await press(desktop, button(desktop, 'Continue'));
  await expectStep(desktop, 'Choose a time');
  await press(desktop, button(desktop, 'Join the waitlist'));
  await expectStep(desktop, 'Join the waitlist');
  const [year, month, date] = day.split('-');
  await tabTo(desktop, desktop.getByLabel('From', { exact: true }));
  await desktop.keyboard.type(`${month}${date}${year}`);
  // The end follows: one date is enough for one day.
  await expect(desktop.getByLabel('Until', { exact: true })).toHaveValue(day);
  await typeInto(desktop, desktop.getByLabel('First name'), VISITOR.first);
  await typeInto(desktop, desktop.getByLabel('Last name'), VISITOR.last);
  await typeInto(desktop, desktop.getByLabel('Email'), VISITOR.email);
  await typeInto(desktop, desktop.getByLabel('Phone'), VISITOR.phone);
  await press(desktop, button(desktop, 'Join the waitlist'));
  await expectStep(desktop, 'You’re on the waitlist');

  await openDay(pro, day);
  await cancelByButton(pro, ['Vera Visit']);
  await expectSynced(pro);
  // The clock's work of a minute.
  await server.sql('select private.run_jobs()');
  const { page: phone } = await newDevice({ viewport: PHONE });
  await listen(phone);
  await phone.goto(
    await mailedPath(server, VISITOR.email, 'waitlist-confirmation', /^A time came free at /),
  );
  await expect(
    phone.getByRole('heading', { level: 1, name: 'A time came free for you' }),
  ).toBeVisible();
  await press(phone, button(phone, 'Take this time'));
  await expectSaid(phone, /You’re booked/);
  await tabTo(phone, phone.getByRole('link', { name: 'Look, change or cancel' }));
});
