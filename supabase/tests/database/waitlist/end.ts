import { expect, test } from 'vitest';
import type { Shop } from '../booking/shop.ts';
import { at, wish } from '../salon.ts';
import { Device, newId, patch, put, rpc, signedIn } from '../setup.ts';
import { DAY, lineOf } from './line.ts';

/** What becomes of entries whose time is over, and who hears of it. */
export const theEnd = (shop: Shop): void => {
  const { join, joined, enter, entry, mails, minute } = lineOf(shop);
  const over = () => wish(shop.salon.cut, -1).windows;
  const closed = async () => (await mails()).filter(({ kind }) => kind === 'waitlist_closed');

  test('an entry ends with its last window; who joined is told once, whom staff entered is not', async () => {
    await join();
    const [row] = await joined();
    const byStaff = await enter();
    const longer = await enter({ windows: [...over(), ...wish(shop.salon.cut, DAY).windows] });
    for (const id of [row!.id, byStaff]) {
      await shop.set('waitlist_entries', id, { windows: over() });
    }
    await minute();
    await minute();
    expect((await entry(row!.id)).state).toBe('expired');
    expect((await entry(byStaff)).state).toBe('expired');
    expect((await entry(longer)).state).toBe('waiting');
    expect(await closed()).toMatchObject([
      {
        to_email: 'nia@example.com',
        data: { token: null, client: { first_name: 'Nia' }, entry: { state: 'expired' } },
      },
    ]);
  });

  test('by the clock of the business', async () => {
    await shop.set('businesses', shop.salon.id, { time_zone: 'America/New_York' });
    const id = await enter();
    const offset = new Date(at(DAY, 12)).toLocaleString('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    expect((await entry(id)).expires_at).toBe(at(DAY, 17 + 12 - Number(offset)));
  });

  test('whom staff take off the list is told, unless it was a mistake', async () => {
    await join();
    const [row] = await joined();
    const desk = new Device(shop.db, shop.salon.users.front_desk, shop.salon.id);
    await desk.pull();
    const set = (state: string) => desk.push([patch('waitlist_entries', row!.id, { state })]);
    await set('cancelled');
    expect(await closed()).toHaveLength(1);
    await set('waiting');
    expect(await closed()).toEqual([]);
    await set('cancelled');
    await shop.db.sql(
      `update private.mail_outbox set state = 'sent' where business_id = $1 and kind = 'waitlist_closed'`,
      [shop.salon.id],
    );
    await set('waiting');
    expect(await closed()).toHaveLength(1);
  });

  test('whoever waits is no client who stays away', async () => {
    const old = newId();
    const owner = new Device(shop.db, shop.salon.users.owner, shop.salon.id);
    await owner.pull();
    await owner.push([put('clients', old, { first_name: 'Olga' })]);
    // When a row was made is the server's: only without its triggers it can be long ago.
    await shop.db.transaction(async (sql) => {
      await sql(`set local session_replication_role = 'replica'`);
      await sql(`update public.clients set created_at = now() - interval '9 years' where id = $1`, [
        old,
      ]);
    });
    const due = async () =>
      (
        await rpc(shop.db, signedIn(shop.salon.users.owner), 'retention_preview', {
          business_id: shop.salon.id,
          years: 3,
        })
      )['due'];
    expect(await due()).toBe(1);
    const id = await enter({ client_id: old });
    expect(await due()).toBe(0);
    await shop.set('waitlist_entries', id, { state: 'cancelled' });
    expect(await due()).toBe(1);
  });
};
