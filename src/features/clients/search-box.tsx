import { controlLook } from '#ui/field-frame.tsx';
import { IconButton } from '#ui/button.tsx';
import clsx from 'clsx';
import { Search, X } from 'lucide-react';
import { useEffect } from 'react';
import type { RefObject } from 'react';

/** The search of the client list. `/` moves to it from anywhere, arrow down into the results. */
export function SearchBox({
  text,
  onText,
  onDown,
  onEnter,
  inputRef,
}: {
  text: string;
  onText: (text: string) => void;
  onDown: () => void;
  onEnter: () => void;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      inputRef.current?.focus();
      inputRef.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [inputRef]);
  return (
    <form
      role="search"
      className="relative flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <Search
        size={18}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        ref={inputRef}
        type="search"
        aria-label="Search clients"
        aria-keyshortcuts="/"
        placeholder="Name, phone, e-mail or tag"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            onDown();
          } else if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            onText('');
          }
        }}
        className={clsx(controlLook(false), 'pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden')}
      />
      {text !== '' && (
        <IconButton
          icon={X}
          label="Clear the search"
          className="absolute top-0 right-0"
          onClick={() => {
            onText('');
            inputRef.current?.focus();
          }}
        />
      )}
    </form>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
