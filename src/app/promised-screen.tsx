import { NotHereYetScreen } from './not-here-yet-screen.tsx';
import { promised } from './promised.ts';

export type PromisedName = keyof typeof promised;

/** The place of a screen that is not written yet. */
export function PromisedScreen({ name }: { name: PromisedName }) {
  return <NotHereYetScreen {...promised[name]} />;
}
