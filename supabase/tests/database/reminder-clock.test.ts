import { afterEach, expect, test, vi } from 'vitest';
import { deliverDueMail } from '#supabase/functions/_shared/deliver-mail.ts';
import type { Mail, SendMail } from '#supabase/functions/_shared/mail.ts';
import { sqlMailQueue } from '#supabase/local/mail-delivery.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { CONSENT, makeSalon } from './salon.ts';
import { countOf, Device, newId, patch, put, useEmbeddedDatabase } from './setup.ts';
import { visitOps, visitRows } from './visits.ts';

// A database of its own: its clock is set. The one in memory takes `now()` from the clock of JavaScript,
// so that jobs, queue and rules all believe in the same moment.
const database = useEmbeddedDatabase();
const NEW_YORK = 'America/New_York';
/** How often the job and the sender look; nothing is due between two looks. */
const STEP_MS = 30 * 60_000;

afterEach(() => vi.useRealTimers());

const minuteOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours! * 60 + minutes!;
};
const shown = new Intl.DateTimeFormat('en-GB', {
  timeZone: NEW_YORK,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

test.each([
  ['forward', '2027-03-14', 'spring'],
  ['back', '2027-11-07', 'autumn'],
])(
  'the clocks go %s, a visit moves and the provider is away: each message once, in time',
  async (_, sunday, slug) => {
    const local = (days: number, clock: string): string =>
      instantOfMin(wallToEpoch(zoneOf(NEW_YORK), dayNumber(sunday) + days, minuteOf(clock)));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(local(-9, '12:00')) });

    const salon = await makeSalon(database.db, slug);
    const desk = new Device(database.db, salon.users.owner, salon.id);
    await database.db.sql(`update public.businesses set time_zone = $2 where id = $1`, [
      salon.id,
      NEW_YORK,
    ]);
    await desk.pull();
    await desk.push([put('message_templates', newId(), { key: 'reminder_2', enabled: true })]);
    const visit = async (staff: string, startsAt: string) => {
      const rows = visitRows(salon, staff, startsAt, {
        appointment: { client_id: salon.client, time_zone: NEW_YORK },
      });
      expect((await desk.push(visitOps(rows))).result).toMatchObject({ status: 'applied' });
      return rows;
    };
    const visits = {
      stays: await visit(salon.ann, local(0, '10:00')),
      moves: await visit(salon.ben, local(0, '10:00')),
      early: await visit(salon.ann, local(0, '08:30')),
      soon: await visit(salon.ann, local(-1, '11:30')),
    };

    const sent: string[] = [];
    const told = new Set<string>();
    const isAway = () =>
      Date.now() >= Date.parse(local(-1, '09:30')) && Date.now() < Date.parse(local(-1, '11:30'));
    const send: SendMail = async (mail: Mail) => {
      if (isAway()) throw new Error('the provider is away');
      const [row] = await database.db.sql<{ visit: string; starts_at: string }>(
        `select data ->> 'visit_id' as visit, data #>> '{appointment,starts_at}' as starts_at
       from private.mail_outbox where id = $1`,
        [mail.id],
      );
      const name = Object.entries(visits).find(([, { id }]) => id === row!.visit)?.[0];
      expect(Date.now()).toBeLessThan(Date.parse(row!.starts_at));
      expect(told).not.toContain(mail.id);
      told.add(mail.id);
      sent.push(`${name}: ${mail.kind} ${shown.format(new Date()).replace(',', '')}`);
    };
    const look = async () => {
      await database.db.sql('select private.run_jobs()');
      await deliverDueMail(sqlMailQueue(database.db), send, 'https://daybook.example');
    };
    const walk = async (from: string, to: string) => {
      for (let at = Date.parse(from); at < Date.parse(to); at += STEP_MS) {
        vi.setSystemTime(at);
        await look();
      }
    };

    vi.setSystemTime(Date.parse(local(-9, '12:30')));
    await look();
    expect(sent.splice(0).map((line) => line.split(' ')[1])).toEqual(
      Array(4).fill('booking_confirmed'),
    );

    await walk(local(-2, '08:00'), local(-1, '10:30'));
    const moved = await desk.push([
      patch('appointment_segments', visits.moves.segment.id, { starts_at: local(1, '09:30') }),
    ]);
    expect(moved.result).toMatchObject({ status: 'applied' });
    await walk(local(-1, '10:30'), local(1, '10:00'));

    expect(sent.toSorted()).toEqual([
      'early: confirm_request Fri 08:30',
      'early: reminder_1 Sat 08:30',
      // Two hours before it the business is quiet, and so is the evening before from nine on.
      'early: reminder_2 Sat 21:00',
      'moves: confirm_request Fri 10:00',
      'moves: reminder_1 Sun 09:30',
      'moves: reminder_2 Mon 08:00',
      'moves: rescheduled Sat 11:30',
      'soon: reminder_1 Fri 11:30',
      'stays: confirm_request Fri 10:00',
      // Due at ten, when nobody could be reached.
      'stays: reminder_1 Sat 11:30',
      'stays: reminder_2 Sun 08:00',
    ]);
    expect(
      await database.db.sql(
        `select kind, state, last_error from private.mail_outbox
       where business_id = $1 and state <> 'sent' order by kind`,
        [salon.id],
      ),
    ).toEqual([
      // For the time that it has no more.
      { kind: 'reminder_1', state: 'cancelled', last_error: 'changed' },
      // When the provider came back, the visit had begun.
      { kind: 'reminder_2', state: 'failed', last_error: 'too_late' },
    ]);
  },
  60_000,
);

test.each([
  ['2027-02-28', '--02-29', ['birthday queued']],
  ['2028-02-28', '1996-02-29', []],
  ['2028-02-29', '1996-02-29', ['birthday queued']],
  ['2027-03-14', '1990-03-14', ['birthday queued']],
  ['2027-03-14', '1990-03-15', []],
])('on %s somebody born on %s is congratulated: %s', async (day, birthday, expected) => {
  const local = (clock: string): number =>
    Date.parse(instantOfMin(wallToEpoch(zoneOf(NEW_YORK), dayNumber(day), minuteOf(clock))));
  vi.useFakeTimers({ toFake: ['Date'], now: local('00:00') - 86_400_000 });
  const salon = await makeSalon(database.db, `born-${newId()}`);
  const desk = new Device(database.db, salon.users.owner, salon.id);
  await database.db.sql(`update public.businesses set time_zone = $2 where id = $1`, [
    salon.id,
    NEW_YORK,
  ]);
  await desk.pull();
  const { result } = await desk.push([
    patch('clients', salon.client, { birthday }),
    // Has not agreed: it is noted, and not sent.
    patch('clients', salon.otherClient, { birthday, email: 'otis@x.example' }),
    put('message_templates', newId(), { key: 'birthday', enabled: true }),
    put('consent_events', newId(), {
      client_id: salon.client,
      ...CONSENT,
      at: new Date().toISOString(),
    }),
    // The last word of somebody who no longer wants it.
    put('consent_events', newId(), {
      client_id: salon.otherClient,
      ...CONSENT,
      state: 'withdrawn',
      at: new Date().toISOString(),
    }),
  ]);
  expect(result).toMatchObject({ status: 'applied' });
  const wishes = () =>
    database.db.sql<{ said: string; client: string; whole: string }>(
      `select kind || ' ' || state as said, data ->> 'client_id' as client, data::text as whole
       from private.mail_outbox where business_id = $1 and kind = 'birthday'`,
      [salon.id],
    );
  const look = async (clock: string) => {
    vi.setSystemTime(local(clock));
    await database.db.sql('select private.run_jobs()');
    return (await wishes()).filter(({ client }) => client === salon.client).map(({ said }) => said);
  };
  expect(await look('08:59')).toEqual([]);
  for (const clock of ['09:00', '09:01', '11:59', '15:00']) {
    expect(await look(clock)).toEqual(expected);
  }
  const all = await wishes();
  expect(all.map(({ said }) => said).toSorted()).toEqual(
    expected.flatMap(() => ['birthday queued', 'birthday suppressed']),
  );
  // Neither the day nor the year is in what is sent.
  for (const { whole } of all) {
    expect(whole).not.toContain(birthday);
    expect(whole).not.toContain('"birthday"');
  }
});

test('in quiet hours the wishes wait for their end, and go once a year', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-05-01T00:00Z') });
  const salon = await makeSalon(database.db, `born-${newId()}`);
  await database.db.sql(
    `update public.booking_rules set quiet_from_min = 1200, quiet_to_min = 660 where id = $1`,
    [salon.id],
  );
  await database.db.sql(`update public.clients set birthday = '1990-05-02' where id = $1`, [
    salon.client,
  ]);
  await database.db.sql(
    `insert into public.message_templates (id, business_id, key, enabled)
     values (gen_random_uuid(), $1, 'birthday', true)`,
    [salon.id],
  );
  const look = async (instant: string): Promise<number> => {
    vi.setSystemTime(Date.parse(instant));
    await database.db.sql('select private.send_birthdays()');
    return countOf(
      database.db,
      `private.mail_outbox where business_id = $1 and kind = 'birthday'`,
      [salon.id],
    );
  };
  expect(await look('2027-05-02T10:59Z')).toBe(0);
  expect(await look('2027-05-02T11:00Z')).toBe(1);
  await database.db.sql(`update public.clients set birthday = '1990-05-03' where id = $1`, [
    salon.client,
  ]);
  expect(await look('2027-05-03T11:00Z')).toBe(1);
});
