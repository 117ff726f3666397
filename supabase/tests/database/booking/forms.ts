import { expect, test } from 'vitest';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormField } from '#domain/rows.ts';
import { at, FORM_FIELDS } from '../salon.ts';
import { anon, countOf, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

/** Forms without which nobody books online. */
export const formsThatBlock = (shop: Shop): void => {
  const REQUIRED: FormField[] = [{ ...FORM_FIELDS[0]!, required: true }];
  /** The form of the salon blocks; its second version has one question, which has to be answered. */
  const block = async (change: Record<string, unknown> = {}): Promise<string> => {
    const { salon } = shop;
    await insert(shop.db, 'form_versions', {
      id: newId(),
      business_id: salon.id,
      form_id: salon.rows.forms,
      fields: REQUIRED,
      published_at: at(0, 9),
    });
    await shop.set('forms', salon.rows.forms, {
      status: 'published',
      enforce: 'block_online',
      ...change,
    });
    return String((await rowOf(shop.db, 'forms', salon.rows.forms))['public_key']);
  };
  const filledIn = (key: string, more: object = {}) => ({
    answers: [{ key, version: 2, answers: { q1: 'Latex' }, ...more }],
  });
  const submitted = () =>
    shop.db.sql<{ answers: object; client_id: string | null; appointment_id: string }>(
      `select answers, client_id, appointment_id from public.form_submissions
       where business_id = $1 and filled_on = 'client_device'`,
      [shop.salon.id],
    );
  const booked = () =>
    countOf(shop.db, `public.appointments where business_id = $1 and source = 'online'`, [
      shop.salon.id,
    ]);

  test('are named by the page, and read by their key although nobody may send them by it', async () => {
    const key = await block();
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(profile['forms']).toEqual([{ key, name: 'Before your visit', service_ids: [] }]);
    expect(await rpc(shop.db, anon, 'public_form', { key })).toMatchObject({
      ok: true,
      form: { version: 2 },
    });
    const sent = { key, version: 2, answers: { q1: 'Latex' }, op_id: newId() };
    expect(refusal(await rpc(shop.db, anon, 'submit_form', sent))).toBe('not_found');
  });

  test('with photos: those have come in before, or the form is asked for again', async () => {
    const { salon } = shop;
    const key = await block();
    await insert(shop.db, 'form_versions', {
      id: newId(),
      business_id: salon.id,
      form_id: salon.rows.forms,
      fields: [field('q1', 'photo', { required: true })],
      published_at: at(0, 10),
    });
    const file = formFile(1, { id: newId() });
    const filled = filledIn(key, { version: 3, answers: { q1: [file] } });
    expect(refusal(await shop.book(filled))).toBe(`form_required ${key}`);
    const offer = { key, version: 3, field: 'q1', file };
    const { upload } = await rpc(shop.db, anon, 'offer_form_file', offer);
    expect(refusal(await shop.book(filled))).toBe(`form_required ${key}`);
    const service = { role: 'service_role', claims: { role: 'service_role' } };
    await rpc(shop.db, service, 'form_file_of_upload', { upload, stored: true });
    expect(refusal(await shop.book(filled))).toBe('ok');
    expect(await submitted()).toMatchObject([{ answers: { q1: [file] } }]);
  });

  test('come with the booking, sealed for its client and visit', async () => {
    const key = await block();
    const answer: Answer = await shop.book(filledIn(key));
    expect(refusal(answer)).toBe('ok');
    const { id } = answer['appointment'];
    const { client_id } = await rowOf(shop.db, 'appointments', id);
    expect(await submitted()).toEqual([
      { answers: { q1: 'Latex' }, client_id, appointment_id: id },
    ]);
    const status = await rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] });
    expect(status['forms']).toMatchObject([{ key, done: true }]);
  });

  test.each([
    ['nothing', (): unknown => null],
    ['words', (): unknown => 'x'],
    ['a list of nothing', (): unknown => [null, 1, 'x', []]],
    ['another form', (): unknown => filledIn('x').answers],
    ['a version that never was', (key: string): unknown => filledIn(key, { version: 9 }).answers],
    ['no version', (key: string): unknown => filledIn(key, { version: 'x' }).answers],
    ['no answers', (key: string): unknown => filledIn(key, { answers: null }).answers],
    ['a missing answer', (key: string): unknown => filledIn(key, { answers: {} }).answers],
    [
      'far too much',
      (key: string): unknown => filledIn(key, { answers: { q1: 'x'.repeat(400_001) } }).answers,
    ],
  ])('refuse a booking that brings %s, and nothing is written', async (_what, bring) => {
    const key = await block();
    expect(refusal(await shop.book({ answers: bring(key) }))).toBe(`form_required ${key}`);
    expect(await booked()).toBe(0);
    expect(await submitted()).toEqual([]);
  });

  test('count in the version that was read, also when a newer one came meanwhile', async () => {
    const key = await block();
    expect(refusal(await shop.book(filledIn(key, { version: 1 })))).toBe('ok');
  });

  test('are nothing for other services, when they are wanted later, or in the drawer', async () => {
    await block({ service_ids: [newId()] });
    expect(refusal(await shop.book())).toBe('ok');
    await shop.set('forms', shop.salon.rows.forms, { service_ids: [], wanted: 'after' });
    expect(refusal(await shop.book({ starts_at: at(6, 14) }))).toBe('ok');
    await shop.set('forms', shop.salon.rows.forms, { wanted: 'before', status: 'archived' });
    expect(refusal(await shop.book({ starts_at: at(7, 14) }))).toBe('ok');
  });

  test('are asked for before anything is paid', async () => {
    const key = await block();
    await shop.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    );
    await shop.rules({ deposit_rule: { percent: 30 } });
    const start = (more: object) =>
      rpc(shop.db, anon, 'start_payment', {
        slug: shop.salon.slug,
        request: shop.request({ hold_key: newId(), ...more }),
        op_id: newId(),
      });
    expect(refusal(await start({}))).toBe(`form_required ${key}`);
    expect(refusal(await start(filledIn(key)))).toBe('ok');
    await shop.db.sql(`delete from private.server_settings where name = 'payment_provider'`);
  });
};
