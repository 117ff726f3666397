import { useStore } from '#ui/store.ts';
import { toastStore } from '#ui/toast.ts';
import { Suspense, lazy, useState } from 'react';

const ToastViewport = lazy(async () => {
  const { ToastViewport: Viewport } = await import('#ui/toast-viewport.tsx');
  return { default: Viewport };
});

/** Fetches what draws toasts with the first toast, and keeps it then. */
export function Toasts() {
  const wanted = useStore(toastStore, (state) => state.toasts.length > 0);
  const [loaded, setLoaded] = useState(false);
  if (wanted && !loaded) setLoaded(true);
  if (!wanted && !loaded) return null;
  return (
    <Suspense fallback={null}>
      <ToastViewport />
    </Suspense>
  );
}
