-- Taxes that prices contain or that are added to them. A service names one, a sale will freeze it.

create table public.tax_rates (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- Thousandths of a percent: 8875 is 8.875 %, which basis points could not say.
  milli_percent int not null check (milli_percent between 0 and 100000),
  -- Whether the price that clients read has it in it already.
  inclusive boolean not null default true,
  sort_key text not null check (length(sort_key) between 1 and 200),
  -- What is not active is not offered any more; what has it keeps it.
  active boolean not null default true,
  unique (business_id, id)
);
create index tax_rates_rev on public.tax_rates (business_id, rev);

alter table public.services
  add column tax_rate_id uuid,
  add foreign key (business_id, tax_rate_id) references public.tax_rates (business_id, id);
create index services_tax_rate_id on public.services (business_id, tax_rate_id)
  where tax_rate_id is not null;

-- tax_rates: as the settings of the business; archived, never deleted
create policy tax_rates_select on public.tax_rates for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy tax_rates_insert on public.tax_rates for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));
create policy tax_rates_update on public.tax_rates for update to authenticated
  using (business_id = any ((select private.businesses_allowing('settings'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));

-- Before the services that name them.
select private.sync_table('tax_rates', 105);
