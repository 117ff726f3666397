import { archiveClient, createClient, editClient, setClientTag } from '#db/commands/clients.ts';
import { removeGuardian, setGuardian, setGuardianReceives } from '#db/commands/guardian.ts';
import { mergeClients } from '#db/commands/merge-clients.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import type { Uuid } from '#domain/rows.ts';
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
  await linkFamily(db, ada);
  return { ada };
};

/** Links come and go, with every way in which the records at their ends may change. */
const linkFamily = async (db: DaybookDb, ada: Uuid): Promise<void> => {
  const added = async (first_name: string) => valueOf(await createClient(db, { first_name }));
  const [tim, ana, twin, max] = [
    await added('Tim'),
    await added('Ana'),
    await added('Twin'),
    await added('Max'),
  ];
  valueOf(await setGuardian(db, tim, ada));
  valueOf(await setGuardianReceives(db, tim, true));
  valueOf(await valueOf(await removeGuardian(db, tim)).undo());
  valueOf(await setGuardian(db, ana, twin));
  valueOf(await valueOf(await setGuardian(db, ana, ada)).undo());
  valueOf(await valueOf(await archiveClient(db, twin)).undo());
  valueOf(await setGuardian(db, max, twin));
  // Two guardians; a guardian with somebody who has one; two dependants; a guardian with their own.
  const merged = [
    [ada, twin],
    [max, ada],
    [tim, ana],
    [ada, tim],
  ] as const;
  for (const pair of merged) {
    valueOf(await valueOf(await mergeClients(db, pair, {})).undo());
  }
};
