import { readPicturePath } from '#domain/pictures/path.ts';
import { PICTURE_SIDE } from '#domain/pictures/picture.ts';
import type { ShownPicture } from '#domain/pictures/picture.ts';
import type { Uuid } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { nowMs } from '#platform/clock.ts';
import type { SmallPicture } from '#platform/shrink-picture.ts';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FieldError } from './field-frame.tsx';
import { loadOrTell } from './load-or-tell.ts';
import { pictureProblems } from './picture-problems.ts';

/** A picture that was chosen for something that is not saved yet. */
export const draftPicture = (draft: SmallPicture | null): ShownPicture => ({
  path: null,
  local: draft && { data: draft.data, media_type: draft.mediaType, state: 'here' },
});

/** Chooses, replaces and removes a picture; what was chosen is handed on small. Needs no network. */
export function PictureField({
  label,
  hint,
  picture,
  preview,
  isSquare,
  onChange,
  onRetry,
}: {
  label: string;
  hint: string;
  picture: ShownPicture;
  /** The picture, or what stands for it. */
  preview: ReactNode;
  /** Cut to a square; else it keeps its shape. */
  isSquare: boolean;
  onChange: (picture: SmallPicture | null) => Promise<void> | void;
  /** Tries once more what the server would not have. */
  onRetry: (pictureId: Uuid) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const local = picture.local === 'asking' ? null : picture.local;
  const stored = readPicturePath(picture.path);
  const hasOne = stored !== null || local !== null;

  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0 || isReading) return;
    setReading(true);
    setProblem(null);
    const choosePictures = await loadOrTell(
      async () => (await import('#platform/choose-pictures.ts')).choosePictures,
    );
    const shape = { maxSide: PICTURE_SIDE, isSquare };
    const chosen = (await choosePictures?.(files, toInstant(nowMs()), shape)) ?? [];
    setReading(false);
    setProblem(pictureProblems(chosen)[0] ?? null);
    const [first] = chosen;
    if (first?.kind === 'picture') await onChange(first.picture);
  };
  const remove = (): void => {
    setProblem(null);
    // The button that was pressed goes.
    choose.current?.focus();
    void onChange(null);
  };

  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="text-sm font-medium text-ink select-none">
        {label}
        <span className="font-normal text-muted"> (optional)</span>
      </span>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {preview}
        <div className="flex min-w-0 flex-1 basis-36 flex-wrap gap-2">
          <Button ref={choose} busy={isReading} onClick={() => input.current?.click()}>
            {hasOne ? 'Replace' : 'Choose a picture'}
          </Button>
          {hasOne && (
            <Button variant="quiet" onClick={remove}>
              Remove
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={`${label}: file`}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            // A copy: emptying the field empties its list too.
            void take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      <div role="alert" className="empty:hidden">
        {problem !== null && <FieldError id={undefined} text={problem} />}
      </div>
      {local?.state === 'failed' && stored && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <FieldError
            id={undefined}
            text="The server did not take this picture. It is still on this device."
          />
          <Button size="sm" onClick={() => onRetry(stored.id)}>
            Try again
          </Button>
        </div>
      )}
      <p className="text-sm text-pretty text-muted">
        {local?.state === 'waiting' ? 'Waiting to upload: clients see it once it is there.' : hint}
      </p>
    </div>
  );
}
