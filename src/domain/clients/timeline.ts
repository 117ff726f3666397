import type { SentMessage } from '#domain/messages/sent-message.ts';
import type {
  ClientNoteRow,
  ClientPhotoRow,
  ConsentEventRow,
  FormSubmissionRow,
  Instant,
  PatchTestRow,
  SaleRow,
} from '#domain/rows.ts';

type Visit = { appointment: { id: string; starts_at: Instant } };
type Sale = { sale: Pick<SaleRow, 'id' | 'occurred_at'> };
type Form = { submission: Pick<FormSubmissionRow, 'id' | 'submitted_at'> };

/** Something that happened with a client. `V`, `S` and `F` are as the screen has them. */
export type TimelineEntry<V, S, F> = { key: string; at: Instant } & (
  | { kind: 'visit'; visit: V }
  | { kind: 'sale'; sale: S }
  | { kind: 'message'; message: SentMessage }
  | { kind: 'form'; form: F }
  | { kind: 'note'; note: ClientNoteRow }
  | { kind: 'photo'; photo: ClientPhotoRow }
  | { kind: 'consent'; consent: ConsentEventRow }
  | { kind: 'test'; test: PatchTestRow }
);

export type TimelineKind = TimelineEntry<never, never, never>['kind'];

/** The order of the filters. */
export const TIMELINE_KINDS: readonly TimelineKind[] = [
  'visit',
  'sale',
  'message',
  'form',
  'note',
  'photo',
  'consent',
  'test',
];

type Happened<V, S, F> = {
  visits: readonly V[];
  sales: readonly S[];
  messages: readonly SentMessage[];
  forms: readonly F[];
  notes: readonly ClientNoteRow[];
  photos: readonly ClientPhotoRow[];
  consents: readonly ConsentEventRow[];
  tests: readonly PatchTestRow[];
};

/** Everything that happened with a client, newest first; of one moment in the order of the filters. */
export const timelineOf = <V extends Visit, S extends Sale, F extends Form>({
  visits,
  sales,
  messages,
  forms,
  notes,
  photos,
  consents,
  tests,
}: Happened<V, S, F>): TimelineEntry<V, S, F>[] => {
  type Entry = TimelineEntry<V, S, F>;
  return [
    ...visits.map((visit): Entry => {
      const { id, starts_at } = visit.appointment;
      return { kind: 'visit', key: `visit ${id}`, at: starts_at, visit };
    }),
    ...sales.map((sale): Entry => {
      const { id, occurred_at } = sale.sale;
      return { kind: 'sale', key: `sale ${id}`, at: occurred_at, sale };
    }),
    ...messages.map((message): Entry => {
      const { id, at } = message;
      return { kind: 'message', key: `message ${id}`, at, message };
    }),
    ...forms.map((form): Entry => {
      const { id, submitted_at } = form.submission;
      return { kind: 'form', key: `form ${id}`, at: submitted_at, form };
    }),
    ...notes.map((note): Entry => ({
      kind: 'note',
      key: `note ${note.id}`,
      at: note.noted_at,
      note,
    })),
    ...photos.map((photo): Entry => ({
      kind: 'photo',
      key: `photo ${photo.id}`,
      at: photo.taken_at,
      photo,
    })),
    ...consents.map((consent): Entry => ({
      kind: 'consent',
      key: `consent ${consent.id}`,
      at: consent.at,
      consent,
    })),
    ...tests.map((test): Entry => ({
      kind: 'test',
      key: `test ${test.id}`,
      at: test.performed_at,
      test,
    })),
    // Sorting keeps the order of what is equal.
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
};
