import { expect, test } from '@playwright/test';
import { mailFromOutbox } from '#supabase/functions/_shared/mail.ts';
import { MAIL_KINDS } from '#supabase/functions/_shared/mails/mail-data.ts';
import { mailData } from '#supabase/functions/_shared/mails/mail-fixture.ts';
import { renderMail } from '#supabase/functions/_shared/mails/render-mail.ts';
import { axeFaults } from '#tests/harness/axe.ts';
import { OTHER_MAILS } from '#tests/harness/other-mails.ts';

/** Mails as mail programs show them: no server, no script, nothing from elsewhere. */
const WIDTHS = [320, 1440];
const siteUrl = 'https://book.example';
const now = new Date('2026-11-20T12:00:00Z');
const MAILS: readonly (readonly [kind: string, html: string | null])[] = [
  ...MAIL_KINDS.map((kind) => [kind, renderMail(kind, mailData(), { siteUrl, now }).html] as const),
  ...OTHER_MAILS.map(([kind, data]) => {
    const row = { id: '1', to_email: 'ann@example.com', to_name: null, kind, subject: null, data };
    return [kind, mailFromOutbox(row, siteUrl).html] as const;
  }),
];

test('every mail is readable on a phone and at a desk', async ({ page }) => {
  for (const [kind, html] of MAILS) {
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
  for (const [kind, html] of MAILS) {
    await page.setContent(html ?? '');
    expect(await axeFaults(page, { rules: 'sight' }), kind).toEqual([]);
  }
});
