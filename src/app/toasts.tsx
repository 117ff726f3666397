import { useStore } from '#ui/store.ts';
import { toastStore } from '#ui/toast.ts';
import { Suspense, lazy, useEffect, useState } from 'react';
import { loadPatiently } from './load-patiently.ts';

const load = () => import('#ui/toast-viewport.tsx');

const ToastViewport = lazy(async () => ({ default: (await loadPatiently(load)).ToastViewport }));

/**
 * Draws toasts. What draws them is fetched after the screen, not with the first toast: that one may
 * be about the network having gone.
 */
export function Toasts() {
  const wanted = useStore(toastStore, (state) => state.toasts.length > 0);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => void loadPatiently(load), []);
  if (wanted && !loaded) setLoaded(true);
  if (!wanted && !loaded) return null;
  return (
    <Suspense fallback={null}>
      <ToastViewport />
    </Suspense>
  );
}
