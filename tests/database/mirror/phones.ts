import { expect, test } from 'vitest';
import { toE164 } from '#domain/clients/phone.ts';
import type { Sql } from '#supabase/local/database/database.ts';

const TYPED = [
  '+1 718 555 0142',
  '(718) 555-0142',
  '1-718-555-0142',
  '718 155 0142',
  '555 0142',
  '0044 20 7946 0018',
  '020 7946 0018',
  '+44 20 7946 0018',
  '030 123456',
  '06 12345678',
  '+39 06 12345678',
  '01 23 45 67 89',
  '2345678',
  '+12345678901234567',
  '+0 123 456 789',
  'phone',
  '',
  '12',
];
const COUNTRIES = [
  'US',
  'CA',
  'GB',
  'DE',
  'FR',
  'IT',
  'ES',
  'DK',
  'AU',
  'SG',
  'JP',
  'XX',
  'ZA',
  'PL',
];

export const phoneNumbers = (sql: Sql): void => {
  test('a typed phone number means the same to the server and to the screens', async () => {
    const cases = COUNTRIES.flatMap((country) => TYPED.map((typed) => ({ country, typed })));
    const rows = await sql<{ number: string | null }>(
      `select private.to_e164(c.typed, c.country) as number
       from jsonb_to_recordset($1::jsonb) c (typed text, country text, place int) order by c.place`,
      [JSON.stringify(cases.map((one, place) => ({ ...one, place })))],
    );
    expect(cases.map(({ typed, country }, n) => [typed, country, rows[n]!.number])).toEqual(
      cases.map(({ typed, country }) => [typed, country, toE164(typed, country)]),
    );
  });
};
