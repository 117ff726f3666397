import clsx from 'clsx';
import { Check, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { FieldFrame, controlLook } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';
import { ListOption, OptionText } from './list-option.tsx';
import { popupLook, usePopup } from './use-popup.ts';

export type ComboboxOption = { id: string; label: string; hint?: string; leading?: ReactNode };

/**
 * A field that finds one of many. The caller owns the query and the matching options (so that it
 * may search a database); picking writes the option's label into the field.
 */
export function Combobox({
  query,
  onQueryChange,
  options,
  selectedId = null,
  onPick,
  onCreate,
  createLabel = (text) => `Add “${text}”`,
  emptyText = 'Nothing found',
  placeholder,
  autoFocus,
  ...frame
}: FieldFrameProps & {
  query: string;
  onQueryChange: (query: string) => void;
  options: readonly ComboboxOption[];
  selectedId?: string | null;
  onPick: (option: ComboboxOption) => void;
  /** Offers to make a new one from what was typed. */
  onCreate?: (query: string) => void;
  createLabel?: (query: string) => string;
  emptyText?: string;
  placeholder?: string;
  autoFocus?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const popup = usePopup({ open, anchor, matchWidth: true, onClose: () => setOpen(false) });

  const typed = query.trim();
  const canCreate = onCreate !== undefined && typed !== '';
  const count = options.length + (canCreate ? 1 : 0);
  const at = Math.min(active, Math.max(0, count - 1));

  const show = (index: number): void => {
    setOpen(true);
    setActive(index);
    popup.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (index: number): void => {
    const option = options[index];
    setOpen(false);
    if (option) onPick(option);
    else if (canCreate) onCreate(typed);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return show(0);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      show(count === 0 ? 0 : (at + step + count) % count);
    } else if (event.key === 'Enter' && open && count > 0) {
      event.preventDefault();
      choose(at);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  const optionAt = (index: number) => ({
    id: `${listId}-${index}`,
    index,
    isActive: index === at,
    onPoint: setActive,
    onChoose: choose,
  });
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div ref={anchor}>
          <input
            {...control}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && count > 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            autoFocus={autoFocus}
            data-autofocus={autoFocus || undefined}
            placeholder={placeholder}
            value={query}
            onChange={(event) => {
              onQueryChange(event.target.value);
              show(0);
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
            className={controlLook(Boolean(frame.error))}
          />
          {open && (
            <div
              ref={popup}
              id={listId}
              role="listbox"
              aria-label={frame.label}
              popover="manual"
              className={clsx(popupLook, '!max-h-80')}
            >
              {options.map(({ id, label, hint, leading }, index) => (
                <ListOption key={id} {...optionAt(index)} isSelected={id === selectedId}>
                  {leading}
                  <OptionText label={label} hint={hint} />
                  {id === selectedId && (
                    <Check size={18} className="shrink-0 text-accent" aria-hidden />
                  )}
                </ListOption>
              ))}
              {canCreate && (
                <ListOption {...optionAt(options.length)} isSelected={false}>
                  <Plus size={18} className="shrink-0 text-accent" aria-hidden />
                  <span className="min-w-0 flex-1 text-accent">{createLabel(typed)}</span>
                </ListOption>
              )}
              {count === 0 && <p className="px-3 py-2.5 text-muted">{emptyText}</p>}
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
