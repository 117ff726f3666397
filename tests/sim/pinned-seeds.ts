/**
 * Seeds that once found a bug, with what it was. They run for ever. A change of what the simulator
 * does changes what a seed does: then bring the bug back for a moment and pin the seed that finds it.
 */
export const PINNED: readonly (readonly [seed: number, found: string])[] = [
  [165, 'making room deleted rows of the window when a month reached into it'],
  [1277, 'an answer of history from before a fresh start counted as loaded after it'],
];
