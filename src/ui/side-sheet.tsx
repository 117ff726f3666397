import clsx from 'clsx';
import { useId } from 'react';
import { OverlayFooter } from './modal.tsx';
import type { OverlayProps } from './modal.tsx';
import { OverlayHeader } from './overlay-header.tsx';
import { useDialog } from './use-dialog.ts';

/** A panel from the right; on phones it comes from below, where the thumb is. */
export function SideSheet({
  open,
  onClose,
  title,
  children,
  footer,
  size = 'md',
}: OverlayProps & { size?: 'md' | 'lg' }) {
  const titleId = useId();
  const { isShown, opening, dialogProps } = useDialog(open, onClose);
  return (
    <dialog
      {...dialogProps}
      aria-labelledby={titleId}
      className={clsx(
        'overlay overlay-sheet fixed inset-auto right-0 bottom-0 w-full bg-surface text-ink shadow-float',
        'max-md:left-0 max-md:max-h-[92dvh] max-md:rounded-t-xl',
        'md:top-0 md:h-dvh md:rounded-l-xl',
        size === 'md' ? 'md:w-110' : 'md:w-160',
      )}
    >
      {isShown && (
        <div key={opening} className="flex max-h-[92dvh] flex-col md:h-full md:max-h-none">
          <div className="mx-auto mt-2 h-1 w-9 rounded-full bg-line md:hidden" aria-hidden />
          <OverlayHeader id={titleId} title={title} onClose={onClose} />
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
          {footer && <OverlayFooter>{footer}</OverlayFooter>}
        </div>
      )}
    </dialog>
  );
}
