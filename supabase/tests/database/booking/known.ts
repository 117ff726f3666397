import { expect, test } from 'vitest';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, countOf, fromAddress, rpc, type Answer } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

/** Who has been here before: a code by mail, and what it opens. */
export const knownClients = (shop: Shop): void => {
  const cleo = () => `cleo@${shop.salon.slug}.example`;
  const ask = (email: string, caller = anon): Promise<Answer> =>
    rpc(shop.db, caller, 'ask_client_code', { slug: shop.salon.slug, email });
  const redeem = (email: string, code: string, caller = anon): Promise<Answer> =>
    rpc(shop.db, caller, 'use_client_code', { slug: shop.salon.slug, email, code });
  const codes = async () =>
    (
      await shop.db.sql<{ code: string; to_email: string }>(
        `select data ->> 'code' as code, to_email from private.mail_outbox
         where business_id = $1 and kind = 'client_code' order by created_at, id`,
        [shop.salon.id],
      )
    ).map(({ code, to_email }) => ({ code, to_email }));
  const codeOf = async (email: string) => {
    await ask(email);
    return (await codes()).at(-1)!.code;
  };
  const wrong = { ok: false, code: 'invalid', field: 'code' };
  /** Six digits that are not these. */
  const other = (code: string) => (code === '000000' ? '000001' : '000000');

  test('a code brings their own name, number and what they had last time, once', async () => {
    await shop.book({
      client: { first_name: 'Cleo', last_name: 'Reyes', email: cleo(), phone: '(718) 555-0142' },
      items: [shop.item({ staff_id: shop.salon.ben })],
      starts_at: at(FIRST_DAY + 3, 14),
    });
    const code = await codeOf(` ${cleo().toUpperCase()} `);
    expect(await codes()).toEqual([{ code: expect.stringMatching(/^\d{6}$/), to_email: cleo() }]);
    expect(await redeem(cleo(), ` ${code} `)).toEqual({
      ok: true,
      client: {
        first_name: 'Cleo',
        last_name: 'Reyes',
        email: cleo(),
        phone: expect.any(String),
      },
      last: [{ variant_id: shop.salon.cut, staff_id: shop.salon.ben, add_on_ids: [] }],
    });
    expect(await redeem(cleo(), code)).toEqual(wrong);
  });

  test('asking says the same to everybody, and leaves the same behind', async () => {
    await shop.set('clients', shop.salon.otherClient, {
      email: 'blocked@example.com',
      online_booking: 'block',
    });
    const addresses = [cleo(), 'nobody@example.com', 'blocked@example.com'];
    const answers = [];
    for (const email of addresses) answers.push(await ask(email));
    expect(answers).toEqual(addresses.map(() => ({ ok: true })));
    expect(
      await countOf(shop.db, 'private.client_codes where business_id = $1', [shop.salon.id]),
    ).toBe(3);
    expect((await codes()).map(({ to_email }) => to_email)).toEqual([cleo()]);
    for (const email of addresses) {
      expect(await redeem(email, other((await codes())[0]!.code))).toEqual(wrong);
    }
    expect(await redeem('never@example.com', '000000')).toEqual(wrong);
    expect(refusal(await ask('no address'))).toBe('invalid email');
  });

  test('the fifth wrong guess ends a code, and so do ten minutes', async () => {
    const code = await codeOf(cleo());
    for (let n = 0; n < 5; n += 1) expect(await redeem(cleo(), other(code))).toEqual(wrong);
    expect(await redeem(cleo(), code)).toEqual(wrong);
    const next = await codeOf(cleo());
    await shop.db.sql('update private.client_codes set expires_at = now()');
    expect(await redeem(cleo(), next)).toEqual(wrong);
  });

  test('neither asking nor guessing goes on for ever', async () => {
    const asked = [];
    for (let n = 0; n < 4; n += 1) asked.push(refusal(await ask('nobody@example.com')));
    expect(asked).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
    const network = fromAddress('203.0.113.60');
    const guessed = [];
    for (let n = 0; n < 21; n += 1) guessed.push(refusal(await redeem(cleo(), '000000', network)));
    expect(guessed).toEqual([...Array(20).fill('invalid code'), 'rate_limited']);
  });

  test('who was erased meanwhile is not known, and a code is nobody’s elsewhere', async () => {
    const code = await codeOf(cleo());
    const elsewhere = await rpc(shop.db, anon, 'use_client_code', {
      slug: 'nobody-here',
      email: cleo(),
      code,
    });
    expect(elsewhere).toEqual({ ok: false, code: 'not_found' });
    await shop.set('clients', shop.salon.client, { status: 'anonymised' });
    expect(await redeem(cleo(), code)).toEqual(wrong);
  });

  test('the code is forgotten here once its mail has left', async () => {
    await codeOf(cleo());
    await shop.db.sql(
      `update private.mail_outbox set state = 'sent' where business_id = $1 and kind = 'client_code'`,
      [shop.salon.id],
    );
    expect(await codes()).toEqual([{ code: null, to_email: cleo() }]);
  });
};
