import { expect, test } from '@playwright/test';
import { mailFromOutbox } from '#supabase/functions/_shared/mail.ts';
import { OUTBOX_MAILS } from '#supabase/functions/_shared/mails/outbox-fixture.ts';
import { axeFaults } from '#tests/harness/axe.ts';

/** Mails as mail programs show them: no server, no script, nothing from elsewhere. */
const WIDTHS = [320, 1440];
const MAILS = OUTBOX_MAILS.map((row) => mailFromOutbox(row, 'https://book.example'));

test('every mail is readable on a phone and at a desk', async ({ page }) => {
  for (const { kind, html } of MAILS) {
    await page.setContent(html ?? '');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(needed, `${kind} at ${width}`).toBeLessThanOrEqual(width);
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await axeFaults(page), kind).toEqual([]);
  }
});

test('every mail is readable in the dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const { kind, html } of MAILS) {
    await page.setContent(html ?? '');
    expect(await axeFaults(page, { rules: 'sight' }), kind).toEqual([]);
  }
});
