-- What staff earn of what they sell, and what was paid out of it. Commission is counted on devices from
-- the ledger (src/domain/staff/pay.ts) and frozen when a pay run is closed: what is corrected later
-- stands in the next run.

-- Services that bring more than so much in one run earn another percentage of what goes beyond: {from_cents, bp}, the
-- lowest first (commissionOf in TypeScript).
create function private.is_commission_steps(steps jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  step jsonb;
  last bigint := 0;
begin
  if not private.is_list_of(steps, 5, '{from_cents,bp}') then
    return false;
  end if;
  for step in select value from jsonb_array_elements(steps) loop
    if not coalesce(
      (step ->> 'from_cents')::bigint > last
      and (step ->> 'from_cents')::bigint <= 10000000000
      and (step ->> 'bp')::int between 0 and 10000,
    false) then
      return false;
    end if;
    last := (step ->> 'from_cents')::bigint;
  end loop;
  return true;
exception when others then
  return false;
end
$$;
revoke all on function private.is_commission_steps(jsonb) from public;
grant execute on function private.is_commission_steps(jsonb) to authenticated, service_role;

-- Services that earn somebody something else than usual: {service_id, bp, cents}, none twice; cents each time.
create function private.is_commission_rates(rates jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_list_of(rates, 100, '{service_id,bp,cents}')
    and not exists (
      select from jsonb_array_elements(rates) rate
      where not coalesce(
        (rate ->> 'bp')::int between 0 and 10000
        and (rate ->> 'cents')::bigint between 0 and 10000000,
      false))
    and jsonb_array_length(rates)
      = (select count(distinct (rate ->> 'service_id')::uuid) from jsonb_array_elements(rates) rate);
exception when others then
  return false;
end
$$;
revoke all on function private.is_commission_rates(jsonb) from public;
grant execute on function private.is_commission_rates(jsonb) to authenticated, service_role;

create table public.commission_rules (
  -- Of the staff member: two devices that write it make one row.
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- Of net sales of services with their add-ons, and of products, in basis points.
  service_bp int not null default 0 check (service_bp between 0 and 10000),
  product_bp int not null default 0 check (product_bp between 0 and 10000),
  service_steps jsonb not null default '[]' check (private.is_commission_steps(service_steps)),
  -- For each service done, beside the percentage.
  service_cents bigint not null default 0 check (service_cents between 0 and 10000000),
  own_rates jsonb not null default '[]' check (private.is_commission_rates(own_rates)),
  unique (business_id, id),
  foreign key (business_id, id) references public.staff (business_id, id) on delete cascade
);
create index commission_rules_rev on public.commission_rules (business_id, rev);

-- What came of services with a rate of their own, under their names as they were then.
create function private.is_paid_rates(rates jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_list_of(
      rates, 500, '{service_id,name,count,net_cents,bp,cents,pay_cents}')
    and not exists (
      select from jsonb_array_elements(rates) rate
      where not coalesce(
        (rate ->> 'service_id')::uuid is not null
        and length(btrim(rate ->> 'name')) between 1 and 120
        and (rate ->> 'count')::int between -1000000 and 1000000
        and (rate ->> 'net_cents')::bigint is not null
        and (rate ->> 'bp')::int between 0 and 10000
        and (rate ->> 'cents')::bigint between 0 and 10000000
        and (rate ->> 'pay_cents')::bigint is not null,
      false));
exception when others then
  return false;
end
$$;
revoke all on function private.is_paid_rates(jsonb) from public;
grant execute on function private.is_paid_rates(jsonb) to authenticated, service_role;

-- One line for each person, which adds up: no amount without what it is made of.
create function private.is_pay_entries(entries jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return entries <> '[]'
    and private.is_list_of(
      entries, 500,
      '{staff_id,name,services_cents,products_cents,service_bp,product_bp,service_pay_cents,
        product_pay_cents,tips_cents,extra_cents,off_cents,note,total_cents}',
      '{service_steps,services_count,service_cents,own_rates}')
    and not exists (
      select from jsonb_array_elements(entries) entry
      where not coalesce(
        private.is_commission_steps(coalesce(entry -> 'service_steps', '[]'))
        and (entry ? 'services_count') = (entry ? 'service_cents')
        and coalesce((entry ->> 'services_count')::int, 0) between -1000000 and 1000000
        and coalesce((entry ->> 'service_cents')::bigint, 0) between 0 and 10000000
        and private.is_paid_rates(coalesce(entry -> 'own_rates', '[]'))
        and (entry ->> 'staff_id')::uuid is not null
        and length(btrim(entry ->> 'name')) between 1 and 120
        and length(entry ->> 'note') <= 500
        and (entry ->> 'services_cents')::bigint is not null
        and (entry ->> 'products_cents')::bigint is not null
        and (entry ->> 'service_bp')::int between 0 and 10000
        and (entry ->> 'product_bp')::int between 0 and 10000
        and (entry ->> 'tips_cents')::bigint >= 0
        and (entry ->> 'extra_cents')::bigint between 0 and 10000000000
        and (entry ->> 'off_cents')::bigint between 0 and 10000000000
        and (entry ->> 'total_cents')::bigint =
          (entry ->> 'service_pay_cents')::bigint + (entry ->> 'product_pay_cents')::bigint
          + (entry ->> 'tips_cents')::bigint + (entry ->> 'extra_cents')::bigint
          - (entry ->> 'off_cents')::bigint,
      false));
exception when others then
  return false;
end
$$;
revoke all on function private.is_pay_entries(jsonb) from public;
grant execute on function private.is_pay_entries(jsonb) to authenticated, service_role;

-- A closed run. What was closed is never changed; that it was paid is said later, and can be taken back.
create table public.pay_runs (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  occurred_at timestamptz not null,
  -- Both included, on the clock of the business.
  from_day date not null,
  to_day date not null,
  entries jsonb not null check (private.is_pay_entries(entries)),
  paid_on date,
  paid_note text check (length(btrim(paid_note)) between 1 and 200),
  constraint pay_runs_to_day_after_from check (to_day >= from_day),
  constraint pay_runs_paid_note_of_paid check (paid_note is null or paid_on is not null),
  unique (business_id, id)
);
create index pay_runs_rev on public.pay_runs (business_id, rev);

select private.sync_table('commission_rules', 56);
select private.sync_table('pay_runs', 280);

do $$
declare
  name text;
begin
  foreach name in array array['commission_rules', 'pay_runs'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public, anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('grant select on public.%I to authenticated', name);
  end loop;
end
$$;

-- commission_rules: what people earn is for who manages the team
create policy commission_rules_select on public.commission_rules for select to authenticated
  using (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
create policy commission_rules_insert on public.commission_rules for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
create policy commission_rules_update on public.commission_rules for update to authenticated
  using (business_id = any ((select private.businesses_allowing('staff'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('staff'))::uuid[]));
-- pay_runs: … and sees what they have sold, because that is in it
create policy pay_runs_select on public.pay_runs for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    and business_id = any ((select private.businesses_allowing('transactions'))::uuid[]));
create policy pay_runs_insert on public.pay_runs for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    and business_id = any ((select private.businesses_allowing('transactions'))::uuid[]));
create policy pay_runs_update on public.pay_runs for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    and business_id = any ((select private.businesses_allowing('transactions'))::uuid[]))
  with check (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    and business_id = any ((select private.businesses_allowing('transactions'))::uuid[]));

select private.grant_writes('commission_rules', 'insert,update', '{}');
select private.grant_writes('pay_runs', 'insert', '{}');
-- Nothing else of a run is written twice.
grant update (paid_on, paid_note) on public.pay_runs to authenticated;
insert into private.writable_columns values ('pay_runs', 'update', '{paid_on,paid_note}');

-- Two devices without a connection may each close a run of the same days. What was paid is paid, so both
-- are kept, and a person is asked.
create function private.check_pay_run() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.pay_runs r
    where r.business_id = new.business_id and r.id <> new.id
      and r.from_day <= new.to_day and r.to_day >= new.from_day
  ) then
    perform private.raise_attention(
      new.business_id, 'pay_runs', new.id, 'balance',
      jsonb_build_object('run_from', new.from_day, 'run_to', new.to_day), '{}');
  end if;
  return null;
end
$$;
create trigger z_check_pay_run after insert on public.pay_runs
  for each row execute function private.check_pay_run();

-- What the caller is paid here, the newest first: of every closed run their own line alone.
create function public.my_pay(business_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  mine constant uuid[] := private.my_staff();
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true, 'statements', (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'from_day', r.from_day, 'to_day', r.to_day, 'entry', e.value,
        'paid_on', r.paid_on, 'paid_note', r.paid_note)
      order by r.to_day desc, r.id), '[]')
    from public.pay_runs r
    cross join lateral jsonb_array_elements(r.entries) e
    where r.business_id = my_pay.business_id and (e.value ->> 'staff_id')::uuid = any (mine)));
end
$$;
revoke all on function public.my_pay(uuid) from public, anon;
grant execute on function public.my_pay(uuid) to authenticated;
