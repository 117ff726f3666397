/**
 * Seeds that once found a bug, with what it was. They run for ever. A change of what the simulator
 * does changes what a seed does: then bring the bug back for a moment (reverts.ts) and pin the seed
 * that finds it. Bugs that a short story tells better are tests in sync/engine.
 */
export const PINNED: readonly (readonly [seed: number, found: string])[] = [
  [44, 'a worker sent its outbox with the token of another person who had signed in beside it'],
  [316, 'after a restore from a backup pending edits claimed to have seen what they had not'],
  [1303, 'a row that the new window does not hold counted as known in another epoch'],
  [1521, 'a worker with dead storage got the lead, and nobody was told'],
  [34499, 'between two pages an edit claimed to have seen a change that came with the next page'],
  [45206, 'a worker that was stopped waited for hanging storage before it let go of the lock'],
  [
    46058,
    'a fresh start that the daily comparison asked for replaced what a push had brought since',
  ],
  [46298, 'a push that had to start over twice never went on'],
  [58152, 'an attention item showed a later change of the same person as the other side'],
  [58924, 'an edit was taken into one that the server had already, under its old number'],
];
