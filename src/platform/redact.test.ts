import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

describe('redact', () => {
  it.each([
    ['sent to ana.perez@example.com now', 'sent to [mail] now'],
    ['call +1 (212) 555-0199 please', 'call [phone] please'],
    ['Bearer eyJhbGciOi.eyJzdWIiOi.s1gn', 'Bearer [token]'],
    ['/auth/callback?code=abc123&next=/clients/1', '/auth/callback?code=[hidden]&next=[hidden]'],
    ['key sb_secret_daybook_local', 'key [key]'],
    ['Failing row: "Ana Pérez"', 'Failing row: "…"'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('keeps what a developer needs: ids, instants, codes', () => {
    const text =
      'push 0192f3c4-7a1b-7c3d-8e4f-1234567890ab at 2026-11-21T09:00:00+00:00 "slot_taken"';
    expect(redact(text)).toBe(text);
  });
});
