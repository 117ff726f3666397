import type { Page } from '@playwright/test';
import { bookAppointment, cancelByButton, openDay, quietDay } from '#tests/harness/app.ts';
import { axeFaults } from '#tests/harness/axe.ts';
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
import type { Visitor } from '#tests/harness/booking-page.ts';
import { choose, expectStep, press, tabTo, typeInto } from '#tests/harness/by-keyboard.ts';
import { TOLD, expect, expectSynced, test } from '#tests/harness/e2e.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { expectSaid, listen } from '#tests/harness/spoken.ts';

/** What follows a booking, or comes in its place: with a keyboard alone, on a phone and at a desk. */
test.use({ keepsForOffline: false });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };
const TOO_LATE = 'It is too late to change this online. Please contact the business.';
const TOO_OFTEN = 'This was moved as often as is possible online. Please contact the business.';
const MOVED = /Your appointment has moved to this time/;

/** What a screen reader finds where a booking is managed, at a form, and on the way along the waitlist. */
const MANAGED = `
  - heading "Your appointment" [level=1]
  - link "Choose another time"
  - link "Cancel it"
  - button "Add to calendar"
`;
/** … once it was moved as often as is possible, and on a page that did not know of it. */
const MOVED_OUT = `
  - heading "Your appointment" [level=1]
  - link "Cancel it"
  - button "Add to calendar"
  - paragraph: This was moved as often as is possible online. Please contact the business.
  - paragraph:
    - link /Call /
`;
const NOT_AGAIN = `
  - heading "Move your appointment?" [level=2]
  - alert:
    - paragraph: This was moved as often as is possible online. Please contact the business.
  - paragraph:
    - link /Call /
  - button "Move it"
`;
/** … and once it is too late to cancel it, on a page that was open before and on a new one. */
const NOT_CANCELLED = `
  - heading "Cancel this appointment?" [level=1]
  - textbox /Would you like to tell .+ why/
  - alert:
    - paragraph: It is too late to change this online. Please contact the business.
  - paragraph:
    - link /Call /
  - button "Cancel the appointment"
  - link "Keep it"
`;
const TOO_LATE_NOW = `
  - heading "Your appointment" [level=1]
  - button "Add to calendar"
  - paragraph: It is too late to change this online. Please contact the business.
  - paragraph:
    - link /Call /
`;
const FORM = `
  - heading "Before your visit" [level=1]
  - textbox "Any allergies?"
  - group "Your signature":
    - textbox /Or type your name/
  - button "Continue"
`;
const WISH = `
  - heading "Join the waitlist" [level=1]
  - region "What you wait for":
    - heading "What you wait for" [level=2]
  - region "When you can come":
    - heading "When you can come" [level=2]
    - group "Days and times":
      - textbox "From"
      - textbox "Until"
      - group "Weekdays"
      - combobox "Time of day"
    - button "Other days"
    - combobox "Earlier or later"
  - region "How to reach you":
    - heading "How to reach you" [level=2]
    - textbox /First name/
    - textbox /Phone/
    - button "Join the waitlist"
    - button "Back to the times"
`;
const WAITING = `
  - heading "You’re on the waitlist" [level=1]
  - heading "What happens next" [level=2]
  - list
  - link "See free times"
  - button "Leave the waitlist"
`;
const OFFERED = `
  - heading "A time came free for you" [level=1]
  - region "Changing and cancelling":
    - heading "Changing and cancelling" [level=2]
  - button "Take this time"
  - button "No, leave it to others"
`;

/** Books a dry cut of next month by the keyboard; answers where its link leads. */
const bookCut = async (page: Page, server: TestServer, visitor: Visitor): Promise<string> => {
  await chooseServices(page, ['Dry cut']);
  await goOnWithPeople(page);
  await takeLaterTime(page);
  await fillInDetails(page, visitor);
  await bookIt(page);
  return mailedPath(server, visitor.email, 'cancel-appointment');
};

test('moved twice and refused the third time, with the phone number: also where a page was open before', async ({
  server,
  newDevice,
}) => {
  // Twice is what the demo allows.
  for (const [index, viewport] of [PHONE, DESKTOP].entries()) {
    const { page, context } = await newDevice({ viewport });
    const link = await bookCut(page, server, visitorNumber(index));
    await page.goto(link);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(MANAGED);
    const dialog = page.getByRole('dialog', { name: 'Move your appointment?' });
    await press(page, page.getByRole('link', { name: 'Choose another time' }));
    await takeLaterTime(page, 'Choose another time');
    await expect(dialog).toBeVisible();
    const holdsFocus = () => dialog.evaluate((one) => one.contains(document.activeElement));
    await expect.poll(holdsFocus).toBe(true);
    // Back to the time that was pressed, and in again.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, /^\d+:\d\d [AP]M/).and(page.locator(':focus'))).toHaveCount(1);
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Move it' }));
    await expectSaid(page, MOVED);
    await expectStep(page, 'Your appointment');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(MANAGED);
    expect(await axeFaults(page)).toEqual([]);

    // Another page is about to move it too.
    const late = await context.newPage();
    await listen(late);
    await late.goto(link);
    await press(late, late.getByRole('link', { name: 'Choose another time' }));
    await takeLaterTime(late, 'Choose another time');
    const lateDialog = late.getByRole('dialog', { name: 'Move your appointment?' });
    await expect(lateDialog).toBeVisible();

    await press(page, page.getByRole('link', { name: 'Choose another time' }));
    await takeLaterTime(page, 'Choose another time');
    await press(page, dialog.getByRole('button', { name: 'Move it' }));
    await expectSaid(page, MOVED);

    await press(late, lateDialog.getByRole('button', { name: 'Move it' }));
    await expectSaid(late, new RegExp(TOO_OFTEN));
    await expect(lateDialog).toMatchAriaSnapshot(NOT_AGAIN);
    await tabTo(late, lateDialog.getByRole('link', { name: /^Call / }));
    await late.goto(link);
    await expect(late.getByRole('main')).toMatchAriaSnapshot(MOVED_OUT);
    await tabTo(late, late.getByRole('link', { name: /^Call / }));
    await tabTo(late, late.getByRole('link', { name: 'Cancel it' }));
    await late.close();
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
  const newest = `(select id from public.appointments where source = 'online'
    order by created_at desc limit 1)`;
  const terms = '{"late_cancel": {"percent": 50}, "no_show": null, "grace_min": 0}';
  // Each in an hour of its own: one person may do both.
  for (const [viewport, hours] of [
    [PHONE, 3],
    [DESKTOP, 5],
  ] as const) {
    const { page } = await newDevice({ viewport });
    const main = page.getByRole('main');
    const link = await bookCut(page, server, visitorNumber(hours));
    await page.goto(link);
    await press(page, page.getByRole('link', { name: 'Cancel it' }));
    await expectStep(page, 'Cancel this appointment?');
    await server.sql(
      `update public.appointment_segments
       set starts_at = date_trunc('minute', now()) + interval '${hours} hours'
       where appointment_id = ${newest}`,
    );
    await press(page, button(page, 'Cancel the appointment'));
    await expectSaid(page, new RegExp(TOO_LATE));
    await expect(main).toMatchAriaSnapshot(NOT_CANCELLED);
    await tabTo(page, main.getByRole('link', { name: /^Call / }));
    await page.goto(link);
    await expect(main).toMatchAriaSnapshot(TOO_LATE_NOW);
    await expect(page.getByRole('link', { name: 'Cancel it' })).toHaveCount(0);
    await tabTo(page, main.getByRole('link', { name: /^Call / }));

    // As if its client had agreed to a price when they booked (fees.spec.ts).
    await server.sql(
      `update public.appointments
       set fee_terms = '${terms}'::jsonb || '{"notice_min": 1440}' where id = ${newest}`,
    );
    await page.goto(link);
    await press(page, page.getByRole('link', { name: 'Cancel it' }));
    await expectStep(page, 'Cancel this appointment?');
    await expect(page.getByText(/^Cancelling now costs \$24\.00, to be paid to /)).toBeVisible();
    await press(page, button(page, 'Cancel the appointment'));
    await expectStep(page, 'This appointment is cancelled');
  }
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
    await expect(page.getByLabel('Any allergies?')).toBeVisible();
    await expect(page.getByRole('main')).toMatchAriaSnapshot(FORM);
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

/** Leaves word with a keyboard alone when they could come, for whom no time fits. */
const joinWaitlist = async (page: Page, day: string, visitor: Visitor): Promise<void> => {
  await chooseServices(page, ['Dry cut']);
  await expectStep(page, 'Who would you like?');
  await choose(page, page, /^Anyone/, /Jonah Reyes/);
  await press(page, button(page, 'Continue'));
  await expectStep(page, 'Choose a time');
  await press(page, button(page, 'Join the waitlist'));
  await expectStep(page, 'Join the waitlist');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(WISH);
  const [year, month, date] = day.split('-');
  await tabTo(page, page.getByLabel('From', { exact: true }));
  await page.keyboard.type(`${month}${date}${year}`);
  // The end follows: one date is enough for one day.
  await expect(page.getByLabel('Until', { exact: true })).toHaveValue(day);
  await typeInto(page, page.getByLabel('First name'), visitor.first);
  await typeInto(page, page.getByLabel('Last name'), visitor.last);
  await typeInto(page, page.getByLabel('Email', { exact: true }), visitor.email);
  await typeInto(page, page.getByLabel('Phone'), visitor.phone);
  await press(page, button(page, 'Join the waitlist'));
  await expectStep(page, 'You’re on the waitlist');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(WAITING);
};

test('the waitlist is joined, and the time that comes free is taken, on a phone and at a desk', async ({
  server,
  signedIn: { page: pro },
  newDevice,
}) => {
  const day = quietDay();
  await openDay(pro, day);
  const visits = [
    { viewport: PHONE, time: '11:00', client: 'Vera Visit' },
    { viewport: DESKTOP, time: '15:00', client: 'Ivo Visit' },
  ];
  for (const { time, client } of visits) {
    const visit = { service: 'Dry cut', with: 'Jonah Reyes', day, time };
    await bookAppointment(pro, { ...visit, client, isNewClient: true });
  }
  await expectSynced(pro);
  // Whatever time it is now.
  await server.sql(
    `update public.booking_rules
     set waitlist_mode = 'first_in_line', quiet_from_min = 0, quiet_to_min = 0`,
  );
  for (const [index, { viewport, client }] of visits.entries()) {
    const visitor = visitorNumber(index);
    const { page } = await newDevice({ viewport });
    await joinWaitlist(page, day, visitor);
    await cancelByButton(pro, [client]);
    await expectSynced(pro);
    // The clock's work of a minute.
    await server.sql('select private.run_jobs()');
    const subject = /^A time came free at /;
    await page.goto(await mailedPath(server, visitor.email, 'waitlist-confirmation', subject));
    const offered = page.getByRole('heading', { level: 1, name: 'A time came free for you' });
    await expect(offered).toBeVisible();
    await expect(page.getByRole('main')).toMatchAriaSnapshot(OFFERED);
    expect(await axeFaults(page)).toEqual([]);
    await press(page, button(page, 'Take this time'));
    await expectSaid(page, /You’re booked/);
    await tabTo(page, page.getByRole('link', { name: 'View, change or cancel' }));
  }
  await pro.goto('/waitlist?show=booked');
  await expect(pro.getByText(/: accepted$/)).toHaveCount(2, TOLD);
});
