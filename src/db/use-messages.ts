import { useEffect, useState } from 'react';
import type { Result } from '#domain/errors/result.ts';
import type { MessagesOf, SentMessage } from '#domain/messages/sent-message.ts';
import type { Uuid } from '#domain/rows.ts';
import { useDb } from './use-query.ts';

/**
 * What was sent about an appointment or a client, the newest first: the server is asked with a
 * connection, and again when it is back. null = not known.
 */
export const useMessages = (
  of: MessagesOf,
  id: Uuid,
  isOnline: boolean,
): Result<SentMessage[]> | null => {
  const db = useDb();
  const [answer, setAnswer] = useState<Result<SentMessage[]> | null>(null);
  useEffect(() => {
    if (!isOnline) return;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const said = await db.fetchMessages?.(of, id);
      if (said && !isOver) setAnswer(said);
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [db, of, id, isOnline]);
  return answer?.ok || isOnline ? answer : null;
};
