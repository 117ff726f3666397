-- Rooms, chairs and machines that visits need besides people. A pool is what services ask for ("any
-- of 3 chairs"); each chair is a row of its own, so that the constraint of busy time speaks about it.

-- What a service needs of each pool: [{"pool_id": uuid, "qty": 1 to 20}, …], no pool twice.
create function private.valid_resource_needs(needs jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_list_of(needs, 5, '{pool_id,qty}') then
    return false;
  end if;
  return not exists (
      select from jsonb_array_elements(needs) need
      where not coalesce(
        jsonb_typeof(need -> 'qty') = 'number'
        and need ->> 'qty' ~ '^([1-9]|1[0-9]|20)$'
        and need ->> 'pool_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      false))
    and jsonb_array_length(needs)
      = (select count(distinct need ->> 'pool_id') from jsonb_array_elements(needs) need);
end
$$;
revoke all on function private.valid_resource_needs(jsonb) from public;
grant execute on function private.valid_resource_needs(jsonb) to authenticated, service_role;

create table public.resource_pools (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  sort_key text not null check (length(sort_key) between 1 and 200),
  -- Services stop to need an archived pool.
  status text not null default 'active' check (status in ('active', 'archived')),
  unique (business_id, id)
);
create index resource_pools_rev on public.resource_pools (business_id, rev);

create table public.resources (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  pool_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- Out of service, in whole local days, both included; without an end until somebody says so.
  out_from date,
  out_until date,
  out_note text check (length(out_note) <= 500),
  sort_key text not null check (length(sort_key) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'archived')),
  constraint resources_out_until_after_from check (
    out_until is null or (out_from is not null and out_until >= out_from)),
  unique (business_id, id),
  foreign key (business_id, pool_id) references public.resource_pools (business_id, id)
    on delete cascade
);
create index resources_pool_id on public.resources (business_id, pool_id);
create index resources_rev on public.resources (business_id, rev);

alter table public.services
  add column resource_needs jsonb not null default '[]'
    check (private.valid_resource_needs(resource_needs));

alter table public.appointment_segments
  -- Frozen copy of what the service needed when it was booked, as its lengths are.
  add column resource_needs jsonb not null default '[]'
    check (private.valid_resource_needs(resource_needs)),
  -- Which ones it has. The server fills in what is missing and swaps what is taken …
  add column resource_ids uuid[] not null default '{}' check (private.is_set(resource_ids, 20)),
  -- … unless a person chose them by hand.
  add column resource_fixed boolean not null default false;

-- resource_pools: as the catalogue that asks for them; archived, never deleted
create policy resource_pools_select on public.resource_pools for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy resource_pools_insert on public.resource_pools for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy resource_pools_update on public.resource_pools for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

-- resources
create policy resources_select on public.resources for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy resources_insert on public.resources for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy resources_update on public.resources for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

-- Between the catalogue and clients.
select private.sync_table('resource_pools', 161);
select private.sync_table('resources', 162);
