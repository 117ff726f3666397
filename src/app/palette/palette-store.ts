import { createStore } from '#ui/store.ts';

/** Whether the palette is open. */
export const paletteStore = createStore(false);

export const openPalette = (): void => paletteStore.set(() => true);

export const closePalette = (): void => paletteStore.set(() => false);

/** The name of the key that goes with letters on this machine. */
export const commandKey = (): string =>
  /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
