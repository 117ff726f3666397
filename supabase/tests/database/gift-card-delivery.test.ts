import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { activity, codeHash, paidByCard, soldCard } from './gifts.ts';
import { makeSalon, type Salon } from './salon.ts';
import { Device, patch, rowOf, rpc, signedIn, useDatabase } from './setup.ts';

const database = useDatabase();
const CODE = '7KQ2MX09B1TA';
let salon: Salon;
let desk: Device;
let count = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `sending-${(count += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

const sell = async (card: Record<string, unknown> = {}): Promise<Uuid> => {
  const sold = soldCard(desk.clientId, 1, {
    code_hash: codeHash(salon, CODE),
    purchaser_client_id: salon.client,
    ...card,
  });
  expect((await desk.push(sold.ops)).result['status']).toBe('applied');
  return sold.id;
};
const bea = () => ({ name: 'Bea', email: `bea@${salon.slug}.example` });
const send = (card_id: Uuid, more: Record<string, unknown> = {}, user = salon.users.front_desk) =>
  rpc(database.db, signedIn(user), 'send_gift_card', {
    business_id: salon.id,
    card_id,
    code: '7kq2-mx09-b1ta',
    recipient: bea(),
    message: 'Enjoy it',
    deliver_on: null,
    ...more,
  });
const delivery = async (card_id: Uuid) => {
  const answer = await rpc(database.db, signedIn(salon.users.owner), 'gift_card_delivery', {
    business_id: salon.id,
    card_id,
  });
  return answer['delivery'] as Record<string, unknown>;
};
const mails = () =>
  database.db.sql<{ state: string; to_email: string; data: Record<string, unknown>; due: string }>(
    `select state, to_email, data, (due_at at time zone 'UTC')::text as due
     from private.mail_outbox where business_id = $1 and kind = 'gift_card'
     order by created_at, id`,
    [salon.id],
  );
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a card that was sold in the app is mailed at once, with its code', async () => {
  const id = await sell({ expires_on: '2099-12-31' });
  expect(await delivery(id)).toMatchObject({ state: 'none', to: null });
  expect(await send(id)).toMatchObject({
    ok: true,
    delivery: { state: 'queued', to: bea(), message: 'Enjoy it', deliver_on: null },
  });
  const [mail] = await mails();
  expect(mail).toMatchObject({
    to_email: bea().email,
    data: { code: CODE, cents: 10_000, expires_on: '2099-12-31', is_own: false, receipt: null },
  });
  expect(mail!.data['from']).toEqual(expect.any(String));
  expect(await rowOf(database.db, 'gift_cards', id)).toMatchObject({
    recipient_name: 'Bea',
    message: 'Enjoy it',
    deliver_on: null,
  });
});

test('it goes on its day, and until then it is changed from anywhere, or taken back', async () => {
  const id = await sell();
  await send(id, { deliver_on: inDays(10) });
  expect((await mails())[0]!.due).toBe(`${inDays(10)} 09:00:00`);
  // Another device does not know the code: the mail that waits does.
  const carl = { name: 'Carl', email: `carl@${salon.slug}.example` };
  const later = { code: null, recipient: carl, message: null, deliver_on: inDays(20) };
  expect(await send(id, later, salon.users.owner)).toMatchObject({
    delivery: { state: 'queued', to: carl, message: null, deliver_on: inDays(20) },
  });
  expect(await mails()).toMatchObject([
    { state: 'cancelled', data: expect.not.objectContaining({ code: expect.anything() }) },
    { state: 'queued', to_email: carl.email, data: { code: CODE }, due: `${inDays(20)} 09:00:00` },
  ]);
  expect(await send(id, { code: null, recipient: null })).toMatchObject({
    delivery: { state: 'none' },
  });
  expect(JSON.stringify(await mails())).not.toContain(CODE);
  // Now nobody has it but the device that sold the card.
  expect(await send(id, { code: null })).toEqual({ ok: false, code: 'invalid', field: 'code' });
  expect(await send(id)).toMatchObject({ delivery: { state: 'queued' } });
});

test('a card of which a part was used is worth what is left on it', async () => {
  const id = await sell();
  const paid = paidByCard(desk.clientId, 2, id, 4000);
  expect((await desk.push(paid.ops)).result['status']).toBe('applied');
  expect(await send(id)).toMatchObject({ ok: true });
  expect(await mails()).toMatchObject([{ data: { cents: 6000 } }]);
});

test('what has gone is not changed, and a new mail needs the code', async () => {
  const id = await sell();
  await send(id);
  await database.db.sql(
    `update private.mail_outbox set state = 'sent' where business_id = $1 and kind = 'gift_card'`,
    [salon.id],
  );
  expect(await delivery(id)).toMatchObject({ state: 'sent', to: bea() });
  expect(JSON.stringify(await mails())).not.toContain(CODE);
  expect(await send(id, { code: null })).toMatchObject({ code: 'invalid', field: 'code' });
  expect(await send(id)).toMatchObject({ delivery: { state: 'queued' } });
  expect(await mails()).toHaveLength(2);
});

test.each([
  ['code', { code: '7KQ2-MX09-B2TA' }],
  ['recipient', { recipient: { name: 'Bea', email: 'nowhere' } }],
  ['recipient', { recipient: [] }],
  ['message', { message: 'x'.repeat(501) }],
  ['deliver_on', { deliver_on: '2020-01-01' }],
  ['deliver_on', { deliver_on: '2999-01-01' }],
])('is refused with a wrong %s: %o', async (field, change) => {
  const id = await sell();
  expect(await send(id, change)).toEqual({ ok: false, code: 'invalid', field });
  expect(await mails()).toEqual([]);
});

test('a card that is blocked, over or empty is not sent, nor by whoever may not sell, nor too often', async () => {
  const id = await sell();
  expect(await send(id, {}, salon.users.assistant)).toMatchObject({ code: 'not_allowed' });
  for (let n = 0; n < 10; n += 1) expect(await send(id)).toMatchObject({ ok: true });
  expect(await send(id)).toMatchObject({ code: 'rate_limited' });
  expect((await mails()).filter(({ state }) => state === 'queued')).toHaveLength(1);
  await desk.push([activity(id, { kind: 'block', reason: 'Lost' })]);
  expect(await send(id)).toMatchObject({ code: 'gift_card_closed' });
});

test('of somebody who was forgotten the card is not named anew', async () => {
  const id = await sell();
  const owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
  await owner.push([patch('clients', salon.client, { status: 'anonymised' })]);
  expect(await send(id)).toMatchObject({ ok: true });
  expect(await rowOf(database.db, 'gift_cards', id)).toMatchObject({ recipient_name: null });
});
