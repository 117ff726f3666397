import { expect, test } from 'vitest';
import { reachOf } from '#domain/clients/guardian.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { ClientRow } from '#domain/rows.ts';
import type { Sql } from '#supabase/local/database/database.ts';

const BUSINESS = '018f0000-0000-7000-8000-0000000000b1';
const GUARDIAN = '018f0000-0000-7000-8000-0000000000c1';
const CLIENT = '018f0000-0000-7000-8000-0000000000c2';

const person = (id: string, first_name: string, more: Partial<ClientRow>): ClientRow => ({
  ...NEW_CLIENT,
  id,
  first_name,
  business_id: BUSINESS,
  rev: 0,
  created_at: '',
  updated_at: '',
  created_by: null,
  ...more,
});

const CASES = [null, 'tim@mail.example'].flatMap((own) =>
  [null, 'grace@mail.example'].flatMap((other) =>
    [false, true].map((guardian_receives) => ({
      client: person(CLIENT, 'Tim', { email: own, guardian_receives, guardian_id: GUARDIAN }),
      guardian: person(GUARDIAN, 'Grace', { email: other }),
    })),
  ),
);

export const reachedThroughGuardians = (sql: Sql): void => {
  test('a mail goes to the same address whoever sends it', async () => {
    await sql(
      `insert into public.businesses (id, business_id, name, slug, time_zone)
       values ($1, $1, 'Family', 'guardians', 'UTC')`,
      [BUSINESS],
    );
    for (const { client, guardian } of CASES) {
      await sql('delete from public.clients where business_id = $1', [BUSINESS]);
      for (const { id, first_name, email, guardian_id, guardian_receives } of [guardian, client]) {
        await sql(
          `insert into public.clients
             (id, business_id, first_name, email, guardian_id, guardian_receives)
           values ($1, $2, $3, $4, $5, $6)`,
          [id, BUSINESS, first_name, email, guardian_id, guardian_receives],
        );
      }
      const [row] = await sql<{ email: string | null }>(
        `select (private.mail_recipient(c)).email as email from public.clients c where c.id = $1`,
        [CLIENT],
      );
      const { email, guardian_receives } = client;
      expect({ email, guardian_receives, other: guardian.email, to: row?.email }).toEqual({
        email,
        guardian_receives,
        other: guardian.email,
        to: reachOf(client, guardian).email,
      });
    }
  });
};
