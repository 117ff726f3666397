import { useState } from 'react';
import { seatClient, setCapacity } from '#db/commands/classes.ts';
import { useDb } from '#db/use-query.ts';
import type { AppointmentRow, Uuid } from '#domain/rows.ts';
import { tellDone, tellFailed } from '#app/tell.ts';
import { showToast } from '#ui/toast.ts';
import { ClientSearch } from './client-search.tsx';

/** Finds a client, or adds one, and gives them a seat; a full class asks before it gets another chair. */
export function AddAttendee({ session, left }: { session: AppointmentRow; left: number }) {
  const db = useDb();
  const [query, setQuery] = useState('');

  const seat = async (clientId: Uuid, name: string): Promise<void> => {
    const result = await seatClient(db, session.id, clientId);
    if (result.ok) setQuery('');
    if (result.ok || result.error.code !== 'class_full') {
      if (!result.ok && result.error.code === 'duplicate') {
        return void showToast({ type: 'info', title: `${name} sits in it already` });
      }
      return tellDone(result, `${name} has a seat`);
    }
    showToast({
      type: 'warning',
      title: 'The class is full',
      description: `${name} was not added.`,
      action: { label: 'Add a seat', onPress: () => void seatBeyond(clientId, name) },
    });
  };
  /** Knowingly more than there were. */
  const seatBeyond = async (clientId: Uuid, name: string): Promise<void> => {
    const now = await db.rows('appointments').get(session.id);
    const more = await setCapacity(db, session.id, (now?.capacity ?? 0) + 1);
    if (!more.ok) return tellFailed(more.error);
    await seat(clientId, name);
  };

  return (
    <ClientSearch
      label="Give somebody a seat"
      hint={left === 0 ? 'The class is full: a seat has to be added.' : undefined}
      query={query}
      onQueryChange={setQuery}
      onPick={(id, name) => void seat(id, name)}
    />
  );
}
