import { expect, test } from 'vitest';
import { picturePath } from '#domain/pictures/picture.ts';
import { fileForms, namePictures } from '../name-pictures.ts';
import { fileRights, PRINCIPALS, type Principal } from '../read-rights.ts';
import { type Surface } from './open-surface.ts';

/** Answers the name of a file of this kind, as it is for whoever asks. */
type NameOf = (kind: string, principal: Principal) => string;

const STATEMENTS: Record<string, string> = {
  select: `select name from storage.objects where bucket_id = $1 and name = $2`,
  insert: `insert into storage.objects (bucket_id, name) values ($1, $2)`,
  update: `update storage.objects set metadata = '{}' where bucket_id = $1 and name = $2
    returning name`,
  delete: `delete from storage.objects where bucket_id = $1 and name = $2 returning name`,
};

/** Files of the buckets, and what is no file of theirs. */
export const files = (surface: Surface): void => {
  const { tried } = surface;

  /** X of both: another business's, where the rival is at home. */
  const triedAll = async (bucket: string, kinds: readonly string[], nameOf: NameOf) => {
    const lines = fileRights().filter((line) => line.bucket === bucket);
    // Files are put in before those that are there are asked for.
    for (const { action, cells } of lines.toSorted((a) => (a.action === 'insert' ? -1 : 1))) {
      for (const principal of PRINCIPALS) {
        if (principal === 'service') continue;
        for (const kind of [...kinds, 'X']) {
          const file = [bucket, nameOf(kind, principal)];
          if (action !== 'insert') {
            await surface.db.sql(
              `insert into storage.objects (bucket_id, name) values ($1, $2) on conflict do nothing`,
              file,
            );
          }
          const answer = await tried(principal, ({ sql }) => sql(STATEMENTS[action]!, file));
          const isHome =
            principal === 'rival' && kind === 'X' && (action === 'select' || action === 'insert');
          const did = Array.isArray(answer) && (action === 'insert' || answer.length > 0);
          expect([bucket, action, principal, kind, did]).toEqual([
            bucket,
            action,
            principal,
            kind,
            isHome || cells[principal].includes(kind),
          ]);
        }
      }
    }
  };

  test('photos of clients', async () => {
    const { salon, other } = surface.cast;
    const thrownAway = Object.fromEntries(PRINCIPALS.map((name) => [name, crypto.randomUUID()]));
    for (const principal of PRINCIPALS) {
      await surface.db.sql(
        'insert into private.photo_trash (photo_id, business_id, deleted_by) values ($1, $2, $3)',
        [thrownAway[principal], salon.id, surface.cast.users[principal]],
      );
    }
    await triedAll('client-photos', ['b', 'o', 'g', 'u'], (kind, principal) => {
      if (kind === 'X') return `${other.id}/${other.rows.client_photos}`;
      if (kind === 'g') return `${salon.id}/${thrownAway[principal]}`;
      if (kind === 'u') return `${salon.id}/${thrownAway.service}`;
      return `${salon.id}/${surface.cast.rowOf('client_photos', kind as 'b' | 'o', principal)}`;
    });
  });

  test('files of filled-in forms', async () => {
    const { salon, other } = surface.cast;
    await fileForms(surface.db.sql);
    await triedAll('form-files', ['b', 'o'], (kind, principal) => {
      if (kind === 'X') return `${other.id}/${other.rows.form_submissions}`;
      return `${salon.id}/${surface.cast.rowOf('form_submissions', kind as 'b' | 'o', principal)}`;
    });
  });

  test('pictures of people, services and the business', async () => {
    const [ours, theirs] = [
      await namePictures(surface.db.sql, surface.cast.salon),
      await namePictures(surface.db.sql, surface.cast.other),
    ];
    const own = new Map<Principal, string>();
    for (const principal of PRINCIPALS) {
      const id = crypto.randomUUID();
      const path = picturePath(surface.cast.salon.id, 'staff', { id, width: 8, height: 8 });
      own.set(principal, path);
      await surface.db.sql('update public.staff set photo_path = $2 where id = $1', [
        surface.cast.rowOf('staff', 'm', principal),
        path,
      ]);
    }
    await triedAll('pictures', ['t', 'v', 'c', 'l', 'n', 'w'], (kind, principal) => {
      if (kind === 'X') return theirs.t;
      return kind === 'w' ? own.get(principal)! : ours[kind as keyof typeof ours];
    });
  });

  test('no row names a picture of another business, of another table or anywhere else', async () => {
    const { salon, other } = surface.cast;
    const theirs = await namePictures(surface.db.sql, other);
    for (const path of [
      theirs.t,
      `${salon.id}/${theirs.t}`,
      `${theirs.t.replace(other.id, salon.id).replace('/staff/', '/services/')}`,
      `${theirs.t.replace(other.id, salon.id)}/../../x`,
      `${theirs.t.replace(other.id, salon.id)}\n`,
      `../client-photos/${salon.id}/${salon.rows.client_photos}`,
      `https://else.example/${theirs.t}`,
      '',
    ]) {
      const answer = await tried('owner', ({ sql }) =>
        sql('update public.staff set photo_path = $2 where id = $1', [salon.ben, path]),
      );
      expect([path, answer]).toEqual([path, '23514']);
    }
  });

  test('no other bucket, and no other name in these', async () => {
    const { salon } = surface.cast;
    const [photo, picture] = [crypto.randomUUID(), crypto.randomUUID()];
    const put = (bucket: string, name: string) =>
      [
        `insert into storage.objects (bucket_id, name) values ('${bucket}', '${name}')`,
        '42501',
      ] as const;
    for (const principal of PRINCIPALS.filter((name) => name !== 'service')) {
      for (const [text, expected] of [
        [`select id::text from storage.buckets`, []],
        [`insert into storage.buckets (id, name) values ('mine', 'mine')`, '42501'],
        put('mine', 'a.png'),
        put('client-photos', 'a.png'),
        put('client-photos', `${salon.id}/${photo}`),
        put('client-photos', `${photo}/${salon.rows.client_photos}`),
        put('form-files', 'a.png'),
        put('form-files', `${salon.id}/${photo}`),
        put('pictures', 'a.png'),
        put('pictures', `${salon.id}/staff/${picture}-512x512`),
        put('pictures', `${salon.id}/clients/${picture}-512x512`),
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
