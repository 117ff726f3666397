/** One file of the release. */
export type ReleaseFile = {
  url: string;
  /** For files whose name stays the same in every release; hashed names are their own revision. */
  revision: string | null;
  /** Start of the file's SHA-256: what arrives must be what was built. */
  check: string;
  group: Group;
};

/**
 * `core`: the page, and what a client's booking needs; a client's phone downloads nothing else.
 * `app`: the professional's side, fetched once somebody has used it here, and kept up to date then.
 */
export type Group = 'core' | 'app';

/** Hex digits of the check: enough against a mix-up, small enough for 200 files in 10 kB. */
export const CHECK_LENGTH = 6;

/**
 * The list as the build writes it (build.mjs): core lines, an empty line, app lines; each line is a
 * name, its check and, for names without a hash, its revision. Names are below /assets/ unless they
 * start with a slash.
 */
export const parseReleaseFiles = (text: string): ReleaseFile[] => {
  const [core = '', app = ''] = text.split('\n\n');
  const parse = (lines: string, group: Group): ReleaseFile[] =>
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', check = '', revision] = line.split(' ');
        const url = name.startsWith('/') ? name : `/assets/${name}`;
        return { url, check, revision: revision ?? null, group };
      });
  return [...parse(core, 'core'), ...parse(app, 'app')];
};

/** Start of the SHA-256 of `bytes`, as build.mjs computes it too. */
export const checkOf = async (bytes: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, CHECK_LENGTH);
};
