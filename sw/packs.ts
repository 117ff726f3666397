import type { ReleaseFile } from './release-files.ts';

/** How missing files are to be fetched. */
export type FetchPlan = {
  /** By the address of a pack: those of its files that are wanted. */
  packs: Map<string, ReleaseFile[]>;
  singles: ReleaseFile[];
};

/**
 * A pack is fetched when more than half of its files are missing: so nobody downloads more of what
 * they have already than of what is new.
 */
export const planFetches = (
  files: readonly ReleaseFile[],
  isMissing: (file: ReleaseFile) => boolean,
): FetchPlan => {
  const sizes = new Map<string, number>();
  const packs = new Map<string, ReleaseFile[]>();
  const singles: ReleaseFile[] = [];
  for (const file of files) {
    const { pack } = file;
    if (pack !== null) sizes.set(pack, (sizes.get(pack) ?? 0) + 1);
    if (!isMissing(file)) continue;
    if (pack === null) singles.push(file);
    else packs.set(pack, [...(packs.get(pack) ?? []), file]);
  }
  for (const [pack, wanted] of packs) {
    if (wanted.length * 2 > (sizes.get(pack) ?? 0)) continue;
    packs.delete(pack);
    singles.push(...wanted);
  }
  return { packs, singles };
};

/** The file's text in a pack, a JSON object of texts by address; null = it is not in there. */
export const textIn = (pack: unknown, url: string): string | null => {
  const text = (pack as Record<string, unknown> | null)?.[url];
  return typeof text === 'string' ? text : null;
};

const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/**
 * The headers of a file that came in a pack: what the host says with the files of a release, and
 * the file's own type.
 */
export const headersInPack = (pack: Headers, url: string): Headers => {
  const headers = new Headers(pack);
  // These speak of the pack's own bytes.
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) {
    headers.delete(name);
  }
  const type = TYPES[url.slice(url.lastIndexOf('.') + 1)];
  headers.set('content-type', `${type ?? 'application/octet-stream'}; charset=utf-8`);
  return headers;
};
