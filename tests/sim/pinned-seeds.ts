/** Seeds that once found a bug, with what it was. They run for ever. */
export const PINNED: readonly (readonly [seed: number, found: string])[] = [
  [33, 'an answer of history from before a fresh start counted as loaded after it'],
  [498, 'making room deleted rows of the window when a month reached into it'],
  [983, 'a second edit of a row with pending changes claimed to have seen what they hid'],
  [5000, 'closing a tab waited for a pause of the lock queue'],
];
