import { useLinger } from '#ui/use-linger.ts';
import { useStore } from '#ui/store.ts';
import { Suspense, lazy } from 'react';
import { paletteStore } from './palette-store.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Fetches the palette when it is asked for the first time. */
export function PaletteHost() {
  const isOpen = useStore(paletteStore, (open) => open);
  const isShown = useLinger(isOpen || null);
  return isShown ? (
    <Suspense fallback={null}>
      <Palette open={isOpen} />
    </Suspense>
  ) : null;
}
