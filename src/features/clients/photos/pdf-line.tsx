import { messageFor } from '#app/messages.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { deletePhoto } from '#db/commands/photos.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import { useDb } from '#db/use-query.ts';
import { fileSize } from '#domain/forms/files.ts';
import type { ClientPhotoRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { download } from '#platform/download.ts';
import { isOnline } from '#platform/online.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { Download, FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MISSING_WORDS, photoDay } from './words.ts';

/** A PDF of a client. Unlike photos it only comes to a device when somebody opens it there. */
export function PdfLine({
  file,
  formats,
  isWaiting,
  hasFailed,
  mayEdit,
}: {
  file: ClientPhotoRow;
  formats: BusinessFormats;
  isWaiting: boolean;
  hasFailed: boolean;
  mayEdit: boolean;
}) {
  const db = useDb();
  const [isFetching, setFetching] = useState(false);
  const name = file.file_name ?? 'File';

  const open = async (): Promise<void> => {
    let found = await pictureOf(db, file.id);
    let why: keyof typeof MISSING_WORDS = 'elsewhere';
    if (!found && file.stored_at !== null) {
      setFetching(true);
      const answer = isOnline() ? ((await db.fetchPhoto?.(file.id)) ?? 'failed') : 'offline';
      setFetching(false);
      if (answer === 'here') found = await pictureOf(db, file.id);
      why = answer === 'here' ? 'failed' : answer;
    }
    if (found) download(name, found.data, found.media_type);
    else showToast({ type: 'error', title: MISSING_WORDS[why] });
  };
  const remove = async (): Promise<void> =>
    tellOutcome(await deletePhoto(db, file.id), `${name} deleted`, messageFor);
  const sendAgain = async (): Promise<void> => {
    const again = await retryUpload(db, file.id);
    if (!again.ok) tellFailure(again.error, messageFor);
  };
  return (
    <li className="grid gap-1 py-1">
      <div className="flex items-center gap-3">
        <FileText size={20} className="shrink-0 text-muted" aria-hidden />
        <span className="min-w-0 flex-1">
          <bdi className="block break-words">{name}</bdi>
          <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
            {photoDay(file, formats)} · {fileSize(file.bytes)}
            {isWaiting && <WaitingMark label="Waiting to upload" />}
          </span>
        </span>
        <span className="flex">
          <IconButton
            icon={Download}
            label={`Open ${name}`}
            busy={isFetching}
            onClick={() => void open()}
          />
          {mayEdit && (
            <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => void remove()} />
          )}
        </span>
      </div>
      {hasFailed && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-danger">
          The server did not take this. It is still on this device.
          {mayEdit && (
            <Button size="sm" onClick={() => void sendAgain()}>
              Try again
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
