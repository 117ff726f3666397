/** A deletion that another tab holds up is given this long; then the mark takes over. */
const BLOCKED_MS = 3_000;
/**
 * Whoever leaves is remembered as an empty database of this name and their id: unlike localStorage,
 * which reaches the disk seconds later, it survives a process that dies at once.
 */
export const MARK = 'daybook-leaving-';

/** Who is leaving, and not gone yet. Where a browser has no databases at all, nobody is. */
export const markedToLeave = async (): Promise<string[]> => {
  const names = await databaseNames().catch(() => []);
  return names.flatMap((name) => (name.startsWith(MARK) ? [name.slice(MARK.length)] : []));
};

/** This person is back: what they have here from now on is theirs to keep. */
export const callOffWipe = (userId: string): Promise<void> => deleteDatabase(MARK + userId);

export const databaseNames = async (): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => name ?? []);

/** Resolves when it is gone, refused or held up for too long: the caller looks for itself. */
export const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, BLOCKED_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    try {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = done;
      request.onerror = done;
    } catch {
      // A browser without databases, as some private modes are.
      done();
    }
  });
