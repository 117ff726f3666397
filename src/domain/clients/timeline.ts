import type {
  ClientNoteRow,
  ClientPhotoRow,
  ConsentEventRow,
  Instant,
  PatchTestRow,
} from '#domain/rows.ts';

/** Something that happened with a client. `V` is a visit as the screen has it. */
export type TimelineEntry<V> = { key: string; at: Instant } & (
  | { kind: 'visit'; visit: V }
  | { kind: 'note'; note: ClientNoteRow }
  | { kind: 'photo'; photo: ClientPhotoRow }
  | { kind: 'consent'; consent: ConsentEventRow }
  | { kind: 'test'; test: PatchTestRow }
);

export type TimelineKind = TimelineEntry<never>['kind'];

/** The order of the filters. */
export const TIMELINE_KINDS: readonly TimelineKind[] = [
  'visit',
  'note',
  'photo',
  'consent',
  'test',
];

type Happened<V> = {
  visits: readonly V[];
  notes: readonly ClientNoteRow[];
  photos: readonly ClientPhotoRow[];
  consents: readonly ConsentEventRow[];
  tests: readonly PatchTestRow[];
};

/** Everything that happened with a client, newest first; of one moment in the order of the filters. */
export const timelineOf = <V extends { appointment: { id: string; starts_at: Instant } }>({
  visits,
  notes,
  photos,
  consents,
  tests,
}: Happened<V>): TimelineEntry<V>[] =>
  [
    ...visits.map((visit): TimelineEntry<V> => ({
      kind: 'visit',
      key: `visit ${visit.appointment.id}`,
      at: visit.appointment.starts_at,
      visit,
    })),
    ...notes.map((note): TimelineEntry<V> => ({
      kind: 'note',
      key: `note ${note.id}`,
      at: note.noted_at,
      note,
    })),
    ...photos.map((photo): TimelineEntry<V> => ({
      kind: 'photo',
      key: `photo ${photo.id}`,
      at: photo.taken_at,
      photo,
    })),
    ...consents.map((consent): TimelineEntry<V> => ({
      kind: 'consent',
      key: `consent ${consent.id}`,
      at: consent.at,
      consent,
    })),
    ...tests.map((test): TimelineEntry<V> => ({
      kind: 'test',
      key: `test ${test.id}`,
      at: test.performed_at,
      test,
    })),
    // Sorting keeps the order of what is equal.
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
