import clsx from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { OverlayHeader } from './overlay-header.tsx';
import { useDialog } from './use-dialog.ts';

export type OverlayProps = {
  open: boolean;
  /** Asked by Escape, the close button and a press beside it. Not calling back keeps it open. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays visible while the content scrolls: the buttons. */
  footer?: ReactNode;
};

/** A question in the middle of the screen. Its content is only mounted while it is open. */
export function Modal({
  open,
  onClose,
  title,
  children,
  footer,
  size = 'md',
}: OverlayProps & { size?: 'sm' | 'md' | 'lg' }) {
  const titleId = useId();
  const { isShown, opening, dialogProps } = useDialog(open, onClose);
  return (
    <dialog
      {...dialogProps}
      aria-labelledby={titleId}
      className={clsx(
        'overlay overlay-modal m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)]',
        'rounded-xl bg-surface text-ink shadow-float',
        { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' }[size],
      )}
    >
      {isShown && (
        <div key={opening} className="flex max-h-[calc(100dvh-2rem)] flex-col">
          <OverlayHeader id={titleId} title={title} onClose={onClose} />
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
            {children}
          </div>
          {footer && <OverlayFooter>{footer}</OverlayFooter>}
        </div>
      )}
    </dialog>
  );
}

export function OverlayFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-1">
      {children}
    </footer>
  );
}
