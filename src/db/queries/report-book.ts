import Dexie from 'dexie';
import type { ObservabilitySet } from 'dexie';
import { makeBook } from '#domain/analytics/book.ts';
import { BOOK_TABLES, COLUMNS } from '#domain/analytics/facts.ts';
import type { Book, BookRow, BookRows, BookTable } from '#domain/analytics/facts.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { eachPage } from './every-row.ts';
import { pendingKeys } from './pending.ts';

/** Reports are made in a worker, where long strides are the quick ones. */
const PAGE = 5_000;

export type BookKeeper = {
  /** Everything that reports count from, as it stands; what did not change is not read again. */
  book: () => Promise<Book>;
  stop: () => void;
};

/**
 * Keeps what reports need of the rows in memory. A table that changed, by this window, another one or
 * by sync, is read anew with the next question; `onStale` says that there is reason to ask.
 */
export const keepBook = (db: DaybookDb, onStale: () => void): BookKeeper => {
  const stale = new Set<BookTable>(BOOK_TABLES);
  const rows: Partial<Record<BookTable, readonly unknown[]>> = {};
  let made: Promise<Book> | null = null;
  const note = (parts: ObservabilitySet): void => {
    const isChanged = (table: string): boolean =>
      parts['all'] !== undefined || parts[`idb://${db.name}/${table}/`] !== undefined;
    const changed = BOOK_TABLES.filter(isChanged);
    if (changed.length === 0 && !isChanged('clients') && !isChanged('_shadow')) return;
    for (const table of changed) stale.add(table);
    made = null;
    onStale();
  };
  const make = async (): Promise<Book> => {
    const words = new Map<string, string>();
    const tables = [...stale];
    for (const table of tables) {
      // Before it is read: what changes meanwhile is read again.
      stale.delete(table);
      try {
        rows[table] = await readTable(db, table, words);
      } catch (error) {
        stale.add(table);
        throw error;
      }
    }
    const [aliases, waiting] = await Promise.all([
      db.rows('clients').where('merged_into').above('').toArray(),
      pendingKeys(db),
    ]);
    return makeBook({
      rows: rows as BookRows,
      aliases: new Map(aliases.map(({ id, merged_into }): [Uuid, Uuid] => [id, merged_into ?? id])),
      waiting,
    });
  };
  /** One at a time: a second one would count with tables that the first is still reading. */
  let turn: Promise<unknown> = Promise.resolve();
  Dexie.on('storagemutated', note);
  return {
    book: () => {
      if (made) return made;
      const asked = turn.then(make);
      made = asked;
      turn = asked.catch(() => {
        if (made === asked) made = null;
      });
      return asked;
    },
    stop: () => Dexie.on('storagemutated').unsubscribe(note),
  };
};

/** Only the columns that are needed; ids and words that come again are kept once. */
const readTable = async <T extends BookTable>(
  db: DaybookDb,
  table: T,
  words: Map<string, string>,
): Promise<BookRow<T>[]> => {
  const kept: BookRow<T>[] = [];
  const columns: readonly string[] = COLUMNS[table];
  await eachPage(db, table, PAGE, (page) => {
    for (const row of page) {
      const slim: Record<string, unknown> = {};
      for (const column of columns) {
        const value = (row as Record<string, unknown>)[column];
        slim[column] = typeof value === 'string' ? once(words, value) : value;
      }
      kept.push(slim as BookRow<T>);
    }
  });
  return kept;
};

const once = (words: Map<string, string>, word: string): string => {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, word);
  return word;
};
