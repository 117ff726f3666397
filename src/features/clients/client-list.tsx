import type { RowKey } from '#domain/commands/op.ts';
import { rowKey } from '#domain/commands/op.ts';
import { memo, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { WindowVirtualizer } from 'virtua';
import type { WindowVirtualizerHandle } from 'virtua';
import { isLetter, letterPlaces, nextClientLine } from './client-lines.ts';
import type { Line } from './client-lines.ts';
import { ClientRow } from './client-row.tsx';
import type { ListMemory } from './list-memory.ts';

export type ClientListHandle = {
  /** Moves the keyboard to the first client. */
  focusFirst: () => void;
};

/** After this many frames a line is not going to appear any more. */
const FOCUS_FRAMES = 30;

/** Where a list stood when it was left. */
export type LeftAt = Pick<ListMemory, 'scrollTop' | 'sizes' | 'count'>;

/**
 * Any number of clients; only the lines in sight are in the page. Arrow keys, Home and End move. Drawn
 * again for another answer only: a key into the search draws the screen twice before it has one.
 */
export const ClientList = memo(function ClientList({
  lines,
  pending,
  showsContact,
  start,
  onLeave,
  onAboveFirst,
  ref,
}: {
  lines: readonly Line[];
  pending: ReadonlySet<RowKey>;
  showsContact: boolean;
  start: LeftAt;
  onLeave: (place: LeftAt) => void;
  /** The arrow key went up from the first line. */
  onAboveFirst: () => void;
  ref?: Ref<ClientListHandle>;
}) {
  const list = useRef<WindowVirtualizerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef<(place: Pick<LeftAt, 'scrollTop' | 'sizes'>) => void>(() => undefined);
  useEffect(() => {
    leave.current = (place) => onLeave({ ...place, count: lines.length });
  });

  useLayoutEffect(() => {
    if (start.scrollTop > 0) window.scrollTo(0, start.scrollTop);
    const handle = list.current;
    return () => leave.current({ scrollTop: window.scrollY, sizes: handle?.cache ?? null });
    // Only the place it was left at counts; later ones are the reader's own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const focusLine = (index: number | null): void => {
    if (index === null) return;
    list.current?.scrollToIndex(index, { align: 'nearest' });
    // The line has to be in the page first; a far one takes a few frames to be scrolled to.
    const tryFocus = (framesLeft: number): void => {
      const line = box.current?.querySelector<HTMLElement>(`[data-line="${index}"]`);
      if (line) line.focus({ preventScroll: true });
      else if (framesLeft > 0) requestAnimationFrame(() => tryFocus(framesLeft - 1));
    };
    requestAnimationFrame(() => tryFocus(FOCUS_FRAMES));
  };
  useImperativeHandle(ref, () => ({ focusFirst: () => focusLine(nextClientLine(lines, -1, 1)) }));

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = Number((event.target as HTMLElement).dataset['line'] ?? Number.NaN);
    const target = targetOf(event.key, lines, at);
    if (target === undefined) return;
    event.preventDefault();
    if (target === null && event.key === 'ArrowUp') onAboveFirst();
    else focusLine(target);
  };

  return (
    <div className="flex gap-2">
      {/* Keys move between the links inside; the box itself is not a control. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={box} className="min-w-0 flex-1" onKeyDown={onKeyDown}>
        <WindowVirtualizer
          ref={list}
          as="ul"
          item="li"
          data={lines}
          {...(start.sizes && start.count === lines.length ? { cache: start.sizes } : {})}
        >
          {(line, index) =>
            isLetter(line) ? (
              <h2
                key={line.letter}
                className="px-1 pt-5 pb-1 text-sm font-semibold text-accent sm:px-3"
              >
                {line.letter}
              </h2>
            ) : (
              <ClientRow
                key={line.id}
                entry={line}
                index={index}
                isWaiting={pending.has(rowKey('clients', line.id))}
                showsContact={showsContact}
              />
            )
          }
        </WindowVirtualizer>
      </div>
      <LetterRail lines={lines} onJump={(index) => list.current?.scrollToIndex(index)} />
    </div>
  );
});

/** undefined = not our key; null = there is nothing further. */
const targetOf = (key: string, lines: readonly Line[], at: number): number | null | undefined => {
  if (Number.isNaN(at)) return undefined;
  if (key === 'ArrowDown') return nextClientLine(lines, at, 1);
  if (key === 'ArrowUp') return nextClientLine(lines, at, -1);
  if (key === 'Home') return nextClientLine(lines, -1, 1);
  if (key === 'End') return nextClientLine(lines, lines.length, -1);
  return undefined;
};

/** Jumps to a letter, where a mouse can hit it; on phones searching is quicker. */
function LetterRail({
  lines,
  onJump,
}: {
  lines: readonly Line[];
  onJump: (index: number) => void;
}) {
  const places = letterPlaces(lines);
  if (places.length < 4 || places.length > 30) return null;
  return (
    <nav
      aria-label="Jump to letter"
      className="sticky top-20 hidden h-fit flex-col py-4 lg:flex pointer-coarse:hidden"
    >
      {places.map(({ letter, index }) => (
        <button
          key={letter}
          type="button"
          onClick={() => onJump(index)}
          className="grid h-6 w-7 place-items-center rounded-sm text-xs font-medium text-muted hover:bg-raised hover:text-ink"
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}
