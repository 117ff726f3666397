import type { Sql } from '#supabase/local/database/database.ts';
import { picturePath } from '#domain/pictures/picture.ts';
import type { Salon } from '../salon.ts';

const SIZE = { width: 512, height: 512 };

/** Where pictures of a salon lie: of a person, a service, a category, the logo, and one that no row names. */
export type NamedPictures = Record<'t' | 'v' | 'c' | 'l' | 'n', string>;

/** Gives a person, a service, its category and the business a picture each: the rows name them, no file is there. */
export const namePictures = async (
  sql: Sql,
  { id, ben, service }: Pick<Salon, 'id' | 'ben' | 'service'>,
): Promise<NamedPictures> => {
  const pathOf = (table: 'staff' | 'services' | 'service_categories' | 'businesses'): string =>
    picturePath(id, table, { ...SIZE, id: crypto.randomUUID() });
  const named = {
    t: pathOf('staff'),
    v: pathOf('services'),
    c: pathOf('service_categories'),
    l: pathOf('businesses'),
  };
  await sql('update public.staff set photo_path = $2 where id = $1', [ben, named.t]);
  await sql('update public.services set image_path = $2 where id = $1', [service, named.v]);
  await sql(
    `update public.service_categories set image_path = $2
     where id = (select category_id from public.services where id = $1)`,
    [service, named.c],
  );
  await sql('update public.businesses set logo_path = $2 where id = $1', [id, named.l]);
  return { ...named, n: pathOf('staff') };
};

/** Gives each filled-in form a file with its own id: a submission names it, its bytes are not there. */
export const fileForms = async (sql: Sql): Promise<void> => {
  await sql(
    `insert into private.form_files (id, business_id, form_id, submission_id, facts)
     select s.id, s.business_id, s.form_id, s.id, '{}' from public.form_submissions s
     on conflict (id) do nothing`,
  );
};
