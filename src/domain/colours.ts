/** Palette names for staff, services and reasons; src/ui knows what they look like in each theme. */
export const COLOURS = [
  'rose',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'fuchsia',
  'slate',
] as const;

export type Colour = (typeof COLOURS)[number];

export const isColour = (name: string): name is Colour =>
  (COLOURS as readonly string[]).includes(name);

/** The name itself, or slate for one that this version does not know. */
export const toColour = (name: string): Colour => (isColour(name) ? name : 'slate');

/** The colour that the given ones use least: what a new row starts with. */
export const nextColour = (used: readonly string[]): Colour => {
  const counts = new Map<string, number>();
  for (const name of used) counts.set(name, (counts.get(name) ?? 0) + 1);
  let best: Colour = COLOURS[0];
  for (const name of COLOURS) {
    if ((counts.get(name) ?? 0) < (counts.get(best) ?? 0)) best = name;
  }
  return best;
};
