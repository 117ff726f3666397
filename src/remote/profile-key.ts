/** Raised when the profile's shape changes: what an older page kept is then not read. */
const VERSION = 1;

/** Where this browser keeps what it knows of a business. */
export const profileKey = (slug: string): string => `daybook-profile:${VERSION}:${slug}`;

/** The business whose booking page is at this path; null where it is the address of nobody. */
export const slugOf = (pathname: string): string | null => {
  const part = /\/book\/([^/]+)/.exec(pathname)?.[1];
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
};
