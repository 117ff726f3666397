import { messageFor } from '#app/messages.ts';
import {
  deleteClientNote,
  finishClientNote,
  keepClientNote,
  pinClientNote,
} from '#db/commands/client-notes.ts';
import { useDb } from '#db/use-query.ts';
import { isFinal } from '#domain/clients/notes.ts';
import type { NoteThread } from '#domain/clients/notes.ts';
import type { ClientNoteRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Menu } from '#ui/menu.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import {
  Ellipsis,
  Eye,
  EyeOff,
  Lock,
  MessageSquarePlus,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { KINDS, signature } from './note-words.ts';

/** One note with its additions and what one does with it. */
export function NoteLine({
  thread: { note, addenda },
  formats,
  isPending,
  mayEdit,
  onEdit,
  onAddTo,
}: {
  thread: NoteThread;
  formats: BusinessFormats;
  /** The server has not seen it yet. */
  isPending: boolean;
  mayEdit: boolean;
  onEdit: (note: ClientNoteRow) => void;
  onAddTo: (note: ClientNoteRow) => void;
}) {
  const db = useDb();
  const [isFinishing, setFinishing] = useState(false);
  const { label, icon, tone } = KINDS[note.kind];
  const setPinned = async (pinned: boolean): Promise<void> =>
    tellOutcome(
      await pinClientNote(db, note.id, pinned),
      pinned ? 'Note pinned' : 'Note unpinned',
      messageFor,
    );
  const remove = async (): Promise<void> =>
    tellOutcome(await deleteClientNote(db, note.id), 'Note deleted', messageFor);
  const pin: MenuItem = {
    label: note.pinned ? 'Unpin' : 'Pin to the top',
    icon: note.pinned ? PinOff : Pin,
    onPress: () => void setPinned(!note.pinned),
  };
  // A note that is not sent yet has no author by the server's word: it was written here.
  const isMine = note.created_by === null || note.created_by === db.userId;
  const setKept = async (kept: boolean): Promise<void> =>
    tellOutcome(
      await keepClientNote(db, note.id, kept),
      kept ? 'Only you read this note' : 'Others read this note now',
      messageFor,
    );
  const keep: MenuItem[] =
    note.kind === 'clinical' && (isMine || note.author_only)
      ? [
          note.author_only
            ? { label: 'Let others read it', icon: Eye, onPress: () => void setKept(false) }
            : { label: 'Only I read it', icon: EyeOff, onPress: () => void setKept(true) },
        ]
      : [];
  const items: MenuItem[] = isFinal(note)
    ? [{ label: 'Add to it', icon: MessageSquarePlus, onPress: () => onAddTo(note) }, pin, ...keep]
    : [
        { label: 'Edit', icon: Pencil, onPress: () => onEdit(note) },
        pin,
        ...keep,
        ...(note.kind === 'clinical'
          ? [
              {
                label: 'Finish',
                icon: Lock,
                hint: 'Locks its words; later you add to it.',
                onPress: () => setFinishing(true),
              },
            ]
          : []),
        {
          label: 'Delete',
          icon: Trash2,
          tone: 'danger',
          startsGroup: true,
          onPress: () => void remove(),
        },
      ];
  const finish = async (): Promise<void> => {
    setFinishing(false);
    const done = await finishClientNote(db, note.id);
    if (!done.ok) tellFailure(done.error, messageFor);
  };
  return (
    <article aria-label={`${label} note`} className="grid gap-1.5 py-3">
      <header className="flex min-h-9 items-center gap-2">
        <Chip icon={icon} tone={tone}>
          {label}
        </Chip>
        {note.pinned && (
          <span className="inline-flex text-muted" title="Pinned">
            <Pin size={15} aria-hidden />
            <span className="sr-only">Pinned</span>
          </span>
        )}
        {note.author_only && (
          <span className="inline-flex items-center gap-1 text-sm text-muted">
            <EyeOff size={14} aria-hidden />
            {isMine ? 'Only you' : 'Only its author and you'}
          </span>
        )}
        {isFinal(note) && (
          <span className="inline-flex items-center gap-1 text-sm text-muted">
            <Lock size={14} aria-hidden />
            Finished
          </span>
        )}
        {isPending && <WaitingMark />}
        {mayEdit && (
          <span className="-my-1 ml-auto">
            <Menu
              label={`${label} note`}
              trigger={(props) => (
                <IconButton {...props} icon={Ellipsis} label={`Actions for this note`} />
              )}
              items={items}
            />
          </span>
        )}
      </header>
      <p dir="auto" className="break-words whitespace-pre-line">
        {note.body}
      </p>
      <p className="text-sm text-muted">
        <bdi>{signature(note, formats)}</bdi>
      </p>
      {addenda.map((addition) => (
        <div key={addition.id} className="mt-1 grid gap-1 border-l-2 border-line pl-3">
          <p dir="auto" className="break-words whitespace-pre-line">
            {addition.body}
          </p>
          <p className="text-sm text-muted">
            Added by <bdi>{signature(addition, formats)}</bdi>
          </p>
        </div>
      ))}
      <ConfirmDialog
        open={isFinishing}
        title="Finish this note?"
        confirmLabel="Finish and lock"
        onConfirm={() => void finish()}
        onClose={() => setFinishing(false)}
      >
        Nobody can change or delete a finished note. What is missing later is added under it.
      </ConfirmDialog>
    </article>
  );
}
