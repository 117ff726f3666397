import { useEffect, useState } from 'react';
import { keepHistory } from '#db/commands/keep-history.ts';
import { keptHistory } from '#db/queries/history.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { historyEntries } from '#domain/appointments/history.ts';
import type { HistoryEntry } from '#domain/appointments/history.ts';
import type { HistoryLine } from '#domain/appointments/history-line.ts';
import { fail } from '#domain/errors/result.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { useOnline } from '#ui/use-online.ts';

export type HistoryView = {
  entries: HistoryEntry[];
  /** When the server said what is shown; null = it has not been asked here yet. */
  asOf: Instant | null;
  isOnline: boolean;
  isLoading: boolean;
  error: AppError | null;
  retry: () => void;
  /** Asks for what is older; null = there is nothing, or it cannot be had now. */
  loadOlder: (() => void) | null;
  isLoadingOlder: boolean;
};

/**
 * The history of an appointment: at once what this device knows, then what the server says. Asks again
 * when the appointment changes (`rev`) and when signal comes back.
 */
export const useHistory = (id: Uuid, rev: number): HistoryView | undefined => {
  const db = useDb();
  const isOnline = useOnline();
  const known = useQuery((source) => keptHistory(source, id), [id]);
  const [older, setOlder] = useState<{ lines: HistoryLine[]; more: boolean } | null>(null);
  const [asking, setAsking] = useState<'newest' | 'older' | null>(isOnline ? 'newest' : null);
  const [error, setError] = useState<AppError | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!isOnline) return;
    let isOver = false;
    const ask = async (): Promise<void> => {
      setAsking('newest');
      const answer = (await db.fetchHistory?.(id, null)) ?? fail('server_unavailable');
      if (isOver) return;
      if (answer.ok) {
        await keepHistory(db, id, answer.value);
        setOlder(null);
      }
      setError(answer.ok ? null : answer.error);
      setAsking(null);
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [db, id, rev, isOnline, tries]);

  if (!known) return undefined;
  const { kept, waiting } = known;
  const lines = [...(kept?.lines ?? []), ...(older?.lines ?? [])];
  const hasMore = older?.more ?? kept?.more ?? false;
  const oldest = lines.at(-1)?.id ?? null;
  const askOlder = async (): Promise<void> => {
    setAsking('older');
    const answer = (await db.fetchHistory?.(id, oldest)) ?? fail('server_unavailable');
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      const { lines: more, ...rest } = answer.value;
      setOlder((now) => ({ ...rest, lines: [...(now?.lines ?? []), ...more] }));
    }
    setAsking(null);
  };
  return {
    entries: historyEntries([...waiting, ...lines]),
    asOf: kept?.at ?? null,
    isOnline,
    isLoading: isOnline && asking === 'newest',
    error: isOnline ? error : null,
    retry: () => setTries((count) => count + 1),
    loadOlder: hasMore && isOnline ? () => void askOlder() : null,
    isLoadingOlder: asking === 'older',
  };
};
