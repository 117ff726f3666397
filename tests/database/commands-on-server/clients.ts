import { archiveClient, createClient, editClient, setClientTag } from '#db/commands/clients.ts';
import { valueOf } from '#db/test-rows.ts';
import type { World } from './world.ts';

/** Clients come, change, and go. */
export const meetClients = async ({ db }: World) => {
  const ada = valueOf(
    await createClient(db, {
      first_name: 'Ada',
      phone: '(212) 555-0123',
      tags: ['vip'],
      birthday: '--05-17',
    }),
  );
  valueOf(await editClient(db, ada, { email: 'ADA@mail.example', tags: ['colour'] }));
  valueOf(await setClientTag(db, ada, 'friend', true));
  const gone = valueOf(await createClient(db, { last_name: 'Gone' }));
  valueOf(await valueOf(await archiveClient(db, gone)).undo());
  return { ada };
};
