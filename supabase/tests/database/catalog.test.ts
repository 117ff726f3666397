import { expect, test } from 'vitest';
import { catalogFaults } from './catalog-faults.ts';
import { useDatabase } from './setup.ts';
import { undone } from './undone.ts';

const database = useDatabase();

test('nobody reaches more than the migrations say', async () => {
  expect(await catalogFaults(database.db.sql)).toEqual([]);
});

test.each([
  ['row-level security is off', 'alter table public.clients disable row level security', 'clients'],
  ['row-level security is off', 'create table private.stray (id int)', 'private.stray'],
  [
    'something that answers before it is on the disk',
    'alter function public.public_profile(text) set synchronous_commit to off',
    'public_profile',
  ],
  [
    'something that answers before it is on the disk',
    'alter role authenticated set synchronous_commit to off',
    'authenticated',
  ],
  [
    'a privilege without a policy, or a policy without a privilege',
    'drop policy staff_update on public.staff',
    'staff update',
  ],
  [
    'a privilege without a policy, or a policy without a privilege',
    'revoke delete on public.staff from authenticated',
    'staff delete',
  ],
  [
    'two permissive policies for one operation',
    'create policy more on public.staff for select to authenticated using (bookable)',
    'staff r',
  ],
  [
    'a policy that is not for authenticated alone',
    'alter policy staff_select on public.staff to public',
    'staff_select',
  ],
  [
    'a policy that lets everything pass',
    'alter policy staff_select on public.staff using (true)',
    'staff_select',
  ],
  [
    'an update policy that does not check the new row',
    `drop policy staff_update on public.staff;
     create policy staff_update on public.staff for update to authenticated
       using (business_id = any ((select private.my_businesses())::uuid[]))`,
    'staff_update',
  ],
  [
    'a function called for every row instead of once',
    'alter policy clients_delete on public.clients using (created_by = auth.uid())',
    'clients_delete',
  ],
  [
    'a function called for every row instead of once',
    'alter policy staff_select on public.staff using (private.is_member(business_id))',
    'staff_select',
  ],
  [
    'a policy that believes what people write about themselves',
    `alter policy staff_select on public.staff using (
       business_id::text = ((select auth.jwt()) -> 'user_metadata' ->> 'business'))`,
    'staff_select',
  ],
  [
    'a column that a policy filters on has no index',
    'drop index public.appointment_segments_staff_id',
    'appointment_segments.staff_id',
  ],
  [
    'a table that does not ask for the second factor',
    'drop policy clients_second_factor on public.clients',
    'clients',
  ],
  [
    'a table that does not ask for the second factor',
    'alter policy staff_second_factor on public.staff using (business_id is not null)',
    'staff',
  ],
  [
    'anon holds a privilege on a table, view or sequence',
    'grant select on public.services to anon',
    'services',
  ],
  [
    'anon holds a privilege on a table, view or sequence',
    'grant select (name) on public.businesses to anon',
    'businesses',
  ],
  [
    'authenticated reaches a private table, or more than rows of a public one',
    'grant select on private.mutation_log to authenticated',
    'private.mutation_log',
  ],
  [
    'authenticated reaches a private table, or more than rows of a public one',
    'grant truncate on public.clients to authenticated',
    'clients',
  ],
  [
    'a column that only the server writes can be written by clients',
    'grant update (conflict) on public.appointments to authenticated',
    'appointments.conflict',
  ],
  [
    'a definer function without an empty search_path',
    `create function private.stray() returns int language sql security definer as 'select 1'`,
    'private.stray()',
  ],
  [
    'a function that everybody may execute',
    'grant execute on function private.run_jobs() to public',
    'private.run_jobs()',
  ],
  [
    'anon may execute a function that is not on the list',
    'grant execute on function public.sync_digest(uuid) to anon',
    'sync_digest(uuid)',
  ],
  [
    'a definer function in an exposed schema that is not on the list',
    'alter function public.sync_digest(uuid) security definer',
    'sync_digest(uuid)',
  ],
  [
    'a public function without its time limit',
    'alter function public.public_profile(text) reset statement_timeout',
    'public_profile(text)',
  ],
  [
    'a foreign key without the tenant',
    'alter table public.services add foreign key (category_id) references public.service_categories (id)',
    'services services_category_id_fkey',
  ],
  ['a table of the product without the tenant', 'create table public.stray (id int)', 'stray'],
  [
    'a view, foreign table or extension in the exposed schema',
    'create view public.everybody as select * from public.clients',
    'everybody',
  ],
  [
    'a table whose rows are broadcast',
    'alter publication supabase_realtime add table public.clients',
    'public.clients',
  ],
  [
    'somebody may send on the channel of a business',
    `create policy shout on realtime.messages for insert to authenticated with check (true)`,
    'shout',
  ],
])('a planted mistake is found: %s (%s)', async (fault, mistake, name) => {
  const found = await undone(
    (work) => database.db.transaction(work),
    async (sql) => {
      for (const statement of mistake.split(';')) await sql(statement);
      return catalogFaults(sql);
    },
  );
  expect(found).toContain(`${fault}: ${name}`);
});
