-- Bundles: several services of one visit that are sold as one item of the menu, for a price of its own
-- (decisions/0039-bundles.md). What is booked of one are services like all others, each with its share of
-- that price, in the bundle's order.

create table public.bundles (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  description text check (length(description) <= 5000),
  visibility text not null default 'public' check (visibility in ('public', 'link', 'hidden')),
  -- In the order in which they are done. One that is not offered any more takes the bundle off the menu.
  variant_ids uuid[] not null
    check (cardinality(variant_ids) between 2 and 10 and private.is_set(variant_ids, 10)),
  -- fixed = it costs so much; percent, amount = so much less than its parts
  price_mode text not null default 'amount' check (price_mode in ('fixed', 'percent', 'amount')),
  price_cents bigint not null default 0 check (price_cents between 0 and 10000000),
  -- Hundredths of a percent.
  percent_bp int check (percent_bp between 1 and 10000),
  sort_key text not null check (length(sort_key) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'archived')),
  constraint bundles_percent_bp_of_mode check ((price_mode = 'percent') = (percent_bp is not null)),
  constraint bundles_price_cents_of_mode check (price_mode <> 'percent' or price_cents = 0),
  unique (business_id, id)
);
create index bundles_rev on public.bundles (business_id, rev);
select private.sync_table('bundles', 132);

alter table public.bundles enable row level security;
revoke all on public.bundles from public, anon, authenticated;
grant all on public.bundles to service_role;
grant select on public.bundles to authenticated;

-- bundles: as the services that they are made of; archived, never deleted
create policy bundles_select on public.bundles for select to authenticated
  using (business_id = any ((select private.businesses_with_prices())::uuid[]));
create policy bundles_insert on public.bundles for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy bundles_update on public.bundles for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

select private.grant_writes('bundles', 'insert,update', '{}');

-- What each part costs in a bundle, of what the parts cost beside it: shares of its price by what they cost,
-- that add up to it, by running sums rounded half up. Without any price the first one has all of it.
-- `bundlePrices` of
-- src/domain/services/bundle.ts is the same rule.
create function private.bundle_prices(b public.bundles, parts bigint[]) returns bigint[]
language plpgsql immutable set search_path = ''
as $$
declare
  whole constant bigint := (select sum(p) from unnest(parts) p);
  total constant bigint := case b.price_mode
    when 'fixed' then b.price_cents
    when 'amount' then greatest(whole - b.price_cents, 0)
    else whole - div(whole::numeric * b.percent_bp * 2 + 10000, 20000)::bigint end;
begin
  return array(
    select case when whole = 0 then case when s.place = 1 then total else 0 end
      else s.upto - coalesce(lag(s.upto) over (order by s.place), 0) end
    from (
      select p.place, case when whole <> 0 then
        div(total * sum(p.cents) over (order by p.place) * 2 + whole, whole::numeric * 2)::bigint end as upto
      from unnest(parts) with ordinality p (cents, place)
    ) s
    order by s.place);
end
$$;
