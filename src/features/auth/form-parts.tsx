import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { Notice } from '#ui/notice.tsx';
import { useOnline } from '#ui/use-online.ts';
import { useEffect, useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';

/** Heading of an auth page; it is also the document's title. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="mb-7 grid gap-1.5">
      <h1 className="text-3xl leading-tight font-semibold tracking-tight">{title}</h1>
      {children && <p className="text-pretty text-muted">{children}</p>}
    </div>
  );
}

/**
 * A form that talks to the server: it says when that cannot work, shows what went wrong above the
 * fields, and moves to the first wrong field.
 */
export function AuthForm({
  label,
  offline = 'You are offline. This needs a connection; what you typed stays here.',
  failure,
  onSubmit,
  children,
}: {
  label: string;
  /** What it says while there is no network. */
  offline?: string;
  /** What the server said about the last attempt; a new object for each attempt. */
  failure: { text: string; action?: ReactNode } | null;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const online = useOnline();
  return (
    <form
      ref={form}
      aria-label={label}
      noValidate
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
        focusFirstInvalid(form.current);
      }}
    >
      {!online && (
        <Notice tone="warning" live>
          {offline}
        </Notice>
      )}
      {failure && (
        <Notice tone="danger">
          {failure.text} {failure.action}
        </Notice>
      )}
      {children}
    </form>
  );
}
