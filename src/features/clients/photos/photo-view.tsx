import { messageFor } from '#app/messages.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { deletePhoto } from '#db/commands/photos.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import { useDb } from '#db/use-query.ts';
import { photosOf } from '#domain/clients/photos.ts';
import type { PhotoItem } from '#domain/clients/photos.ts';
import type { ClientPhotoRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { download } from '#platform/download.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import clsx from 'clsx';
import { Download, Trash2 } from 'lucide-react';
import { Picture } from './picture.tsx';
import { CONSENT_WORDS, KIND_WORDS, photoText } from './words.ts';

/** One photo as large as the screen allows, or a before beside its after. */
export function PhotoView({
  open,
  item,
  formats,
  failed,
  mayEdit,
  onClose,
}: {
  open: boolean;
  item: PhotoItem;
  formats: BusinessFormats;
  /** Ids of those that the server would not have. */
  failed: ReadonlySet<Uuid> | undefined;
  mayEdit: boolean;
  onClose: () => void;
}) {
  const parts = photosOf(item);
  const title = item.kind === 'pair' ? 'Before and after' : KIND_WORDS[item.photo.kind];
  return (
    <Modal open={open} size="lg" title={title} onClose={onClose}>
      <div className={clsx('grid gap-3', parts.length === 2 && 'grid-cols-2')}>
        {parts.map((photo) => (
          <Figure
            key={photo.id}
            photo={photo}
            formats={formats}
            hasFailed={failed?.has(photo.id) ?? false}
            mayEdit={mayEdit}
            onDeleted={onClose}
          />
        ))}
      </div>
    </Modal>
  );
}

function Figure({
  photo,
  formats,
  hasFailed,
  mayEdit,
  onDeleted,
}: {
  photo: ClientPhotoRow;
  formats: BusinessFormats;
  hasFailed: boolean;
  mayEdit: boolean;
  onDeleted: () => void;
}) {
  const db = useDb();
  const name = photoText(photo, formats);
  const remove = async (): Promise<void> => {
    onDeleted();
    tellOutcome(await deletePhoto(db, photo.id), 'Photo deleted', messageFor);
  };
  const save = async (): Promise<void> => {
    const picture = await pictureOf(db, photo.id);
    if (!picture) {
      showToast({ type: 'error', title: 'This picture is not on this device yet.' });
      return;
    }
    const ending = picture.media_type === 'image/webp' ? 'webp' : 'jpg';
    download(`${name}.${ending}`, picture.data, picture.media_type);
  };
  const retry = async (): Promise<void> => {
    const again = await retryUpload(db, photo.id);
    if (!again.ok) tellFailure(again.error, messageFor);
  };
  return (
    <figure className="grid min-w-0 content-start gap-2">
      <Picture photo={photo} alt={name} look="whole" />
      <figcaption className="flex flex-wrap items-start gap-x-2">
        <div className="min-w-0 flex-1 py-2">
          <p className="font-medium">{name}</p>
          <p className="text-sm text-pretty text-muted">
            {[photo.author_name, CONSENT_WORDS[photo.consent]].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="flex">
          <IconButton icon={Download} label={`Save ${name}`} onClick={() => void save()} />
          {mayEdit && (
            <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => void remove()} />
          )}
        </div>
      </figcaption>
      {hasFailed && (
        <Notice
          tone="danger"
          live={false}
          title="Not uploaded"
          action={
            mayEdit && (
              <Button size="sm" onClick={() => void retry()}>
                Try again
              </Button>
            )
          }
        >
          The server did not take this picture. It is still on this device.
        </Notice>
      )}
    </figure>
  );
}
