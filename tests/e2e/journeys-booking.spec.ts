import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { card, openDay, openSheet, quietDay } from '#tests/harness/app.ts';
import {
  bookAsLastTime,
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
import { choose, expectStep, press, tabTo } from '#tests/harness/by-keyboard.ts';
import { TOLD, expect, expectSynced, test } from '#tests/harness/e2e.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { expectSaid } from '#tests/harness/spoken.ts';

/**
 * Whole journeys of clients on a phone and on a desktop, with a keyboard alone: every step by its
 * heading, which has focus, every control by its role and name, every change by what is said of it.
 */
test.use({ keepsForOffline: false });

const SIZES = [
  { on: 'phone', viewport: { width: 360, height: 740 }, visitor: visitorNumber(1) },
  { on: 'desktop', viewport: { width: 1440, height: 900 }, visitor: visitorNumber(2) },
] as const;
/** What a screen reader finds at the step of the people, and at that of the times. */
const PEOPLE = `
  - heading "Who would you like?" [level=1]
  - group "Who would you like?":
    - radio /Anyone/ [checked]
`;
const TIMES = `
  - heading "Choose a time" [level=1]
  - heading /\\w+ \\d{4}/ [level=2]
  - button "Previous month"
  - button "Next month"
  - grid
  - region /\\d+ times? free/:
    - heading /\\d+ times? free/ [level=2]
`;
/** … where each of three services has a person of its own, and where a class has its dates. */
const PEOPLE_EACH = `
  - heading "Who would you like?" [level=1]
  - group /Dry cut/:
    - radio /Anyone/ [checked]
    - radio /Mara Lindqvist/
  - group /Fringe trim/:
    - radio /Anyone/ [checked]
  - group /Children’s cut/:
    - radio /Anyone/ [checked]
  - button "One person for everything"
`;
const datesOf = (seat: string): string => `
  - heading "Choose a date" [level=1]
  - combobox "How many of you are coming?"
  - list "Dates":
    - listitem:
      - button ${seat}
`;
/** … and at those of the details and the last look, and once it is booked. */
const DETAILS = `
  - heading "Your details" [level=1]
  - textbox /First name/
  - textbox /Last name/
  - textbox /Email/
  - textbox /Phone/
  - textbox /Anything .+ should know/
  - button "Continue"
`;
const REVIEW = `
  - heading "Check and book" [level=1]
  - region "When":
    - heading "When" [level=2]
    - 'link "Change: When"'
  - region "What":
    - heading "What" [level=2]
    - 'link "Change: What"'
  - region "Where":
    - heading "Where" [level=2]
  - region "You":
    - heading "You" [level=2]
    - 'link "Change: You"'
  - region "Changing and cancelling":
    - heading "Changing and cancelling" [level=2]
  - button "Book now"
`;
const BOOKED = `
  - heading "You’re booked" [level=1]
  - button "Add to calendar"
  - link "Change or cancel"
  - heading "What happens next" [level=2]
  - list
  - paragraph:
    - link "Book the same again"
    - link "Book another appointment"
`;
const BOOKED_THREE = `
  - heading "You’re booked" [level=1]
  - term: Services
  - definition: /Dry cut.* with Mara Lindqvist.*Fringe trim.* with Jonah Reyes.*Children’s cut.* with Jonah Reyes/
  - button "Add to calendar"
  - link "Change or cancel"
`;
const SEATED = `
  - heading "You’re booked" [level=1]
  - button "Add to calendar"
  - link "View or cancel"
  - heading "What happens next" [level=2]
`;
const SEAT_AWAITED = `
  - heading "You’re on the waitlist" [level=1]
  - paragraph: /Nothing is booked yet\\./
  - link /View or/
`;
const ASKED = `
  - heading "Request sent" [level=1]
  - paragraph: /will answer by email\\. The appointment is not confirmed until then\\./
  - button "Add to calendar"
  - link "View or withdraw"
`;
/** Where a request is managed, and what it is once the business has said yes. */
const REQUESTED = `
  - heading "Your request" [level=1]
  - paragraph: /has not answered yet/
  - link "Withdraw the request"
  - button "Add to calendar"
`;
const APPROVED = `
  - heading "Your appointment" [level=1]
  - link "Choose another time"
  - link "Cancel it"
  - button "Add to calendar"
`;
const REFUSED = `
  - heading "Check and book" [level=1]
  - alert:
    - paragraph: Online booking is not possible. Please contact the business.
  - region "You":
    - 'link "Change: You"'
  - button "Book now"
`;
const BLOCKED = /Online booking is not possible\. Please contact the business\./;

test('three services by two people: chosen one by one, named before and after', async ({
  newDevice,
}) => {
  for (const { viewport, visitor } of SIZES) {
    const { page } = await newDevice({ viewport });
    const services = ['Dry cut', 'Fringe trim', 'Children’s cut'];
    await chooseServices(page, services);
    await expectStep(page, 'Who would you like?');
    await press(page, button(page, 'Choose for each service'));
    await expect(page.getByRole('main')).toMatchAriaSnapshot(PEOPLE_EACH);
    const people = [/Mara Lindqvist/, /Jonah Reyes/, /Jonah Reyes/];
    for (const [index, service] of services.entries()) {
      await choose(page, page.getByRole('group', { name: service }), /^Anyone/, people[index]!);
    }
    await press(page, button(page, 'Continue'));
    await takeLaterTime(page);
    await fillInDetails(page, visitor);
    const what = page.getByRole('region', { name: 'What' });
    await expect(what).toContainText('with Mara Lindqvist');
    await expect(what).toContainText('with Jonah Reyes');
    await bookIt(page);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(BOOKED_THREE);
  }
});

test('anyone: people and times are groups and a grid; the confirmation and the mail say who it is; the next one is as last time', async ({
  server,
  newDevice,
}) => {
  for (const { on, viewport, visitor } of SIZES) {
    const { page } = await newDevice({ viewport });
    const main = page.getByRole('main');
    await chooseServices(page, ['Dry cut']);
    await expectStep(page, 'Who would you like?');
    await expect(main).toMatchAriaSnapshot(PEOPLE);
    await press(page, button(page, 'Continue'));
    await expectStep(page, 'Choose a time');
    await expect(main).toMatchAriaSnapshot(TIMES);
    // A step back goes back to its heading.
    await page.goBack();
    await goOnWithPeople(page);
    await takeLaterTime(page);
    await expectStep(page, 'Your details');
    await expect(main).toMatchAriaSnapshot(DETAILS);
    await fillInDetails(page, visitor);
    await expectStep(page, 'Check and book');
    await expect(main).toMatchAriaSnapshot(REVIEW);
    const what = page.getByRole('region', { name: 'What' });
    await expect(what).toContainText('Dry cut');
    await expect(what).not.toContainText(' with ');
    await bookIt(page);
    await expect(main).toMatchAriaSnapshot(BOOKED);
    const named = page.getByText(/^\s*with [A-Z]\S+ [A-Z]\S+\s*$/);
    await expect(named).toBeVisible();
    const name = /with (.+)$/.exec(await named.innerText())?.[1] ?? 'nobody';
    const mails = async () =>
      (await server.mails()).find(({ to }) => to.includes(visitor.email))?.text ?? '';
    await expect.poll(mails, { timeout: 20_000 }).toContain(name);
    const download = page.waitForEvent('download');
    await press(page, button(page, 'Add to calendar'));
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.ics$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('TRIGGER:-PT1H');
    if (on === 'phone') await bookAsLastTime(page, server, visitor);
  }
});

test('a class: the last seat is taken and waited for, on a phone and at a desk', async ({
  signedIn: { page: pro },
  newDevice,
}) => {
  const day = quietDay();
  await pro.goto('/more/services');
  await pro.getByRole('button', { name: /^Dry cut/ }).click();
  const form = openSheet(pro);
  await form.getByLabel('It is a class').check();
  await form.getByLabel('Seats', { exact: true }).fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  for (const time of ['14:00', '16:00']) {
    await pro.goto(`/calendar?view=day&date=${day}&staff=all&new=class`);
    const sheet = openSheet(pro);
    await sheet.getByLabel('Service').selectOption({ label: 'Dry cut – Standard' });
    await expect(sheet.getByLabel('Seats')).toHaveValue('1');
    await sheet.getByLabel('Date', { exact: true }).fill(day);
    await sheet.getByLabel('Time', { exact: true }).fill(time);
    await sheet.getByRole('button', { name: 'Plan class' }).click();
    await expect(sheet).toHaveCount(0);
  }
  await expectSynced(pro);

  // Each takes the last seat of one; then somebody else waits for one there.
  const outcomes = [
    { seat: /1 seat left$/, seen: SEATED },
    {
      seat: /Full – join the waitlist$/,
      seen: SEAT_AWAITED,
      title: 'Join the waitlist',
      label: 'Join the waitlist',
      done: 'You’re on the waitlist',
    },
  ];
  for (const [index, { viewport }] of SIZES.entries()) {
    const { page } = await newDevice({ viewport });
    for (const [round, { seat, seen, ...booking }] of outcomes.entries()) {
      await chooseServices(page, ['Dry cut']);
      await expectStep(page, 'Choose a date');
      const dates = page.getByRole('list', { name: 'Dates' });
      await expect(dates.getByRole('button', { name: seat }).first()).toBeVisible();
      await expect(page.getByRole('main')).toMatchAriaSnapshot(datesOf(`${seat}`));
      await press(page, dates.getByRole('button', { name: seat }).first());
      await fillInDetails(page, visitorNumber(1 + 2 * index + round));
      await bookIt(page, booking);
      await expect(page.getByRole('main')).toMatchAriaSnapshot(seen);
    }
  }
  await openDay(pro, day);
  await expect(card(pro, 'class, 1 of 1 seats taken')).toHaveCount(2, TOLD);
});

/** Asks for a dry cut with a keyboard alone; answers where the link of the mail leads. */
const askForCut = async (page: Page, server: TestServer, visitor: Visitor): Promise<string> => {
  await chooseServices(page, ['Dry cut']);
  await goOnWithPeople(page);
  await takeLaterTime(page);
  await fillInDetails(page, visitor);
  await bookIt(page, {
    title: 'Check your request',
    label: 'Send request',
    done: 'Request sent',
  });
  await expect(page.getByRole('main')).toMatchAriaSnapshot(ASKED);
  await expect(page.getByText('You’re booked')).toHaveCount(0);
  return mailedPath(server, visitor.email, 'cancel-appointment');
};

test('asked first: it is a request until the business says yes, or it is withdrawn', async ({
  server,
  newDevice,
}) => {
  await server.sql(`update public.booking_rules set approval_mode = 'all'`);
  for (const [index, { viewport, visitor }] of SIZES.entries()) {
    const { page } = await newDevice({ viewport });
    const main = page.getByRole('main');
    await page.goto(await askForCut(page, server, visitor));
    await expect(main).toMatchAriaSnapshot(REQUESTED);
    // How the business says it is walked in requests.spec.ts.
    await server.sql(
      `update public.appointments set status = 'booked'
       where status = 'pending' and source = 'online'`,
    );
    await page.reload();
    await expect(main).toMatchAriaSnapshot(APPROVED);

    const other = visitorNumber(SIZES.length + 1 + index);
    await page.goto(await askForCut(page, server, other));
    await expect(page.getByRole('heading', { level: 1, name: 'Your request' })).toBeVisible();
    await press(page, page.getByRole('link', { name: 'Withdraw the request' }));
    await expectStep(page, 'Withdraw this request?');
    await press(page, button(page, 'Withdraw the request'));
    await expectStep(page, 'This appointment is cancelled');
  }
});

test('existing clients only: a stranger is told what to do and keeps what they typed, a client books', async ({
  server,
  newDevice,
}) => {
  await server.sql(`update public.booking_rules set audience = 'existing'`);
  const known = await server.sql<{ email: string }>(
    `select email from public.clients
     where status = 'active' and email is not null and online_booking = 'allow'
       and payment_rule = 'default'
     order by created_at, id limit 2`,
  );
  for (const [index, { viewport, visitor }] of SIZES.entries()) {
    const { page } = await newDevice({ viewport });
    await chooseServices(page, ['Dry cut']);
    await goOnWithPeople(page);
    await takeLaterTime(page);
    await fillInDetails(page, visitor);
    await expectStep(page, 'Check and book');
    await press(page, button(page, 'Book now'));
    await expectSaid(page, BLOCKED);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(REFUSED);

    await press(page, page.getByRole('link', { name: 'Change: You' }));
    await expectStep(page, 'Your details');
    const email = page.getByLabel('Email', { exact: true });
    await expect(email).toHaveValue(visitor.email);
    await tabTo(page, email);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(known[index]!.email);
    await page.keyboard.press('Enter');
    await bookIt(page);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(BOOKED);
  }
});
