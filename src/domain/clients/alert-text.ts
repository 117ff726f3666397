// By itself: the calendar needs it, and nothing of what checks a note that is written.
import type { ClientNoteRow, ClientRow } from '#domain/rows.ts';

/** Everything to mind about somebody in one text, each thing once: the client's own line, then the alerts by age. */
export const alertText = (
  client: Pick<ClientRow, 'alert_note'>,
  notes: readonly Pick<ClientNoteRow, 'kind' | 'body' | 'noted_at' | 'id'>[],
): string | null => {
  const lines = notes
    .filter(({ kind }) => kind === 'alert')
    .toSorted((a, b) => (a.noted_at < b.noted_at ? -1 : 1))
    .map(({ body }) => body);
  const all = new Set([...(client.alert_note ? [client.alert_note] : []), ...lines]);
  return [...all].join('\n') || null;
};
