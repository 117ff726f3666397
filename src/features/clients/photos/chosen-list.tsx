import { fileSize } from '#domain/forms/files.ts';
import { IconButton } from '#ui/button.tsx';
import { FileText, X } from 'lucide-react';
import type { ChosenPdf, ChosenPhoto } from './choose.ts';
import { ChosenPicture } from './chosen-picture.tsx';

/** What was chosen and is not kept yet, to be looked at and left out. */
export function ChosenList({
  pictures,
  pdfs,
  onLeaveOut,
}: {
  pictures: readonly ChosenPhoto[];
  pdfs: readonly ChosenPdf[];
  onLeaveOut: (key: string) => void;
}) {
  return (
    <>
      {pictures.length > 0 && (
        <ul className="grid grid-cols-3 gap-2" aria-label="Chosen pictures">
          {pictures.map(({ key, picture }, place) => (
            <ChosenPicture
              key={key}
              picture={picture}
              place={place + 1}
              onRemove={() => onLeaveOut(key)}
            />
          ))}
        </ul>
      )}
      {pdfs.length > 0 && (
        <ul className="grid gap-2" aria-label="Chosen files">
          {pdfs.map(({ key, name, data }) => (
            <li
              key={key}
              className="flex items-center gap-3 rounded-md border border-line py-1 pr-1 pl-3"
            >
              <FileText size={20} className="shrink-0 text-muted" aria-hidden />
              <span className="min-w-0 flex-1">
                <bdi className="block break-words">{name}</bdi>
                <span className="block text-sm text-muted">{fileSize(data.byteLength)}</span>
              </span>
              <IconButton icon={X} label={`Leave out ${name}`} onClick={() => onLeaveOut(key)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
