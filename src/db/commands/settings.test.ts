import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_REASON } from '#domain/blocks/schema.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';
import { TEST_BUSINESS } from '../memory-db.ts';
import { errorOf, openSalon, putAppointment, segmentOf, valueOf } from '../test-rows.ts';
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
} from './services.ts';
import { setOverrides } from './overrides.ts';
import { archiveStaff, createStaff, orderStaff } from './staff.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const lastOps = async () => (await db.outbox.orderBy('seq').last())?.ops;

describe('clients', () => {
  test('are stored as the server wants them', async () => {
    const id = valueOf(
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
    expect(errorOf(await createClient(db, form))).toMatchObject({ code: 'invalid', field, rule }),
  );

  test('a birthday needs no year', async () => {
    const id = valueOf(await createClient(db, { first_name: 'A', birthday: '--02-29' }));
    expect((await db.rows('clients').get(id))?.birthday).toBe('--02-29');
  });

  test('only what changed is sent, tags one by one, and undo brings it back', async () => {
    valueOf(await setClientTag(db, 'cleo', 'vip', true));
    const done = valueOf(
      await editClient(db, 'cleo', { first_name: 'Cleo', note: 'likes tea', tags: ['colour'] }),
    );
    expect(await lastOps()).toEqual([
      { table: 'clients', id: 'cleo', op: 'patch', value: { note: 'likes tea' } },
      { table: 'clients', id: 'cleo', op: 'add', value: { tags: 'colour' } },
      { table: 'clients', id: 'cleo', op: 'remove', value: { tags: 'vip' } },
    ]);
    valueOf(await done.undo());
    expect(await db.rows('clients').get('cleo')).toMatchObject({ note: null, tags: ['vip'] });
  });

  test('an edit that changes nothing sends nothing', async () => {
    valueOf(await editClient(db, 'cleo', { first_name: 'Cleo' }));
    expect(await db.outbox.count()).toBe(0);
  });

  test('an edit may not take away the last name or contact', async () =>
    expect(
      errorOf(await editClient(db, 'cleo', { first_name: '', last_name: ' ', email: null }))?.rule,
    ).toBe('needs_name_or_contact'));

  test('archived ones come back by undo', async () => {
    const done = valueOf(await archiveClient(db, 'cleo'));
    expect((await db.rows('clients').get('cleo'))?.status).toBe('archived');
    valueOf(await done.undo());
    expect((await db.rows('clients').get('cleo'))?.status).toBe('active');
  });
});

describe('services', () => {
  const order = async () =>
    (await db.rows('services').toArray()).toSorted(bySortKey).map(({ name }) => name);

  test('come with their variants, behind the others', async () => {
    const id = valueOf(
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
    expect(
      errorOf(await createService(db, { name: 'X' }, [{}, { duration_min: 7 }])),
    ).toMatchObject({
      code: 'invalid',
      field: 'variants.1.duration_min',
      rule: 'step',
    }));

  test('one moved changes one row, and undo puts it back', async () => {
    valueOf(await createService(db, { name: 'Facial' }));
    const done = valueOf(await moveService(db, 's-colour', 0));
    expect(await order()).toEqual(['Colour', 'Haircut', 'Facial']);
    expect(await lastOps()).toHaveLength(1);
    valueOf(await done.undo());
    expect(await order()).toEqual(['Haircut', 'Colour', 'Facial']);
  });

  test('what becomes free costs nothing; free with a price is refused', async () => {
    valueOf(await editVariant(db, 'cut', { price_kind: 'free' }));
    expect(await db.rows('service_variants').get('cut')).toMatchObject({
      price_kind: 'free',
      price_cents: 0,
    });
    expect(errorOf(await editVariant(db, 'cut', { price_cents: 100 }))?.rule).toBe(
      'free_has_price',
    );
  });

  test('the last variant stays', async () => {
    expect(errorOf(await archiveVariant(db, 'cut'))?.code).toBe('in_use');
    valueOf(await createVariant(db, 's-cut', { name: 'Kids' }));
    const done = valueOf(await archiveVariant(db, 'cut'));
    valueOf(await done.undo());
    expect((await db.rows('service_variants').get('cut'))?.status).toBe('active');
  });

  test('a category that goes leaves its services', async () => {
    const id = valueOf(
      await createCategory(db, { name: 'Hair', colour: 'rose', visible_online: true }),
    );
    valueOf(await editService(db, 's-cut', { category_id: id }));
    valueOf(await deleteCategory(db, id));
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
    valueOf(await setOverrides(db, [base]));
    expect(await db.outbox.count()).toBe(0);
    valueOf(await setOverrides(db, [{ ...base, duration_min: 60 }]));
    valueOf(await setOverrides(db, [{ ...base, offered: false }]));
    expect(await db.rows('staff_service_overrides').toArray()).toMatchObject([
      { offered: false, duration_min: null },
    ]);
    valueOf(await setOverrides(db, [base]));
    expect(await db.rows('staff_service_overrides').count()).toBe(0);
  });

  test('add-ons belong to groups, and groups to services one by one', async () => {
    const group = valueOf(
      await createAddOnGroup(db, {
        name: 'Extras',
        service_ids: ['s-cut'],
        min_count: 0,
        max_count: 2,
      }),
    );
    valueOf(
      await createAddOn(db, { group_id: group, name: 'Mask', price_cents: 1500, extra_min: 10 }),
    );
    valueOf(await editAddOnGroup(db, group, { service_ids: ['s-cut', 's-colour'] }));
    expect(await lastOps()).toEqual([
      { table: 'add_on_groups', id: group, op: 'add', value: { service_ids: 's-colour' } },
    ]);
    expect(errorOf(await editAddOnGroup(db, group, { min_count: 3 }))?.rule).toBe('min_above_max');
    valueOf(await deleteAddOnGroup(db, group));
    expect(await db.rows('add_ons').count()).toBe(0);
  });
});

describe('the team', () => {
  test('somebody new has a working week and the last rank', async () => {
    const id = valueOf(await createStaff(db, { display_name: 'Cy' }));
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
    valueOf(await archiveStaff(db, 'ben'));
    await putAppointment(db, 'a1', [segmentOf('g2', 'ana', '2027-03-20T15:00:00+00:00')]);
    expect(errorOf(await archiveStaff(db, 'ana'))).toEqual({
      code: 'has_future_appointments',
      rows: ['appointments:a1'],
    });
  });

  test('the order of columns changes the ranks that differ', async () => {
    valueOf(await orderStaff(db, ['ben', 'ana']));
    expect((await db.rows('staff').orderBy('id').toArray()).map(({ rank }) => rank)).toEqual([
      1, 0,
    ]);
  });

  test('hours from a day on replace what began that day', async () => {
    const weeks = [Array.from({ length: 7 }, (): [number, number][] => [[600, 720]])];
    const id = valueOf(
      await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks }),
    );
    expect(
      valueOf(await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks })),
    ).toBe(id);
    const wrong = [
      Array.from({ length: 7 }, (): [number, number][] => [
        [600, 720],
        [700, 800],
      ]),
    ];
    expect(
      errorOf(await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks: wrong }))
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
    const id = valueOf(await setDateException(db, closed));
    expect(valueOf(await setDateException(db, { ...closed, note: 'Christmas' }))).toBe(id);
    const done = valueOf(await deleteDateException(db, id));
    valueOf(await done.undo());
    expect(await db.rows('date_exceptions').toArray()).toMatchObject([
      { ranges: [], note: 'Christmas' },
    ]);
  });

  test('time off is approved and taken back', async () => {
    const span = { starts_at: '2027-04-01T04:00:00+00:00', ends_at: '2027-04-08T04:00:00+00:00' };
    const id = valueOf(
      await createTimeOff(
        db,
        { staff_id: 'ana', reason_id: null, note: null, ...span },
        'requested',
      ),
    );
    const done = valueOf(await setTimeOffStatus(db, id, 'approved'));
    valueOf(await done.undo());
    expect((await db.rows('time_off').get(id))?.status).toBe('requested');
    valueOf(await setTimeOffStatus(db, id, 'declined'));
    expect(errorOf(await setTimeOffStatus(db, id, 'approved'))?.code).toBe('illegal_transition');
    const backwards = {
      staff_id: 'ana',
      reason_id: null,
      note: null,
      starts_at: span.ends_at,
      ends_at: span.starts_at,
    };
    expect(errorOf(await createTimeOff(db, backwards))).toMatchObject({
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
    const { id } = valueOf(await createBlock(db, block));
    const done = valueOf(
      await moveBlock(db, id, { startsAt: '2027-03-09T18:00:00+00:00', staffId: null }),
    );
    expect(await only()).toMatchObject({
      staff_id: null,
      starts_at: '2027-03-09T18:00:00+00:00',
      ends_at: '2027-03-09T18:30:00+00:00',
    });
    valueOf(await done.undo());
    expect(await only()).toMatchObject(block);
  });

  test('has an end after its start, within a month', async () => {
    const { id } = valueOf(await createBlock(db, block));
    expect(errorOf(await resizeBlock(db, id, { endsAt: block.starts_at }))?.rule).toBe('order');
    expect(errorOf(await resizeBlock(db, id, { endsAt: '2027-05-09T17:00:00+00:00' }))?.rule).toBe(
      'too_long',
    );
    valueOf(await resizeBlock(db, id, { endsAt: '2027-03-09T18:30:00+00:00' }));
    expect((await only())?.ends_at).toBe('2027-03-09T18:30:00+00:00');
  });

  test('deleted comes back under a new id; created goes by undo', async () => {
    const made = valueOf(await createBlock(db, block));
    const gone = valueOf(await deleteBlock(db, made.id));
    const again = valueOf(await gone.undo());
    expect(again).not.toBe(made.id);
    expect(await only()).toMatchObject(block);
    const second = valueOf(await createBlock(db, block));
    valueOf(await second.undo());
    expect(await db.rows('time_blocks').count()).toBe(1);
  });

  test('reasons have names of their own, an order, and are archived when used', async () => {
    const lunch = valueOf(await createReason(db, { ...EMPTY_REASON, name: 'Lunch' }));
    const admin = valueOf(await createReason(db, { name: 'Admin' }));
    expect(errorOf(await createReason(db, { name: ' lunch ' }))?.code).toBe('name_taken');
    expect(errorOf(await editReason(db, admin, { name: 'LUNCH' }))?.code).toBe('name_taken');
    valueOf(await editReason(db, lunch, { name: 'LUNCH' }));
    valueOf(await moveReason(db, admin, 0));
    const reasons = (await db.rows('block_off_reasons').toArray()).toSorted(bySortKey);
    expect(reasons.map(({ name }) => name)).toEqual(['Admin', 'LUNCH']);
    valueOf(await createBlock(db, { ...block, reason_id: lunch }));
    expect(valueOf(await deleteReason(db, lunch))).toBe('archived');
    expect(valueOf(await deleteReason(db, admin))).toBe('deleted');
  });
});

describe('the business', () => {
  test('settings are checked and come back by undo', async () => {
    const done = valueOf(await editBusiness(db, { name: 'New Name', week_start: 7 }));
    expect(await db.rows('businesses').get(TEST_BUSINESS)).toMatchObject({
      name: 'New Name',
      week_start: 7,
    });
    valueOf(await done.undo());
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
    expect(errorOf(await editBusiness(db, patch))?.rule).toBe(rule),
  );

  test('a notice beyond the window could never be kept', async () => {
    expect(errorOf(await editRules(db, { window_days: 1, min_notice_min: 1440 }))).toMatchObject({
      field: 'min_notice_min',
      rule: 'notice_beyond_window',
    });
    valueOf(await editRules(db, { slot_step_min: 0 }));
  });

  test('a policy gets the next version, the same text none', async () => {
    const first = valueOf(await publishPolicy(db, 'Be on time.'));
    expect(valueOf(await publishPolicy(db, ' Be on time. '))).toBe(first);
    valueOf(await publishPolicy(db, 'Be early.'));
    const texts = await db.rows('policy_texts').toArray();
    expect(texts.map(({ version }) => version).toSorted()).toEqual([1, 2]);
    expect(texts[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
