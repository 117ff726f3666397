import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { at, makeSalon, soldCut, type Salon } from '../salon.ts';
import { anon, countOf, Device, newId, put, rpc, signedIn, type Answer } from '../setup.ts';

const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const TOTAL = 5500;

/** What is to be collected of a sale, paid by its client by the link to the bill. */
export const bills = (database: { db: Database }): void => {
  let salon: Salon;
  let owner: Caller;
  let desk: Device;
  let sale: Uuid;
  let salons = 0;

  beforeAll(() =>
    database.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    ),
  );
  afterAll(() =>
    database.db.sql(`delete from private.server_settings where name = 'payment_provider'`),
  );
  beforeEach(async () => {
    salon = await makeSalon(database.db, `bills-${(salons += 1)}`);
    owner = signedIn(salon.users.owner);
    desk = new Device(database.db, salon.users.front_desk, salon.id);
    await desk.pull();
    await database.db.sql(
      `update public.clients set email = 'nia@example.com', first_name = 'Nia' where id = $1`,
      [salon.client],
    );
    sale = await ringUp();
  });

  const ringUp = async (payment: object = {}): Promise<Uuid> => {
    const id = newId();
    const parts = soldCut(salon.ann, desk.seq + 1, desk.clientId);
    const { result } = await desk.push([
      put('sales', id, { ...parts.sale, client_id: salon.client }),
      put('sale_lines', newId(), { sale_id: id, ...parts.line }),
      put('tips', newId(), { sale_id: id, ...parts.tip }),
      put('payments', newId(), {
        sale_id: id,
        ...parts.payment,
        method: 'card',
        state: 'to_collect',
        tendered_cents: null,
        ...payment,
      }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    return id;
  };
  const collect = (cents: number, more: object = {}) =>
    desk.push([
      put('payments', newId(), {
        sale_id: sale,
        ...soldCut(null).payment,
        collects: true,
        amount_cents: cents,
        tendered_cents: cents,
        ...more,
      }),
    ]);
  const takeBack = (cents: number) =>
    desk.push([
      put('refunds', newId(), {
        sale_id: sale,
        occurred_at: at(-1, 10),
        kind: 'void',
        method: null,
        amount_cents: cents,
        reason: '',
      }),
    ]);
  const ask = (op_id = newId(), caller = owner, more: object = {}) =>
    rpc(database.db, caller, 'ask_sale_payment', {
      business_id: salon.id,
      sale_id: sale,
      op_id,
      ...more,
    });
  const link = async (): Promise<string> => String((await ask())['token']);
  const status = (token: string) => rpc(database.db, anon, 'bill_status', { token });
  const pay = (token: string, op_id = newId()) =>
    rpc(database.db, anon, 'pay_bill', { token, op_id });
  const ofOp = (op_id: Uuid) => rpc(database.db, server, 'payment_of_op', { op_id });
  const begin = async (token: string): Promise<Uuid> => {
    const opId = newId();
    expect(await pay(token, opId)).toEqual({ ok: true });
    return (await ofOp(opId))['id'] as Uuid;
  };
  const note = (intent: Uuid, state: string, more: object = {}) =>
    rpc(database.db, server, 'note_payment', {
      intent,
      news: {
        provider_id: `pi_${intent}`,
        state,
        amount_cents: TOTAL,
        currency: 'usd',
        decline: null,
        returned_cents: 0,
        ...more,
      },
    });
  const charged = async (): Promise<Uuid> => {
    const id = await begin(await link());
    for (const state of ['open', 'authorised', 'captured']) await note(id, state);
    return id;
  };
  const owes = async (): Promise<number> => {
    const [row] = await database.db.sql<{ cents: number }>(
      'select private.sale_owes($1, $2)::int as cents',
      [salon.id, sale],
    );
    return row!.cents;
  };
  /** What moved on cards, and what of it the sale counts. */
  const ledger = async () => {
    const rows = await database.db.sql<{ what: string; cents: number }>(
      `select method as what, amount_cents::int as cents from public.payments
         where business_id = $1 and method in ('card_online', 'deposit')
       union all
       select 'back ' || method, amount_cents::int from public.refunds
         where business_id = $1 and method in ('card_online', 'deposit')
       order by 1, 2`,
      [salon.id],
    );
    return rows.map(({ what, cents }) => `${what} ${cents}`);
  };
  /** What the timer would do now. */
  const due = async (): Promise<Answer[]> =>
    ((await rpc(database.db, server, 'payments_due', {}))['payments'] as Answer[]).filter(
      ({ payee }) => payee === salon.id,
    );
  const mails = (kind: string) =>
    countOf(
      database.db,
      `private.mail_outbox
       where business_id = $1 and kind = $2 and to_email = 'nia@example.com'`,
      [salon.id, kind],
    );
  const noFaults = async () =>
    expect(
      await countOf(
        database.db,
        'private.accounting_faults where business_id = $1 and sale_id = $2',
        [salon.id, sale],
      ),
    ).toBe(0);

  test('is one payment, however often it is asked for and told about, and the receipt goes out', async () => {
    const opId = newId();
    const asked = await ask(opId);
    expect(asked).toMatchObject({ ok: true, amount: TOTAL, slug: salon.slug });
    expect(await ask(opId)).toEqual(asked);
    const token = String(asked['token']);
    expect(await status(token)).toMatchObject({
      ok: true,
      due: TOTAL,
      is_test: true,
      bill: { sale: { total_cents: TOTAL }, lines: [{ name: 'Cut' }] },
    });

    const paying = newId();
    expect(await pay(token, paying)).toEqual({ ok: true });
    expect(await pay(token, paying)).toEqual({ ok: true });
    const facts = await ofOp(paying);
    expect(facts).toMatchObject({ step: 'open', purpose: 'sale', amount_cents: TOTAL });
    expect(facts['title']).toMatch(/^Receipt [0-9A-Z]{5}-\d+$/);
    const id = facts['id'] as Uuid;
    await note(id, 'open', { decline: 'card_declined' });
    expect(await ofOp(paying)).toMatchObject({ state: 'open', decline: 'card_declined' });
    expect(await note(id, 'authorised')).toMatchObject({ step: 'capture' });
    // Nobody else can pay it meanwhile.
    expect(await pay(token)).toMatchObject({ code: 'nothing_due' });
    expect(await owes()).toBe(TOTAL);
    for (const told of ['captured', 'open', 'captured', 'authorised', 'captured']) {
      expect(await note(id, told)).toMatchObject({ state: 'captured', step: null });
    }
    expect(await ledger()).toEqual([`card_online ${TOTAL}`, `deposit ${TOTAL}`]);
    expect(await owes()).toBe(0);
    expect(await status(token)).toMatchObject({ due: 0 });
    expect(await ask()).toMatchObject({ code: 'nothing_due' });
    expect(await mails('receipt')).toBe(1);
    // As on every device.
    const { tables } = await desk.pull();
    expect(
      tables.payments.filter((row: Answer) => row['sale_id'] === sale && row['collects']),
    ).toHaveLength(1);
    await noFaults();
  });

  test('goes by mail when somebody asks for that, once, and says when it does not go', async () => {
    const opId = newId();
    expect(await ask(opId)).toMatchObject({ ok: true, mailed: false });
    expect(await mails('bill')).toBe(0);
    const { token } = await ask(opId, owner, { by_mail: true });
    expect(await ask(opId, owner, { by_mail: true })).toMatchObject({ token, mailed: true });
    expect(await mails('bill')).toBe(1);
    const [mail] = await database.db.sql<{ data: Answer }>(
      `select data from private.mail_outbox where business_id = $1 and kind = 'bill'`,
      [salon.id],
    );
    expect(mail!.data).toMatchObject({
      client_id: salon.client,
      sale_id: sale,
      token,
      due: TOTAL,
      client: { first_name: 'Nia', email: 'nia@example.com' },
      sale: { total_cents: TOTAL },
    });
    expect(await status(String(token))).toMatchObject({ ok: true, due: TOTAL });
    // Another asking is another mail.
    expect(await ask(newId(), owner, { by_mail: true })).toMatchObject({ mailed: true });
    expect(await mails('bill')).toBe(2);
    await database.db.sql('update public.clients set email_bounced_at = now() where id = $1', [
      salon.client,
    ]);
    expect(await ask(newId(), owner, { by_mail: true })).toMatchObject({ ok: true, mailed: false });
    await database.db.sql('update public.clients set email = null where id = $1', [salon.client]);
    expect(await ask(newId(), owner, { by_mail: true })).toMatchObject({ ok: true, mailed: false });
    // What is paid is asked for no more.
    await collect(TOTAL);
    expect(await ask(newId(), owner, { by_mail: true })).toMatchObject({ code: 'nothing_due' });
  });

  test('that is partly collected in cash while the card is held lets the card go', async () => {
    const token = await link();
    const id = await begin(token);
    await note(id, 'open');
    expect((await collect(2000)).result).toMatchObject({ status: 'applied' });
    expect(await note(id, 'authorised')).toMatchObject({ step: 'cancel' });
    await note(id, 'cancelled');
    expect(await ledger()).toEqual([]);
    expect(await status(token)).toMatchObject({ due: 3500 });
    const rest = await begin(token);
    for (const state of ['open', 'authorised', 'captured']) {
      await note(rest, state, { amount_cents: 3500 });
    }
    expect(await owes()).toBe(0);
    await noFaults();
  });

  test.each([2000, TOTAL])(
    'of which %d is collected in cash while the card is charged gives as much back',
    async (cash) => {
      const id = await begin(await link());
      await note(id, 'open');
      expect(await note(id, 'authorised')).toMatchObject({ step: 'capture' });
      await collect(cash);
      expect(await note(id, 'captured')).toMatchObject({ step: 'refund', refund_cents: cash });
      // However often the provider has to be asked.
      expect(await due()).toMatchObject([{ id, step: 'refund', refund_cents: cash }]);
      expect(await note(id, 'captured', { returned_cents: cash })).toMatchObject({ step: null });
      expect(await due()).toEqual([]);
      expect(await ledger()).toEqual([
        `back card_online ${cash}`,
        `card_online ${TOTAL}`,
        ...(cash < TOTAL ? [`deposit ${TOTAL - cash}`] : []),
      ]);
      expect(await owes()).toBe(0);
      expect(await mails('refund')).toBe(1);
      await noFaults();
    },
  );

  test('is not collected once more in cash, and no device says that it was paid online', async () => {
    expect((await collect(100, { method: 'deposit', tendered_cents: null })).result).toMatchObject({
      status: 'refused',
    });
    await charged();
    expect((await collect(TOTAL)).result).toMatchObject({ code: 'already_collected' });
    expect(await owes()).toBe(0);
  });

  test('on two pages is paid on the newer one', async () => {
    const token = await link();
    const left = await begin(token);
    await note(left, 'open');
    const id = await begin(token);
    expect(await due()).toMatchObject([{ id: left, step: 'cancel' }]);
    for (const state of ['open', 'authorised', 'captured']) await note(id, state);
    expect(await note(left, 'authorised')).toMatchObject({ step: 'cancel' });
    expect(await ledger()).toEqual([`card_online ${TOTAL}`, `deposit ${TOTAL}`]);
  });

  test('goes back to its card by a person, and by itself when the sale is taken back', async () => {
    const id = await charged();
    const look = async () =>
      (
        await rpc(database.db, owner, 'online_payments', {
          business_id: salon.id,
          sale_id: sale,
        })
      )['payments'] as Answer[];
    expect(await look()).toMatchObject([{ id, amount: TOTAL, left: TOTAL, asked: null }]);
    const back = await rpc(database.db, owner, 'ask_refund', {
      business_id: salon.id,
      payment_id: id,
      amount_cents: 1000,
      reason: 'Too long',
      op_id: newId(),
    });
    expect(back).toMatchObject({ ok: true });
    await database.db.sql(
      `update private.asked_refunds set due_at = now() - interval '1 second'
         where business_id = $1`,
      [salon.id],
    );
    expect(await due()).toMatchObject([{ id, step: 'refund', refund_cents: 1000 }]);
    await note(id, 'captured', { returned_cents: 1000 });
    await note(id, 'captured', { returned_cents: 1000 });
    expect(await ledger()).toEqual([
      'back card_online 1000',
      'back deposit 1000',
      `card_online ${TOTAL}`,
      `deposit ${TOTAL}`,
    ]);
    expect(await look()).toMatchObject([{ returned: 1000, left: 4500 }]);
    expect(await mails('refund')).toBe(1);
    // At the provider's, unasked.
    await note(id, 'captured', { returned_cents: 1500 });
    expect(await look()).toMatchObject([{ returned: 1500, left: 4000 }]);
    await noFaults();

    sale = await ringUp();
    const other = await charged();
    expect((await takeBack(TOTAL)).result).toMatchObject({ status: 'applied' });
    expect(await due()).toMatchObject([{ id: other, step: 'refund', refund_cents: TOTAL }]);
    await note(other, 'captured', { returned_cents: TOTAL });
    expect(await due()).toEqual([]);
    await noFaults();
  });

  test('that a bank takes back is given back by the sale, and a person is told', async () => {
    const id = await charged();
    const dispute = (state: string) =>
      rpc(database.db, server, 'note_payment_dispute', {
        provider: 'test',
        payee: salon.id,
        dispute: {
          id: 'dp_1',
          payment_id: `pi_${id}`,
          state,
          amount_cents: TOTAL,
          taken_cents: TOTAL,
          fee_cents: 0,
          reason: 'fraudulent',
          answer_by: null,
        },
      });
    await dispute('open');
    expect(await ledger()).toEqual([`card_online ${TOTAL}`, `deposit ${TOTAL}`]);
    await dispute('lost');
    await dispute('lost');
    expect(await ledger()).toEqual([
      `back deposit ${TOTAL}`,
      `card_online ${TOTAL}`,
      `deposit ${TOTAL}`,
    ]);
    expect(await due()).toEqual([]);
    const told = await database.db.sql<{ mine: Answer }>(
      `select mine from public.attention_items
         where business_id = $1 and entity = 'sales' and entity_id = $2 order by created_at, id`,
      [salon.id, sale],
    );
    expect(told.map(({ mine }) => [mine['dispute'], mine['purpose']])).toEqual([
      ['open', 'sale'],
      ['lost', 'sale'],
    ]);
    await noFaults();
  });

  test('is asked for by who may collect, of a sale that is there and not paid', async () => {
    const assistant = signedIn(salon.users.assistant);
    expect(await ask(newId(), assistant)).toMatchObject({ code: 'not_allowed' });
    const stranger = await makeSalon(database.db, `bills-other-${salons}`);
    expect(await ask(newId(), signedIn(stranger.users.owner))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await ask(newId(), owner, { sale_id: newId() })).toMatchObject({ code: 'not_found' });
    expect(await status('guessed')).toMatchObject({ code: 'not_found' });
    expect(await pay('guessed')).toMatchObject({ code: 'not_found' });
    const token = await link();
    await collect(TOTAL);
    expect(await ask()).toMatchObject({ code: 'nothing_due' });
    expect(await status(token)).toMatchObject({ due: 0 });
    expect(await pay(token)).toMatchObject({ code: 'nothing_due' });
    // Of a client who is erased it leads nowhere.
    await database.db.sql(`update public.clients set status = 'anonymised' where id = $1`, [
      salon.client,
    ]);
    expect(await status(token)).toMatchObject({ code: 'not_found' });
  });

  /** The card that the client of the visit left for its fees, or somebody else for theirs. */
  const leaveCard = async (visit = salon.visit, last4 = '4242'): Promise<void> => {
    await database.db.sql(
      `insert into private.payment_intents (business_id, purpose, op_hash, amount_cents, currency,
         provider, payee, provider_id, state, appointment_id, keeps_card, card, expires_at)
       values ($1::uuid, 'asked', gen_random_uuid(), 0, 'USD', 'test', $1::uuid::text, $2, 'captured', $3, true, $4,
         now())`,
      [
        salon.id,
        `pay_${newId()}`,
        visit,
        JSON.stringify({ customer: 'cus_1', method: 'pm_1', brand: 'visa', last4 }),
      ],
    );
  };
  /** A sale of the visit. */
  const sellVisit = async (visit = salon.visit): Promise<void> => {
    sale = newId();
    const parts = soldCut(salon.ann, desk.seq + 1, desk.clientId);
    await desk.push([
      put('sales', sale, { ...parts.sale, client_id: salon.client }),
      put('sale_lines', newId(), { sale_id: sale, ...parts.line, appointment_id: visit }),
      put('tips', newId(), { sale_id: sale, ...parts.tip }),
      put('payments', newId(), {
        sale_id: sale,
        ...parts.payment,
        method: 'owed',
        state: 'to_collect',
        tendered_cents: null,
      }),
    ]);
  };
  const about = () => ({ business_id: salon.id, sale_id: sale });
  const card = (caller = owner) => rpc(database.db, caller, 'sale_card', about());
  const charge = (op_id = newId(), caller = owner, agreed_cents: number | null = TOTAL) =>
    rpc(database.db, caller, 'charge_sale', { ...about(), op_id, agreed_cents });

  test('the card that was left for the visit is charged once, and pays the sale when it was', async () => {
    await sellVisit();
    expect(await card()).toMatchObject({ card: null, amount: TOTAL, state: null });
    expect(await charge()).toMatchObject({ ok: false, code: 'not_found' });
    await leaveCard();
    expect(await card()).toEqual({
      ok: true,
      card: { brand: 'visa', last4: '4242' },
      amount: TOTAL,
      state: null,
      decline: null,
    });
    const opId = newId();
    expect(await charge(opId)).toEqual({ ok: true });
    expect(await charge(opId)).toEqual({ ok: true });
    expect(await charge()).toMatchObject({ ok: false, code: 'in_use' });
    const facts = await ofOp(opId);
    expect(facts).toMatchObject({
      purpose: 'sale',
      step: 'charge',
      has_page: false,
      amount_cents: TOTAL,
      card: { customer: 'cus_1', method: 'pm_1' },
    });
    // Nobody pays it by its link meanwhile, and nothing is paid yet.
    expect(await card()).toMatchObject({ state: 'created', amount: 0 });
    expect(await ask()).toMatchObject({ ok: false, code: 'nothing_due' });
    const collected = () =>
      countOf(
        database.db,
        `public.payments where sale_id = '${sale}' and method = 'deposit' and collects`,
      );
    expect(await collected()).toBe(0);
    await note(facts['id'] as Uuid, 'captured');
    await note(facts['id'] as Uuid, 'captured');
    expect(await collected()).toBe(1);
    expect(await card()).toMatchObject({ state: 'captured', amount: 0 });
    const [row] = await database.db.sql<{ agreed_by: Uuid }>(
      'select agreed_by from private.payment_intents where id = $1',
      [facts['id']],
    );
    expect(row!.agreed_by).toBe(salon.users.owner);
    await noFaults();
  });

  test('nobody is charged more than they agreed to, or than is still to be collected', async () => {
    await sellVisit();
    await leaveCard();
    for (const cents of [null, -1, 0, 49]) {
      expect(await charge(newId(), owner, cents)).toMatchObject({ ok: false, code: 'nothing_due' });
    }
    const less = newId();
    await charge(less, owner, 3000);
    expect(await ofOp(less)).toMatchObject({ amount_cents: 3000 });
    const { id } = await ofOp(less);
    await note(id as Uuid, 'captured', { amount_cents: 3000 });
    expect(await owes()).toBe(TOTAL - 3000);
    const rest = newId();
    await charge(rest, owner, TOTAL);
    expect(await ofOp(rest)).toMatchObject({ amount_cents: TOTAL - 3000 });
  });

  test('a charge whose window was closed is brought on by the timer, and cash meanwhile goes back', async () => {
    await sellVisit();
    await leaveCard();
    const opId = newId();
    await charge(opId);
    const { id } = await ofOp(opId);
    // Whoever asked for it does that first.
    expect(await due()).toEqual([]);
    await database.db.sql(
      `update private.payment_intents set created_at = now() - interval '2 minutes' where id = $1`,
      [id],
    );
    expect(await due()).toMatchObject([{ id, step: 'charge', has_page: false }]);
    // Its answer is lost, and somebody takes the money in cash.
    expect((await collect(TOTAL)).result).toMatchObject({ status: 'applied' });
    await note(id as Uuid, 'captured');
    expect(await due()).toMatchObject([{ id, step: 'refund', refund_cents: TOTAL }]);
    await note(id as Uuid, 'captured', { returned_cents: TOTAL });
    expect(await due()).toEqual([]);
    expect(await ledger()).toEqual([`back card_online ${TOTAL}`, `card_online ${TOTAL}`]);
    await noFaults();
  });

  test('goes back to the card that was charged when its sale is taken back', async () => {
    await sellVisit();
    await leaveCard();
    const opId = newId();
    await charge(opId);
    const { id } = await ofOp(opId);
    await note(id as Uuid, 'captured');
    expect((await takeBack(TOTAL)).result).toMatchObject({ status: 'applied' });
    expect(await due()).toMatchObject([{ id, step: 'refund', refund_cents: TOTAL }]);
    await note(id as Uuid, 'captured', { returned_cents: TOTAL });
    expect(await due()).toEqual([]);
    await noFaults();
  });

  test('a card that is refused leaves the sale to be collected, by another try or its link', async () => {
    await sellVisit();
    await leaveCard();
    const opId = newId();
    const page = await begin(await link());
    await charge(opId);
    // A page that nobody has paid on is let go.
    expect(await note(page, 'open')).toMatchObject({ step: 'cancel' });
    const { id } = await ofOp(opId);
    await note(id as Uuid, 'cancelled', { decline: 'card_declined' });
    expect(await card()).toMatchObject({
      state: 'cancelled',
      decline: 'card_declined',
      amount: TOTAL,
    });
    expect(await ask()).toMatchObject({ ok: true, amount: TOTAL });
    expect(await charge()).toEqual({ ok: true });
  });

  test('what was collected in cash before the card was asked for is not charged', async () => {
    await sellVisit();
    await leaveCard();
    const opId = newId();
    await charge(opId);
    await collect(2000);
    expect(await ofOp(opId)).toMatchObject({ step: 'cancel' });
  });

  test('a charge of which nobody can say whether it was made is put before a person', async () => {
    await sellVisit();
    await leaveCard();
    const opId = newId();
    await charge(opId);
    const { id } = await ofOp(opId);
    await note(id as Uuid, 'cancelled', { provider_id: null, is_unknown: true });
    const items = await database.db.sql<{ mine: Answer }>(
      'select mine from public.attention_items where business_id = $1 and entity_id = $2',
      [salon.id, sale],
    );
    expect(items.map(({ mine }) => mine)).toEqual([
      { charge: 'unknown', purpose: 'sale', amount_cents: TOTAL },
    ]);
  });

  test('nobody else’s card is charged, and only by who may collect', async () => {
    await leaveCard(salon.otherVisit);
    await sellVisit(salon.otherVisit);
    // The visit of another client than the one whose sale it is.
    expect(await card()).toMatchObject({ card: null });
    expect(await charge()).toMatchObject({ ok: false, code: 'not_found' });
    await leaveCard();
    await sellVisit();
    const readOnly = signedIn(salon.users.assistant);
    expect(await card(readOnly)).toMatchObject({ ok: false, code: 'not_allowed' });
    expect(await charge(newId(), readOnly)).toMatchObject({ ok: false, code: 'not_allowed' });
    expect(await charge(newId(), signedIn(salon.users.front_desk))).toEqual({ ok: true });
  });
};
