import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { SideSheet } from './side-sheet.tsx';
import type { Form } from './use-form.ts';

/**
 * A form in a side sheet: save at the bottom, where the thumb is, and no way to lose what was
 * typed by pressing beside it.
 */
export function FormSheet<V extends object>({
  open,
  title,
  form,
  saveLabel = 'Save',
  onClose,
  size,
  actions,
  focusFirst = false,
  readOnly = false,
  isDangerous = false,
  children,
}: {
  open: boolean;
  title: string;
  form: Form<V>;
  saveLabel?: string;
  onClose: () => void;
  size?: 'md' | 'lg';
  /** Other things to do with the row (archive), left of the save button. */
  actions?: ReactNode;
  /** Typing can begin at once: for new things, whose first field is always the next step. */
  focusFirst?: boolean;
  /** For people who may look but not change. */
  readOnly?: boolean;
  /** Saving takes something away for good. */
  isDangerous?: boolean;
  children: ReactNode;
}) {
  const [isAsking, setAsking] = useState(false);
  const asks = isAsking && form.isDirty;
  const { ref } = form.formProps;
  useEffect(() => {
    // After the sheet has opened: opening moves the focus to its first button.
    if (open && focusFirst) ref.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [open, focusFirst, ref]);
  const leave = (): void => {
    form.reset();
    setAsking(false);
    onClose();
  };
  return (
    <SideSheet
      open={open}
      title={title}
      {...(size ? { size } : {})}
      onClose={() => (form.isDirty && open ? setAsking(true) : onClose())}
      footer={
        readOnly ? null : asks ? (
          <div role="alert" className="flex w-full flex-wrap items-center justify-end gap-2">
            <p className="w-full font-medium sm:w-auto sm:flex-1">Discard what you typed?</p>
            <Button className="max-sm:flex-1" onClick={() => setAsking(false)} autoFocus>
              Keep editing
            </Button>
            <Button className="max-sm:flex-1" variant="danger" onClick={leave}>
              Discard
            </Button>
          </div>
        ) : (
          <>
            {actions && <div className="mr-auto flex max-sm:flex-none!">{actions}</div>}
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              type="submit"
              form={form.formProps.id}
              busy={form.isBusy}
            >
              {saveLabel}
            </Button>
          </>
        )
      }
    >
      <form {...form.formProps} className="grid gap-4">
        {form.isRestored && <RestoredNotice onStartOver={form.reset} />}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <fieldset disabled={readOnly} className="contents">
          {children}
        </fieldset>
      </form>
    </SideSheet>
  );
}
