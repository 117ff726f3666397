import { expect, test } from 'vitest';
import { wantedForms } from '#domain/forms/wanted-forms.ts';
import type { FormRow, FormVersionRow } from '#domain/rows.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { at, FORM_FIELDS, makeSalon } from '#supabase/tests/database/salon.ts';
import { insert, newId } from '#supabase/tests/database/setup.ts';

/** Which forms a visit wants: devices tell staff, the server tells whoever comes by the link. */
export const formsOfVisits = (database: { readonly db: Database }): void => {
  test('are the same on both sides: those before it while it is ahead, those after it later', async () => {
    const { db } = database;
    const salon = await makeSalon(db, 'wanted-forms');
    const business_id = salon.id;
    const services = [[], [salon.service], [newId()], [newId(), salon.service]];
    for (const status of ['draft', 'published', 'archived']) {
      for (const wanted of ['before', 'after', 'manual']) {
        for (const [place, service_ids] of services.entries()) {
          for (const published of [0, 2]) {
            const id = newId();
            const name = [status, wanted, place, published].join(' ');
            const form = {
              id,
              business_id,
              name,
              status,
              wanted,
              service_ids,
              public_key: newId(),
            };
            await insert(db, 'forms', form);
            for (let number = 0; number < published; number += 1) {
              const version = { fields: FORM_FIELDS, published_at: at(0, 9) };
              await insert(db, 'form_versions', {
                id: newId(),
                business_id,
                form_id: id,
                ...version,
              });
            }
          }
        }
      }
    }
    const told = async (startsAt: string): Promise<string[]> => {
      const [row] = await db.sql<{ forms: { name: string }[] }>(
        `select private.visit_forms(
           jsonb_populate_record(a, jsonb_build_object('starts_at', $2::text))) as forms
         from public.appointments a where a.id = $1`,
        [salon.visit, startsAt],
      );
      return row!.forms.map(({ name }) => name).toSorted();
    };
    const of = 'where business_id = $1';
    const forms = await db.sql<FormRow>(`select * from public.forms ${of}`, [business_id]);
    const versions = await db.sql<FormVersionRow>(`select * from public.form_versions ${of}`, [
      business_id,
    ]);
    const known = wantedForms(
      { id: salon.visit, startsAt: at(1, 9), serviceIds: [salon.service] },
      forms,
      versions,
      [],
      [],
    );
    const names = (when: FormRow['wanted']): string[] =>
      known.flatMap(({ form }) => (form.wanted === when ? [form.name] : [])).toSorted();
    expect(names('before')).toContain('published before 1 2');
    expect(await told(at(1, 9))).toEqual(names('before'));
    expect(await told(at(-1, 9))).toEqual(names('after'));
  });
};
