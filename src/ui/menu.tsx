import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Icon } from './icon.ts';
import { popupLook, usePopup } from './use-popup.ts';

export type MenuItem = {
  label: string;
  icon?: Icon;
  /** What happens, or where it goes. */
  onPress?: () => void;
  to?: string;
  tone?: 'danger';
  disabled?: boolean;
  /** A short explanation under the label. */
  hint?: string;
  /** A line above: another kind of thing begins. */
  startsGroup?: boolean;
};

/** What the trigger has to spread on its button. */
export type MenuTriggerProps = {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** A button that opens a list of actions. Arrow keys, Home, End, letters, Escape and Tab work. */
export function Menu({
  label,
  trigger,
  items,
  align = 'end',
  wide = false,
}: {
  label: string;
  trigger: (props: MenuTriggerProps) => ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  /** The trigger takes the whole width. */
  wide?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const popup = usePopup({ open, anchor, align, onClose: () => setOpen(false) });

  const entries = (): HTMLElement[] => [
    ...(popup.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  const close = (): void => {
    setOpen(false);
    anchor.current?.querySelector('button')?.focus();
  };

  useEffect(() => {
    if (open) popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [open, popup]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const all = entries();
    const at = all.findIndex((entry) => entry === document.activeElement);
    const next = nextIndex(event.key, at, all);
    if (next !== null) {
      event.preventDefault();
      all[next]?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') {
      setOpen(false);
    }
  };

  return (
    <span ref={anchor} className={wide ? 'flex w-full *:flex-1' : 'inline-flex'}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key === 'ArrowDown' && !open) {
            event.preventDefault();
            setOpen(true);
          }
        },
      })}
      {open && (
        // The keys belong to the list as a whole: focus wanders over its items.
        <div
          ref={popup}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          popover="manual"
          onKeyDown={onKeyDown}
          className={clsx(popupLook, 'w-max max-w-80 min-w-48 !flex-none')}
        >
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </span>
  );
}

/** Which entry a key leads to; null when the key does not move. */
const nextIndex = (key: string, at: number, all: readonly HTMLElement[]): number | null => {
  if (all.length === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % all.length;
  if (key === 'ArrowUp') return (at - 1 + all.length) % all.length;
  if (key === 'Home') return 0;
  if (key === 'End') return all.length - 1;
  if (key.length !== 1 || key === ' ') return null;
  const startsSo = (entry: HTMLElement): boolean =>
    (entry.textContent ?? '').toLowerCase().startsWith(key.toLowerCase());
  const after = all.findIndex((entry, index) => index > at && startsSo(entry));
  const found = after >= 0 ? after : all.findIndex(startsSo);
  return found >= 0 ? found : null;
};

function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const { icon: Icon, label, hint, tone, to, onPress, disabled, startsGroup } = item;
  const look = clsx(
    'relative flex w-full min-h-11 items-center gap-3 rounded-md px-3 py-2 text-left transition-colors duration-100',
    'hover:bg-raised focus-visible:bg-raised focus-visible:-outline-offset-2',
    tone === 'danger' ? 'text-danger' : 'text-ink',
    disabled && 'opacity-50',
    startsGroup && 'menu-group',
  );
  const content = (
    <>
      {Icon && <Icon size={18} className="shrink-0" aria-hidden />}
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </>
  );
  if (to !== undefined && !disabled) {
    return (
      <Link role="menuitem" tabIndex={-1} to={to} className={look} onClick={onDone}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      className={look}
      onClick={() => {
        if (disabled) return;
        onDone();
        onPress?.();
      }}
    >
      {content}
    </button>
  );
}
