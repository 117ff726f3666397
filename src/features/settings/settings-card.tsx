import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Form } from '#ui/use-form.ts';
import type { ReactNode } from 'react';

/** One group of settings. With a form it saves by itself; the buttons appear with the first change. */
export function SettingsCard<V extends object>({
  id,
  title,
  text,
  form,
  readOnly = false,
  saveLabel = 'Save',
  children,
}: {
  id: string;
  title: string;
  text?: ReactNode;
  form?: Form<V>;
  readOnly?: boolean;
  saveLabel?: string;
  children: ReactNode;
}) {
  const body = (
    <fieldset disabled={readOnly} className="grid min-w-0 grid-cols-1 gap-5">
      {children}
    </fieldset>
  );
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 rounded-lg border border-line bg-surface shadow-card"
    >
      <header className="px-5 pt-4">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        {text && <p className="mt-0.5 text-pretty text-muted">{text}</p>}
      </header>
      {form ? (
        <form {...form.formProps}>
          <div className="grid grid-cols-1 gap-5 p-5">
            {form.isRestored && (
              <Notice>What you changed here before and did not save is back.</Notice>
            )}
            {form.failure && <Notice tone="danger">{form.failure}</Notice>}
            {body}
          </div>
          {form.isDirty && !readOnly && (
            <footer className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom))] flex flex-wrap justify-end gap-2 rounded-b-lg border-t border-line bg-surface px-5 py-3">
              <Button onClick={form.reset}>Discard</Button>
              <Button variant="primary" type="submit" busy={form.isBusy}>
                {saveLabel}
              </Button>
            </footer>
          )}
        </form>
      ) : (
        <div className="p-5">{body}</div>
      )}
    </section>
  );
}

/** A line between parts of one card. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-1 gap-4 border-t border-line pt-5 first:border-0 first:pt-0"
    >
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
