import { fileSize } from '#domain/forms/files.ts';

/** How much of the photos and files of a form has arrived, in bytes. */
export function FilesProgress({ done, total }: { done: number; total: number }) {
  return (
    <div className="mt-4">
      <progress
        aria-label="Sending photos and files"
        value={done}
        max={Math.max(total, 1)}
        className="block h-2 w-full overflow-hidden rounded-full accent-(--accent)"
      />
      <p className="mt-2 text-sm text-muted tabular-nums">
        {fileSize(done)} of {fileSize(total)} sent
      </p>
    </div>
  );
}
