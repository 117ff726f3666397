import { Camera, FileText, Paperclip, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { filesIn, fileSize, FORM_MAX_BYTES, isPicture } from '#domain/forms/files.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import type { FormField, FormFile } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { chooseFiles } from '#platform/choose-files.ts';
import type { FileProblem } from '#platform/choose-files.ts';
import { nowMs } from '#platform/clock.ts';
import { dropKeptFiles, keepFile, readKeptFile } from '#platform/kept-files.ts';
import { randomBytes } from '#platform/random.ts';
import { warmShrinker } from '#platform/shrink-picture.ts';
import { BlobImage } from '../blob-image.tsx';
import { Button, IconButton } from '../button.tsx';
import { FieldError } from '../field-frame.tsx';
import { Spinner } from '../spinner.tsx';

const newId = createUuidV7Source({ nowMs, randomBytes });

const PROBLEMS: Record<FileProblem, string> = {
  unreadable: 'cannot be read on this device. Try a JPEG, PNG or WebP picture.',
  too_large: 'is larger than 20 MB. Choose a smaller one.',
  empty: 'is empty. Choose another one.',
  no_picture: 'is a document. Only photos can be added here.',
  document_too_large: 'is larger than 10 MB. Choose a smaller one.',
};

/**
 * Photos to take or choose, or files. They are made ready and kept in this browser, and are still there
 * after a reload; the answer names them. Needs no network.
 */
export function FilesField({
  field: { type, label, help, required, max },
  value,
  otherBytes,
  error,
  onReading,
  onChange,
}: {
  field: FormField;
  value: unknown;
  /** Of the files of other questions: all of a form together have a limit. */
  otherBytes: number;
  error: string | undefined;
  /** While files are made ready nothing may be sent. */
  onReading: (isReading: boolean) => void;
  onChange: (files: FormFile[]) => void;
}) {
  const id = useId();
  const files = filesIn(value);
  /** Files come in one by one, later than the press. */
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  });
  useEffect(warmShrinker, []);
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [isReading, setReading] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isPhoto = type === 'photo';
  const most = Number(max);
  const errorId = error ? `${id}-error` : undefined;
  const hintId = `${id}-hint`;
  const told = [errorId, hintId].filter(Boolean).join(' ');

  const addAll = async (picked: readonly File[]): Promise<string[]> => {
    const room = Math.max(0, most - latest.current.length);
    const wrong = picked.length > room ? [fullWords(isPhoto, most)] : [];
    const now = nowMs();
    for (const one of await chooseFiles(picked.slice(0, room), toInstant(now), !isPhoto)) {
      if (one.kind === 'problem') {
        wrong.push(`${one.name || 'This file'} ${PROBLEMS[one.why]}`);
        continue;
      }
      const used = latest.current.reduce((sum, { bytes }) => sum + bytes, otherBytes);
      if (used + one.file.bytes > FORM_MAX_BYTES) {
        wrong.push(
          `${one.file.name} is too much: all files of a form together can be 25 MB. Remove one, or choose a smaller one.`,
        );
        continue;
      }
      const file = { ...one.file, id: newId() };
      if (!(await keepFile(file.id, one.data, now))) {
        wrong.push(
          `${one.file.name} could not be kept: this device is out of space, or the browser keeps nothing in a private window.`,
        );
        continue;
      }
      latest.current = [...latest.current, file];
      onChange(latest.current);
    }
    return wrong;
  };
  const take = async (picked: readonly File[]): Promise<void> => {
    if (picked.length === 0 || isReading) return;
    setReading(true);
    onReading(true);
    try {
      setProblems(await addAll(picked));
    } finally {
      setReading(false);
      onReading(false);
    }
  };
  const remove = (gone: FormFile): void => {
    setProblems([]);
    // The button that was pressed goes.
    choose.current?.focus();
    void dropKeptFiles([gone.id]);
    onChange(files.filter((file) => file.id !== gone.id));
  };
  const input = (ref: typeof camera, name: string, more: { capture?: 'environment' } = {}) => (
    <input
      ref={ref}
      type="file"
      accept={isPhoto ? 'image/*' : 'image/*,application/pdf'}
      multiple={most > 1 && !more.capture}
      aria-label={`${label}: ${name}`}
      tabIndex={-1}
      className="sr-only"
      // Where a form takes whoever has left it out; nobody sees this.
      onFocus={() => choose.current?.focus()}
      {...more}
      onChange={(event) => {
        // A copy: emptying the field empties its list too.
        void take([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
  return (
    <fieldset
      aria-describedby={told}
      data-invalid={error ? '' : undefined}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-1.5 text-sm font-medium">
        {label}
        {!required && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {help && <p className="text-sm text-pretty text-muted">{help}</p>}
      {files.length > 0 && (
        <ul aria-label={`${label}: chosen`} className="grid gap-2">
          {files.map((file) => (
            <ChosenFile key={file.id} file={file} onRemove={() => remove(file)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {isPhoto && (
          <Button icon={Camera} busy={isReading} onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
        )}
        <Button
          ref={choose}
          icon={Paperclip}
          busy={isReading}
          aria-describedby={told}
          onClick={() => library.current?.click()}
        >
          {isPhoto ? 'Choose photos' : 'Choose files'}
        </Button>
        {input(library, isPhoto ? 'photos' : 'files')}
        {isPhoto && input(camera, 'camera', { capture: 'environment' })}
      </div>
      <div role="alert" className="grid gap-1 empty:hidden">
        {problems.map((problem) => (
          <FieldError key={problem} id={undefined} text={problem} />
        ))}
      </div>
      {error && <FieldError id={errorId} text={error} />}
      <p id={hintId} className="text-sm text-pretty text-muted">
        {hintWords(isPhoto, most)}
      </p>
    </fieldset>
  );
}

const countWords = (isPhoto: boolean, most: number): string => {
  const one = isPhoto ? 'photo' : 'photo or PDF';
  return most === 1 ? `one ${one}` : `${most} ${isPhoto ? 'photos' : 'photos or PDFs'}`;
};

const fullWords = (isPhoto: boolean, most: number): string =>
  `Only ${countWords(isPhoto, most)} can be added here. Remove one to add another.`;

const hintWords = (isPhoto: boolean, most: number): string =>
  [
    `At most ${countWords(isPhoto, most)}${isPhoto ? '' : ', a PDF up to 10 MB'}.`,
    'Photos are made smaller here, and the place and time that a camera writes into them are removed.',
  ].join(' ');

/** One file that was chosen, with a look at it and the way to take it away. */
function ChosenFile({ file, onRemove }: { file: FormFile; onRemove: () => void }) {
  const [data, setData] = useState<ArrayBuffer | null | 'asking'>('asking');
  useEffect(() => {
    let isOver = false;
    void readKeptFile(file.id).then((found) => {
      if (!isOver) setData(found);
    });
    return () => {
      isOver = true;
    };
  }, [file.id]);
  const isThere = data !== null && data !== 'asking';
  return (
    <li className="grid gap-1 rounded-md border border-line bg-surface p-2">
      <span className="flex items-center gap-3">
        <span className="grid size-12 shrink-0 place-content-center overflow-hidden rounded bg-sunken text-muted">
          {data === 'asking' ? (
            <Spinner size={18} />
          ) : isThere && isPicture(file) ? (
            <BlobImage
              data={data}
              mediaType={file.media_type}
              alt=""
              className="size-12 object-cover"
            />
          ) : (
            <FileText size={22} aria-hidden />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block break-words">{file.name}</span>
          <span className="block text-sm text-muted">{fileSize(file.bytes)}</span>
        </span>
        <IconButton icon={Trash2} label={`Remove ${file.name}`} onClick={onRemove} />
      </span>
      {data === null && (
        <FieldError
          id={undefined}
          text="This is not on this device any more. Remove it and choose it again."
        />
      )}
    </li>
  );
}
