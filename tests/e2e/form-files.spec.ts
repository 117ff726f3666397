import type { Locator, Page } from '@playwright/test';
import { axeFaults } from '#tests/harness/axe.ts';
import { cameraPicture, PLACE_MARK } from '#tests/harness/camera-picture.ts';
import {
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
  TOLD,
} from '#tests/harness/e2e.ts';
import { localRows, picturesOf } from '#tests/harness/local-data.ts';

const PHONE = { width: 360, height: 740 };
const FORM = 'Before the visit';
const QUESTION = 'Show us the place';

/** A form with one question for photos that anybody with the link may fill in; answers its row. */
const publishForm = async (page: Page): Promise<Record<string, unknown>> => {
  await page.goto('/forms');
  await page.getByRole('button', { name: 'Make the first form' }).click();
  await page.getByLabel('Name', { exact: true }).fill(FORM);
  await page.getByLabel('Add a field').selectOption('Photos');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Question', { exact: true }).fill(QUESTION);
  await page.getByRole('switch', { name: 'Must be answered' }).click();
  await page.getByLabel('Photos at most').selectOption('2');
  await page.getByRole('switch', { name: 'Anybody with the link can fill it in' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1')).toBeVisible();
  await expectSynced(page);
  return (await localRows(page, 'forms'))[0] ?? {};
};

const hand = async (place: Page | Locator, name: string, buffer: Buffer): Promise<void> => {
  const file = { name, mimeType: 'image/jpeg', buffer };
  await place.getByLabel(`${QUESTION}: photos`).setInputFiles(file);
  await expect(place.getByRole('list', { name: `${QUESTION}: chosen` })).toContainText(
    name.replace('.jpg', '.webp'),
  );
};

/** The photo of a filled-in form, large: as it came, and without what the camera wrote beside it. */
const expectPhoto = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Look at ${name}` }).click();
  const large = page.getByRole('dialog', { name, exact: true }).getByRole('img', { name });
  await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2048);
  await page.keyboard.press('Escape');
};

test('photos in a form outlive a reload and a lost signal, from a client and on this device; the professional sees them', async ({
  signedIn: { page, context },
  newDevice,
}) => {
  await expectReadyForOffline(page);
  const form = await publishForm(page);
  const buffer = await cameraPicture(page);

  const { page: visitor, context: theirs } = await newDevice({
    viewport: PHONE,
    serviceWorkers: 'block',
  });
  await visitor.goto(`/form/${String(form['public_key'])}`);
  await expect(visitor.getByRole('heading', { level: 1, name: FORM })).toBeVisible();
  const choose = visitor.getByRole('button', { name: 'Choose photos' });
  await expect(choose).toBeVisible();
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Please fill this in.')).toBeVisible();
  await expect(choose).toBeFocused();
  await hand(visitor, 'garden.jpg', buffer);
  await hand(visitor, 'wrong.jpg', buffer);
  await visitor.getByRole('button', { name: 'Remove wrong.webp' }).click();
  expect(await axeFaults(visitor)).toEqual([]);
  await visitor.reload();
  await expect(visitor.getByText('Your answers of before are still here.')).toBeVisible();
  const chosen = visitor.getByRole('list', { name: `${QUESTION}: chosen` });
  await expect(chosen.getByRole('listitem')).toHaveCount(1);
  await expect(chosen.locator('img')).toBeVisible();
  await theirs.setOffline(true);
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText(/^It is not done yet as far as we know/)).toBeVisible();
  await theirs.setOffline(false);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();

  await page.goto('/forms');
  await expect(page.getByText('1 without a client')).toBeVisible(TOLD);
  await page.getByRole('link', { name: FORM }).click();
  await page.getByRole('link', { name: /^Nobody yet/ }).click();
  await expectPhoto(page, 'garden.webp');
  for (const { text } of await picturesOf(page)) expect(text).not.toContain(PLACE_MARK);

  const [client] = await localRows(page, 'clients');
  await context.setOffline(true);
  await page.goto(`/forms?fill=${String(form['id'])}&client=${String(client?.['id'])}`);
  const kiosk = page.getByRole('dialog', { name: FORM });
  await hand(kiosk, 'hallway.jpg', buffer);
  await page.reload();
  await expect(kiosk.getByText('hallway.webp')).toBeVisible();
  await kiosk.getByRole('button', { name: 'Send' }).click();
  await expect(kiosk.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await kiosk.getByRole('button', { name: 'Done' }).click();
  await context.setOffline(false);
  await expectSynced(page);
  const mine = (await localRows(page, 'form_submissions')).find(
    ({ filled_on: where }) => where === 'pro_device',
  );
  const filled = `/forms?submission=${String(mine?.['id'])}`;
  await page.goto(filled);
  await expectPhoto(page, 'hallway.webp');
  await expect(page.getByText('Waiting to upload')).toHaveCount(0);

  const { page: colleague } = await newDevice({ viewport: PHONE, serviceWorkers: 'block' });
  await signIn(colleague);
  await colleague.goto(filled);
  await expectPhoto(colleague, 'hallway.webp');
});
