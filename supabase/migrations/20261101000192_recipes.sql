-- What one visit uses up of which products. Off until somebody writes one: a sale of the service then
-- takes it out of stock (src/db/commands/sales.ts), and whoever rang it up may correct it.

create function private.is_recipe(items jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_list_of(items, 20, '{product_id,qty_milli}')
    and not exists (
      select from jsonb_array_elements(items) item
      where not coalesce(
        jsonb_typeof(item -> 'qty_milli') = 'number'
        and (item ->> 'qty_milli')::bigint between 1 and 100000000,
      false))
    and jsonb_array_length(items)
      = (select count(distinct (item ->> 'product_id')::uuid) from jsonb_array_elements(items) item);
exception when others then
  return false;
end
$$;
revoke all on function private.is_recipe(jsonb) from public;
grant execute on function private.is_recipe(jsonb) to authenticated, service_role;

create table public.recipes (
  -- Of the variant: two devices that write it make one row.
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- Thousandths of the product's unit; none = nothing is used.
  items jsonb not null default '[]' check (private.is_recipe(items)),
  unique (business_id, id),
  foreign key (business_id, id) references public.service_variants (business_id, id)
    on delete cascade
);
create index recipes_rev on public.recipes (business_id, rev);
select private.sync_table('recipes', 131);

alter table public.recipes enable row level security;
revoke all on public.recipes from public, anon, authenticated;
grant all on public.recipes to service_role;
grant select on public.recipes to authenticated;

-- recipes: part of the services; whoever rings up has to know them
create policy recipes_select on public.recipes for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy recipes_insert on public.recipes for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy recipes_update on public.recipes for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

select private.grant_writes('recipes', 'insert,update', '{}');
