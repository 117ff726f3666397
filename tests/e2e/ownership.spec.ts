import { openSheet } from '#tests/harness/app.ts';
import { expect, signIn, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

test('hand the business over to somebody, who takes it on a phone', async ({
  signedIn: { page: owner },
  newDevice,
}) => {
  const { page: sam } = await newDevice({ viewport: { width: 390, height: 780 } });
  await signIn(sam, 'sam@daybook.example');
  await sam.goto('/settings/members');
  await owner.goto('/settings/members');
  await owner.getByRole('button', { name: /Sam Whitfield/ }).click();
  await openSheet(owner).getByRole('button', { name: 'Hand the business over' }).click();
  await owner.getByRole('button', { name: 'Offer it' }).click();
  await expect(owner.getByText('Offered to Sam Whitfield', { exact: true })).toBeVisible();

  await expect(sam.getByText('Studio Lumen is offered to you')).toBeVisible();
  await sam.getByRole('button', { name: 'Take over' }).click();
  await expect(sam.getByText('Sam Whitfield (you)')).toBeVisible();
  await expect(sam.getByRole('listitem').filter({ hasText: '(you)' })).toContainText('Owner');
  await expect(owner.getByRole('listitem').filter({ hasText: '(you)' })).toContainText('Manager');
});
