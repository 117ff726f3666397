import { expect, test } from 'vitest';
import { alertText } from './alert-text.ts';

const alert = (id: string, body: string, noted_at: string) =>
  ({ id, kind: 'alert', body, noted_at }) as const;

test('what a client’s own line and a note both say is said once, the line first', () => {
  const notes = [
    alert('2', 'Faints easily', '2026-02-01T10:00:00+00:00'),
    alert('1', 'Allergic to latex', '2026-01-01T10:00:00+00:00'),
  ];
  expect(alertText({ alert_note: 'Allergic to latex' }, notes)).toBe(
    'Allergic to latex\nFaints easily',
  );
  expect(alertText({ alert_note: null }, [])).toBeNull();
});
