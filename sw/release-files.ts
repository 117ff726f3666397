/** One file of the release. */
export type ReleaseFile = {
  url: string;
  /** For files whose name stays the same in every release; hashed names are their own revision. */
  revision: string | null;
  /** Start of the file's SHA-256: what arrives must be what was built. */
  check: string;
  group: Group;
  /** The address of the pack that holds it too; null = it comes by itself only. */
  pack: string | null;
};

/**
 * `core`: the page, and what a client's booking needs; a client's phone downloads nothing else.
 * `app`: the professional's side, fetched once somebody has used it here, and kept up to date then.
 */
export type Group = 'core' | 'app';

export type ReleaseList = {
  core: readonly ReleaseFile[];
  /** The list of the app's group: a file of that group itself, named by its content. */
  appList: ReleaseFile;
};

/** Hex digits of the check: enough against a mix-up, small enough for hundreds of files. */
export const CHECK_LENGTH = 6;

/** What pack-release.mjs writes: the lines of the core, an empty line, the line of the app's list. */
export const parseRelease = (text: string): ReleaseList => {
  const [core = '', app = ''] = text.split('\n\n');
  const [appList] = parseFiles(app, 'app');
  if (!appList) throw new Error('The release names no list of the app');
  return { core: parseFiles(core, 'core'), appList };
};

/**
 * Each line is a file: its name, its check and, for names without a hash, its revision. A name
 * alone is a pack, and the files below it are in it. Names are below /assets/ unless they start with
 * a slash.
 */
export const parseFiles = (lines: string, group: Group): ReleaseFile[] => {
  const files: ReleaseFile[] = [];
  let pack: string | null = null;
  for (const line of lines.split('\n').filter(Boolean)) {
    const [name = '', check, revision = null] = line.split(' ');
    const url = name.startsWith('/') ? name : `/assets/${name}`;
    if (check === undefined) pack = url;
    else files.push({ url, check, revision, group, pack });
  }
  return files;
};

const digestOf = async (bytes: ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Start of the SHA-256 of `bytes`, as pack-release.mjs computes it too. */
export const checkOf = async (bytes: ArrayBuffer): Promise<string> =>
  [...(await digestOf(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, CHECK_LENGTH);

/** Whether the name of a pack was made of `bytes`, as pack-release.mjs names them. */
export const isNamedBy = async (pack: string, bytes: ArrayBuffer): Promise<boolean> => {
  const digest = btoa(String.fromCharCode(...(await digestOf(bytes))));
  const hash = digest.replaceAll('+', '-').replaceAll('/', '_').slice(0, 8);
  return pack.endsWith(`/pack-${hash}.json`);
};
