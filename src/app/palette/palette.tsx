import { useDialog } from '#ui/use-dialog.ts';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { PaletteLine } from './palette-line.tsx';
import { closePalette } from './palette-store.ts';
import { usePaletteGroups } from './use-palette-groups.ts';
import type { Entry } from './use-palette-groups.ts';

/**
 * One field from which everything is reached: people, what they have booked, screens, actions. All
 * of it is on the device. The field keeps the focus; the list is told by aria-activedescendant.
 */
export function Palette({ open }: { open: boolean }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Opened again while it was still leaving: what was looked for before is over.
    if (open) setText('');
  }
  const { isShown, dialogProps } = useDialog(open, closePalette);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const waits = useRef(false);
  const search = (next: string): void => {
    setText(next);
    setActive(0);
    waits.current = false;
    list.current?.scrollTo({ top: 0 });
  };
  const { groups, isStale, isMiss } = usePaletteGroups(text, () => search(''));
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.min(active, Math.max(0, entries.length - 1));

  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    if (!entry.staysOpen) closePalette();
    entry.run();
  };
  useEffect(() => {
    // Enter came before the people for the last letters did: what stood there was somebody else.
    if (!waits.current || isStale) return;
    waits.current = false;
    choose(entries[at]);
  });
  const show = (index: number): void => {
    setActive(index);
    list.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the composition of a Japanese word; it does not choose.
    if (event.nativeEvent.isComposing) return;
    const count = entries.length;
    const steps: Record<string, number | undefined> = {
      ArrowDown: (at + 1) % count,
      ArrowUp: (at - 1 + count) % count,
      PageDown: Math.min(at + 8, count - 1),
      PageUp: Math.max(at - 8, 0),
    };
    const next = steps[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isStale) waits.current = true;
      else choose(entries[at]);
    } else if (next !== undefined && count > 0) {
      event.preventDefault();
      show(next);
    } else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      closePalette();
    }
  };

  return (
    <dialog
      {...dialogProps}
      aria-label="Find or do"
      className={clsx(
        'overlay overlay-modal mx-auto w-[calc(100vw-1.5rem)] max-w-xl rounded-xl bg-surface text-ink shadow-float',
        'mt-[max(0.75rem,env(safe-area-inset-top))] sm:mt-[12vh]',
      )}
    >
      {isShown && (
        <div className="flex max-h-[calc(100dvh-1.5rem)] flex-col sm:max-h-[70vh]">
          <div className="flex items-center gap-3 border-b border-line px-4">
            <Search size={20} className="shrink-0 text-muted" aria-hidden />
            <input
              type="text"
              role="combobox"
              aria-label="Find a client, a screen, or something to do"
              aria-expanded={entries.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={entries.length > 0 ? `${listId}-${at}` : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={100}
              autoFocus
              data-autofocus
              placeholder="Client, screen, action …"
              value={text}
              onChange={(event) => search(event.target.value)}
              onKeyDown={onKeyDown}
              className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
            />
            <button
              type="button"
              onClick={closePalette}
              className="-mr-2 min-h-11 rounded-md px-2 text-sm text-muted hover:bg-raised hover:text-ink"
            >
              Close
            </button>
          </div>
          <p
            role="status"
            className={clsx(
              isMiss ? 'px-5 pt-4 pb-1' : entries.length > 0 ? 'sr-only' : 'px-5 py-6 text-muted',
            )}
          >
            {isMiss ? (
              <>
                Nothing found on this device.
                <span className="sr-only"> {counted(entries.length, 'suggestion')}</span>
              </>
            ) : entries.length > 0 ? (
              counted(entries.length, 'result')
            ) : (
              'Looking…'
            )}
          </p>
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label="Results"
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 empty:hidden"
          >
            {groups.map((group) => (
              <div key={group.title} role="group" aria-label={group.title}>
                <p className="px-3 pt-2 pb-1 text-sm font-medium text-muted" aria-hidden>
                  {group.title}
                </p>
                {group.entries.map((entry) => {
                  const index = entries.indexOf(entry);
                  return (
                    <PaletteLine
                      key={entry.id}
                      id={`${listId}-${index}`}
                      index={index}
                      entry={entry}
                      isActive={index === at}
                      onPoint={setActive}
                      onChoose={() => choose(entry)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
        </div>
      )}
    </dialog>
  );
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;
