import { CloudOff, Download, FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { fileSize, isPicture } from '#domain/forms/files.ts';
import type { FormFile, Uuid } from '#domain/rows.ts';
import { download } from '#platform/download.ts';
import { BlobImage } from '#ui/blob-image.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { WaitingMark } from '#ui/waiting-mark.tsx';

const MISSING_WORDS = {
  offline: 'Not on this device, and there is no connection.',
  missing: 'Still on the device where the form was filled in, or no longer there.',
  failed: 'This could not be loaded.',
} as const;

/** A photo or file of a filled-in form: a look at it, to be opened large and saved. */
export function FiledFile({ file, submissionId }: { file: FormFile; submissionId: Uuid }) {
  const db = useDb();
  const local = useQuery((source) => pictureOf(source, file.id), [file.id]);
  const { why, retry } = useFetched(local === null ? file.id : null, (id) =>
    db.fetchPhoto?.(id, submissionId),
  );
  const [isOpen, setOpen] = useState(false);
  const sendAgain = async (): Promise<void> => {
    const again = await retryUpload(db, file.id);
    if (!again.ok) tellFailure(again.error, messageFor);
  };
  const Icon = !local && why === 'offline' ? CloudOff : !local && why ? ImageOff : FileText;
  return (
    <figure className="grid w-40 content-start gap-1 break-inside-avoid print:w-auto">
      {local && isPicture(file) ? (
        <button
          type="button"
          aria-label={`Look at ${file.name}`}
          onClick={() => setOpen(true)}
          className="overflow-hidden rounded-md border border-line"
        >
          <BlobImage
            data={local.data}
            mediaType={local.media_type}
            alt={file.name}
            className="size-40 object-cover print:h-auto print:max-h-96 print:w-auto"
          />
        </button>
      ) : (
        <div className="grid h-40 place-content-center justify-items-center gap-2 rounded-md bg-sunken p-3 text-center text-sm text-muted">
          {local || why ? <Icon size={28} aria-hidden /> : <Spinner size={20} />}
          {!local && why && <span className="text-pretty">{MISSING_WORDS[why]}</span>}
          {!local && why && why !== 'offline' && (
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      )}
      <figcaption className="flex items-start gap-1 text-sm">
        <span className="min-w-0 flex-1 py-2">
          <span className="block break-words">{file.name}</span>
          <span className="flex items-center gap-1.5 text-muted">
            {fileSize(file.bytes)}
            {local?.state === 'waiting' && <WaitingMark label="Waiting to upload" />}
          </span>
        </span>
        {local && (
          <IconButton
            icon={Download}
            label={`Save ${file.name}`}
            className="print:hidden"
            onClick={() => download(file.name, local.data, file.media_type)}
          />
        )}
      </figcaption>
      {local?.state === 'failed' && (
        <div className="grid gap-1 text-sm text-danger print:hidden">
          The server did not take this. It is still on this device.
          <Button size="sm" className="justify-self-start" onClick={() => void sendAgain()}>
            Try again
          </Button>
        </div>
      )}
      {local && isPicture(file) && (
        <Modal open={isOpen} size="lg" title={file.name} onClose={() => setOpen(false)}>
          <BlobImage
            data={local.data}
            mediaType={local.media_type}
            alt={file.name}
            className="mx-auto max-h-[70dvh] w-auto rounded-md object-contain"
          />
        </Modal>
      )}
    </figure>
  );
}
