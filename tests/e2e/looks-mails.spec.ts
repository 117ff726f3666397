import { expect, test } from '@playwright/test';
import { MAIL_KINDS } from '#supabase/functions/_shared/mails/mail-data.ts';
import { mailData } from '#supabase/functions/_shared/mails/mail-fixture.ts';
import { axeFaults } from '#tests/harness/axe.ts';
import { renderMail } from '#supabase/functions/_shared/mails/render-mail.ts';

/** Mails as mail programs show them: no server, no script, nothing from elsewhere. */
const WIDTHS = [320, 360, 1440];
const options = { siteUrl: 'https://book.example', now: new Date('2026-11-20T12:00:00Z') };

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every mail to clients is readable in ${colorScheme}, on a phone and at a desk`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    for (const kind of MAIL_KINDS) {
      const { html } = renderMail(kind, mailData(), options);
      await page.setContent(html);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(needed, `${kind} at ${width}`).toBeLessThanOrEqual(width);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      expect(await axeFaults(page), kind).toEqual([]);
    }
  });
}
