import { cancelGroup, moveGroup } from '#db/commands/group-changes.ts';
import { addToGroup, createGroup, leaveGroup } from '#db/commands/groups.ts';
import { valueOf } from '#db/test-rows.ts';
import type { Uuid } from '#domain/rows.ts';
import { workOf } from './work.ts';
import type { Booked } from './work.ts';
import type { World } from './world.ts';

/** A party: booked, joined, moved, left and come back to, given up and taken back, and one undone. */
export const bringParty = async ({ db, at, owner }: World, booked: Booked) => {
  const { ada, ben } = booked;
  const segment = workOf(booked);
  const party = valueOf(
    await createGroup(db, [
      { client_id: ada, segments: [segment(ben, at('14:00', 14))] },
      { client_id: null, segments: [segment(owner, at('14:00', 14))] },
    ]),
  );
  const [organiser, guest] = party.ids as [Uuid, Uuid];
  const late = { client_id: null, segments: [segment(owner, at('16:00', 14))] };
  const more = valueOf(await addToGroup(db, organiser, [late]));
  valueOf(await moveGroup(db, [...party.ids, ...more.ids], 120));
  valueOf(await valueOf(await leaveGroup(db, guest)).undo());
  valueOf(await valueOf(await moveGroup(db, party.ids, 15, { silently: true })).undo());
  const why = { reason: 'ill', by: 'client' } as const;
  valueOf(await valueOf(await cancelGroup(db, party.ids, why)).undo());
  valueOf(await more.undo());
  const mistake = [
    { client_id: null, segments: [segment(ben, at('10:00', 14))] },
    { client_id: ada, segments: [segment(owner, at('10:00', 14))] },
  ];
  valueOf(await valueOf(await createGroup(db, mistake)).undo());
};
