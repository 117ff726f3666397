import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import clsx from 'clsx';
import { FileSpreadsheet, FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { readListFile } from './file.ts';
import type { Headings, ListFile } from './file.ts';
import { FILE_PROBLEMS } from './words.ts';

/** Takes a file by button or by dropping it. */
export function ChooseStep<F extends string>({
  title,
  headings,
  onFile,
}: {
  title: string;
  headings: Headings<F>;
  onFile: (file: ListFile<F>) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file || isReading) return;
    setReading(true);
    setProblem(null);
    try {
      const read = await readListFile(file, headings);
      if (typeof read === 'string') setProblem(FILE_PROBLEMS[read]);
      else onFile(read);
    } catch {
      // The file was moved, or lies in a cloud that cannot be reached.
      setProblem('This file could not be read. Choose it again.');
    } finally {
      setReading(false);
    }
  };
  return (
    <div className="grid gap-3">
      {/* Dropping is a second way; the button is the first. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
        className={clsx(
          'grid justify-items-center gap-4 rounded-xl border-2 border-dashed px-6 py-10 text-center transition-colors duration-150',
          isOver ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
        )}
      >
        <FileSpreadsheet size={36} strokeWidth={1.5} className="text-muted" aria-hidden />
        <div className="max-w-md text-pretty">
          <p className="font-semibold">{title}</p>
          <p className="mt-1 text-muted">
            Most programs call it “Export” and offer CSV. Any columns, separators and alphabets will
            do. Nothing changes before you have seen what would happen.
          </p>
        </div>
        <Button
          variant="primary"
          icon={FolderOpen}
          busy={isReading}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-label="CSV file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </div>
  );
}
