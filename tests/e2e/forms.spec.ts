import type { Page } from '@playwright/test';
import { axeFaults } from '#tests/harness/axe.ts';
import { addClientIn, openSheet, steady } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import {
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
  TOLD,
} from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';
import type { TestServer } from '#tests/harness/server.ts';

const PHONE = { width: 360, height: 740 };
const FORM = 'Before your colour';
const CLIENT = 'Vera Visit';

const addQuestion = async (page: Page, type: string, question: string): Promise<void> => {
  await page.getByLabel('Add a field').selectOption(type);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Question', { exact: true }).fill(question);
  await page.getByRole('switch', { name: 'Must be answered' }).click();
};

/** Draws a stroke across the field for a signature. */
const sign = async (page: Page): Promise<void> => {
  const pad = page.getByTestId('signature');
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await steady(pad);
  await page.mouse.move(x + width * 0.2, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.7, { steps: 5 });
  await page.mouse.move(x + width * 0.8, y + height * 0.3, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('img', { name: 'Your signature: drawn' })).toBeVisible();
};

test('a form is made on a phone offline, a client fills it in with a signature, the professional sees the flagged answer', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/forms');
  await page.getByRole('button', { name: 'Make the first form' }).click();
  await page.getByLabel('Name', { exact: true }).fill(FORM);
  await addQuestion(page, 'Yes or no', 'Are you pregnant?');
  await page.getByLabel('When an answer must be noticed').selectOption('Important');
  await addQuestion(page, 'Signature', 'Your signature');
  await page.getByRole('switch', { name: 'Anybody with the link can fill it in' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1')).toBeVisible();
  await expect(page.getByText(/^Waiting to sync: it opens/)).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);
  const [form] = await localRows(page, 'forms');
  const link = `/form/${String(form?.['public_key'])}`;
  await expect(page.getByText(new RegExp(`${link}$`))).toBeVisible();

  const client = await newDevice({ viewport: PHONE });
  const visitor = client.page;
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: FORM })).toBeVisible();
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Please fill this in.')).toHaveCount(2);
  await expect(visitor.getByRole('radio', { name: 'Yes' })).toBeFocused();
  expect(await axeFaults(visitor)).toEqual([]);
  await visitor.getByRole('radio', { name: 'Yes' }).check();
  await sign(visitor);

  // What was answered is still there after a reload, and goes out once there is a connection.
  await visitor.reload();
  await expect(visitor.getByText('Your answers of before are still here.')).toBeVisible();
  await expect(visitor.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(visitor.getByRole('img', { name: 'Your signature: drawn' })).toBeVisible();
  await client.context.setOffline(true);
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText(/^It is not done yet as far as we know/)).toBeVisible();
  await client.context.setOffline(false);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await expect(visitor).toHaveURL('/form/submitted');
  expect(await axeFaults(visitor)).toEqual([]);
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: FORM })).toBeVisible();
  await expect(visitor.getByText('Your answers of before are still here.')).toHaveCount(0);

  await page.goto('/forms');
  await expect(page.getByText('1 without a client')).toBeVisible(TOLD);
  await page.getByRole('link', { name: FORM }).click();
  await page.getByRole('link', { name: /^Nobody yet/ }).click();
  const sheet = openSheet(page);
  await expect(sheet.getByText('Important')).toBeVisible();
  await expect(sheet.getByRole('img', { name: 'Your signature: drawn' })).toBeVisible();
  // On paper there is nothing but that.
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.locator('[data-print="submission"]').getByText('Important')).toBeVisible();
  for (const onScreen of [
    page.locator('nav').first(),
    sheet.locator('button', { hasText: 'Print' }),
  ]) {
    await expect(onScreen).toBeAttached();
    await expect(onScreen).toBeHidden();
  }
  await page.emulateMedia({ media: null });
  await sheet.getByRole('button', { name: 'Say whose it is' }).click();
  await addClientIn(sheet, CLIENT);
  await sheet.getByRole('button', { name: 'Put it with this client' }).click();
  await sheet.getByRole('link', { name: CLIENT }).click();
  await expect(page.getByRole('heading', { level: 1, name: CLIENT })).toBeVisible();
  await expect(page.getByText('Are you pregnant?: Yes')).toBeVisible();
  await expectSynced(page);
});

const mailedForm = async (server: TestServer): Promise<string> => {
  const mailed = async () =>
    (await server.mails())
      .filter(({ to }) => to.includes(VISITOR.email))
      .map(({ text }) => /https?:\/\/\S+\/form\/\S+\?token=\S+/.exec(text)?.[0])
      .find(Boolean);
  await expect.poll(mailed, { timeout: 20_000 }).toBeTruthy();
  const url = new URL((await mailed()) ?? '');
  return url.pathname + url.search;
};

/** The visit that the visitor has booked, once this device has heard of it. */
const ownVisit = async (page: Page): Promise<string> => {
  const clients = await localRows(page, 'clients');
  const own = clients.find(({ email }) => email === VISITOR.email);
  const visit = (await localRows(page, 'appointments')).find(
    ({ client_id: id }) => own && id === own['id'],
  );
  return typeof visit?.['id'] === 'string' ? visit['id'] : '';
};

/** The form in the hands of a client: what a browser closes by itself stays, until somebody says so. */
const expectNoWayOut = async (page: Page, formId: string): Promise<void> => {
  await page.goto(`/forms?fill=${formId}`);
  const form = page.getByRole('dialog', { name: FORM });
  const isOver = () => form.evaluate((dialog) => dialog.matches(':modal'));
  await form.getByLabel('Any allergies?').fill('None');
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('Escape');
    expect(await isOver()).toBe(true);
  }
  await expect(form.getByText('Stop without saving?')).toBeVisible();
  await page.mouse.click(3, 3);
  await form.evaluate((dialog: HTMLDialogElement) => dialog.close());
  await expect.poll(isOver).toBe(true);
  await expect(form.getByLabel('Any allergies?')).toHaveValue('None');
  await form.getByRole('button', { name: 'Stop' }).last().click();
  await expect(form).toBeHidden();
};

test('who books online fills in what the mail asks for, and the visit says that it is done', async ({
  server,
  signedIn: { page },
  newDevice,
}) => {
  await page.goto('/forms');
  await page.getByRole('button', { name: 'Make the first form' }).click();
  await page.getByLabel('Name', { exact: true }).fill(FORM);
  await addQuestion(page, 'Short text', 'Any allergies?');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1')).toBeVisible();
  await expectSynced(page);
  const [form] = await localRows(page, 'forms');
  await expectNoWayOut(page, String(form?.['id']));

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Mara Lindqvist' });
  await (await laterTime(visitor)).click();
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(visitor);
  await expect.poll(() => ownVisit(page), TOLD).not.toBe('');
  await page.goto(`/appointments/${await ownVisit(page)}`);
  const link = await mailedForm(server);
  await expect(page.getByText('Form sent')).toBeVisible(TOLD);
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: FORM })).toBeVisible();
  await expect(page.getByText('Form opened')).toBeVisible(TOLD);
  await visitor.getByLabel('Any allergies?').fill('Latex');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await visitor.getByRole('link', { name: 'See your appointment' }).click();
  await expect(visitor.getByText(`${FORM}: done, thank you`)).toBeVisible();
  await expect(page.getByText('Form done')).toBeVisible(TOLD);
});

test('a form keeps people from booking until it is filled in; answers outlive a reload and a lost signal', async ({
  signedIn: { page },
  newDevice,
}) => {
  await page.goto('/forms');
  await page.getByRole('button', { name: 'Make the first form' }).click();
  await page.getByLabel('Name', { exact: true }).fill(FORM);
  await page.getByLabel('When it is missing').selectOption('No online booking without it');
  await addQuestion(page, 'Short text', 'Any allergies?');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1')).toBeVisible();
  await expectSynced(page);

  const { page: visitor, context } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Mara Lindqvist' });
  await (await laterTime(visitor)).click();
  await fillDetails(visitor);
  await expect(visitor.getByRole('heading', { level: 1, name: FORM })).toBeVisible();
  await expect(visitor.getByText(/is kept for you/)).toBeVisible();
  const question = visitor.getByLabel('Any allergies?');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByText('Please fill this in.')).toBeVisible();
  await expect(question).toBeFocused();
  expect(await axeFaults(visitor)).toEqual([]);
  await question.fill('Latex');

  await visitor.reload();
  await expect(question).toHaveValue('Latex');
  await context.setOffline(true);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByText(/^You are offline. Your entries are kept/)).toBeVisible();
  await context.setOffline(false);
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(visitor);

  await expect.poll(() => ownVisit(page), TOLD).not.toBe('');
  await page.goto(`/appointments/${await ownVisit(page)}`);
  await expect(page.getByText('Form done')).toBeVisible(TOLD);
});
