import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import { anon, newId, rpc, signedIn, useDatabase } from './setup.ts';

const database = useDatabase();
let ana: string;
let ben: string;
beforeEach(async () => {
  [ana, ben] = [newId(), newId()];
  for (const id of [ana, ben]) {
    await database.db.sql('insert into auth.users (id, email) values ($1, $2)', [
      id,
      `${id}@device.example`,
    ]);
  }
});

/** Somebody in a session of their own, as each browser has one. */
const session = async (userId: string): Promise<Caller & { sessionId: string }> => {
  const sessionId = newId();
  await database.db.sql('insert into auth.sessions (id, user_id) values ($1, $2)', [
    sessionId,
    userId,
  ]);
  const caller = signedIn(userId);
  return { ...caller, claims: { ...caller.claims, session_id: sessionId }, sessionId };
};
const note = (who: Caller, device_id: string, facts: unknown = { name: 'Phone' }) =>
  rpc(database.db, who, 'note_device', { device_id, facts });
const listed = async (who: Caller) =>
  (await rpc(database.db, who, 'my_devices', {}))['devices'] as Record<string, unknown>[];
const isForgotten = async (device_id: string, who = anon) =>
  (await rpc(database.db, who, 'device_state', { device_id }))['forgotten'];
const isOver = async (sessionId: string) =>
  (await database.db.sql('select 1 from auth.sessions where id = $1', [sessionId])).length === 0;

describe('the devices of a person', () => {
  test('are theirs alone, those used last first', async () => {
    const [phone, tablet] = [await session(ana), await session(ana)];
    const [first, second] = [newId(), newId()];
    await note(phone, first, { name: 'Phone', platform: 'Android', storage_bytes: 1234.5 });
    await note(tablet, second, { name: '<b>Tablet</b>' });
    await note(phone, first, { name: 'My phone', platform: 'Android', storage_bytes: 99 });
    expect(await listed(phone)).toMatchObject([
      { id: first, name: 'My phone', platform: 'Android', storage_bytes: 99, signed_in: true },
      { id: second, name: '<b>Tablet</b>', storage_bytes: null, signed_in: true },
    ]);
    expect(await listed(await session(ben))).toEqual([]);
  });

  test('take whatever is said about them, cut to size', async () => {
    const who = await session(ana);
    for (const facts of [
      null,
      [],
      '"text"',
      { name: 'x'.repeat(500), platform: 'y'.repeat(500), storage_bytes: 'many' },
      { name: 7, storage_bytes: -5 },
      { storage_bytes: 1e300 },
    ]) {
      expect(await note(who, newId(), facts)).toEqual({ ok: true, forgotten: false });
    }
    for (const { name } of await listed(who)) expect(String(name).length).toBeLessThanOrEqual(60);
  });

  test('are not taken over by who knows their number', async () => {
    const device = newId();
    await note(await session(ana), device);
    const stranger = await session(ben);
    expect(await note(stranger, device)).toMatchObject({ ok: false, code: 'not_allowed' });
    expect(await rpc(database.db, stranger, 'forget_device', { device_id: device })).toMatchObject({
      code: 'not_found',
    });
    expect(await isForgotten(device)).toBe(false);
  });
});

describe('forgetting a device', () => {
  test('ends its session at once, takes it off the list and leaves word for it', async () => {
    const [here, lost] = [await session(ana), await session(ana)];
    const [own, other] = [newId(), newId()];
    await note(here, own);
    await note(lost, other);
    expect(await rpc(database.db, here, 'forget_device', { device_id: other })).toEqual({
      ok: true,
    });
    expect([await isOver(lost.sessionId), await isOver(here.sessionId)]).toEqual([true, false]);
    expect((await listed(here)).map(({ id }) => id)).toEqual([own]);
    // The device asks without a session; a token that still lives for minutes is told the same.
    expect(await isForgotten(other)).toBe(true);
    expect(await note(lost, other)).toEqual({ ok: true, forgotten: true });
    expect(await isForgotten(own)).toBe(false);
    expect(await isForgotten(newId())).toBe(false);
    expect(await rpc(database.db, here, 'forget_device', { device_id: other })).toMatchObject({
      code: 'not_found',
    });
  });

  test('needs the second factor of whoever has one', async () => {
    const who = await session(ana);
    const device = newId();
    await note(who, device);
    await database.db.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status)
       values ($1, $2, 'totp', 'verified')`,
      [newId(), ana],
    );
    for (const [name, args] of [
      ['my_devices', {}],
      ['note_device', { device_id: device, facts: {} }],
      ['forget_device', { device_id: device }],
    ] as const) {
      await expect(rpc(database.db, who, name, args)).rejects.toMatchObject({ code: 'PT401' });
    }
    expect(await isForgotten(device)).toBe(false);
  });
});
