import { pathTo } from '#app/paths.ts';
import { useWorkspace } from '#app/workspace-context.ts';
import { businessSettings } from '#db/queries/business.ts';
import { find } from '#db/queries/find.ts';
import type { Found } from '#db/queries/find.ts';
import { useQuery } from '#db/use-query.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { Icon } from '#ui/icon.ts';
import { showToast } from '#ui/toast.ts';
import { useDialog } from '#ui/use-dialog.ts';
import clsx from 'clsx';
import { CalendarClock, Search, UserRound } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { actions, matching, places } from './commands.ts';
import { closePalette } from './palette-store.ts';

type Entry = { id: string; icon: Icon; label: string; hint?: string; run: () => void };
type Group = { title: string; entries: Entry[] };

const NOTHING: Found = { text: '', clients: [], coming: [] };

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
  const { groups, isStale } = useGroups(text);
  const waits = useRef(false);
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.min(active, Math.max(0, entries.length - 1));

  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    closePalette();
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
              onChange={(event) => {
                setText(event.target.value);
                setActive(0);
                waits.current = false;
                list.current?.scrollTo({ top: 0 });
              }}
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
                    <Line
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
          <p
            role="status"
            className={clsx(entries.length > 0 ? 'sr-only' : 'px-5 py-6 text-muted')}
          >
            {entries.length > 0
              ? `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`
              : 'Nothing found on this device.'}
          </p>
        </div>
      )}
    </dialog>
  );
}

function Line({
  id,
  index,
  entry,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  index: number;
  entry: Entry;
  isActive: boolean;
  onPoint: (index: number) => void;
  onChoose: () => void;
}) {
  const { icon: Icon, label, hint } = entry;
  return (
    // Focus stays in the field; keys are handled there (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-index={index}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => onPoint(index)}
      onClick={onChoose}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
        isActive && 'bg-accent-soft',
      )}
    >
      <Icon
        size={20}
        className={clsx('shrink-0', isActive ? 'text-accent' : 'text-muted')}
        aria-hidden
      />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{label}</bdi>
        {hint && <span className="block truncate text-sm text-muted">{hint}</span>}
      </span>
    </div>
  );
}

/** `isStale`: the people are still those of the letters before. */
const useGroups = (text: string): { groups: Group[]; isStale: boolean } => {
  const navigate = useNavigate();
  const { sync } = useWorkspace();
  const found = useQuery((db) => find(db, text), [text]) ?? NOTHING;
  const settings = useQuery(businessSettings, []);
  const known = useMemo(
    () =>
      actions(() => {
        sync.syncNow();
        showToast({ type: 'info', title: 'Syncing' });
      }),
    [sync],
  );
  const entryOf = (command: (typeof known)[number]): Entry => ({
    id: command.id,
    icon: command.icon,
    label: command.label,
    run: () => {
      if (command.to !== undefined) void navigate(command.to);
      command.act?.();
    },
  });
  const formats = settings && businessFormats(settings.business);
  const groups: Group[] = [
    {
      title: 'Clients',
      entries: found.clients.map(({ id, name, phone, email }) => ({
        id: `client ${id}`,
        icon: UserRound,
        label: name,
        hint: phone ?? email ?? '',
        run: () => void navigate(pathTo('client', { clientId: id })),
      })),
    },
    {
      title: 'Coming appointments',
      entries: found.coming.map(({ id, clientName, startsAt, services }) => ({
        id: `appointment ${id}`,
        icon: CalendarClock,
        label: clientName,
        hint: [formats?.dateTime(startsAt), services].filter(Boolean).join(' · '),
        run: () => void navigate(pathTo('appointment', { appointmentId: id })),
      })),
    },
    { title: 'Do', entries: matching(known, text).map(entryOf) },
    { title: 'Go to', entries: matching(places, text).map(entryOf) },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isStale: found.text !== text,
  };
};
