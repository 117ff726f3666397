import { beforeEach, describe, expect, test } from 'vitest';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import {
  anon,
  countOf,
  Device,
  fromAddress,
  newId,
  patch,
  rowOf,
  rpc,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let token: string;
let appointment: string;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `manage-${(slugs += 1)}`);
  const booked = await rpc(database.db, anon, 'book', {
    slug: salon.slug,
    request: {
      items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
      starts_at: at(FIRST_DAY, 14),
      client: {
        first_name: 'Nia',
        last_name: 'Doe',
        email: `nia@${salon.slug}.example`,
        phone: '7185550199',
      },
      policy_version: 1,
    },
    op_id: newId(),
  });
  token = booked['manage_token'];
  appointment = booked['appointment'].id;
});

const status = (key = token): Promise<Answer> =>
  rpc(database.db, anon, 'booking_status', { token: key });
const cancel = (opId = newId(), key = token): Promise<Answer> =>
  rpc(database.db, anon, 'cancel_booking', { token: key, op_id: opId, reason: 'A cold' });
const move = (startsAt: string, opId = newId(), more: object = {}): Promise<Answer> =>
  rpc(database.db, anon, 'reschedule_booking', {
    token,
    starts_at: startsAt,
    op_id: opId,
    ...more,
  });
const rules = (change: string) =>
  database.db.sql(`update public.booking_rules set ${change} where id = $1`, [salon.id]);
const row = () => rowOf(database.db, 'appointments', appointment);
const mails = () =>
  database.db.sql<{ kind: string; data: Answer }>(
    'select kind, data from private.mail_outbox where business_id = $1 order by created_at, id',
    [salon.id],
  );
/** Moves the appointment to a start relative to now, with its segment. */
const startIn = (interval: string) =>
  database.db.sql(
    `update public.appointment_segments set starts_at = now() + $1::interval where appointment_id = $2`,
    [interval, appointment],
  );
const refusal = ({ ok, code, field }: Answer) => (ok ? 'ok' : `${code} ${field ?? ''}`.trim());

describe('the token', () => {
  test('has 256 bits, is stored as a hash, and opens its own appointment only', async () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const [stored] = await database.db.sql<{ everything: string }>(
      `select (select string_agg(t::text, '') from private.public_tokens t)
         || (select string_agg(o::text, '') from private.op_answers o) as everything`,
    );
    expect(stored!.everything).not.toContain(token);
    expect(await status()).toMatchObject({ ok: true, appointment: { id: appointment } });
  });

  test('a wrong, a cut and an old one get the same neutral answer, everywhere', async () => {
    await database.db.sql(
      `update private.public_tokens set expires_at = now() where subject_id = $1`,
      [appointment],
    );
    for (const key of ['nonsense', '', token.slice(1), token]) {
      const neutral = { ok: false, code: 'not_found' };
      expect(await status(key)).toEqual(neutral);
      expect(await cancel(newId(), key)).toEqual(neutral);
      expect(
        await rpc(database.db, anon, 'reschedule_booking', {
          token: key,
          starts_at: at(FIRST_DAY, 15),
          op_id: newId(),
        }),
      ).toEqual(neutral);
    }
    expect(await row()).toMatchObject({ status: 'booked' });
  });

  test('guessing ends after twenty wrong ones, from the same network', async () => {
    const guess = (address: string, key: string) =>
      rpc(database.db, fromAddress(address), 'booking_status', { token: key });
    for (let n = 0; n < 20; n += 1) {
      expect(await guess(`198.51.100.${n}`, `wrong-${n}`)).toMatchObject({ code: 'not_found' });
    }
    expect(await guess('198.51.100.99', token)).toMatchObject({ ok: false, code: 'rate_limited' });
    expect(await guess('203.0.113.1', token)).toMatchObject({ ok: true });
  });
});

describe('the page of an appointment', () => {
  test('shows the appointment and the business, not the client', async () => {
    const answer = await status();
    expect(answer).toMatchObject({
      ok: true,
      appointment: {
        status: 'booked',
        starts_at: at(FIRST_DAY, 14),
        segments: [{ service_name: 'Cut', staff_id: salon.ann }],
      },
      business: { name: salon.slug },
      staff: [{ id: salon.ann, display_name: 'Ann' }],
      can_cancel: true,
      can_reschedule: true,
      cancel_until: at(FIRST_DAY - 1, 14),
      cancel_fee: 0,
    });
    expect(JSON.stringify(answer)).not.toMatch(/Nia|nia@|5550199/);
  });

  test.each<[string, () => Promise<unknown>, string, string]>([
    ['too late', () => startIn('3 hours'), 'too_late', 'too_late'],
    ['past', () => startIn('-3 hours'), 'past', 'past'],
    [
      'switched off',
      () => rules('allow_cancel = false, allow_reschedule = false'),
      'cancel_disabled',
      'reschedule_disabled',
    ],
    ['moved often enough', () => rules('max_reschedules = 0'), 'ok', 'reschedule_limit'],
  ])('%s', async (_what, prepare, cancelling, moving) => {
    await prepare();
    const answer = await status();
    expect(answer['cancel_refusal'] ?? 'ok').toBe(cancelling);
    expect(answer['reschedule_refusal']).toBe(moving);
    expect(refusal(await move(at(FIRST_DAY, 15)))).toBe(moving);
    expect(refusal(await cancel())).toBe(cancelling);
  });

  test('the last minute of the notice counts as elapsed time', async () => {
    await rules('cancel_notice_min = 120');
    await startIn('2 hours 1 minute');
    expect(await status()).toMatchObject({ can_cancel: true });
    await startIn('1 hour 59 minutes');
    expect(await status()).toMatchObject({ can_cancel: false, cancel_refusal: 'too_late' });
  });
});

describe('a notice of its own for cancelling and for moving', () => {
  test.each([
    { cancel: 120, move: 600, cancelling: 'ok', moving: 'too_late' },
    { cancel: 600, move: 120, cancelling: 'too_late', moving: 'ok' },
  ])('$cancel and $move minutes', async ({ cancel: forCancelling, move: forMoving, ...said }) => {
    await rules(`cancel_notice_min = ${forCancelling}, reschedule_notice_min = ${forMoving}`);
    await startIn('5 hours');
    const answer = await status();
    const startsAt = Date.parse(answer['appointment'].starts_at);
    const before = (minutes: number) => startsAt - minutes * 60_000;
    expect(Date.parse(answer['cancel_until'])).toBe(before(forCancelling));
    expect(Date.parse(answer['reschedule_until'])).toBe(before(forMoving));
    expect([answer['cancel_refusal'] ?? 'ok', answer['can_cancel']]).toEqual([
      said.cancelling,
      said.cancelling === 'ok',
    ]);
    expect([answer['reschedule_refusal'] ?? 'ok', answer['can_reschedule']]).toEqual([
      said.moving,
      said.moving === 'ok',
    ]);
    // What is refused changes nothing, so the other is as it was.
    if (said.moving === 'ok') expect(refusal(await cancel())).toBe(said.cancelling);
    expect(refusal(await move(at(FIRST_DAY, 15)))).toBe(said.moving);
    if (said.moving !== 'ok') expect(refusal(await cancel())).toBe(said.cancelling);
  });

  test('the last minute for moving counts as elapsed time', async () => {
    await rules('cancel_notice_min = 0, reschedule_notice_min = 120');
    await startIn('1 hour 59 minutes');
    expect(refusal(await move(at(FIRST_DAY, 15)))).toBe('too_late');
    await startIn('2 hours 1 minute');
    expect(refusal(await move(at(FIRST_DAY, 15)))).toBe('ok');
  });
});

describe('cancelling', () => {
  test('frees the time, says who and why, and sends one mail', async () => {
    const opId = newId();
    const first = await cancel(opId);
    expect(first).toMatchObject({ ok: true, status: 'cancelled' });
    expect(await cancel(opId)).toEqual(first);
    expect(refusal(await cancel())).toBe('already_cancelled');
    expect(await row()).toMatchObject({
      status: 'cancelled',
      cancel_by: 'client',
      cancel_reason: 'A cold',
      cancel_late: false,
    });
    expect(
      await countOf(database.db, 'private.busy_segments where appointment_id = $1', [appointment]),
    ).toBe(0);
    expect((await mails()).map((mail) => mail.kind)).toEqual([
      'booking_confirmed',
      'cancelled_by_client',
    ]);
    expect((await mails())[1]!.data).toMatchObject({
      manage_token: null,
      appointment: { status: 'cancelled', ical_sequence: 1 },
    });
  });

  test('a request may be withdrawn at any time before it begins', async () => {
    await rules(`approval_mode = 'all'`);
    const pending = await rpc(database.db, anon, 'book', {
      slug: salon.slug,
      request: {
        items: [{ variant_id: salon.cut, staff_id: salon.ben, add_on_ids: [] }],
        starts_at: at(FIRST_DAY, 15),
        client: { first_name: 'Nia', email: 'n@example.com', phone: '7185550198' },
        policy_version: 1,
      },
      op_id: newId(),
    });
    await rules('cancel_notice_min = 43200');
    expect(refusal(await cancel(newId(), pending['manage_token']))).toBe('ok');
    expect(refusal(await cancel())).toBe('too_late');
  });
});

describe('a late cancellation that has its price', () => {
  const TERMS = { late_cancel: { percent: 50 }, no_show: { cents: 4000 }, grace_min: 0 };
  const agree = (terms: object) =>
    database.db.sql('update public.appointments set fee_terms = $2::jsonb where id = $1', [
      appointment,
      JSON.stringify({ ...terms, notice_min: 1440 }),
    ]);
  const cancelFor = (fee?: number) =>
    rpc(database.db, anon, 'cancel_booking', { token, op_id: newId(), reason: '', fee });

  test('is possible until the start, for what the page has said', async () => {
    await agree(TERMS);
    await startIn('3 hours');
    expect(await status()).toMatchObject({
      can_cancel: true,
      cancel_fee: 2500,
      cancel_until: (await row())['starts_at'],
      fees: { late_cancel: 2500, no_show: 4000, owed: 0 },
    });
    expect(refusal(await cancelFor())).toBe('fee_changed fee');
    expect(refusal(await cancelFor(2499))).toBe('fee_changed fee');
    expect(await row()).toMatchObject({ status: 'booked', fee_state: 'none' });
    expect(refusal(await cancelFor(2500))).toBe('ok');
    expect(await row()).toMatchObject({
      status: 'cancelled',
      cancel_late: true,
      fee_kind: 'late_cancel',
      fee_cents: 2500,
      fee_state: 'proposed',
    });
    expect(await status()).toMatchObject({
      can_cancel: false,
      cancel_fee: 0,
      fees: { owed: 2500 },
    });
    await database.db.sql(`update public.appointments set fee_state = 'waived' where id = $1`, [
      appointment,
    ]);
    expect(await status()).toMatchObject({ fees: { owed: 0 } });
  });

  test('costs nothing in time, and for so long after booking as was agreed', async () => {
    await agree(TERMS);
    expect(await status()).toMatchObject({
      cancel_fee: 0,
      fees: { free_until: at(FIRST_DAY - 1, 14) },
    });
    await agree({ ...TERMS, grace_min: 30 });
    await startIn('3 hours');
    expect(await status()).toMatchObject({ can_cancel: true, cancel_fee: 0 });
    expect(refusal(await cancelFor())).toBe('ok');
    expect(await row()).toMatchObject({ fee_state: 'none', fee_cents: 0, fee_kind: null });
  });

  test('is not for who booked before there were fees', async () => {
    await rules(`fee_terms = '${JSON.stringify(TERMS)}'`);
    await startIn('3 hours');
    expect(await status()).toMatchObject({
      can_cancel: false,
      cancel_refusal: 'too_late',
      cancel_fee: 0,
      fees: null,
    });
  });
});

describe('moving', () => {
  test('keeps the appointment, counts the move, and tells the old time', async () => {
    const opId = newId();
    const first = await move(at(FIRST_DAY + 1, 9, 30), opId);
    expect(first).toMatchObject({
      ok: true,
      appointment: { id: appointment, starts_at: at(FIRST_DAY + 1, 9, 30) },
    });
    expect(await move(at(FIRST_DAY + 2, 9), opId)).toEqual(first);
    expect(await row()).toMatchObject({
      starts_at: at(FIRST_DAY + 1, 9, 30),
      ends_at: at(FIRST_DAY + 1, 10, 30),
      reschedule_count: 1,
      ical_sequence: 1,
      client_moved_at: expect.any(String),
      client_moved_from: at(FIRST_DAY, 14),
    });
    const [, moved] = await mails();
    expect(moved).toMatchObject({
      kind: 'rescheduled',
      data: { previous_starts_at: at(FIRST_DAY, 14), appointment: { ical_sequence: 1 } },
    });
    expect(await status(moved!.data['manage_token'])).toMatchObject({ ok: true });
    expect(await status()).toMatchObject({ ok: true });
  });

  test('goes twice, a third time is refused and changes nothing; staff still move it', async () => {
    await rules('max_reschedules = 2');
    expect(refusal(await move(at(FIRST_DAY, 15)))).toBe('ok');
    expect(refusal(await move(at(FIRST_DAY, 16)))).toBe('ok');
    const before = await row();
    expect(before).toMatchObject({ reschedule_count: 2, starts_at: at(FIRST_DAY, 16) });
    const sent = (await mails()).length;
    expect(refusal(await move(at(FIRST_DAY, 14)))).toBe('reschedule_limit');
    expect(await status()).toMatchObject({
      can_reschedule: false,
      reschedule_refusal: 'reschedule_limit',
      can_cancel: true,
    });
    expect(await row()).toEqual(before);
    expect((await mails()).length).toBe(sent);

    const [segment] = await database.db.sql<{ id: string }>(
      'select id from public.appointment_segments where appointment_id = $1',
      [appointment],
    );
    const desk = new Device(database.db, salon.users.front_desk, salon.id);
    await desk.pull();
    const { result } = await desk.push([
      patch('appointment_segments', segment!.id, { starts_at: at(FIRST_DAY, 14) }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await row()).toMatchObject({ reschedule_count: 2, starts_at: at(FIRST_DAY, 14) });
  });

  test('may overlap its own old time', async () => {
    expect(refusal(await move(at(FIRST_DAY, 14, 30)))).toBe('ok');
  });

  test.each([
    ['into a taken time', () => at(FIRST_DAY, 10), 'slot_taken starts_at'],
    ['off the grid', () => at(FIRST_DAY, 15, 7), 'off_grid starts_at'],
    ['outside hours', () => at(FIRST_DAY, 20), 'outside_hours starts_at'],
    ['into the past', () => at(-1, 14), 'past starts_at'],
  ])('%s changes nothing', async (_what, to, expected) => {
    const before = await row();
    expect(refusal(await move(to()))).toBe(expected);
    expect(await row()).toEqual(before);
    expect(
      await countOf(database.db, 'private.busy_segments where appointment_id = $1', [appointment]),
    ).toBe(1);
  });

  test('finds somebody else only when the client had left it open', async () => {
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15));
    expect(refusal(await move(at(FIRST_DAY, 15)))).toBe('slot_taken starts_at');
    await database.db.sql(
      'update public.appointment_segments set any_staff = true where appointment_id = $1',
      [appointment],
    );
    expect(await move(at(FIRST_DAY, 15))).toMatchObject({
      ok: true,
      appointment: { segments: [{ staff_id: salon.ben }] },
    });
  });

  test('moves services of two people who were chosen by name one after another', async () => {
    const { ann, ben, cut, slug } = salon;
    const booked = await rpc(database.db, anon, 'book', {
      slug,
      request: {
        items: [ann, ben].map((staff_id) => ({ variant_id: cut, staff_id, add_on_ids: [] })),
        starts_at: at(FIRST_DAY + 1, 10),
        client: {
          first_name: 'Tia',
          last_name: 'Doe',
          email: `tia@${slug}.example`,
          phone: '7185550198',
        },
        policy_version: 1,
      },
      op_id: newId(),
    });
    token = booked['manage_token'];
    // Ben has to be free when it is his turn, Ann when it is hers.
    await addVisit(database.db, salon, ben, at(FIRST_DAY + 1, 14));
    await addVisit(database.db, salon, ann, at(FIRST_DAY + 1, 16));
    expect(refusal(await move(at(FIRST_DAY + 1, 13)))).toBe('slot_taken starts_at');
    expect(await move(at(FIRST_DAY + 1, 15))).toMatchObject({
      ok: true,
      appointment: {
        segments: [
          { staff_id: ann, starts_at: at(FIRST_DAY + 1, 15) },
          { staff_id: ben, starts_at: at(FIRST_DAY + 1, 16) },
        ],
      },
    });
  });

  test('takes over the time it holds', async () => {
    const key = newId();
    await rpc(database.db, anon, 'hold_slot', {
      slug: salon.slug,
      request: {
        items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
        starts_at: at(FIRST_DAY, 15),
      },
      hold_key: key,
    });
    expect(refusal(await move(at(FIRST_DAY, 15)))).toBe('slot_taken starts_at');
    expect(refusal(await move(at(FIRST_DAY, 15), newId(), { hold_key: key }))).toBe('ok');
  });
});
