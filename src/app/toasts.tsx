import { lazyExtra } from '#ui/lazy-part.tsx';
import { useStore } from '#ui/store.ts';
import { toastStore } from '#ui/toast.ts';
import { Suspense, useEffect, useState } from 'react';

const ToastViewport = lazyExtra(async () => (await import('#ui/toast-viewport.tsx')).ToastViewport);

/** The screen comes first, also with what it fetches for its next step. */
const AFTER_THE_SCREEN_MS = 1_000;

/**
 * Draws toasts. What draws them is fetched after the screen, not with the first toast: that one may
 * be about the network having gone.
 */
export function Toasts() {
  const wanted = useStore(toastStore, (state) => state.toasts.length > 0);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void ToastViewport.preload(), AFTER_THE_SCREEN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (wanted && !loaded) setLoaded(true);
  if (!wanted && !loaded) return null;
  return (
    <Suspense fallback={null}>
      <ToastViewport />
    </Suspense>
  );
}
