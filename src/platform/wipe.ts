import { log } from './log.ts';
import { callOffWipe, databaseNames, deleteDatabase, MARK, markedToLeave } from './wipe-mark.ts';

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
  const userIds = await markedToLeave();
  for (const userId of userIds) await wipeDatabases(userId, namesOf);
  return userIds;
};
