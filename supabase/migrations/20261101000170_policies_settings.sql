-- Row-level security of the settings: every member reads them, who holds the permission writes.
-- One policy per role and operation, written out. The role anon has no policy and no grant on any
-- table: the public pages go through functions. Operations without a policy are refused.
-- The restrictive policies that ask for a second factor come with private.sync_table.

do $$
declare
  t text;
begin
  for t in select name from private.synced_tables loop
    execute format('alter table public.%I enable row level security', t);
    execute format('revoke all on public.%I from public, anon, authenticated', t);
    execute format('grant all on public.%I to service_role', t);
    execute format('grant select on public.%I to authenticated', t);
  end loop;
  -- Tables nobody but the functions of this schema touches.
  for t in select c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'private'::regnamespace and c.relkind = 'r' loop
    execute format('alter table private.%I enable row level security', t);
    execute format('revoke all on private.%I from public, anon, authenticated', t);
  end loop;
end
$$;

-- businesses: made by create_business, never deleted by a client
create policy businesses_select on public.businesses for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy businesses_update on public.businesses for update to authenticated
  using (business_id = any ((select private.businesses_allowing('settings'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));

-- memberships: everybody sees their own, who manages staff sees all; written by functions only
create policy memberships_select on public.memberships for select to authenticated
  using (
    user_id = (select auth.uid())
    or business_id = any ((select private.businesses_allowing('staff'))::uuid[])
  );

-- policy_texts: published once, never changed
create policy policy_texts_select on public.policy_texts for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy policy_texts_insert on public.policy_texts for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));

-- booking_rules: one row, made with the business
create policy booking_rules_select on public.booking_rules for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy booking_rules_update on public.booking_rules for update to authenticated
  using (business_id = any ((select private.businesses_allowing('settings'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));

-- staff: who manages the team; of their own row everybody the picture (own_picture.sql)
create policy staff_select on public.staff for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy staff_insert on public.staff for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
create policy staff_update on public.staff for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    or (
      business_id = any ((select private.my_businesses())::uuid[])
      and id = any ((select private.my_staff())::uuid[])))
  with check (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    or (
      business_id = any ((select private.my_businesses())::uuid[])
      and id = any ((select private.my_staff())::uuid[])));
create policy staff_delete on public.staff for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));

-- work_patterns
create policy work_patterns_select on public.work_patterns for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy work_patterns_insert on public.work_patterns for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
create policy work_patterns_update on public.work_patterns for update to authenticated
  using (business_id = any ((select private.businesses_allowing('staff'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
create policy work_patterns_delete on public.work_patterns for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));

-- date_exceptions
create policy date_exceptions_select on public.date_exceptions for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy date_exceptions_insert on public.date_exceptions for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
create policy date_exceptions_update on public.date_exceptions for update to authenticated
  using (business_id = any ((select private.businesses_allowing('staff'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
create policy date_exceptions_delete on public.date_exceptions for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));

-- block_off_reasons
create policy block_off_reasons_select on public.block_off_reasons for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy block_off_reasons_insert on public.block_off_reasons for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));
create policy block_off_reasons_update on public.block_off_reasons for update to authenticated
  using (business_id = any ((select private.businesses_allowing('settings'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));
create policy block_off_reasons_delete on public.block_off_reasons for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));

-- service_categories
create policy service_categories_select on public.service_categories for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy service_categories_insert on public.service_categories for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy service_categories_update on public.service_categories for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy service_categories_delete on public.service_categories for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

-- services
create policy services_select on public.services for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy services_insert on public.services for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy services_update on public.services for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy services_delete on public.services for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

-- service_variants
create policy service_variants_select on public.service_variants for select to authenticated
  using (business_id = any ((select private.businesses_with_prices())::uuid[]));
create policy service_variants_insert on public.service_variants for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy service_variants_update on public.service_variants for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy service_variants_delete on public.service_variants for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

-- staff_service_overrides
create policy staff_service_overrides_select on public.staff_service_overrides for select to authenticated
  using (business_id = any ((select private.businesses_with_prices())::uuid[]));
create policy staff_service_overrides_insert on public.staff_service_overrides for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy staff_service_overrides_update on public.staff_service_overrides for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy staff_service_overrides_delete on public.staff_service_overrides for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

-- add_on_groups
create policy add_on_groups_select on public.add_on_groups for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy add_on_groups_insert on public.add_on_groups for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy add_on_groups_update on public.add_on_groups for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy add_on_groups_delete on public.add_on_groups for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

-- add_ons
create policy add_ons_select on public.add_ons for select to authenticated
  using (business_id = any ((select private.businesses_with_prices())::uuid[]));
create policy add_ons_insert on public.add_ons for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy add_ons_update on public.add_ons for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy add_ons_delete on public.add_ons for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]));


-- Grants are by column, and the same list is the allow-list of sync_push: rev, conflict and the
-- created_* columns can never come from a client, on any path.
create table private.writable_columns (
  table_name text not null,
  operation text not null check (operation in ('select', 'insert', 'update')),
  column_names text[] not null,
  primary key (table_name, operation)
);
alter table private.writable_columns enable row level security;

create function private.grant_writes(table_name text, operations text, server_columns text[])
returns void
language plpgsql set search_path = ''
as $$
declare
  everything text[];
  allowed text[];
  operation text;
begin
  select array_agg(a.attname::text order by a.attnum) into everything
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', table_name)::regclass
      and a.attnum > 0 and not a.attisdropped;
  insert into private.writable_columns values (table_name, 'select', everything);

  foreach operation in array string_to_array(operations, ',') loop
    if operation = 'delete' then
      execute format('grant delete on public.%I to authenticated', table_name);
      continue;
    end if;
    allowed := array(
      select c from unnest(everything) c
      where c <> all (server_columns || array['rev', 'created_at', 'updated_at', 'created_by'])
        and (operation = 'insert' or c not in ('id', 'business_id')));
    execute format('grant %s (%s) on public.%I to authenticated', operation,
      (select string_agg(format('%I', c), ', ') from unnest(allowed) c), table_name);
    insert into private.writable_columns values (table_name, operation, allowed);
  end loop;
end
$$;

select private.grant_writes('businesses', 'update', '{retention_since}');
select private.grant_writes(t.name, t.operations, '{}')
from (values
  ('booking_rules', 'update'),
  ('policy_texts', 'insert'),
  ('staff', 'insert,update,delete'),
  ('work_patterns', 'insert,update,delete'),
  ('date_exceptions', 'insert,update,delete'),
  ('block_off_reasons', 'insert,update,delete'),
  ('tax_rates', 'insert,update'),
  ('service_categories', 'insert,update,delete'),
  ('services', 'insert,update,delete'),
  ('service_variants', 'insert,update,delete'),
  ('staff_service_overrides', 'insert,update,delete'),
  ('add_on_groups', 'insert,update,delete'),
  ('add_ons', 'insert,update,delete'),
  ('resource_pools', 'insert,update'),
  ('resources', 'insert,update')
) as t (name, operations);
