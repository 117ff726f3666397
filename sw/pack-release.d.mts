export type BuiltFile = {
  /** Below /assets/; with a slash at its start: below the root. */
  name: string;
  bytes: Uint8Array;
  /** For a name without a hash; it changes with the content. */
  revision: string | null;
};

/**
 * Puts the small files of each group together.
 * `list`: what sw.js carries, see release-files.ts. `files`: what else belongs below /assets/, the
 * packs and the list of the app's group. The same files give the same names.
 */
export declare const packRelease: (groups: {
  core: readonly BuiltFile[];
  app: readonly BuiltFile[];
}) => { list: string; files: { name: string; text: string }[] };
