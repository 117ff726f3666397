import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_FIELDS, picturePath } from '#domain/pictures/picture.ts';
import type { PictureTable } from '#domain/pictures/picture.ts';
import type { Uuid } from '#domain/rows.ts';
import { DEMO_SLUG } from './seed.ts';
import type { Sql } from './seed.ts';

/** Drawn by .ci/demo-pictures.mjs. Not everybody has one: most businesses begin without. */
const PICTURES = [
  { table: 'staff', column: 'display_name', name: 'Mara Lindqvist', file: 'mara.webp' },
  { table: 'staff', column: 'display_name', name: 'Theo Okafor', file: 'theo.webp' },
  { table: 'services', column: 'name', name: 'Cut and finish', file: 'cut.webp' },
  { table: 'services', column: 'name', name: 'Full colour', file: 'colour.webp' },
] as const satisfies { table: PictureTable; column: string; name: string; file: string }[];

const SIZE = { width: 288, height: 288 };

/** Where files are put with the key of the server. */
type Place = { sql: Sql; url: string; secretKey: string };

/**
 * Gives two people and two services of the demo business a picture, as the app does it: the row names
 * the file first. Safe to repeat.
 */
export const giveDemoPictures = async ({ sql, url, secretKey }: Place): Promise<void> => {
  for (const { table, column, name, file } of PICTURES) {
    const [row] = await sql<{ id: Uuid; business_id: Uuid; path: string | null }>(
      `select t.id, t.business_id, t.${PICTURE_FIELDS[table]} as path
       from public.${table} t join public.businesses b on b.id = t.business_id
       where b.slug = $1 and t.${column} = $2 limit 1`,
      [DEMO_SLUG, name],
    );
    if (!row) continue;
    const path = row.path ?? picturePath(row.business_id, table, { ...SIZE, id: randomUUID() });
    await sql(`update public.${table} set ${PICTURE_FIELDS[table]} = $2 where id = $1`, [
      row.id,
      path,
    ]);
    const answer = await fetch(`${url}/storage/v1/object/pictures/${path}`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'image/webp',
        'x-upsert': 'true',
      },
      body: await readFile(join(import.meta.dirname, 'pictures', file)),
    });
    if (!answer.ok) throw new Error(`${file}: ${answer.status} ${await answer.text()}`);
  }
};
