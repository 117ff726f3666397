import { beforeEach, describe, expect, test } from 'vitest';
import { lengthsAtClient, usualTravel } from '#domain/appointments/travel.ts';
import { isVisited } from '#domain/appointments/visit-area.ts';
import { findSlots } from '#domain/availability/slots.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, fromAddress, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

/** A day on which nobody has anything. */
const DAY = FIRST_DAY + 1;

/** What clients have at their own place. */
export const visits = (shop: Shop): void => {
  const { rules, set, item, book, hold } = shop;
  const address = { line1: '12 Elm Street', city: 'Queens', postal_code: '11375' };
  const visit = (more: object = {}) =>
    book({ starts_at: at(DAY, 12), place: 'client', address, ...more });
  const answerOf = async (answer: Answer) => {
    expect(refusal(answer)).toBe('ok');
    const id = String(answer['appointment'].id);
    const segments = await shop.db.sql<Record<string, unknown>>(
      `select to_jsonb(s) as s from public.appointment_segments s
       where s.appointment_id = $1 order by s.position`,
      [id],
    );
    return {
      row: await rowOf(shop.db, 'appointments', id),
      segments: segments.map(({ s }) => s as Record<string, number | string | boolean>),
    };
  };
  /** From and until when somebody is taken by an appointment or a hold, as hours of the day. */
  const takenBy = async (column: 'appointment_id' | 'hold_key', id: string) => {
    const rows = await shop.db.sql<{ owner_id: string; from: string; until: string }>(
      `select owner_id, lower(during) as from, upper(during) as until
       from private.busy_segments where ${column} = $1 order by lower(during)`,
      [id],
    );
    const hourOf = (instant: string) => (Date.parse(instant) - Date.parse(at(DAY, 0))) / 3_600_000;
    return rows.map(({ owner_id, from, until }) => [owner_id, hourOf(from), hourOf(until)]);
  };
  /** A second service of the shop with one variant. */
  const addService = async (change: object, variant: object = {}) => {
    const [service, cut] = [newId(), newId()];
    const { service: first } = shop.salon;
    await insert(shop.db, 'services', {
      ...(await rowOf(shop.db, 'services', first)),
      id: service,
      name: 'Colour',
      ...change,
    });
    await insert(shop.db, 'service_variants', {
      ...(await rowOf(shop.db, 'service_variants', shop.salon.cut)),
      id: cut,
      service_id: service,
      ...variant,
    });
    return cut;
  };

  beforeEach(async () => {
    await set('services', shop.salon.service, { location_types: ['business', 'client'] });
    await rules({ travel_before_min: 30, travel_after_min: 15 });
  });

  describe('the place', () => {
    test('is kept with where to come to, apart from the note; a new client has that address', async () => {
      const { row } = await answerOf(
        await visit({ address: { ...address, line1: ' 12 Elm Street ', line2: '  ' } }),
      );
      expect(row).toMatchObject({ location_type: 'client', address, client_note: null });
      const client = await rowOf(shop.db, 'clients', String(row['client_id']));
      expect(client).toMatchObject({ address });
    });

    test('is at the business when that is asked for, and no address is kept then', async () => {
      const { row, segments } = await answerOf(await visit({ place: 'business' }));
      expect(row).toMatchObject({ location_type: 'business', address: null });
      expect(segments).toMatchObject([{ buffer_before_min: 0, travel_before_min: 0 }]);
    });

    test('of pages that do not say is the business where that is possible', async () => {
      expect((await answerOf(await visit({ place: undefined }))).row).toMatchObject({
        location_type: 'business',
      });
      await set('services', shop.salon.service, { location_types: ['client'] });
      const answer = await visit({ place: null, starts_at: at(DAY, 15) });
      expect((await answerOf(answer)).row).toMatchObject({ location_type: 'client' });
    });

    test.each([['remote'], ['moon'], [5], [{}], [['client']], ['']])(
      'that is not offered is refused, to hold and to book: %j',
      async (place) => {
        expect(refusal(await visit({ place }))).toBe('not_offered place');
        expect(refusal(await hold(newId(), { place }))).toBe('not_offered place');
      },
    );

    test('has to be one for all services', async () => {
      const colour = await addService({ location_types: ['client'] });
      const items = [item(), item({ variant_id: colour })];
      const expected_total = 10_000;
      expect(refusal(await visit({ items, expected_total, place: 'business' }))).toBe(
        'not_offered place',
      );
      expect((await answerOf(await visit({ items, expected_total }))).row).toMatchObject({
        location_type: 'client',
      });
      await set('services', shop.salon.service, { location_types: ['business'] });
      for (const place of ['business', 'client', undefined]) {
        expect(refusal(await visit({ items, expected_total, place }))).toBe('not_offered place');
      }
    });
  });

  describe('the address', () => {
    test.each([
      ['none', null, 'address'],
      ['a text', '12 Elm Street', 'address'],
      ['a list', [], 'address'],
      ['no street', { city: 'Queens' }, 'address'],
      ['a number for a street', { line1: 5 }, 'address'],
      ['a line that nobody asked for', { line1: 'x', colour: 'red' }, 'address'],
      ['far too much', { line1: 'x'.repeat(2000) }, 'address'],
      ['a blank street', { line1: ' ' }, 'address.line1'],
      ['a long street', { line1: 'x'.repeat(201) }, 'address.line1'],
      ['two lines in one', { line1: '12 Elm\nBcc: all' }, 'address.line1'],
      ['a long city', { line1: 'x', city: 'x'.repeat(121) }, 'address.city'],
      ['a long postal code', { line1: 'x', postal_code: 'x'.repeat(21) }, 'address.postal_code'],
      ['a long country', { line1: 'x', country_code: 'USA' }, 'address.country_code'],
    ])('%s is refused', async (_, wrong, field) => {
      expect(refusal(await visit({ address: wrong }))).toBe(`invalid ${field}`);
    });

    test.each([
      [['113'], '11375', 'ok'],
      [['112', '11375'], ' 113-75 ', 'ok'],
      [['112'], '11375', 'outside_area address.postal_code'],
      [['113'], undefined, 'outside_area address.postal_code'],
      [[], undefined, 'ok'],
    ])('of those who come to %j, %j is %s', async (visit_postal_codes, postal_code, said) => {
      await rules({ visit_postal_codes });
      expect(refusal(await visit({ address: { ...address, postal_code } }))).toBe(said);
    });

    test('is told to the client by mail and link, and to nobody else', async () => {
      const answer = await visit();
      const { row } = await answerOf(answer);
      const [mail] = await shop.db.sql<{ data: Answer }>(
        'select data from private.mail_outbox where business_id = $1',
        [shop.salon.id],
      );
      expect(mail?.data['appointment']).toMatchObject({ location_type: 'client', address });
      const status = await rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] });
      expect(status['appointment']).toMatchObject({ id: row.id, location_type: 'client', address });

      const day = at(DAY, 0).slice(0, 10);
      const slug = shop.salon.slug;
      const said = JSON.stringify([
        await rpc(shop.db, anon, 'public_profile', { slug }),
        await rpc(shop.db, anon, 'public_availability', { slug, from_day: day, to_day: day }),
        // The same name, mail and phone from somebody else’s browser.
        await visit({ starts_at: at(DAY, 9, 30) }),
        await hold(newId(), { starts_at: at(DAY, 12), place: 'client' }),
      ]);
      expect(said).not.toContain('Elm');
    });
  });

  describe('who goes there', () => {
    test('is who works there, the others are booked at the business', async () => {
      await set('staff', shop.salon.ann, { works_at: 'business' });
      await set('staff', shop.salon.ben, { works_at: 'client' });
      const named = (staff_id: string, place: string, hour: number) =>
        visit({ items: [item({ staff_id })], place, starts_at: at(DAY, hour) });
      const { ann, ben } = shop.salon;
      expect(refusal(await named(ann, 'client', 12))).toBe('not_offered staff_id');
      expect(refusal(await named(ben, 'business', 12))).toBe('not_offered staff_id');
      expect((await answerOf(await visit())).segments).toMatchObject([{ staff_id: ben }]);
      expect((await answerOf(await named(ann, 'business', 12))).segments).toMatchObject([
        { staff_id: ann },
      ]);
      await set('staff', shop.salon.ben, { works_at: 'business' });
      expect(refusal(await visit({ starts_at: at(DAY, 15) }))).toBe('not_offered staff_id');
      // Ben’s own time is a matter of the place as well: nobody visits now.
      expect(refusal(await hold(newId(), { place: 'client' }))).toBe('not_offered staff_id');
    });
  });

  describe('the way', () => {
    beforeEach(() => set('staff', shop.salon.ben, { bookable: false }));

    test('is held and booked before and after the visit', async () => {
      const { ann } = shop.salon;
      const key = newId();
      expect(refusal(await hold(key, { starts_at: at(DAY, 12), place: 'client' }))).toBe('ok');
      expect(await takenBy('hold_key', key)).toEqual([[ann, 11.5, 13.25]]);
      const { row, segments } = await answerOf(await visit({ hold_key: key }));
      expect(await takenBy('appointment_id', row.id)).toEqual([[ann, 11.5, 13.25]]);
      expect(segments).toMatchObject([
        {
          starts_at: at(DAY, 12),
          buffer_before_min: 30,
          travel_before_min: 30,
          buffer_after_min: 15,
          travel_after_min: 15,
        },
      ]);
    });

    test('of a held time belongs to its place: the other place is another time', async () => {
      const key = newId();
      await hold(key, { starts_at: at(DAY, 12), place: 'business' });
      expect(await takenBy('hold_key', key)).toMatchObject([[expect.anything(), 12, 13]]);
      await hold(key, { starts_at: at(DAY, 12), place: 'client' });
      expect(await takenBy('hold_key', key)).toMatchObject([[expect.anything(), 11.5, 13.25]]);
    });

    test.each([
      ['too near to the end of the one before', 10, 'business', 11.25, 'slot_taken starts_at'],
      ['right after the way from the one before', 10, 'business', 11.5, 'ok'],
      ['without room for the way back', 14, 'business', 13, 'slot_taken starts_at'],
      ['with room for the way back', 14, 'business', 12.75, 'ok'],
      ['before the way of the next visit', 14, 'client', 12.25, 'ok'],
      ['into the way of the next visit', 14, 'client', 12.5, 'slot_taken starts_at'],
      ['before the way itself lies in working time', 14, 'business', 9, 'outside_hours starts_at'],
      ['when work and way begin together', 14, 'business', 9.5, 'ok'],
    ])('a visit %s', async (_, otherHour, otherPlace, hour, said) => {
      expect(refusal(await visit({ starts_at: at(DAY, otherHour), place: otherPlace }))).toBe('ok');
      const starts_at = at(DAY, Math.floor(hour), (hour % 1) * 60);
      expect(refusal(await visit({ starts_at }))).toBe(said);
      expect(refusal(await hold(newId(), { starts_at, place: 'client' }))).toBe(
        said === 'ok' ? 'slot_taken starts_at' : said,
      );
    });

    test('is nobody else’s time, at the business either', async () => {
      await answerOf(await visit());
      const here = (hour: number, minute: number) =>
        visit({ starts_at: at(DAY, hour, minute), place: 'business' });
      expect(refusal(await here(10, 45))).toBe('slot_taken starts_at');
      expect(refusal(await here(13, 0))).toBe('slot_taken starts_at');
      expect(refusal(await here(10, 30))).toBe('ok');
      expect(refusal(await here(13, 15))).toBe('ok');
    });

    test('in the buffers of a service that is only done there is not counted twice', async () => {
      await set('service_variants', shop.salon.cut, {
        buffer_before_min: 20,
        buffer_after_min: 25,
      });
      const first = await answerOf(await visit());
      expect(first.segments).toMatchObject([
        {
          buffer_before_min: 50,
          travel_before_min: 30,
          buffer_after_min: 40,
          travel_after_min: 15,
        },
      ]);
      await set('services', shop.salon.service, { location_types: ['client'] });
      const second = await answerOf(await visit({ starts_at: at(DAY, 15) }));
      expect(second.segments).toMatchObject([
        { buffer_before_min: 30, travel_before_min: 10, buffer_after_min: 25, travel_after_min: 0 },
      ]);
    });

    test('leaves nobody to serve others while a colour works', async () => {
      await set('service_variants', shop.salon.cut, {
        duration_min: 30,
        processing_min: 60,
        finishing_min: 15,
      });
      await answerOf(await visit());
      expect(refusal(await visit({ starts_at: at(DAY, 12, 30), place: 'business' }))).toBe(
        'slot_taken starts_at',
      );
    });
  });

  describe('several services', () => {
    test('of one person have one way there and one back', async () => {
      const staff_id = shop.salon.ann;
      const items = [item({ staff_id }), item({ staff_id })];
      const { row, segments } = await answerOf(await visit({ items, expected_total: 10_000 }));
      expect(segments).toMatchObject([
        { buffer_before_min: 30, travel_before_min: 30, buffer_after_min: 0, travel_after_min: 0 },
        { buffer_before_min: 0, travel_before_min: 0, buffer_after_min: 15, travel_after_min: 15 },
      ]);
      expect(await takenBy('appointment_id', row.id)).toEqual([[staff_id, 11.5, 14.25]]);
    });

    test('with those of another in between are no free hour at the client’s', async () => {
      const { ann, ben } = shop.salon;
      const items = [ann, ben, ann].map((staff_id) => item({ staff_id }));
      const { row } = await answerOf(await visit({ items, expected_total: 15_000 }));
      expect(await takenBy('appointment_id', row.id)).toEqual([
        [ann, 11.5, 13.25],
        [ben, 12.5, 14.25],
        [ann, 13.5, 15.25],
      ]);
    });

    test('of two people have a way for each', async () => {
      const { ann, ben } = shop.salon;
      const items = [item({ staff_id: ann }), item({ staff_id: ben })];
      const { row } = await answerOf(await visit({ items, expected_total: 10_000 }));
      expect(await takenBy('appointment_id', row.id)).toEqual([
        [ann, 11.5, 13.25],
        [ben, 12.5, 14.25],
      ]);
    });
  });

  test('the times that a page lays out are exactly those that can be held', async () => {
    const { ann, ben } = shop.salon;
    await rules({ slot_step_min: 15, travel_before_min: 40, travel_after_min: 20 });
    await addVisit(shop.db, shop.salon, ann, at(DAY, 10));
    await addVisit(shop.db, shop.salon, ann, at(DAY, 14), {
      appointment: { location_type: 'client' },
      segment: { buffer_before_min: 25, travel_before_min: 25 },
    });
    await addVisit(shop.db, shop.salon, ben, at(DAY, 12), { minutes: 150 });
    const variant = {
      duration_min: 60,
      processing_min: 0,
      finishing_min: 0,
      buffer_before_min: 0,
      buffer_after_min: 10,
      processing_bookable: true,
    };
    await set('service_variants', shop.salon.cut, variant);
    await set('services', shop.salon.service, { location_types: ['client'] });

    const slug = shop.salon.slug;
    const profile = await rpc(shop.db, anon, 'public_profile', { slug });
    const lengths = lengthsAtClient(variant, usualTravel(profile['rules'], variant));
    const day = at(DAY, 0).slice(0, 10);
    const free = await rpc(shop.db, anon, 'public_availability', {
      slug,
      from_day: day,
      to_day: day,
    });
    const zone = zoneOf('UTC');
    const from = epochMinOf(at(DAY, 0));
    const shown = (staffIds: string[]) =>
      findSlots({
        staff: free['staff'],
        needs: [{ by: staffIds.map((staffId) => ({ staffId, lengths })) }],
        zone,
        stepMin: 15,
        maxGapMin: 15,
        from,
        to: from + 1440,
      }).starts.map(instantOfMin);

    const held: string[] = [];
    for (let minute = 0; minute < 1440; minute += 15) {
      const key = newId();
      // Each from a network of its own: limits are not the question here.
      const caller = fromAddress(`198.51.${Math.floor(minute / 250)}.${minute % 250}`);
      const answer = await rpc(shop.db, caller, 'hold_slot', {
        slug,
        request: {
          items: [item()],
          place: 'client',
          starts_at: instantOfMin(from + minute),
        },
        hold_key: key,
      });
      if (answer['ok']) held.push(instantOfMin(from + minute));
      await rpc(shop.db, caller, 'release_hold', { slug, hold_key: key });
    }
    expect(held).toEqual(shown([ann, ben]));
    // Not for want of a difference: each of them has times that the other has not.
    expect(shown([ann])).not.toEqual([]);
    expect(shown([ann])).not.toEqual(shown([ann, ben]));
  });

  test('the way is the one that devices lay, whatever the service takes by itself', async () => {
    const minutes = [0, 5, 45, 300, 470, 480];
    const cases = minutes.flatMap((own) => minutes.map((way) => ({ own, way })));
    const rows = await shop.db.sql<{ laid: Record<string, unknown> }>(
      `select to_jsonb(private.add_way(
         jsonb_populate_record(null::private.candidate, jsonb_build_object(
           'buffer_before_min', c.own, 'buffer_after_min', c.own / 2, 'processing_bookable', true)),
         c.way, c.way / 2)) as laid
       from jsonb_to_recordset($1::jsonb) c (own int, way int)`,
      [JSON.stringify(cases)],
    );
    const half = (n: number) => Math.floor(n / 2);
    const work = { duration_min: 30, processing_min: 0, finishing_min: 0 };
    const ours = cases.map(({ own, way }) =>
      lengthsAtClient(
        {
          ...work,
          buffer_before_min: own,
          buffer_after_min: half(own),
          processing_bookable: true,
        },
        { before: way, after: half(way) },
      ),
    );
    expect(rows).toHaveLength(36);
    rows.forEach(({ laid }, index) => {
      const { buffer_before_min, buffer_after_min, processing_bookable } = ours[index]!;
      expect(laid).toMatchObject({ buffer_before_min, buffer_after_min, processing_bookable });
      expect(laid['travel_before_min']).toBe(buffer_before_min - cases[index]!.own);
    });
  });

  test('the same postal codes are visited as on devices', async () => {
    const areas = [[], ['112'], ['SW1A', 'N1'], ['11201', '11215']];
    const codes = ['', '11201', '112 01', ' 11215-1 ', 'sw1a 1aa', 'n1 9gu', 'N', 'Ω112', '٣'];
    const cases = areas.flatMap((list) => codes.map((code) => ({ list, code })));
    const rows = await shop.db.sql<{ visited: boolean }>(
      `select private.is_visited(
         array(select jsonb_array_elements_text(c.one -> 'list')), c.one ->> 'code') as visited
       from jsonb_array_elements($1::jsonb) with ordinality c (one, n) order by n`,
      [JSON.stringify(cases)],
    );
    expect(rows.map(({ visited }) => visited)).toEqual(
      cases.map(({ list, code }) => isVisited(list, code)),
    );
  });

  describe('moved by its link', () => {
    const booked = async (more: object = {}) => {
      const answer = await visit(more);
      const { row } = await answerOf(answer);
      const token = answer['manage_token'];
      return {
        id: row.id,
        move: (starts_at: string) =>
          rpc(shop.db, anon, 'reschedule_booking', { token, starts_at, op_id: newId() }),
        status: () => rpc(shop.db, anon, 'booking_status', { token }),
      };
    };

    test('it keeps its place and its way, also one that the team has changed', async () => {
      const { ann } = shop.salon;
      const { id, move, status } = await booked({ items: [item({ staff_id: ann })] });
      const { needs } = await status();
      expect(needs).toMatchObject([
        [{ staff_id: ann, buffer_before_min: 30, buffer_after_min: 15 }],
      ]);
      await shop.db.sql(
        `update public.appointment_segments
         set buffer_before_min = 60, travel_before_min = 60 where appointment_id = $1`,
        [id],
      );
      await addVisit(shop.db, shop.salon, ann, at(DAY, 9));
      expect(refusal(await move(at(DAY, 10, 45)))).toBe('slot_taken starts_at');
      const moved = await answerOf(await move(at(DAY, 11)));
      expect(moved.row).toMatchObject({ location_type: 'client', address });
      expect(moved.segments).toMatchObject([{ buffer_before_min: 60, travel_before_min: 60 }]);
      expect(await takenBy('appointment_id', id)).toEqual([[ann, 10, 12.25]]);
    });

    test('it goes to nobody who does not go out', async () => {
      const { ann, ben } = shop.salon;
      await rules({ assign_rule: 'rank' });
      await set('staff', ben, { works_at: 'business' });
      const { move, status } = await booked();
      const by = (await status())['needs'].flat().map((one: Answer) => one['staff_id']);
      expect(by).toEqual([ann]);
      await addVisit(shop.db, shop.salon, ann, at(DAY, 15));
      expect(refusal(await move(at(DAY, 15)))).toBe('slot_taken starts_at');
    });

    test('services of one person that go to another take the way along', async () => {
      const { ann, ben } = shop.salon;
      await rules({ assign_rule: 'rank' });
      const { id, move } = await booked({ items: [item(), item()], expected_total: 10_000 });
      expect(await takenBy('appointment_id', id)).toEqual([[ann, 11.5, 14.25]]);
      // Ann has to leave after the first one.
      await addVisit(shop.db, shop.salon, ann, at(DAY, 16, 15), { minutes: 45 });
      await answerOf(await move(at(DAY, 14, 45)));
      expect(await takenBy('appointment_id', id)).toEqual([
        [ann, 14.25, 16],
        [ben, 15.25, 17],
      ]);
    });
  });
};
