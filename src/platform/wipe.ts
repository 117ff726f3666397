import { log } from './log.ts';

/** A deletion that another tab holds up is given this long; then the mark takes over. */
const BLOCKED_MS = 3_000;
/**
 * Whoever leaves is remembered as an empty database of this name and their id: unlike localStorage,
 * which reaches the disk seconds later, it survives a process that dies at once.
 */
const MARK = 'daybook-leaving-';

/** The names of one person's databases. */
type NamesOf = (userId: string) => (name: string) => boolean;

/** From now on, `finishWipe` removes what is left of this person, whatever happens to this page. */
export const markWipe = (userId: string): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(MARK + userId);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    // A full disk must not keep anybody from leaving.
    opening.onerror = () => resolve();
  });

/** This person is back: what they have here from now on is theirs to keep. */
export const callOffWipe = (userId: string): Promise<void> => deleteDatabase(MARK + userId);

/**
 * Deletes the databases of this person and checks that they are gone. What another tab still holds
 * open stays marked, and `finishWipe` deletes it at the next start. Answers the names still there.
 */
export const wipeDatabases = async (userId: string, namesOf: NamesOf): Promise<string[]> => {
  const isTheirs = namesOf(userId);
  await Promise.all((await databaseNames()).filter(isTheirs).map(deleteDatabase));
  const left = (await databaseNames()).filter(isTheirs);
  if (left.length === 0) await callOffWipe(userId);
  else log('info', 'A wipe waits for the next start', { count: left.length });
  return left;
};

/**
 * Finishes what a wipe had to leave, or what died in the middle of one. Before anything of the
 * signed-in side is painted. Answers the people whom it removed.
 */
export const finishWipe = async (namesOf: NamesOf): Promise<string[]> => {
  const marks = (await databaseNames()).filter((name) => name.startsWith(MARK));
  const userIds = marks.map((name) => name.slice(MARK.length));
  for (const userId of userIds) await wipeDatabases(userId, namesOf);
  return userIds;
};

export const databaseNames = async (): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => name ?? []);

/** Resolves when it is gone, refused or held up for too long: the caller looks for itself. */
const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, BLOCKED_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = done;
    request.onerror = done;
  });
