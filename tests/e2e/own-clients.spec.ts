import type { Page } from '@playwright/test';
import { DEMO, TOLD, expect, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { textOnDevice } from '#tests/harness/local-data.ts';

test.use({ keepsForOffline: false });

const SAM = 'sam@daybook.example';
const API = { apikey: 'sb_publishable_daybook_local', 'content-type': 'application/json' };

test('who becomes a practitioner keeps the contacts of their own clients and loses all others’ with one sync', async ({
  server,
  newDevice,
}) => {
  // Each way to reach a client carries a mark that names the client.
  const [planted] = await server.sql<{
    all: string[];
    own: string[];
    sam: string;
    business: string;
  }>(`
    with people as (
      update public.clients c set
        email = 'planted-' || c.id || '@mail.example', phone_raw = 'planted-' || c.id,
        address = jsonb_build_object('line1', 'planted-' || c.id)
      returning c.id, c.preferred_staff_id
    ), sam as (
      update public.memberships m set role = 'manager' where m.email = '${SAM}'
      returning m.id, m.business_id
    ), own as (
      select k.client_id as id from private.client_staff k
      join public.staff s on s.id = k.staff_id join sam on sam.id = s.membership_id
      union
      select p.id from people p
      join public.staff s on s.id = p.preferred_staff_id join sam on sam.id = s.membership_id
    )
    select (select array_agg(id::text order by id) from people) as "all",
      (select array_agg(id::text order by id) from own) as own,
      (select id::text from sam) as sam, (select business_id::text from sam) as business`);
  const { sam, business } = planted!;
  const [all, own] = [planted!.all.toSorted(), planted!.own.toSorted()];
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThan(all.length);

  const { page } = await newDevice();
  await signIn(page, SAM);
  await expect.poll(() => marks(page)).toEqual(all);

  const signedIn = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: API,
    body: JSON.stringify({ email: DEMO.email, password: DEMO.password }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const changed = await fetch(`${server.url}/rest/v1/rpc/set_member_role`, {
    method: 'POST',
    headers: { ...API, authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ business_id: business, membership_id: sam, role: 'practitioner' }),
  });
  expect(await changed.json()).toEqual({ ok: true });

  // The device hears of it by itself.
  await expect.poll(() => marks(page), TOLD).toEqual(own);
  await expectSynced(page);
  await page.reload();
  await expectSynced(page);
  expect(await marks(page)).toEqual(own);
});

/** Whose contacts this device holds. */
const marks = async (page: Page): Promise<string[]> => {
  const found = (await textOnDevice(page)).matchAll(/planted-([0-9a-f-]{36})/g);
  return [...new Set([...found].map(([, id]) => id ?? ''))].toSorted();
};
