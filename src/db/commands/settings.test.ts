import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_REASON } from '#domain/blocks/schema.ts';
import type { Result } from '#domain/errors/result.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';
import { TEST_BUSINESS } from '../memory-db.ts';
import { openSalon, putAppointment, segmentOf } from '../test-rows.ts';
import { createAddOn, createAddOnGroup, deleteAddOnGroup, editAddOnGroup } from './add-ons.ts';
import { createBlock, deleteBlock, moveBlock, resizeBlock } from './blocks.ts';
import { editBusiness, editRules, publishPolicy } from './business.ts';
import { archiveClient, createClient, editClient, setClientTag } from './clients.ts';
import {
  createTimeOff,
  deleteDateException,
  setDateException,
  setTimeOffStatus,
  setWorkPattern,
} from './hours.ts';
import { createReason, deleteReason, editReason, moveReason } from './reasons.ts';
import {
  archiveVariant,
  createCategory,
  createService,
  createVariant,
  deleteCategory,
  editService,
  editVariant,
  moveService,
  setOverride,
} from './services.ts';
import { archiveStaff, createStaff, orderStaff } from './staff.ts';

const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
const error = (result: Result<unknown>) => (result.ok ? null : result.error);

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const lastOps = async () => (await db.outbox.orderBy('seq').last())?.ops;

describe('clients', () => {
  test('are stored as the server wants them', async () => {
    const id = value(
      await createClient(db, {
        first_name: ' Zoë ',
        email: ' Zoe@Mail.EXAMPLE ',
        phone: '(212) 555-0123',
      }),
    );
    expect(await db.rows('clients').get(id)).toMatchObject({
      first_name: 'Zoë',
      email: 'zoe@mail.example',
      phone: '+12125550123',
      phone_raw: '(212) 555-0123',
      tags: [],
      status: 'active',
      merged_into: null,
    });
  });

  test.each([
    [{}, 'first_name', 'needs_name_or_contact'],
    [{ first_name: 'A', email: 'nonsense' }, 'email', 'not_an_email'],
    [{ first_name: 'A', phone: '12' }, 'phone', 'not_a_phone'],
    [{ first_name: 'A', birthday: '2027-02-30' }, 'birthday', 'not_a_day'],
    [{ first_name: 'A', birthday: '2027-03-10' }, 'birthday', 'in_the_future'],
    [{ first_name: 'x'.repeat(121) }, 'first_name', 'too_long'],
  ])('%j is refused: %s %s', async (form, field, rule) =>
    expect(error(await createClient(db, form))).toMatchObject({ code: 'invalid', field, rule }),
  );

  test('a birthday needs no year', async () => {
    const id = value(await createClient(db, { first_name: 'A', birthday: '--02-29' }));
    expect((await db.rows('clients').get(id))?.birthday).toBe('--02-29');
  });

  test('only what changed is sent, tags one by one, and undo brings it back', async () => {
    value(await setClientTag(db, 'cleo', 'vip', true));
    const done = value(
      await editClient(db, 'cleo', { first_name: 'Cleo', note: 'likes tea', tags: ['colour'] }),
    );
    expect(await lastOps()).toEqual([
      { table: 'clients', id: 'cleo', op: 'patch', value: { note: 'likes tea' } },
      { table: 'clients', id: 'cleo', op: 'add', value: { tags: 'colour' } },
      { table: 'clients', id: 'cleo', op: 'remove', value: { tags: 'vip' } },
    ]);
    value(await done.undo());
    expect(await db.rows('clients').get('cleo')).toMatchObject({ note: null, tags: ['vip'] });
  });

  test('an edit that changes nothing sends nothing', async () => {
    value(await editClient(db, 'cleo', { first_name: 'Cleo' }));
    expect(await db.outbox.count()).toBe(0);
  });

  test('an edit may not take away the last name or contact', async () =>
    expect(
      error(await editClient(db, 'cleo', { first_name: '', last_name: ' ', email: null }))?.rule,
    ).toBe('needs_name_or_contact'));

  test('archived ones come back by undo', async () => {
    const done = value(await archiveClient(db, 'cleo'));
    expect((await db.rows('clients').get('cleo'))?.status).toBe('archived');
    value(await done.undo());
    expect((await db.rows('clients').get('cleo'))?.status).toBe('active');
  });
});

describe('services', () => {
  const order = async () =>
    (await db.rows('services').toArray()).toSorted(bySortKey).map(({ name }) => name);

  test('come with their variants, behind the others', async () => {
    const id = value(
      await createService(db, { name: 'Facial' }, [
        { name: 'Short', duration_min: 30, price_cents: 4000 },
        { name: 'Long', price_cents: 7000 },
      ]),
    );
    const variants = await db
      .rows('service_variants')
      .filter((one) => one.service_id === id)
      .toArray();
    expect(variants.toSorted(bySortKey).map(({ name }) => name)).toEqual(['Short', 'Long']);
    expect(await order()).toEqual(['Haircut', 'Colour', 'Facial']);
  });

  test('a wrong variant is named by its place', async () =>
    expect(error(await createService(db, { name: 'X' }, [{}, { duration_min: 7 }]))).toMatchObject({
      code: 'invalid',
      field: 'variants.1.duration_min',
      rule: 'step',
    }));

  test('one moved changes one row, and undo puts it back', async () => {
    value(await createService(db, { name: 'Facial' }));
    const done = value(await moveService(db, 's-colour', 0));
    expect(await order()).toEqual(['Colour', 'Haircut', 'Facial']);
    expect(await lastOps()).toHaveLength(1);
    value(await done.undo());
    expect(await order()).toEqual(['Haircut', 'Colour', 'Facial']);
  });

  test('what becomes free costs nothing; free with a price is refused', async () => {
    value(await editVariant(db, 'cut', { price_kind: 'free' }));
    expect(await db.rows('service_variants').get('cut')).toMatchObject({
      price_kind: 'free',
      price_cents: 0,
    });
    expect(error(await editVariant(db, 'cut', { price_cents: 100 }))?.rule).toBe('free_has_price');
  });

  test('the last variant stays', async () => {
    expect(error(await archiveVariant(db, 'cut'))?.code).toBe('in_use');
    value(await createVariant(db, 's-cut', { name: 'Kids' }));
    const done = value(await archiveVariant(db, 'cut'));
    value(await done.undo());
    expect((await db.rows('service_variants').get('cut'))?.status).toBe('active');
  });

  test('a category that goes leaves its services', async () => {
    const id = value(
      await createCategory(db, { name: 'Hair', colour: 'rose', visible_online: true }),
    );
    value(await editService(db, 's-cut', { category_id: id }));
    value(await deleteCategory(db, id));
    expect((await db.rows('services').get('s-cut'))?.category_id).toBeNull();
    expect(await db.rows('service_categories').count()).toBe(0);
  });

  test('an override exists only while it says something', async () => {
    const base = {
      staff_id: 'ben',
      variant_id: 'cut',
      offered: true,
      price_cents: null,
      duration_min: null,
    };
    value(await setOverride(db, base));
    expect(await db.outbox.count()).toBe(0);
    value(await setOverride(db, { ...base, duration_min: 60 }));
    value(await setOverride(db, { ...base, offered: false }));
    expect(await db.rows('staff_service_overrides').toArray()).toMatchObject([
      { offered: false, duration_min: null },
    ]);
    value(await setOverride(db, base));
    expect(await db.rows('staff_service_overrides').count()).toBe(0);
  });

  test('add-ons belong to groups, and groups to services one by one', async () => {
    const group = value(
      await createAddOnGroup(db, {
        name: 'Extras',
        service_ids: ['s-cut'],
        min_count: 0,
        max_count: 2,
      }),
    );
    value(
      await createAddOn(db, { group_id: group, name: 'Mask', price_cents: 1500, extra_min: 10 }),
    );
    value(await editAddOnGroup(db, group, { service_ids: ['s-cut', 's-colour'] }));
    expect(await lastOps()).toEqual([
      { table: 'add_on_groups', id: group, op: 'add', value: { service_ids: 's-colour' } },
    ]);
    expect(error(await editAddOnGroup(db, group, { min_count: 3 }))?.rule).toBe('min_above_max');
    value(await deleteAddOnGroup(db, group));
    expect(await db.rows('add_ons').count()).toBe(0);
  });
});

describe('the team', () => {
  test('somebody new has a working week and the last rank', async () => {
    const id = value(await createStaff(db, { display_name: 'Cy' }));
    expect(await db.rows('staff').get(id)).toMatchObject({ rank: 2, status: 'active' });
    const patterns = await db
      .rows('work_patterns')
      .filter(({ staff_id }) => staff_id === id)
      .toArray();
    expect(patterns).toMatchObject([{ valid_from: '2027-03-09' }]);
    expect(patterns[0]?.weeks[0]).toHaveLength(7);
  });

  test('somebody with appointments to come is not archived', async () => {
    await putAppointment(db, 'past', [segmentOf('g0', 'ben', '2027-03-01T15:00:00+00:00')]);
    await putAppointment(db, 'off', [segmentOf('g1', 'ben', '2027-03-20T15:00:00+00:00')], {
      status: 'cancelled',
    });
    value(await archiveStaff(db, 'ben'));
    await putAppointment(db, 'a1', [segmentOf('g2', 'ana', '2027-03-20T15:00:00+00:00')]);
    expect(error(await archiveStaff(db, 'ana'))).toEqual({
      code: 'has_future_appointments',
      rows: ['appointments:a1'],
    });
  });

  test('the order of columns changes the ranks that differ', async () => {
    value(await orderStaff(db, ['ben', 'ana']));
    expect((await db.rows('staff').orderBy('id').toArray()).map(({ rank }) => rank)).toEqual([
      1, 0,
    ]);
  });

  test('hours from a day on replace what began that day', async () => {
    const weeks = [Array.from({ length: 7 }, (): [number, number][] => [[600, 720]])];
    const id = value(
      await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks }),
    );
    expect(
      value(await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks })),
    ).toBe(id);
    const wrong = [
      Array.from({ length: 7 }, (): [number, number][] => [
        [600, 720],
        [700, 800],
      ]),
    ];
    expect(
      error(await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks: wrong }))
        ?.rule,
    ).toBe('overlap');
  });

  test('an exception is one per person and day, and comes back by undo', async () => {
    const closed = {
      staff_id: null,
      on_day: '2027-12-25',
      kind: 'closed' as const,
      ranges: [[0, 60]] as [number, number][],
      note: null,
    };
    const id = value(await setDateException(db, closed));
    expect(value(await setDateException(db, { ...closed, note: 'Christmas' }))).toBe(id);
    const done = value(await deleteDateException(db, id));
    value(await done.undo());
    expect(await db.rows('date_exceptions').toArray()).toMatchObject([
      { ranges: [], note: 'Christmas' },
    ]);
  });

  test('time off is approved and taken back', async () => {
    const span = { starts_at: '2027-04-01T04:00:00+00:00', ends_at: '2027-04-08T04:00:00+00:00' };
    const id = value(
      await createTimeOff(
        db,
        { staff_id: 'ana', reason_id: null, note: null, ...span },
        'requested',
      ),
    );
    const done = value(await setTimeOffStatus(db, id, 'approved'));
    value(await done.undo());
    expect((await db.rows('time_off').get(id))?.status).toBe('requested');
    const backwards = {
      staff_id: 'ana',
      reason_id: null,
      note: null,
      starts_at: span.ends_at,
      ends_at: span.starts_at,
    };
    expect(error(await createTimeOff(db, backwards))).toMatchObject({
      field: 'ends_at',
      rule: 'order',
    });
  });
});

describe('blocked time', () => {
  const block = {
    staff_id: 'ana',
    starts_at: '2027-03-09T17:00:00+00:00',
    ends_at: '2027-03-09T17:30:00+00:00',
    all_day: false,
    reason_id: null,
    note: null,
    blocks_online: true,
  };
  const only = async () => (await db.rows('time_blocks').toArray())[0];

  test('moves with its length, to anybody, and back', async () => {
    const { id } = value(await createBlock(db, block));
    const done = value(
      await moveBlock(db, id, { startsAt: '2027-03-09T18:00:00+00:00', staffId: null }),
    );
    expect(await only()).toMatchObject({
      staff_id: null,
      starts_at: '2027-03-09T18:00:00+00:00',
      ends_at: '2027-03-09T18:30:00+00:00',
    });
    value(await done.undo());
    expect(await only()).toMatchObject(block);
  });

  test('has an end after its start, within a month', async () => {
    const { id } = value(await createBlock(db, block));
    expect(error(await resizeBlock(db, id, { endsAt: block.starts_at }))?.rule).toBe('order');
    expect(error(await resizeBlock(db, id, { endsAt: '2027-05-09T17:00:00+00:00' }))?.rule).toBe(
      'too_long',
    );
    value(await resizeBlock(db, id, { endsAt: '2027-03-09T18:30:00+00:00' }));
    expect((await only())?.ends_at).toBe('2027-03-09T18:30:00+00:00');
  });

  test('deleted comes back under a new id; created goes by undo', async () => {
    const made = value(await createBlock(db, block));
    const gone = value(await deleteBlock(db, made.id));
    const again = value(await gone.undo());
    expect(again).not.toBe(made.id);
    expect(await only()).toMatchObject(block);
    const second = value(await createBlock(db, block));
    value(await second.undo());
    expect(await db.rows('time_blocks').count()).toBe(1);
  });

  test('reasons have names of their own, an order, and are archived when used', async () => {
    const lunch = value(await createReason(db, { ...EMPTY_REASON, name: 'Lunch' }));
    const admin = value(await createReason(db, { name: 'Admin' }));
    expect(error(await createReason(db, { name: ' lunch ' }))?.code).toBe('name_taken');
    expect(error(await editReason(db, admin, { name: 'LUNCH' }))?.code).toBe('name_taken');
    value(await editReason(db, lunch, { name: 'LUNCH' }));
    value(await moveReason(db, admin, 0));
    const reasons = (await db.rows('block_off_reasons').toArray()).toSorted(bySortKey);
    expect(reasons.map(({ name }) => name)).toEqual(['Admin', 'LUNCH']);
    value(await createBlock(db, { ...block, reason_id: lunch }));
    expect(value(await deleteReason(db, lunch))).toBe('archived');
    expect(value(await deleteReason(db, admin))).toBe('deleted');
  });
});

describe('the business', () => {
  test('settings are checked and come back by undo', async () => {
    const done = value(await editBusiness(db, { name: 'New Name', week_start: 7 }));
    expect(await db.rows('businesses').get(TEST_BUSINESS)).toMatchObject({
      name: 'New Name',
      week_start: 7,
    });
    value(await done.undo());
    expect(await db.rows('businesses').get(TEST_BUSINESS)).toMatchObject({
      name: 'Test Salon',
      week_start: 1,
    });
  });

  test.each([
    [{ slug: 'login' }, 'reserved'],
    [{ slug: 'A B' }, 'not_a_slug'],
    [{ currency: 'JPY' }, 'not_a_choice'],
    [{ time_zone: 'Mars/Olympus' }, 'not_a_zone'],
    [{ week_start: 8 }, 'too_large'],
  ])('%j is refused: %s', async (patch, rule) =>
    expect(error(await editBusiness(db, patch))?.rule).toBe(rule),
  );

  test('a notice beyond the window could never be kept', async () => {
    expect(error(await editRules(db, { window_days: 1, min_notice_min: 1440 }))).toMatchObject({
      field: 'min_notice_min',
      rule: 'notice_beyond_window',
    });
    value(await editRules(db, { slot_step_min: 0 }));
  });

  test('a policy gets the next version, the same text none', async () => {
    const first = value(await publishPolicy(db, 'Be on time.'));
    expect(value(await publishPolicy(db, ' Be on time. '))).toBe(first);
    value(await publishPolicy(db, 'Be early.'));
    const texts = await db.rows('policy_texts').toArray();
    expect(texts.map(({ version }) => version).toSorted()).toEqual([1, 2]);
    expect(texts[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
