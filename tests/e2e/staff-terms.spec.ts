import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';

const PHONE = { width: 360, height: 740 };

test('somebody takes longer and asks more for one service, set on a phone without signal; clients read that price', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/staff');
  const owner = page.getByRole('listitem').filter({ hasText: 'Mara Lindqvist' });
  await owner.getByRole('button', { name: /^Services/ }).click();
  await page.getByRole('button', { name: 'Own time and price for Dry cut' }).click();
  await page.getByRole('checkbox', { name: /^Own time/ }).check();
  await page.getByRole('checkbox', { name: /^Own price/ }).check();
  await page.getByLabel('Length').fill('45');
  await page.getByLabel('Amount').fill('60.50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Own: 45 min, $60.50')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Own: 45 min, $60.50')).toBeVisible();
  await page.goto('/staff');
  await context.setOffline(false);
  await expectSynced(page);

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await visitor.goto(`/book/${DEMO.slug}`);
  await visitor.getByLabel('Search services').fill('Dry cut');
  await visitor.getByRole('checkbox', { name: /^Dry cut/ }).check();
  await visitor.getByRole('button', { name: 'Continue' }).click();
  const person = (name: string) => visitor.locator('label').filter({ hasText: name });
  await expect(person('Mara Lindqvist')).toContainText('$60.50');
  await expect(person('Jonah Reyes')).toContainText('$48.00');
});
