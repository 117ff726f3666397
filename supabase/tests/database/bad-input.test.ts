import { beforeAll, describe, expect, test } from 'vitest';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { callsOn, prepareGround, type Ground } from './bad-input/calls.ts';
import { anon, newId, rpc, useDatabase, type Answer } from './setup.ts';
import { undone } from './undone.ts';

/**
 * What becomes of what strangers type. That nothing bad is taken, whatever function, field and class of bad
 * input it is, is tried over HTTP: tests/database/bad-input-http.test.ts.
 */

const database = useDatabase();
let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround(database.db);
}, BOOT_TIMEOUT_MS);

describe('what strangers type, as it is kept', () => {
  const book = async (client: object, note?: unknown) => {
    const { book: call } = callsOn(ground);
    const request = call!.args['request'] as { client: object };
    return undone(
      (work) => database.db.as(anon, work),
      async (sql) => {
        const [said] = await sql<{ answer: string }>(
          'select public.book($1, $2, $3)::text as answer',
          [
            call!.args['slug'],
            JSON.stringify({ ...request, client: { ...request.client, ...client }, note }),
            newId(),
          ],
        );
        const answer = JSON.parse(said!.answer) as Answer;
        await sql(`select set_config('role', 'none', true)`);
        const [row] = await sql<{ first_name: string; last_name: string; client_note: string }>(
          `select c.first_name, c.last_name, a.client_note
           from public.appointments a join public.clients c on c.id = a.client_id
           where a.id = $1`,
          [answer['appointment']?.id ?? null],
        );
        return row ?? `${answer['code']} ${answer['field']}`;
      },
    );
  };

  test.each([
    ['a list', { first_name: ['Nia'] }, 'invalid client.first_name'],
    ['an object', { last_name: { a: 1 } }, 'invalid client.last_name'],
    ['a number', { first_name: 7 }, 'invalid client.first_name'],
    ['two lines', { last_name: 'Doe\nBcc: x@example.com' }, 'invalid client.last_name'],
    ['turned around', { first_name: '\u202eaiN' }, 'invalid client.first_name'],
    ['nothing to see', { first_name: '\u200b', last_name: '\u00a0' }, 'invalid client.first_name'],
    ['an address in a list', { email: ['nia@example.com'] }, 'invalid client.email'],
    ['an address with a hidden sign', { email: 'ni\u200ba@example.com' }, 'invalid client.email'],
    ['a number in a list', { phone: ['7185550199'] }, 'invalid client.phone'],
  ])('a person whose details are %s', async (_, client, told) => {
    expect(await book(client)).toBe(told);
  });

  test('names of all the world stay as they are', async () => {
    const people = [
      ['Zoë', "O'Neill-D’Arc"],
      ['نرگس\u200cسادات', 'محمدی'],
      ['👩🏽‍🦱', '李'],
      ['נועה\u200f', ''],
    ];
    for (const [first_name, last_name] of people) {
      expect(await book({ first_name, last_name })).toMatchObject({ first_name, last_name });
    }
  });

  test('a note keeps its lines, and nothing else that is no letter', async () => {
    expect(await book({}, ' Two\r\nlines\t\u0007and\u202e a bell ')).toMatchObject({
      client_note: 'Two\nlines\tand a bell',
    });
    expect(await book({}, '\u200b \n')).toMatchObject({ client_note: null });
    expect(await book({}, { a: 1 })).toBe('invalid note');
  });

  test('a time is an instant with its offset', async () => {
    const { reschedule_booking: call } = callsOn(ground);
    for (const starts_at of ['tomorrow', 'infinity', '2027-01-04', '2027-01-04T10:00']) {
      const answer = await rpc(database.db, anon, 'reschedule_booking', {
        ...call!.args,
        op_id: newId(),
        starts_at,
      });
      expect(answer).toEqual({ ok: false, code: 'invalid', field: 'starts_at' });
    }
  });
});
