import { expect } from '#tests/harness/e2e.ts';
import { localRows, waitingChanges } from '#tests/harness/local-data.ts';
import { signInHere, testLooks } from '#tests/harness/looks.ts';

testLooks('forms, and what clients see of them', async ({ page, size, see }) => {
  const name = `Before your visit, ${size}`;
  await page.goto('/login');
  await signInHere(page);
  await page.goto('/forms/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  for (const [type, question] of [
    ['Yes or no', 'Are you pregnant?'],
    ['Several choices', 'Which of these are you allergic to?'],
    ['Scale', 'How sensitive is your skin?'],
    ['Consent', 'I have read and understood what the treatment does'],
    ['Signature', 'Your signature'],
  ] as const) {
    await page.getByLabel('Add a field').selectOption(type);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Question', { exact: true }).fill(question);
    if (type === 'Several choices') await page.getByLabel('Choices').fill('Nuts\nLatex\nAmmonia');
    if (type === 'Yes or no' || type === 'Signature') {
      await page.getByRole('switch', { name: 'Must be answered' }).click();
    }
    if (type === 'Yes or no') {
      await page.getByLabel('When an answer must be noticed').selectOption('Important');
      await see('form-field');
    }
  }
  await page.getByRole('switch', { name: 'Anybody with the link can fill it in' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await see('form-builder');
  await expect.poll(() => waitingChanges(page)).toEqual([]);
  const own = (await localRows(page, 'forms')).find((form) => form['name'] === name);
  const [id, key] = [String(own?.['id']), String(own?.['public_key'])];

  await page.goto(`/forms?fill=${id}`);
  const kiosk = page.getByRole('dialog', { name });
  await kiosk.getByRole('button', { name: 'Send' }).click();
  await expect(kiosk.getByText('Please fill this in.').first()).toBeVisible();
  await see('form-on-this-device');

  await page.goto(`/form/${key}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  await see('form-public');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel(/^Or type your name/).fill('Wanda Maximova');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await see('form-submitted');

  await page.goto('/forms');
  await expect(page.getByText('1 without a client').first()).toBeVisible();
  await see('forms');
  await page.goto(`/forms/${id}/edit`);
  await page.getByRole('link', { name: /^Nobody yet/ }).click();
  await expect(page.getByRole('dialog', { name }).getByText('Important')).toBeVisible();
  await see('form-filled-in');
});
