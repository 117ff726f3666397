import { noteThreads } from '#domain/clients/notes.ts';
import type { ClientNoteKind, ClientNoteRow, ClientRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { EditableNote } from '../editable-note.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteLine } from './note-line.tsx';
import { KINDS } from './note-words.ts';

/** More are asked for. */
const FIRST_SHOWN = 6;

type Writing = { note: ClientNoteRow | null; addendumOf: ClientNoteRow | null };

/** What people wrote about a client: pinned first, then the newest. */
export function NotesCard({
  client,
  notes,
  pending,
  formats,
  mayEdit,
  mayClinical,
}: {
  client: ClientRow;
  notes: readonly ClientNoteRow[];
  /** Ids of what the server has not seen yet. */
  pending: ReadonlySet<Uuid>;
  formats: BusinessFormats;
  mayEdit: boolean;
  mayClinical: boolean;
}) {
  const [writing, setWriting] = useState<Writing | null>(null);
  const [kind, setKind] = useState<ClientNoteKind | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const kinds = [...new Set(notes.map((note) => note.kind))];
  const wanted = kind !== null && kinds.includes(kind) ? kind : null;
  const threads = noteThreads(notes).filter(({ note }) => wanted === null || note.kind === wanted);
  const shown = showsAll ? threads : threads.slice(0, FIRST_SHOWN);
  const form = (
    <NoteForm
      key={writing?.note?.id ?? writing?.addendumOf?.id ?? 'new'}
      clientId={client.id}
      note={writing?.note ?? null}
      addendumOf={writing?.addendumOf ?? null}
      mayClinical={mayClinical}
      onDone={() => setWriting(null)}
    />
  );
  return (
    <Card
      className="max-lg:order-2"
      title="Notes"
      actions={
        mayEdit && (
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            onClick={() => setWriting({ note: null, addendumOf: null })}
          >
            Add<span className="sr-only"> note</span>
          </Button>
        )
      }
    >
      {writing && !writing.note && !writing.addendumOf && (
        <div className="border-b border-line pb-4">{form}</div>
      )}
      {kinds.length > 1 && (
        <div role="group" aria-label="Which notes are shown" className="flex flex-wrap gap-2 pb-1">
          {kinds.map((one) => (
            <FilterChip
              key={one}
              icon={KINDS[one].icon}
              selected={wanted === one}
              onChange={(on) => setKind(on ? one : null)}
            >
              {KINDS[one].label}
            </FilterChip>
          ))}
        </div>
      )}
      {client.note && wanted === null && <EditableNote client={client} mayEdit={mayEdit} />}
      <div className="divide-y divide-line">
        {shown.map((thread) =>
          writing?.note?.id === thread.note.id ? (
            <div key={thread.note.id} className="py-3">
              {form}
            </div>
          ) : (
            <div key={thread.note.id}>
              <NoteLine
                thread={thread}
                formats={formats}
                isPending={[thread.note, ...thread.addenda].some(({ id }) => pending.has(id))}
                mayEdit={mayEdit}
                onEdit={(note) => setWriting({ note, addendumOf: null })}
                onAddTo={(note) => setWriting({ note: null, addendumOf: note })}
              />
              {writing?.addendumOf?.id === thread.note.id && <div className="pb-3">{form}</div>}
            </div>
          ),
        )}
      </div>
      {notes.length === 0 && !client.note && !writing && (
        <p className="text-muted">Formulas, preferences, small talk: nothing noted yet.</p>
      )}
      {shown.length < threads.length && (
        <Button size="sm" className="mt-2" onClick={() => setShowsAll(true)}>
          Show all {threads.length} notes
        </Button>
      )}
    </Card>
  );
}
