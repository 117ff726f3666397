import { expect, it } from 'vitest';
import type { SentMessage } from '#domain/messages/sent-message.ts';
import type { ClientNoteRow, ClientPhotoRow, ConsentEventRow, PatchTestRow } from '#domain/rows.ts';
import { timelineOf } from './timeline.ts';

it('shows everything that happened, newest first', () => {
  const entries = timelineOf({
    visits: [
      { appointment: { id: 'v1', starts_at: '2027-03-03' } },
      { appointment: { id: 'v2', starts_at: '2027-03-01' } },
    ],
    sales: [{ sale: { id: 's', occurred_at: '2027-03-03' } }],
    messages: [{ id: 'm', at: '2027-02-28' } as SentMessage],
    forms: [{ submission: { id: 'f', submitted_at: '2027-02-27' } }],
    notes: [{ id: 'n', noted_at: '2027-03-03' } as ClientNoteRow],
    photos: [{ id: 'p', taken_at: '2027-03-04' } as ClientPhotoRow],
    consents: [{ id: 'c', at: '2027-02-01' } as ConsentEventRow],
    tests: [{ id: 't', performed_at: '2027-03-02' } as PatchTestRow],
  });
  expect(entries.map(({ key }) => key)).toEqual([
    'photo p',
    'visit v1',
    'sale s',
    'note n',
    'test t',
    'visit v2',
    'message m',
    'form f',
    'consent c',
  ]);
});
