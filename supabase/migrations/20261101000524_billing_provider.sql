-- Billing by a provider that really charges (billing.sql has what it opens): the provider has pages of its own for
-- the card, the invoices and the end; here is written down what a business asks for before the provider hears
-- of it, and how its subscription stands, as the provider was just asked. supabase/decisions/0041 says why.

-- What a business was led to a page for. Its key makes the same page of the same asking.
create table private.billing_checkouts (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  key uuid not null unique default private.new_id(),
  plan text not null check (plan in ('solo', 'team')),
  seats int not null check (seats > 0),
  checkout_id text check (length(checkout_id) between 1 and 200),
  begun_at timestamptz not null default now()
);
alter table private.billing_checkouts enable row level security;

-- Subscriptions of businesses that are gone: nobody is left to end them, so the timer does (`billing_due`). One
-- goes from here when the provider says that it is over.
create table private.billing_ends (
  provider text not null,
  subscription_id text not null,
  tried_at timestamptz,
  primary key (provider, subscription_id)
);
alter table private.billing_ends enable row level security;

create function private.end_billing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.billing_ends (provider, subscription_id)
    values (old.provider, old.subscription_id)
    on conflict do nothing;
  return null;
end
$$;
create trigger end_billing after delete on private.subscriptions
  for each row when (
    old.subscription_id is not null and old.status not in ('canceled', 'incomplete_expired'))
  execute function private.end_billing();
revoke all on function private.end_billing() from public;

-- For who manages billing: what the provider is asked with. `plan`: the one that is wanted; null = none is
-- begun. Answers {key, plan, seats, email, customer_id, subscription_id (one that goes on), checkout_id,
-- trial_days}. Codes: not_allowed, not_offered (nobody really charges here), invalid (`plan`: it is none, or
-- more people take appointments than it is for).
create function public.begin_billing(business_id uuid, plan text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  here constant text := private.server_setting('billing_provider');
  -- As long as the provider knows its key, and its page is open.
  open_for constant interval := interval '20 hours';
  trial constant int := 30;
  now_paid constant int := private.billed_seats(begin_billing.business_id);
  k private.billing_checkouts;
  s private.subscriptions;
begin
  perform private.require_second_factor();
  if not private.has_permission(begin_billing.business_id, 'billing') then
    return private.refused('not_allowed', null);
  elsif here is null or here = 'test' then
    return private.refused('not_offered', null);
  elsif begin_billing.plan is not null and (
    begin_billing.plan not in ('solo', 'team') or begin_billing.plan = 'solo' and now_paid > 1) then
    return private.refused('invalid', 'plan');
  end if;
  if begin_billing.plan is not null then
    insert into private.billing_checkouts as x (business_id, plan, seats)
      values (begin_billing.business_id, begin_billing.plan, now_paid)
      on conflict on constraint billing_checkouts_pkey do update
        set key = excluded.key, plan = excluded.plan, seats = excluded.seats, checkout_id = null,
          begun_at = now()
        where (x.plan, x.seats) is distinct from (excluded.plan, excluded.seats)
          or x.begun_at < now() - open_for;
  end if;
  select x.* into k from private.billing_checkouts x
    where x.business_id = begin_billing.business_id;
  select x.* into s from private.subscriptions x
    where x.business_id = begin_billing.business_id and x.provider = here;
  return jsonb_build_object(
    'ok', true, 'key', k.key, 'plan', begin_billing.plan, 'seats', now_paid,
    'email', (select b.email from public.businesses b where b.id = begin_billing.business_id),
    'customer_id', s.customer_id,
    'subscription_id', case when s.status not in ('canceled', 'incomplete_expired')
      then s.subscription_id end,
    'checkout_id', k.checkout_id,
    'trial_days', case when s.business_id is null then trial else 0 end);
end
$$;
revoke all on function public.begin_billing(uuid, text) from public, anon;
grant execute on function public.begin_billing(uuid, text) to authenticated, service_role;

-- The page of a key. Codes: not_found (a newer asking has taken its place).
create function public.note_billing_checkout(key uuid, checkout_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.billing_checkouts x set checkout_id = note_billing_checkout.checkout_id
    where x.key = note_billing_checkout.key;
  if not found then
    return private.refused('not_found', null);
  end if;
  return jsonb_build_object('ok', true);
end
$$;

-- How a subscription stands: {id, customer_id, business_id, plan, seats, status, trial_ends_at,
-- current_period_end, cancel_at_period_end}, and its invoices, [{id, at, amount_cents, state}], the newest ones. One
-- that is over says nothing about another one that goes on. Codes: not_found (no business of ours).
create function public.note_billing(provider text, subscription jsonb, invoices jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  told constant text := subscription ->> 'status';
  business constant uuid := private.as_uuid(subscription -> 'business_id');
  s private.subscriptions;
begin
  perform from public.businesses b where b.id = business;
  if not found then
    if told in ('canceled', 'incomplete_expired') then
      delete from private.billing_ends e
        where e.provider = note_billing.provider and e.subscription_id = subscription ->> 'id';
    end if;
    return private.refused('not_found', null);
  end if;
  perform private.lock_business(business);
  select * into s from private.subscriptions x where x.business_id = business for update;
  if s.provider = note_billing.provider and s.subscription_id <> subscription ->> 'id'
    and s.status not in ('canceled', 'incomplete_expired')
  then
    if told in ('canceled', 'incomplete_expired', 'incomplete') then
      return jsonb_build_object('ok', true);
    end if;
    raise warning 'business % has two subscriptions', business;
  end if;
  insert into private.subscriptions as x (
    business_id, provider, plan, status, trial_ends_at, current_period_end, cancel_at_period_end,
    past_due_since, customer_id, subscription_id, seats, looked_at)
  values (
    business, note_billing.provider, subscription ->> 'plan', told,
    (subscription ->> 'trial_ends_at')::timestamptz,
    (subscription ->> 'current_period_end')::timestamptz,
    (subscription ->> 'cancel_at_period_end')::boolean,
    case when told = 'past_due' then now() end,
    subscription ->> 'customer_id', subscription ->> 'id', (subscription ->> 'seats')::int, now())
  on conflict on constraint subscriptions_pkey do update
    set provider = excluded.provider, plan = excluded.plan, status = excluded.status,
      trial_ends_at = excluded.trial_ends_at, current_period_end = excluded.current_period_end,
      cancel_at_period_end = excluded.cancel_at_period_end,
      past_due_since = case when told = 'past_due' then coalesce(x.past_due_since, now()) end,
      customer_id = excluded.customer_id, subscription_id = excluded.subscription_id,
      seats = excluded.seats, looked_at = now(), noted_at = now();
  -- Its page is done: whoever begins again after it gets another one.
  if told in ('trialing', 'active', 'past_due') then
    delete from private.billing_checkouts k where k.business_id = business;
  end if;
  delete from private.invoices i where i.business_id = business;
  insert into private.invoices (business_id, provider_id, at, place, amount_cents, state)
    select business, v.id, v.at, v.place, v.amount_cents, v.state
    from rows from (
      jsonb_to_recordset(invoices) as (id text, at timestamptz, amount_cents bigint, state text)
    ) with ordinality v (id, at, amount_cents, state, place)
    -- What is given back is in the provider's own list.
    where v.amount_cents >= 0;
  return jsonb_build_object('ok', true);
end
$$;

-- Subscriptions to be looked up: once a day, as a message may have been lost, and when others take appointments
-- than are paid for; and those that are to end, which have no `plan`.
create function public.billing_due(most int default 20) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due jsonb;
begin
  with next as (
    select x.business_id
    from private.subscriptions x
    where x.provider = private.server_setting('billing_provider') and x.subscription_id is not null
      and x.status not in ('canceled', 'incomplete_expired')
      and (x.looked_at < now() - interval '20 hours'
        or x.looked_at < now() - interval '10 minutes' and x.plan = 'team'
          and x.seats <> private.billed_seats(x.business_id))
    order by x.looked_at
    limit most
    for update skip locked
  ), looked as (
    update private.subscriptions x set looked_at = now()
    from next where x.business_id = next.business_id
    returning x.subscription_id, x.plan, x.seats, private.billed_seats(x.business_id) as billed
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'subscription_id', l.subscription_id, 'plan', l.plan, 'seats', l.billed,
      'known_seats', l.seats)), '[]')
    into due from looked l;
  with tried as (
    update private.billing_ends e set tried_at = now()
    where e.provider = private.server_setting('billing_provider')
      and coalesce(e.tried_at, '-infinity') < now() - interval '10 minutes'
    returning e.subscription_id
  )
  select due || coalesce(jsonb_agg(jsonb_build_object(
      'subscription_id', t.subscription_id, 'plan', null, 'seats', 1, 'known_seats', 1)), '[]')
    into due from tried t;
  return jsonb_build_object('ok', true, 'subscriptions', due);
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'public.note_billing_checkout(uuid, text)', 'public.note_billing(text, jsonb, jsonb)',
    'public.billing_due(int)'
  ] loop
    execute format('revoke all on function %s from public, anon, authenticated', name);
    execute format('grant execute on function %s to service_role', name);
  end loop;
end
$$;
