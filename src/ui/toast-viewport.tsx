import { Toast as Base } from '@base-ui/react/toast';
import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CSSProperties } from 'react';
import type { Icon } from './icon.ts';
import { openDialogs } from './open-dialogs.ts';
import { useStore } from './store.ts';
import { TOAST_EXIT_MS, TOAST_MS, forgetToast, toastGone, toastStore } from './toast.ts';
import type { Toast, ToastType } from './toast.ts';
import './toast.css';

const looks: Record<ToastType, { icon: Icon | null; tone: string }> = {
  success: { icon: CircleCheck, tone: 'text-success' },
  error: { icon: CircleAlert, tone: 'text-danger' },
  info: { icon: Info, tone: 'text-info' },
  warning: { icon: TriangleAlert, tone: 'text-warning' },
  default: { icon: null, tone: '' },
};

/**
 * Draws the toasts of the store. Timers, pausing (hover, focus, hidden tab), swiping to either side
 * and announcing come from the library; the looks and the 300 ms way out are in toast.css.
 */
export function ToastViewport() {
  return (
    <Base.Provider timeout={TOAST_MS} limit={4}>
      <Feed />
      <Drawn />
    </Base.Provider>
  );
}

/** Hands each new toast of our store to the library, once. */
function Feed() {
  // Not a manager of our own: the provider would listen to it only after this effect has run, and
  // the toast that made us load would be lost.
  const { add, close } = Base.useToastManager<{ toast: Toast }>();
  const toasts = useStore(toastStore, (state) => state.toasts);
  const known = useRef(new Set<string>());
  useEffect(() => {
    const now = new Set(toasts.map(({ id }) => id));
    for (const id of known.current) {
      if (now.has(id)) continue;
      known.current.delete(id);
      close(id);
    }
    for (const toast of toasts) {
      if (known.current.has(toast.id)) continue;
      known.current.add(toast.id);
      add({
        id: toast.id,
        type: toast.type,
        title: toast.title,
        ...(toast.description ? { description: toast.description } : {}),
        data: { toast },
        onClose: () => toastGone(toast.id),
      });
    }
  }, [toasts, add, close]);
  return null;
}

function Drawn() {
  const { toasts } = Base.useToastManager<{ toast: Toast }>();
  const dialog = useStore(openDialogs, (open) => open.at(-1));
  return (
    // No container means the page; null would mean "not known yet" and draw nothing.
    <Base.Portal {...(dialog ? { container: dialog } : {})}>
      <Base.Viewport className="toasts" style={exitTime}>
        {toasts.map((drawn) => (
          <Base.Root
            key={drawn.id}
            toast={drawn}
            swipeDirection={['left', 'right']}
            className="toast"
            // Not a dialog, modal or not: it asks for nothing and takes no focus.
            role="group"
            aria-modal={undefined}
          >
            <Base.Content className="flex items-center gap-3">
              <Mark type={(drawn.type ?? 'default') as ToastType} />
              <div className="min-w-0 flex-1 py-1">
                {/* The library's own "high priority" would hide the buttons of an error from screen readers. */}
                <Base.Title
                  render={<p role={drawn.type === 'error' ? 'alert' : undefined} />}
                  className="font-medium"
                />
                <Base.Description className="text-sm text-muted" />
              </div>
              {drawn.data?.toast.action && <Action toast={drawn.data.toast} />}
              <Base.Close
                aria-label="Dismiss"
                // The library hides it from screen readers until something has the focus, but not
                // from the Tab key.
                aria-hidden={undefined}
                className="-mr-1 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
              >
                <X size={18} aria-hidden />
              </Base.Close>
            </Base.Content>
          </Base.Root>
        ))}
      </Base.Viewport>
    </Base.Portal>
  );
}

/** The stylesheet animates the way out; how long is decided in one place. */
const exitTime = { '--toast-exit': `${TOAST_EXIT_MS}ms` } as CSSProperties;

function Mark({ type }: { type: ToastType }) {
  const { icon: Icon, tone } = looks[type];
  return Icon && <Icon size={20} className={clsx('shrink-0', tone)} aria-hidden />;
}

function Action({ toast }: { toast: Toast }) {
  const { action, id } = toast;
  if (!action) return null;
  return (
    <Base.Action
      className="min-h-9 shrink-0 rounded-md px-3 text-sm font-semibold text-accent hover:bg-accent-soft pointer-coarse:min-h-11"
      onClick={() => {
        forgetToast(id);
        action.onPress();
      }}
    >
      {action.label}
    </Base.Action>
  );
}
