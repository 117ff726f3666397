import { expect, test } from 'vitest';
import { formState } from './form-state.ts';

const [one, two, three] = ['2026-11-01', '2026-11-02', '2026-11-03'].map(
  (day) => `${day}T10:00:00+00:00`,
) as [string, string, string];
const request = (more: object) => ({
  channel: 'email' as const,
  asked_at: null,
  sent_at: null,
  opened_at: null,
  ...more,
});

test.each([
  ['nothing happened', null, 'unsent', null],
  ['a mail about the visit led to it', { sent_at: one }, 'sent', one],
  ['it was opened', { sent_at: one, opened_at: two }, 'opened', two],
  ['a page led to it', { opened_at: two }, 'opened', two],
  ['asked by hand, the mail waits', { asked_at: one }, 'asked', one],
  ['asked by hand, the mail has left', { asked_at: one, sent_at: two }, 'sent', two],
  ['handed to a phone', { asked_at: one, channel: 'phone' }, 'sent', one],
  [
    'asked again after it was opened',
    { asked_at: three, sent_at: one, opened_at: two },
    'asked',
    three,
  ],
] as const)('%s', (_, trace, state, at) => {
  expect(formState({ submission: null, request: trace && request(trace) })).toEqual({ state, at });
});

test('what was filled in is done, whatever was asked', () => {
  const submission = { submitted_at: one };
  expect(formState({ submission, request: request({ asked_at: two }) })).toEqual({
    state: 'done',
    at: one,
  });
});
