import { beforeEach, describe, expect, it } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { Uuid } from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { openMemoryDb } from '../memory-db.ts';
import type { DaybookDb } from '../open.ts';
import { valueOf } from '../test-rows.ts';
import { createForm } from './forms.ts';
import { saveAddOnGroup } from './save-add-ons.ts';
import { saveService, setServiceOffered } from './save-service.ts';
import { createStaff } from './staff.ts';

const row = <T>(found: T | undefined): T => must(found, 'the test has made this row');

let db: DaybookDb;
beforeEach(async () => {
  db = await openMemoryDb();
});

const made = async (names: string[] = ['']): Promise<Uuid> => {
  const result = await saveService(db, {
    id: null,
    service: { name: 'Cut' },
    variants: names.map((name) => ({ id: null, values: { name, price_cents: 5000 } })),
  });
  return result.ok ? result.value.id : '';
};
const variants = async () => (await db.rows('service_variants').toArray()).toSorted(bySortKey);
const outboxCount = () => db.outbox.count();

describe('saving a service from its editor', () => {
  it('makes the service and its variants in one mutation', async () => {
    const id = await made(['Short', 'Long']);
    expect((await variants()).map(({ name, service_id }) => [name, service_id])).toEqual([
      ['Short', id],
      ['Long', id],
    ]);
    expect(await outboxCount()).toBe(1);
  });

  it('writes only what changed, so that a colleague’s other field stays', async () => {
    const id = await made();
    const [variant] = await variants();
    await db.rows('services').update(id, { description: 'written elsewhere' });
    await db.rows('service_variants').update(row(variant).id, { duration_min: 90 });
    const saved = await saveService(db, {
      id,
      service: { name: 'Haircut' },
      variants: [{ id: row(variant).id, values: { price_cents: 6000 } }],
    });
    expect(saved.ok).toBe(true);
    const entry = row((await db.outbox.toArray()).at(-1));
    expect(entry.ops.map(({ op, value }) => [op, value])).toEqual([
      ['patch', { name: 'Haircut' }],
      ['patch', { price_cents: 6000 }],
    ]);
  });

  it('archives variants that are left out, adds new ones and keeps the given order', async () => {
    const id = await made(['Short', 'Long']);
    const [short, long] = await variants();
    await saveService(db, {
      id,
      service: {},
      variants: [
        { id: null, values: { name: 'Extra long' } },
        { id: row(long).id, values: {} },
      ],
    });
    const after = await variants();
    expect(after.filter(({ status }) => status === 'active').map(({ name }) => name)).toEqual([
      'Extra long',
      'Long',
    ]);
    expect(after.find(({ id: one }) => one === row(short).id)?.status).toBe('archived');
  });

  it('is taken back with its options and people; what a colleague changed meanwhile stays', async () => {
    const id = await made(['Short', 'Long']);
    const [short, long] = await variants();
    const mia = await createStaff(db, { display_name: 'Mia' });
    const saved = valueOf(
      await saveService(db, {
        id,
        service: { name: 'Haircut' },
        variants: [
          { id: row(long).id, values: { price_cents: 9000 } },
          { id: null, values: { name: 'Extra long' } },
        ],
        offered: new Map([[valueOf(mia), false]]),
      }),
    );
    await db.rows('service_variants').update(row(short).id, { duration_min: 90 });
    valueOf(await saved.undo());
    const active = (await variants()).filter(({ status }) => status === 'active');
    expect(active).toMatchObject([
      { name: 'Short', duration_min: 90, sort_key: row(short).sort_key },
      { name: 'Long', price_cents: 5000, sort_key: row(long).sort_key },
    ]);
    expect(await db.rows('services').get(id)).toMatchObject({ name: 'Cut' });
    expect(await db.rows('staff_service_overrides').count()).toBe(0);
  });

  it('names every wrong field of service and variants and saves nothing', async () => {
    const result = await saveService(db, {
      id: null,
      service: { name: ' ' },
      variants: [
        { id: null, values: {} },
        { id: null, values: { duration_min: 7 } },
      ],
    });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'invalid',
        issues: [
          { field: 'name', rule: 'required' },
          { field: 'variants.1.duration_min', rule: 'step' },
        ],
      },
    });
    expect(await db.rows('services').count()).toBe(0);
  });

  it('never leaves a service without variants', async () => {
    const id = await made();
    const result = await saveService(db, { id, service: {}, variants: [] });
    expect(result).toMatchObject({ ok: false, error: { field: 'variants', rule: 'too_few' } });
  });

  it('makes a service that became free cost nothing', async () => {
    const id = await made();
    const [variant] = await variants();
    await saveService(db, {
      id,
      service: {},
      variants: [{ id: row(variant).id, values: { price_kind: 'free' } }],
    });
    expect(row((await variants())[0])).toMatchObject({ price_kind: 'free', price_cents: 0 });
  });
});

describe('who does a service', () => {
  const staffMember = async (): Promise<Uuid> => {
    const result = await createStaff(db, { display_name: 'Mia' });
    return result.ok ? result.value : '';
  };

  it('takes somebody off all variants and puts them back without leaving rows', async () => {
    const [id, mia] = [await made(['Short', 'Long']), await staffMember()];
    await setServiceOffered(db, [id], mia, false);
    const rows = await db.rows('staff_service_overrides').toArray();
    expect(rows.map(({ staff_id, offered }) => [staff_id, offered])).toEqual([
      [mia, false],
      [mia, false],
    ]);
    await setServiceOffered(db, [id], mia, true);
    expect(await db.rows('staff_service_overrides').count()).toBe(0);
  });

  it('keeps an own price over being taken off and put back', async () => {
    const [id, mia] = [await made(), await staffMember()];
    await saveService(db, { id, service: {}, offered: new Map([[mia, false]]) });
    const [override] = await db.rows('staff_service_overrides').toArray();
    await db.rows('staff_service_overrides').update(row(override).id, { price_cents: 7000 });
    await setServiceOffered(db, [id], mia, true);
    expect(await db.rows('staff_service_overrides').toArray()).toMatchObject([
      { offered: true, price_cents: 7000 },
    ]);
  });
});

describe('saving a group of add-ons', () => {
  it('saves group and add-ons in one mutation, and archives what is left out', async () => {
    const group = await saveAddOnGroup(db, {
      id: null,
      group: { name: 'Treatments', max_count: 2 },
      addOns: [
        { id: null, values: { name: 'Gloss', price_cents: 1500, extra_min: 15 } },
        { id: null, values: { name: 'Mask' } },
      ],
    });
    expect(await outboxCount()).toBe(1);
    const id = group.ok ? group.value.id : '';
    const [gloss, mask] = (await db.rows('add_ons').toArray()).toSorted(bySortKey);
    const saved = await saveAddOnGroup(db, {
      id,
      group: { service_ids: ['cut'], max_count: 1 },
      addOns: [{ id: row(mask).id, values: { extra_min: 5 } }],
    });
    const { undo } = valueOf(saved);
    expect(await db.rows('add_ons').get(row(gloss).id)).toMatchObject({ status: 'archived' });
    expect(await db.rows('add_ons').get(row(mask).id)).toMatchObject({
      name: 'Mask',
      extra_min: 5,
      status: 'active',
    });
    valueOf(await undo());
    expect(await db.rows('add_ons').get(row(gloss).id)).toMatchObject({ status: 'active' });
    expect(await db.rows('add_ons').get(row(mask).id)).toMatchObject({ extra_min: 0 });
    expect(await db.rows('add_on_groups').get(id)).toMatchObject({ service_ids: [], max_count: 2 });
  });

  it('names the wrong add-on', async () => {
    const result = await saveAddOnGroup(db, {
      id: null,
      group: { name: 'Treatments' },
      addOns: [{ id: null, values: { name: '' } }],
    });
    expect(result).toMatchObject({
      ok: false,
      error: { issues: [{ field: 'addOns.0.name', rule: 'required' }] },
    });
  });
});

describe('the forms that are asked for with a service', () => {
  const form = (service_ids: Uuid[]): Promise<Uuid> =>
    createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [],
      public_link_on: false,
      wanted: 'before',
      offset_min: null,
      service_ids,
      frequency: 'once_per_version',
      every_months: 12,
      enforce: 'warn',
      countersign: false,
    }).then((made) => (made.ok ? made.value.id : ''));
  const set = (id: Uuid, formId: Uuid, wanted: boolean) =>
    saveService(db, { id, service: {}, forms: new Map([[formId, wanted]]) });
  const lastOps = async () => row((await db.outbox.toArray()).at(-1)).ops;

  it('change by this service alone, so that what another device ticked stays', async () => {
    const [cut, colour] = [await made(), await made()];
    const id = await form([colour]);
    await set(cut, id, true);
    expect(await lastOps()).toEqual([
      { table: 'forms', id, op: 'add', value: { service_ids: cut } },
    ]);
    expect((await db.rows('forms').get(id))?.service_ids).toEqual([colour, cut]);
    await set(colour, id, false);
    expect(await lastOps()).toEqual([
      { table: 'forms', id, op: 'remove', value: { service_ids: colour } },
    ]);
    expect((await db.rows('forms').get(id))?.service_ids).toEqual([cut]);
  });

  it('are ticked with a new service in one mutation', async () => {
    const id = await form([await made()]);
    const before = await outboxCount();
    const saved = await saveService(db, {
      id: null,
      service: { name: 'Facial' },
      variants: [{ id: null, values: { price_cents: 5000 } }],
      forms: new Map([[id, true]]),
    });
    expect(await outboxCount()).toBe(before + 1);
    expect((await db.rows('forms').get(id))?.service_ids).toContain(saved.ok && saved.value.id);
  });

  it('never end up with all services because the last one was unticked', async () => {
    const cut = await made();
    const id = await form([cut]);
    const before = await outboxCount();
    await set(cut, id, false);
    expect(await outboxCount()).toBe(before);
    expect((await db.rows('forms').get(id))?.service_ids).toEqual([cut]);
  });
});
