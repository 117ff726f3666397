import { describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at } from '../salon.ts';
import { anon, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { DAY, START, usePartyOf } from './party.ts';
import { refusal, type Shop } from './shop.ts';

/** What whoever booked for others reads and does afterwards, by the link and by mail. */
export const guestsByLink = (shop: Shop): void => {
  const { rules, set, item, book } = shop;
  const { guest, come, byLink } = usePartyOf(shop);

  describe('one of them is called off by the link', () => {
    const LATE = { late_cancel: { percent: 50 }, no_show: null, grace_min: 0 };
    const late = () => rules({ fee_terms: LATE, cancel_notice_min: 14_400 });
    const agreed = { fee_terms: { ...LATE, notice_min: 14_400 } };
    const callOff = (answer: Answer, person: number | null, more: object = {}) =>
      rpc(shop.db, anon, 'cancel_booking', {
        token: answer['manage_token'],
        op_id: newId(),
        person,
        ...more,
      });
    const states = async (answer: Answer) => {
      const { appointment } = (await byLink(answer).status()) as Answer;
      return [appointment, ...appointment.guests].map((one: { status: string }) => one.status);
    };
    const mails = async (answer: Answer) => {
      const rows = await shop.db.sql<{ kind: string; data: Answer }>(
        `select kind, data from private.mail_outbox
         where business_id = $1 and kind <> 'booking_confirmed' order by created_at, id`,
        [shop.salon.id],
      );
      expect(rows.every(({ data }) => data['client'].email === 'nia@example.com')).toBe(true);
      expect(answer['ok']).toBe(true);
      return rows;
    };

    test('the rest stands: one mail says who still comes, and staff see who does not', async () => {
      const answer = await come([guest('Tom'), guest('Ida')]);
      const before = await byLink(answer).status();
      expect(before['people']).toEqual(
        [0, 1, 2].map((person) => ({ person, cancel_refusal: null, cancel_fee: 0 })),
      );
      expect(await callOff(answer, 2, { reason: 'Ill' })).toMatchObject({
        ok: true,
        status: 'booked',
      });
      expect(await states(answer)).toEqual(['booked', 'booked', 'cancelled']);
      const after = await byLink(answer).status();
      expect(after).toMatchObject({
        can_cancel: true,
        people: [{}, {}, { cancel_refusal: 'already_cancelled' }],
      });
      expect(after['appointment'].ical_uid).toBe(before['appointment'].ical_uid);
      expect(after['appointment'].ical_sequence).toBe(before['appointment'].ical_sequence + 1);
      const [mail, ...others] = await mails(answer);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        kind: 'changed',
        data: {
          called_off: 'Ida',
          guests: [{ first_name: 'Tom' }],
          appointment: {
            status: 'booked',
            ical_uid: after['appointment'].ical_uid,
            ical_sequence: after['appointment'].ical_sequence,
          },
        },
      });
      // The link of that mail is as good as the first one.
      const token = mail!.data['manage_token'] as string;
      expect(await rpc(shop.db, anon, 'booking_status', { token })).toMatchObject({ ok: true });
      const { id } = answer['appointment'].guests[1] as { id: Uuid };
      expect(await rowOf(shop.db, 'appointments', id)).toMatchObject({
        status: 'cancelled',
        cancel_by: 'client',
        cancel_reason: 'Ill',
      });
      const told = await shop.db.sql<{ done_by: string; changes: object }>(
        `select done_by, changes from private.appointment_history
         where appointment_id = $1 order by id desc limit 1`,
        [id],
      );
      expect(told).toMatchObject([
        { done_by: 'client', changes: { status: ['booked', 'cancelled'] } },
      ]);
    });

    test('whoever booked stays at home: the link, the mails and the event are still theirs', async () => {
      const answer = await come([guest('Tom'), guest('Ida')]);
      expect(await callOff(answer, 0)).toMatchObject({ ok: true, status: 'booked' });
      expect(await states(answer)).toEqual(['cancelled', 'booked', 'booked']);
      const status = await byLink(answer).status();
      expect(status).toMatchObject({ can_cancel: true, can_reschedule: false });
      expect(await mails(answer)).toMatchObject([
        {
          kind: 'changed',
          data: {
            called_off: '',
            client: { first_name: 'Nia', dependant: 'Tom' },
            client_id: await shop.db
              .sql<{ client_id: Uuid }>('select client_id from public.appointments where id = $1', [
                answer['appointment'].id,
              ])
              .then(([row]) => row!.client_id),
            guests: [{ first_name: 'Ida' }],
            appointment: {
              status: 'booked',
              starts_at: START,
              ical_uid: status['appointment'].ical_uid,
              ical_sequence: status['appointment'].ical_sequence,
            },
          },
        },
      ]);
      // All who are left are called off as one.
      expect(await callOff(answer, null)).toMatchObject({ ok: true, status: 'cancelled' });
      expect(await states(answer)).toEqual(['cancelled', 'cancelled', 'cancelled']);
      const [, last] = await mails(answer);
      expect(last).toMatchObject({
        kind: 'cancelled_by_client',
        data: { appointment: { ical_sequence: status['appointment'].ical_sequence + 1 } },
      });
    });

    test('the last one who is left takes the whole with them', async () => {
      const answer = await come([guest('Tom')]);
      expect(refusal(await callOff(answer, 1))).toBe('ok');
      expect(await byLink(answer).status()).toMatchObject({ can_reschedule: true });
      expect(await callOff(answer, 0)).toMatchObject({ ok: true, status: 'cancelled' });
      expect((await mails(answer)).map(({ kind }) => kind)).toEqual([
        'changed',
        'cancelled_by_client',
      ]);
      expect(await byLink(answer).status()).toMatchObject({
        can_cancel: false,
        cancel_refusal: 'already_cancelled',
      });
    });

    test('it costs what that one costs, by the same rules', async () => {
      await late();
      const answer = await come([guest('Tom'), guest()], agreed);
      expect(await byLink(answer).status()).toMatchObject({
        // Nobody owes for who has no name.
        cancel_fee: 5000,
        people: [{ cancel_fee: 2500 }, { cancel_fee: 2500 }, { cancel_fee: 0 }],
        fees: { late_cancel: 5000, owed: 0 },
      });
      expect(refusal(await callOff(answer, 1))).toBe('fee_changed fee');
      expect(await states(answer)).toEqual(['booked', 'booked', 'booked']);
      expect(refusal(await callOff(answer, 1, { fee: 2500 }))).toBe('ok');
      expect(
        await rowOf(shop.db, 'appointments', answer['appointment'].guests[0].id),
      ).toMatchObject({ fee_kind: 'late_cancel', fee_cents: 2500, fee_state: 'proposed' });
      expect(await byLink(answer).status()).toMatchObject({
        cancel_fee: 2500,
        fees: { late_cancel: 2500, owed: 2500 },
      });
    });

    test('twice is once, and what is called off is not called off again', async () => {
      const answer = await come([guest('Tom'), guest('Ida')]);
      const opId = newId();
      const first = await callOff(answer, 1, { op_id: opId });
      expect(refusal(first)).toBe('ok');
      expect(await callOff(answer, 1, { op_id: opId })).toEqual(first);
      expect(refusal(await callOff(answer, 1))).toBe('already_cancelled');
      expect(await mails(answer)).toHaveLength(1);
    });

    test('nobody is called off who is not of the booking, too late, or by another link', async () => {
      const answer = await come([guest('Tom')]);
      expect(refusal(await callOff(answer, 2))).toBe('invalid person');
      expect(refusal(await callOff(answer, -1))).toBe('invalid person');
      expect(refusal(await callOff({ manage_token: 'wrong' }, 1))).toBe('not_found');
      await rules({ cancel_notice_min: 14_400 });
      expect(refusal(await callOff(answer, 1))).toBe('too_late');
      expect(await states(answer)).toEqual(['booked', 'booked']);
    });

    test('the time is free for others', async () => {
      const answer = await come([guest('Tom')]);
      const late = { starts_at: START, items: [item({ staff_id: shop.salon.ben })] };
      expect(refusal(await book(late))).toBe('slot_taken starts_at');
      expect(refusal(await callOff(answer, 1))).toBe('ok');
      expect(refusal(await book(late))).toBe('ok');
    });

    test('whoever booked is reminded of the guests who come without them', async () => {
      const answer = await come([guest('Tom'), guest()]);
      const reminded = async () => {
        const rows = await shop.db.sql<{ id: Uuid; by: Uuid | null }>(
          `select a.id, private.reminded_of(a, 'reminder_1') as by from public.appointments a
           where a.group_id = $1`,
          [answer['appointment'].id],
        );
        return rows.filter((row) => row.by !== null).map((row) => row.id);
      };
      expect(await reminded()).toEqual([]);
      await callOff(answer, 0);
      const [tom, other] = answer['appointment'].guests as { id: Uuid }[];
      expect(await reminded()).toEqual([tom!.id]);
      await shop.db.sql(
        `select private.send_timed('reminder_1', a.id, null, a.starts_at)
         from public.appointments a where a.id = $1`,
        [tom!.id],
      );
      expect((await mails(answer)).at(-1)).toMatchObject({
        kind: 'reminder_1',
        data: { client: { dependant: 'Tom' }, guests: [{ person: 2 }] },
      });
      await callOff(answer, 1);
      expect(await reminded()).toEqual([other!.id]);
    });
  });

  describe('by the link of whoever booked', () => {
    test('all of them are shown, and nobody whom the team has added', async () => {
      const answer = await come([guest('Tom')]);
      await addVisit(shop.db, shop.salon, shop.salon.ann, at(DAY, 16), {
        appointment: { group_id: answer['appointment'].id, client_id: shop.salon.otherClient },
      });
      const status = await byLink(answer).status();
      expect(status['appointment'].guests).toMatchObject([{ first_name: 'Tom', total: 5000 }]);
      const names = (status['staff'] as { display_name: string }[]).map((one) => one.display_name);
      expect(names.toSorted()).toEqual(['Ann', 'Ben']);
      expect(status).toMatchObject({ can_cancel: true, can_reschedule: false });
    });

    test('all of them are cancelled, once, and their time is free again', async () => {
      const answer = await come([guest('Tom'), guest()]);
      const { cancel, status } = byLink(answer);
      const opId = newId();
      const cancelled = await cancel(opId);
      expect(cancelled).toMatchObject({
        ok: true,
        status: 'cancelled',
        appointment: { guests: [{ status: 'cancelled' }, { status: 'cancelled' }] },
      });
      expect(await cancel(opId)).toEqual(cancelled);
      expect(await status()).toMatchObject({ can_cancel: false });
      expect(refusal(await come([guest('Tom'), guest()]))).toBe('ok');
    });

    test('what it costs late is the sum of them', async () => {
      await rules({
        fee_terms: { late_cancel: { percent: 50 }, no_show: null, grace_min: 0 },
        cancel_notice_min: 14_400,
      });
      const answer = await come([guest('Tom')], {
        fee_terms: {
          late_cancel: { percent: 50 },
          no_show: null,
          grace_min: 0,
          notice_min: 14_400,
        },
      });
      expect(await byLink(answer).status()).toMatchObject({ cancel_fee: 5000 });
      const cancel = (fee: number) =>
        rpc(shop.db, anon, 'cancel_booking', {
          token: answer['manage_token'],
          op_id: newId(),
          fee,
        });
      expect(refusal(await cancel(2500))).toBe('fee_changed fee');
      expect(refusal(await cancel(5000))).toBe('ok');
    });

    test('they are not moved apart; whoever comes alone after all may move', async () => {
      const answer = await come([guest('Tom')]);
      const { move, status } = byLink(answer);
      expect(refusal(await move())).toBe('reschedule_disabled');
      await set('appointments', answer['appointment'].guests[0].id, { status: 'cancelled' });
      expect(await status()).toMatchObject({ can_reschedule: true });
      expect(refusal(await move())).toBe('ok');
    });
  });

  test('one mail says who comes when, also when it is off', async () => {
    const mails = () =>
      shop.db.sql<{ kind: string; data: Answer }>(
        'select kind, data from private.mail_outbox where business_id = $1 order by created_at, id',
        [shop.salon.id],
      );
    const answer = await come([guest('Tom'), guest()]);
    const [confirmed, ...others] = await mails();
    expect(others).toEqual([]);
    expect(confirmed).toMatchObject({
      kind: 'booking_confirmed',
      data: {
        client: { email: 'nia@example.com' },
        guests: [
          { first_name: 'Tom', person: 1, services: 'Cut' },
          { first_name: '', person: 2, services: 'Cut' },
        ],
      },
    });
    await byLink(answer).cancel();
    expect((await mails()).slice(1)).toMatchObject([
      { kind: 'cancelled_by_client', data: { guests: [{ person: 1 }, { person: 2 }] } },
    ]);
  });
};
