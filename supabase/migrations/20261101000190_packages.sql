-- Packages: so many visits of some services, paid at once. What is sold to somebody is a holding, and
-- a ledger says what became of its credits and of the money behind them. Both are counted and stored
-- nowhere; src/domain/checkout/packages.ts counts the same on devices.
--
--   sell      what a line of a sale has put into it
--   redeem    one credit for a line of a visit, and the money that it was worth; the id is that of the
--             payment. Nothing, when it was not covered (check_package)
--   return    such a credit back, with its money
--   cancel    what was left, when its sale was taken back or refunded

create table public.packages (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- With its taxes: every credit is an equal part of it.
  price_cents bigint not null check (price_cents between 1 and 10000000),
  credits int not null check (credits between 1 and 100),
  -- What one credit pays: one visit of one of them.
  service_ids uuid[] not null
    check (cardinality(service_ids) > 0 and private.is_set(service_ids, 500)),
  -- How long what is sold of it can be used; null = always.
  valid_days int check (valid_days between 1 and 3650),
  -- Every so many months it is sold again, by the card of whoever has it (client_memberships.sql); null = once.
  renews_months int check (renews_months between 1 and 12),
  status text not null default 'active' check (status in ('active', 'archived')),
  -- No credit is worth nothing.
  constraint packages_price_cents_of_credits check (price_cents >= credits),
  -- A period is as long as it is, and cards are not charged for less.
  constraint packages_renews_months_alone
    check (renews_months is null or valid_days is null and price_cents >= 50),
  unique (business_id, id)
);
create index packages_rev on public.packages (business_id, rev);

create table public.package_holdings (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid,
  package_id uuid,
  -- Frozen, as it was when it was sold.
  name text not null check (length(btrim(name)) between 1 and 120),
  price_cents bigint not null check (price_cents between 1 and 10000000),
  credits int not null check (credits between 1 and 100),
  service_ids uuid[] not null
    check (cardinality(service_ids) > 0 and private.is_set(service_ids, 500)),
  -- The last day on which it can be used; null = none.
  expires_on date,
  constraint package_holdings_price_cents_of_credits check (price_cents >= credits),
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete set null (client_id),
  foreign key (business_id, package_id) references public.packages (business_id, id)
    on delete set null (package_id)
);
create index package_holdings_rev on public.package_holdings (business_id, rev);
create index package_holdings_client_id on public.package_holdings (business_id, client_id)
  where client_id is not null;
create index package_holdings_package_id on public.package_holdings (business_id, package_id)
  where package_id is not null;

create table public.package_activities (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  holding_id uuid not null,
  occurred_at timestamptz not null,
  kind text not null check (kind in ('sell', 'redeem', 'return', 'cancel')),
  -- What it does to the credits that are left, and to the money behind them.
  credits int not null,
  amount_cents bigint not null,
  -- The line that sold it, or that a credit has paid.
  sale_id uuid not null,
  sale_line_id uuid not null,
  constraint package_activities_credits_of_kind check (case kind
    when 'sell' then credits > 0 and amount_cents > 0
    when 'redeem' then credits = -1 and amount_cents < 0 or credits = 0 and amount_cents = 0
    when 'return' then credits = 1 and amount_cents > 0
    else credits < 0 and amount_cents < 0 end),
  unique (business_id, id),
  foreign key (business_id, holding_id) references public.package_holdings (business_id, id)
    on delete cascade,
  foreign key (business_id, sale_id, sale_line_id)
    references public.sale_lines (business_id, sale_id, id) on delete cascade
);
create index package_activities_rev on public.package_activities (business_id, rev);
create index package_activities_holding_id on public.package_activities (business_id, holding_id);
create index package_activities_sale_id
  on public.package_activities (business_id, sale_id, sale_line_id);
create unique index package_activities_sold_once
  on public.package_activities (business_id, holding_id) where kind = 'sell';
-- A line is paid by one credit, which goes back once.
create unique index package_activities_line_once
  on public.package_activities (business_id, sale_line_id, kind) where credits <> 0;

-- What is sold before the sale of it, what becomes of it before the payment by it.
select private.sync_table(t.name, t.position)
from (values
  ('packages', 165), ('package_holdings', 206), ('package_activities', 236)
) t (name, position);

do $$
declare
  name text;
begin
  foreach name in array array['packages', 'package_holdings', 'package_activities'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public, anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('grant select on public.%I to authenticated', name);
  end loop;
  -- Whoever checks a client out takes what the client has, whoever sold it.
  foreach name in array array['package_holdings', 'package_activities'] loop
    execute format($sql$
      create policy %I on public.%I for select to authenticated using (
        business_id = any ((select private.businesses_with_own('checkout'))::uuid[])) $sql$,
      name || '_select', name);
    execute format($sql$
      create policy %I on public.%I for insert to authenticated with check (
        business_id = any ((select private.businesses_with_own('checkout'))::uuid[])) $sql$,
      name || '_insert', name);
  end loop;
end
$$;

-- packages: as the services that they are for, but not without prices: that is what they say of them;
-- archived, never deleted
create policy packages_select on public.packages for select to authenticated
  using (business_id = any ((select private.businesses_allowing('prices'))::uuid[]));
create policy packages_insert on public.packages for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));
create policy packages_update on public.packages for update to authenticated
  using (business_id = any ((select private.businesses_allowing('services'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('services'))::uuid[]));

select private.grant_writes(t.name, t.operations, '{}')
from (values
  ('packages', 'insert,update'), ('package_holdings', 'insert'), ('package_activities', 'insert')
) t (name, operations);

-- It was paid for, whatever became of the client or the package meanwhile.
create function private.drop_gone_of_holding() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.client_id is not null and not private.is_there('clients', new.business_id, new.client_id) then
    new.client_id := null;
  end if;
  if new.package_id is not null and not private.is_there('packages', new.business_id, new.package_id)
  then
    new.package_id := null;
  end if;
  return new;
end
$$;
create trigger a_drop_gone_links before insert on public.package_holdings
  for each row execute function private.drop_gone_of_holding();

create function private.package_left(
  business uuid, holding uuid, out credits int, out cents bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select coalesce(sum(a.credits), 0)::int, coalesce(sum(a.amount_cents), 0)
    into credits, cents
    from public.package_activities a
    where a.business_id = business and a.holding_id = holding;
end
$$;

-- Pushes of one business have turns, so what is found here still holds at commit. A credit that is not
-- there any more stands in the ledger as nothing: the visit is over and the sale is kept, its payment
-- becomes one to collect, and a person is asked.
create function private.check_package() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  holding public.package_holdings;
  line public.sale_lines;
  credits_left int;
  cents_left bigint;
  sold_on date;
begin
  perform private.next_rev(new.business_id);
  select h.* into holding from public.package_holdings h
    where h.business_id = new.business_id and h.id = new.holding_id;
  select l.* into line from public.sale_lines l
    where l.business_id = new.business_id and l.sale_id = new.sale_id and l.id = new.sale_line_id;
  select p.credits, p.cents into credits_left, cents_left
    from private.package_left(new.business_id, new.holding_id) p;
  if new.kind = 'sell' then
    if line.kind is distinct from 'package'
      or (holding.credits, holding.price_cents, line.total_cents)
        is distinct from (new.credits, new.amount_cents, new.amount_cents) then
      perform private.refuse('invalid', 'amount_cents');
    end if;
  elsif new.kind = 'redeem' then
    if line.kind is distinct from 'service' or line.qty <> 1 or line.total_cents <> -new.amount_cents
      or not exists (
        select from public.service_variants v
        where v.business_id = new.business_id and v.id = line.variant_id
          and v.service_id = any (holding.service_ids))
        -- A service that is gone is not named any more.
        and line.variant_id is not null then
      perform private.refuse('invalid', 'sale_line_id');
    end if;
    select (new.occurred_at at time zone b.time_zone)::date into sold_on
      from public.businesses b where b.id = new.business_id;
    if credits_left < 1 or cents_left + new.amount_cents < 0 or sold_on > holding.expires_on then
      perform private.raise_attention(
        new.business_id, 'sales', new.sale_id, 'balance',
        jsonb_build_object('package', holding.name, 'cents', -new.amount_cents),
        jsonb_build_object('credits', credits_left));
      new.credits := 0;
      new.amount_cents := 0;
    end if;
  elsif new.kind = 'return' then
    if not exists (
      select from public.package_activities a
      where a.business_id = new.business_id and a.holding_id = new.holding_id
        and a.sale_line_id = new.sale_line_id and a.kind = 'redeem'
        and a.amount_cents = -new.amount_cents
    ) then
      perform private.refuse('invalid', 'sale_line_id');
    end if;
  elsif credits_left + new.credits < 0 or cents_left + new.amount_cents < 0 then
    perform private.refuse('package_used', 'holding_id');
  end if;
  return new;
end
$$;
-- What is nothing from the beginning changes nothing.
create trigger b_check_package before insert on public.package_activities
  for each row when (new.credits <> 0) execute function private.check_package();

create function private.settle_package_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.package_activities a
    where a.business_id = new.business_id and a.id = new.id and a.kind = 'redeem' and a.credits = 0
  ) then
    new.state := 'to_collect';
  end if;
  return new;
end
$$;
create trigger b_settle_package before insert on public.payments
  for each row when (new.method = 'package') execute function private.settle_package_payment();

-- INV-10: packages of which more was used than was sold. Must be empty.
create view private.package_faults as
select h.business_id, h.id as holding_id
from public.package_holdings h
cross join lateral private.package_left(h.business_id, h.id) p
where p.credits not between 0 and h.credits or p.cents not between 0 and h.price_cents;
