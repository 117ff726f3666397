import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { expectConfirmed, VISITOR } from './booking-page.ts';
import type { Visitor } from './booking-page.ts';
import { expectStep, press, tabTo, typeInto } from './by-keyboard.ts';
import { DEMO } from './e2e.ts';
import type { TestServer } from './server.ts';
import { expectSaid, listen } from './spoken.ts';

/** The steps of the booking page as somebody takes them who uses a keyboard and listens. */

/** Somebody else each time: who shares a mail address or a phone with a client is that client. */
export const visitorNumber = (number: number): Visitor => ({
  ...VISITOR,
  email: `wanda-${number}@example.com`,
  phone: `(718) 555-99${20 + number}`,
});

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name });

/** Opens the page and chooses services, each found by its name. */
export const chooseServices = async (page: Page, services: readonly string[]): Promise<void> => {
  await listen(page);
  await page.goto(`/book/${DEMO.slug}`);
  const search = page.getByLabel('Search services');
  await expect(search).toBeVisible();
  for (const [index, service] of services.entries()) {
    await typeInto(page, search, service);
    await expectSaid(page, /\d services? fits?/);
    await press(page, page.getByRole('checkbox', { name: service }).first(), 'Space');
    // The sum stands in the bar below, and is said.
    await expectSaid(page, index === 0 ? /\$\d.*1 service/ : new RegExp(`${index + 1} services`));
  }
  await press(page, button(page, 'Continue'));
};

/** Goes on from the people as they stand. */
export const goOnWithPeople = async (page: Page): Promise<void> => {
  await expectStep(page, 'Who would you like?');
  await press(page, button(page, 'Continue'));
};

/** Turns to the next month, goes to a day a week after its first free one and takes its first time. */
export const takeLaterTime = async (page: Page, heading = 'Choose a time'): Promise<void> => {
  await expectStep(page, heading);
  const ofDay = page.getByRole('heading', { level: 2, name: /\d times? free$/ });
  await expect(ofDay).toBeVisible();
  await press(page, button(page, 'Next month'));
  await expectSaid(page, /^[A-Z][a-z]+ \d{4}$/m);
  const day = page.locator('[role="gridcell"] [tabindex="0"]');
  await expect(day).toHaveAttribute('aria-label', /\d times? free$/);
  await tabTo(page, day);
  // Far enough ahead to be changed again.
  await walk(page, day, 'ArrowDown');
  for (let step = 0; step < 7 && (await day.getAttribute('aria-disabled')) === 'true'; step += 1) {
    await walk(page, day, 'ArrowRight');
  }
  await expect(day).toBeFocused();
  await page.keyboard.press('Enter');
  // The times of that day: how many there are is read with the heading that has focus now.
  await expect(ofDay).toBeFocused();
  await press(page, button(page, /^\d+:\d\d [AP]M/).first());
};

/** Goes to another day of the month, and waits until it is known what is free then. */
const walk = async (page: Page, day: Locator, key: string): Promise<void> => {
  const before = (await day.getAttribute('aria-label')) ?? '';
  await page.keyboard.press(key);
  await expect(day).not.toHaveAttribute('aria-label', before);
  await expect(day).not.toHaveAttribute('aria-label', /not known yet/);
};

/** What is missing is gone to; then everything is filled in. */
export const fillInDetails = async (page: Page, visitor: Visitor = VISITOR): Promise<void> => {
  await expectStep(page, 'Your details');
  await press(page, button(page, 'Continue'));
  const first = page.getByLabel('First name');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(/./);
  await page.keyboard.type(visitor.first);
  await typeInto(page, page.getByLabel('Last name'), visitor.last);
  await typeInto(page, page.getByLabel('Email', { exact: true }), visitor.email);
  await typeInto(page, page.getByLabel('Phone'), visitor.phone);
  await page.keyboard.press('Enter');
};

/** Agrees to what is read there; `done` is the heading that follows. */
export const bookIt = async (
  page: Page,
  { title = 'Check and book', label = 'Book now', done = 'You’re booked' } = {},
): Promise<void> => {
  await expectStep(page, title);
  for (const name of ['When', 'What', 'Where', 'You']) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  }
  await press(page, button(page, label));
  await expectConfirmed(page);
  await expectStep(page, done);
};

/** Comes back, shows by a code from the mail who they are, and books what they had last time. */
export const bookAsLastTime = async (
  page: Page,
  server: TestServer,
  { first, email }: Visitor,
): Promise<void> => {
  await page.goto(`/book/${DEMO.slug}`);
  await press(page, button(page, 'Been here before?'));
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expectSaid(page, /a code is on its way there/);
  const mailed = async () =>
    (await server.mails())
      .filter(({ to }) => to.includes(email))
      .map(({ subject }) => /^(\d{6}) is your code for /.exec(subject)?.[1])
      .find(Boolean);
  await expect.poll(mailed, { timeout: 20_000 }).toBeTruthy();
  await expect(page.getByLabel('Code from the mail')).toBeFocused();
  await page.keyboard.type((await mailed()) ?? '');
  await page.keyboard.press('Enter');
  await expectSaid(page, new RegExp(`Welcome back, ${first}`));
  await press(page, button(page, 'Same as last time'));
  await expect(page.getByText('This is chosen now.')).toBeVisible();
  await press(page, button(page, 'Continue'));
  await goOnWithPeople(page);
  await takeLaterTime(page);
  await expectStep(page, 'Your details');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Phone')).not.toHaveValue('');
  await press(page, button(page, 'Continue'));
  await bookIt(page);
};

/** The path that a mail to somebody leads to. */
export const mailedPath = async (
  server: TestServer,
  email: string,
  path: string,
  subject = /./,
): Promise<string> => {
  const pattern = new RegExp(`https?://\\S+/${path}\\?token=\\S+`);
  const mailed = async () =>
    (await server.mails())
      .filter((mail) => mail.to.includes(email) && subject.test(mail.subject))
      .map(({ text }) => pattern.exec(text)?.[0])
      .find(Boolean);
  await expect.poll(mailed, { timeout: 20_000 }).toBeTruthy();
  const url = new URL((await mailed()) ?? '');
  return url.pathname + url.search;
};
