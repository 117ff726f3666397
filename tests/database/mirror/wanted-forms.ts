import { expect, test } from 'vitest';
import { askedFrom } from '#domain/forms/asked-from.ts';
import { wantedForms } from '#domain/forms/wanted-forms.ts';
import type { BookingRulesRow, FormRow, FormSubmissionRow, FormVersionRow } from '#domain/rows.ts';
import { addMinutes, epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { at, filledIn, FORM_FIELDS, makeSalon } from '#supabase/tests/database/salon.ts';
import { insert, newId } from '#supabase/tests/database/setup.ts';

/** Which forms a visit wants: devices tell staff, the server tells whoever comes by the link. */
export const formsOfVisits = (database: { readonly db: Database }): void => {
  test('are the same on both sides: those before it while it is ahead, those after it later', async () => {
    const { db } = database;
    const salon = await makeSalon(db, 'wanted-forms');
    const business_id = salon.id;
    const services = [[], [salon.service], [newId()], [newId(), salon.service]];
    for (const status of ['draft', 'published', 'archived']) {
      for (const wanted of ['before', 'after', 'payment', 'manual']) {
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

  test('what was filled in before is enough, or is not, on both sides', async () => {
    const { db } = database;
    const { id: business_id, visit, client, service } = await makeSalon(db, 'counted-forms');
    const form_id = newId();
    const form = { id: form_id, business_id, name: 'Health', status: 'published' };
    await insert(db, 'forms', { ...form, public_key: newId(), every_months: 6 });
    const versions = [newId(), newId()];
    for (const id of versions) {
      const version = { id, business_id, form_id, fields: FORM_FIELDS, published_at: at(0, 9) };
      await insert(db, 'form_versions', version);
    }
    const known = await db.sql<FormVersionRow>(
      'select * from public.form_versions where form_id = $1',
      [form_id],
    );
    const [a] = await db.sql<{ starts_at: string }>(
      'select starts_at from public.appointments where id = $1',
      [visit],
    );
    const FREQUENCIES = ['once', 'once_per_version', 'every_visit', 'every_n_months'] as const;
    const filled = versions.flatMap((version_id) =>
      [null, visit].flatMap((appointment_id) =>
        [0, -150, -400].flatMap((days) =>
          [false, true].map((isVoid) => ({ version_id, appointment_id, days, isVoid })),
        ),
      ),
    );
    const answers = new Set<string>();
    for (const frequency of FREQUENCIES) {
      const [asked] = await db.sql<FormRow>(
        'update public.forms set frequency = $2 where id = $1 returning *',
        [form_id, frequency],
      );
      for (const { version_id, appointment_id, days, isVoid } of filled) {
        const id = newId();
        await insert(db, 'form_submissions', {
          id,
          business_id,
          form_id,
          version_id,
          client_id: client,
          appointment_id,
          ...filledIn({ q1: 'Latex' }),
          submitted_at: at(days, 8),
        });
        const submissions = await db.sql<FormSubmissionRow>(
          `update public.form_submissions
           set state = case when $2 then 'void' else state end,
             void_reason = case when $2 then 'Wrong person' end
           where id = $1 returning *`,
          [id, isVoid],
        );
        const [server] = await db.sql<{ lacks: boolean }>(
          'select private.lacks_forms(a) as lacks from public.appointments a where id = $1',
          [visit],
        );
        const [device] = wantedForms(
          { id: visit, startsAt: a!.starts_at, serviceIds: [service] },
          [asked!],
          known,
          submissions,
          [],
        );
        const place = [frequency, versions.indexOf(version_id), appointment_id, days, isVoid];
        expect(server!.lacks, place.join(' ')).toBe(device!.submission === null);
        answers.add(`${frequency} ${server!.lacks}`);
        await db.sql('delete from public.form_submissions where id = $1', [id]);
      }
    }
    // Each is enough sometimes, and sometimes not.
    expect([...answers].toSorted()).toEqual(
      FREQUENCIES.flatMap((frequency) => [`${frequency} false`, `${frequency} true`]).toSorted(),
    );
  });

  test('those with a time of their own are wanted from then on, on both sides', async () => {
    const { db } = database;
    const { id: business_id, visit } = await makeSalon(db, 'asked-from');
    const [place] = await db.sql<{ rules: BookingRulesRow; zone: string }>(
      `select to_jsonb(r) as rules, b.time_zone as zone
       from public.booking_rules r join public.businesses b on b.id = r.business_id
       where b.id = $1`,
      [business_id],
    );
    const times = [null, 15, 60, 240, 1440, 1500, 7 * 1440];
    for (const wanted of ['before', 'after'] as const) {
      for (const offset_min of times) {
        const id = newId();
        const form = { id, business_id, name: `${wanted} ${offset_min}`, wanted, offset_min };
        await insert(db, 'forms', { ...form, status: 'published', public_key: newId() });
        const version = { id: newId(), business_id, form_id: id };
        await insert(db, 'form_versions', {
          ...version,
          fields: FORM_FIELDS,
          published_at: at(0, 9),
        });
      }
    }
    const forms = await db.sql<FormRow>(
      `select * from public.forms where business_id = $1 and status = 'published'`,
      [business_id],
    );
    const zone = zoneOf(place!.zone);
    const now = epochMinOf(new Date().toISOString());
    // At all hours of the day: quiet ones put a mail off.
    for (let minutes = -2 * 1440; minutes <= 2 * 1440; minutes += 173) {
      const starts_at = addMinutes(new Date().toISOString(), minutes);
      const ends_at = addMinutes(starts_at, 60);
      const [row] = await db.sql<{ due: Record<string, number | null>; wanted: string[] }>(
        `select jsonb_object_agg(f.name, case when isfinite(d.due) then private.epoch_min(d.due) end)
             as due,
           coalesce((select jsonb_agg(w.name) from private.wanted_forms(v.visit) w), '[]') as wanted
         from (
           select jsonb_populate_record(
             a, jsonb_build_object('starts_at', $2::text, 'ends_at', $3::text)) as visit
           from public.appointments a where a.id = $1) v
         join public.forms f on f.business_id = (v.visit).business_id
           and f.status = 'published'
         cross join lateral (select private.form_due(f, v.visit) as due) d
         group by v.visit`,
        [visit, starts_at, ends_at],
      );
      const side = minutes > 0 ? 'before' : 'after';
      const due = forms.map((form) => ({
        name: form.name,
        wanted: form.wanted,
        from: askedFrom(form, { starts_at, ends_at }, place!.rules, zone),
      }));
      expect(Object.fromEntries(due.map(({ name, from }) => [name, from]))).toEqual(row!.due);
      expect(row!.wanted.toSorted()).toEqual(
        due
          .filter(({ wanted, from }) => wanted === side && (from ?? now) <= now)
          .map(({ name }) => name)
          .toSorted(),
      );
    }
  });
};
