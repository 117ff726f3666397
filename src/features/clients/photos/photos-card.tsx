import { photoPlaces } from '#db/queries/photos.ts';
import { useQuery } from '#db/use-query.ts';
import { pdfsOf, photoItems, photosOf } from '#domain/clients/photos.ts';
import type { PhotoItem } from '#domain/clients/photos.ts';
import type { ClientPhotoRow, ClientRow, ConsentEventRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { lazyModal, lazySheet } from '#ui/lazy-overlay.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import clsx from 'clsx';
import { Camera } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Picture } from './picture.tsx';
import { KIND_WORDS, photoText } from './words.ts';

// Most people only look: what adds and enlarges comes when it is asked for.
const AddPhotosSheet = lazySheet(
  'Add photos or files',
  async () => (await import('./add-photos-sheet.tsx')).AddPhotosSheet,
);
const PhotoView = lazyModal('Photo', async () => (await import('./photo-view.tsx')).PhotoView);
const PdfList = lazyExtra(async () => (await import('./pdf-list.tsx')).PdfList);

/** More are a press away: each one that is shown may have to be fetched. */
const SHOWN = 6;

/** The photos of a client, newest first, a before beside its after; below them the PDFs. */
export function PhotosCard({
  client,
  photos,
  consents,
  visits,
  formats,
  mayEdit,
}: {
  client: ClientRow;
  photos: readonly ClientPhotoRow[];
  /** The ledger. */
  consents: readonly ConsentEventRow[];
  /** Those that a photo may belong to, newest first. */
  visits: readonly { id: string; label: string; isToday: boolean }[];
  formats: BusinessFormats;
  mayEdit: boolean;
}) {
  const [opened, open, close] = useSearchParam('photo');
  const shown = useLinger(opened);
  const [showsAll, setShowsAll] = useState(false);
  const places = useQuery(photoPlaces, []);
  const items = photoItems(photos);
  const pdfs = pdfsOf(photos);
  const few = showsAll ? items : items.slice(0, SHOWN);
  const looked = items.find((item) => idOf(item) === shown);
  return (
    <Card
      className="max-lg:order-5"
      title="Photos and files"
      actions={
        mayEdit && (
          <Button size="sm" variant="quiet" icon={Camera} onClick={() => open('new')}>
            Add<span className="sr-only"> photos or files</span>
          </Button>
        )
      }
    >
      {photos.length === 0 && (
        <p className="text-muted">
          No photos or files yet. They can be added without a connection.
        </p>
      )}
      {items.length > 0 && (
        <ul className="grid grid-cols-2 gap-3">
          {few.map((item) => (
            <li key={idOf(item)} className={clsx(item.kind === 'pair' && 'col-span-2')}>
              <Tile
                item={item}
                formats={formats}
                waiting={places?.waiting}
                failed={places?.failed}
                onOpen={() => open(idOf(item))}
              />
            </li>
          ))}
        </ul>
      )}
      {items.length > few.length && (
        <Button size="sm" variant="quiet" className="mt-2 -ml-2" onClick={() => setShowsAll(true)}>
          Show all {items.length}
        </Button>
      )}
      {pdfs.length > 0 && (
        <Suspense fallback={null}>
          <PdfList pdfs={pdfs} places={places} formats={formats} mayEdit={mayEdit} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {shown === 'new' && mayEdit && (
          <AddPhotosSheet
            open={opened === 'new'}
            client={client}
            photos={photos}
            consents={consents}
            visits={visits}
            formats={formats}
            onClose={close}
          />
        )}
        {looked && (
          <PhotoView
            open={opened !== null && opened !== 'new'}
            item={looked}
            formats={formats}
            failed={places?.failed}
            mayEdit={mayEdit}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  );
}

const idOf = (item: PhotoItem): string => (item.kind === 'pair' ? item.after.id : item.photo.id);

function Tile({
  item,
  formats,
  waiting,
  failed,
  onOpen,
}: {
  item: PhotoItem;
  formats: BusinessFormats;
  waiting: ReadonlySet<string> | undefined;
  failed: ReadonlySet<string> | undefined;
  onOpen: () => void;
}) {
  const parts = photosOf(item);
  const last = parts.at(-1);
  const label = parts.map((photo) => photoText(photo, formats)).join(' and ');
  return (
    <>
      <button
        type="button"
        aria-label={`Look at ${label}`}
        onClick={onOpen}
        className={clsx(
          'grid w-full gap-0.5 overflow-hidden rounded-md border border-line',
          'focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent',
          parts.length === 2 ? 'aspect-2/1 grid-cols-2' : 'aspect-square',
        )}
      >
        {parts.map((photo) => (
          <span key={photo.id} className="relative block min-h-0 min-w-0">
            <Picture photo={photo} alt="" look="tile" />
          </span>
        ))}
      </button>
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {last && (
          <span>
            {parts.map(({ kind }) => KIND_WORDS[kind]).join(' & ')},{' '}
            {formats.date(last.taken_at, { day: 'numeric', month: 'short', year: 'numeric' })}
          </span>
        )}
        {parts.some(({ id }) => waiting?.has(id)) && <WaitingMark label="Waiting to upload" />}
        {parts.some(({ id }) => failed?.has(id)) && <Chip tone="danger">Not uploaded</Chip>}
      </p>
    </>
  );
}
