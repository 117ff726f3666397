import { expect, test } from 'vitest';
import { mailFromOutbox } from '../mail.ts';
import { RECOVERY_KIND } from './recovery-mail.ts';

const SITE = 'https://book.example';

test('the mail about a used recovery code says when, and what to do if it was somebody else', () => {
  const { subject, text, html, attachments } = mailFromOutbox(
    {
      id: '1',
      to_email: 'owner@lumen.example',
      to_name: null,
      kind: RECOVERY_KIND,
      subject: null,
      data: {
        used_at: '2026-12-06T01:00:00+00:00',
        clock: { time_zone: 'America/New_York', locale: 'en-US', time_format: 'h12' },
      },
    },
    SITE,
  );
  expect(subject).toBe('A recovery code was used');
  for (const fact of ['December 5, 2026, 8:00 PM (America/New_York)', 'If it was not you']) {
    expect(text).toContain(fact);
    expect(html).toContain(fact);
  }
  expect(text).toContain(`${SITE}/forgot-password`);
  expect(html).toContain(`href="${SITE}/forgot-password"`);
  expect(attachments).toEqual([]);
});
