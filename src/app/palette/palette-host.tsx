import { MissingPart, lazyPart } from '#ui/lazy-part.tsx';
import { Modal } from '#ui/modal.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useStore } from '#ui/store.ts';
import { Suspense } from 'react';
import { closePalette, paletteStore } from './palette-store.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette, MissingPalette);

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

function MissingPalette({ open }: { open: boolean }) {
  return (
    <Modal open={open} title="Search" onClose={closePalette}>
      <MissingPart />
    </Modal>
  );
}
