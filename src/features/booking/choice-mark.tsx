import clsx from 'clsx';

/** The input of a row that can be pressed as a whole; what one sees is the mark beside it. */
export const choiceInput =
  'peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed';

/** What stands at the end of a choosable row: a plus that becomes a check, or a radio's dot. */
export function ChoiceMark({ kind }: { kind: 'one' | 'many' }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center rounded-full border-2 border-field text-muted transition-colors duration-150',
        'peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent',
        'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
        kind === 'many'
          ? 'size-8 [&>svg:last-child]:hidden peer-checked:[&>svg:first-child]:hidden peer-checked:[&>svg:last-child]:block'
          : 'size-6 [&>svg]:hidden peer-checked:[&>svg:last-child]:block',
      )}
    >
      {/* Drawn here: two strokes are not worth an icon library on the first page. */}
      <Stroke size={18} path="M12 5v14M5 12h14" />
      <Stroke size={kind === 'many' ? 18 : 15} path="m5 12.5 4.5 4.5L19 7.5" />
    </span>
  );
}

function Stroke({ size, path }: { size: number; path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
