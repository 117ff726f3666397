import { expect, test } from 'vitest';
import { fileRights, PRINCIPALS, topicRights, type Principal } from '../read-rights.ts';
import { type Surface } from './open-surface.ts';

/** Channels to listen to, and pictures. */
export const beyondRows = (surface: Surface): void => {
  const { tried } = surface;

  test('topics', async () => {
    for (const { topic, action, cells } of topicRights()) {
      const named = topic
        .replace('<own>', surface.cast.salon.id)
        .replace('<other>', surface.cast.other.id);
      for (const principal of PRINCIPALS) {
        const { role, claims } = surface.cast.callers[principal];
        const [row] = await surface.db.sql<{ access: { broadcast: boolean; presence: boolean } }>(
          'select realtime_local.access($1, $2, $3, $4) as access',
          [named, role, JSON.stringify(claims), action === 'listen' ? 'read' : 'write'],
        );
        const { broadcast, presence } = row!.access;
        expect([topic, action, principal, broadcast, presence]).toEqual([
          topic,
          action,
          principal,
          cells[principal],
          cells[principal],
        ]);
      }
    }
  });

  test('files', async () => {
    const { salon, other } = surface.cast;
    const nameOf = (kind: string, principal: Principal): string => {
      if (kind === 'X') return `${other.id}/${other.rows.client_photos}`;
      if (kind === 'g') return `${salon.id}/${thrownAway[principal]}`;
      if (kind === 'u') return `${salon.id}/${thrownAway.service}`;
      return `${salon.id}/${surface.cast.rowOf('client_photos', kind as 'b' | 'o', principal)}`;
    };
    const thrownAway = Object.fromEntries(PRINCIPALS.map((name) => [name, crypto.randomUUID()]));
    for (const principal of PRINCIPALS) {
      await surface.db.sql(
        'insert into private.photo_trash (photo_id, business_id, deleted_by) values ($1, $2, $3)',
        [thrownAway[principal], salon.id, surface.cast.users[principal]],
      );
    }
    const place = (name: string): Promise<unknown> =>
      surface.db.sql(
        `insert into storage.objects (bucket_id, name) values ('client-photos', $1)
         on conflict do nothing`,
        [name],
      );
    const statement: Record<string, string> = {
      select: `select name from storage.objects where name = $1`,
      insert: `insert into storage.objects (bucket_id, name) values ('client-photos', $1)`,
      update: `update storage.objects set metadata = '{}' where name = $1 returning name`,
      delete: `delete from storage.objects where name = $1 returning name`,
    };
    // Files are put in before those that are there are asked for.
    for (const { action, cells } of fileRights().toSorted((a) =>
      a.action === 'insert' ? -1 : 1,
    )) {
      for (const principal of PRINCIPALS) {
        if (principal === 'service') continue;
        for (const kind of ['b', 'o', 'g', 'u', 'X']) {
          const name = nameOf(kind, principal);
          if (action !== 'insert') await place(name);
          const answer = await tried(principal, ({ sql }) => sql(statement[action]!, [name]));
          // The other business's owner is at home there.
          const isHome =
            principal === 'rival' && kind === 'X' && (action === 'select' || action === 'insert');
          const did = Array.isArray(answer) && (action === 'insert' || answer.length > 0);
          expect([action, principal, kind, did]).toEqual([
            action,
            principal,
            kind,
            isHome || cells[principal].includes(kind),
          ]);
        }
      }
    }
  });

  test('no other bucket, and no other name in this one', async () => {
    const { salon } = surface.cast;
    for (const principal of PRINCIPALS.filter((name) => name !== 'service')) {
      for (const [text, expected] of [
        [`select id::text from storage.buckets`, []],
        [`insert into storage.buckets (id, name) values ('mine', 'mine')`, '42501'],
        [`insert into storage.objects (bucket_id, name) values ('mine', 'a.png')`, '42501'],
        [
          `insert into storage.objects (bucket_id, name) values ('client-photos', 'a.png')`,
          '42501',
        ],
        [
          `insert into storage.objects (bucket_id, name)
           values ('client-photos', '${salon.id}/${crypto.randomUUID()}')`,
          '42501',
        ],
        [
          `insert into storage.objects (bucket_id, name)
           values ('client-photos', '${crypto.randomUUID()}/${salon.rows.client_photos}')`,
          '42501',
        ],
      ] as const) {
        expect([principal, text, await tried(principal, ({ sql }) => sql(text))]).toEqual([
          principal,
          text,
          expected,
        ]);
      }
    }
  });
};
