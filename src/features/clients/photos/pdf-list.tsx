import type { PhotoPlaces } from '#db/queries/photos.ts';
import type { ClientPhotoRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { PdfLine } from './pdf-line.tsx';

/** The PDFs of a client, newest first. */
export function PdfList({
  pdfs,
  places,
  formats,
  mayEdit,
}: {
  pdfs: readonly ClientPhotoRow[];
  places: PhotoPlaces | undefined;
  formats: BusinessFormats;
  mayEdit: boolean;
}) {
  return (
    <ul aria-label="Files" className="mt-3 divide-y divide-line border-t border-line pt-1">
      {pdfs.map((file) => (
        <PdfLine
          key={file.id}
          file={file}
          formats={formats}
          isWaiting={places?.waiting.has(file.id) ?? false}
          hasFailed={places?.failed.has(file.id) ?? false}
          mayEdit={mayEdit}
        />
      ))}
    </ul>
  );
}
