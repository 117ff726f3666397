-- What a business pays for the product itself. Who charges it is a setting of the server: nobody (where a
-- business hosts it itself), or `test`, which stands in for a provider and charges nothing. A subscription
-- says how it stands; what that opens is in billing_access. Nothing here ever keeps a business from its
-- own data: what is not paid for is what the server does for others, bookings online and messages.
--
--   trialing ──▶ active ◀──▶ past_due ──▶ unpaid        canceled, paused: ended, or a trial without a card

create table private.subscriptions (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  provider text not null,
  plan text not null check (plan in ('solo', 'team')),
  status text not null check (
    status in (
      'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled',
      'paused')),
  trial_ends_at timestamptz,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  past_due_since timestamptz,
  -- Of a provider that really charges: its names, how many people are paid for there, and when it was asked.
  customer_id text check (length(customer_id) between 1 and 200),
  subscription_id text check (length(subscription_id) between 1 and 200),
  seats int check (seats > 0),
  looked_at timestamptz,
  noted_at timestamptz not null default now(),
  constraint subscriptions_past_due_since_known
    check ((status = 'past_due') = (past_due_since is not null)),
  constraint subscriptions_looked_at_known
    check ((subscription_id is null) = (looked_at is null))
);
alter table private.subscriptions enable row level security;

create table private.invoices (
  id uuid primary key default private.new_id(),
  business_id uuid not null references public.businesses (id) on delete cascade,
  -- The provider's name for it.
  provider_id text check (length(provider_id) between 1 and 200),
  at timestamptz not null default now(),
  -- Its place in the provider's list, newest first: two of the same second have an order too.
  place int not null default 0,
  amount_cents bigint not null check (amount_cents >= 0),
  state text not null check (state in ('paid', 'open'))
);
create index invoices_business_id on private.invoices (business_id, at);
alter table private.invoices enable row level security;

-- Who takes appointments is paid for; whoever only helps is not.
create function private.billed_seats(business uuid) returns int
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(1, (
    select count(*) from public.staff s
    where s.business_id = business and s.bookable and s.status = 'active'));
end
$$;

-- Of a month.
create function private.plan_cents(plan text, seats int) returns bigint
language sql immutable set search_path = ''
as $$
  select case plan when 'solo' then 1900 else 1500 * seats::bigint end
$$;

-- full, warned (a payment failed not long ago), or limited: no bookings online and no messages. Without a
-- provider, and as long as nobody has chosen a plan, everything is open.
create function private.billing_access(business uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  grace constant interval := interval '14 days';
  -- What the provider does at that moment, it tells a little later.
  late constant interval := interval '1 day';
  s private.subscriptions;
begin
  select x.* into s from private.subscriptions x
    where x.business_id = business and x.provider = private.server_setting('billing_provider');
  return case
    when s.business_id is null then 'full'
    when s.status = 'trialing' then
      case when s.trial_ends_at > now() - case when s.subscription_id is null
        then interval '0' else late end
        then 'full' else 'limited' end
    when s.status = 'active' then
      case when s.cancel_at_period_end and s.current_period_end <= now() then 'limited' else 'full' end
    when s.status = 'past_due' then
      case when s.past_due_since > now() - grace then 'warned' else 'limited' end
    when s.status = 'incomplete' then 'warned'
    else 'limited'
  end;
end
$$;

-- Whether clients can book by themselves: the business says so, or the day has come until which it was
-- paused, and it is paid for.
create function private.books_online(b public.businesses) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
      b.booking_enabled
      or coalesce(private.day_start(b.paused_until, b.time_zone) <= now(), false)
        and not exists (select from private.closed_businesses c where c.business_id = b.id))
    and private.billing_access(b.id) <> 'limited';
end
$$;

-- The mails that left for a business in this month and the two before it, by its own clock; the newest first.
create function private.mail_usage(business uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := (select b.time_zone from public.businesses b where b.id = business);
  today constant date := (now() at time zone zone)::date;
  this_month constant date := date_trunc('month', today::timestamp);
begin
  return (
    select jsonb_agg(jsonb_build_object(
        'month', to_char(u.month, 'YYYY-MM'), 'mails', u.mails) order by u.month desc)
    from (
      select o.month, (
          select count(*) from private.mail_outbox m
          where m.business_id = business
            and m.sent_at >= private.day_start(o.month, zone)
            and m.sent_at < private.day_start((o.month + interval '1 month')::date, zone)) as mails
      from (
        select (this_month - make_interval(months => n))::date as month from generate_series(0, 2) n
      ) o
    ) u);
end
$$;
revoke all on function private.mail_usage(uuid) from public;

-- How a business stands. Its members learn what is open; who manages billing learns the rest.
create function public.billing_state(business_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  here constant text := private.server_setting('billing_provider');
  seats int;
  s private.subscriptions;
  answer jsonb;
begin
  perform private.require_second_factor();
  if not private.is_member(billing_state.business_id) then
    return private.refused('not_allowed', null);
  end if;
  answer := jsonb_build_object(
    'ok', true, 'provider', here, 'access', private.billing_access(billing_state.business_id),
    'may_manage', private.has_permission(billing_state.business_id, 'billing'));
  if here is null or not (answer ->> 'may_manage')::boolean then
    return answer;
  end if;
  seats := private.billed_seats(billing_state.business_id);
  select x.* into s from private.subscriptions x
    where x.business_id = billing_state.business_id and x.provider = here;
  return answer || jsonb_build_object(
    'seats', seats,
    'plans', jsonb_build_array(
      jsonb_build_object('plan', 'solo', 'cents', private.plan_cents('solo', seats)),
      jsonb_build_object('plan', 'team', 'cents', private.plan_cents('team', seats))),
    'subscription', case when s.business_id is not null then jsonb_build_object(
      'plan', s.plan, 'status', s.status, 'trial_ends_at', s.trial_ends_at,
      'current_period_end', s.current_period_end,
      'cancel_at_period_end', s.cancel_at_period_end) end,
    'invoices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'at', i.at, 'amount_cents', i.amount_cents, 'state', i.state)
        order by i.at desc, i.place, i.id), '[]')
      from private.invoices i where i.business_id = billing_state.business_id),
    'usage', private.mail_usage(billing_state.business_id));
end
$$;

-- What the stand-in does where a provider has pages of its own. `change`: {plan} begins a trial of a month
-- or goes over to another plan; {pay: true} and {pay: false} are a payment that succeeds and one that
-- fails; {cancel: true} ends it with the period, {cancel: false} takes that back. Codes: not_allowed,
-- not_offered (this server charges in another way, or not at all), invalid (`plan`: more people take
-- appointments than it is for), not_found (no plan was chosen yet).
create function public.change_billing(business_id uuid, change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  here constant text := private.server_setting('billing_provider');
  wanted constant text := change ->> 'plan';
  seats int;
  s private.subscriptions;
begin
  perform private.require_second_factor();
  if not private.has_permission(change_billing.business_id, 'billing') then
    return private.refused('not_allowed', null);
  elsif here is distinct from 'test' then
    return private.refused('not_offered', null);
  end if;
  seats := private.billed_seats(change_billing.business_id);
  if wanted is not null then
    if wanted not in ('solo', 'team') or wanted = 'solo' and seats > 1 then
      return private.refused('invalid', 'plan');
    end if;
    insert into private.subscriptions as x
        (business_id, provider, plan, status, trial_ends_at, current_period_end)
      values (
        change_billing.business_id, here, wanted, 'trialing', now() + interval '30 days',
        now() + interval '30 days')
      on conflict on constraint subscriptions_pkey do update
        set plan = excluded.plan, noted_at = now();
    return public.billing_state(change_billing.business_id);
  end if;
  select x.* into s from private.subscriptions x
    where x.business_id = change_billing.business_id for update;
  if s.business_id is null then
    return private.refused('not_found', null);
  elsif change -> 'pay' = 'true' then
    update private.subscriptions x
      set status = 'active', past_due_since = null, cancel_at_period_end = false,
        current_period_end = greatest(x.current_period_end, now()) + interval '1 month',
        noted_at = now()
      where x.business_id = s.business_id;
    delete from private.invoices i where i.business_id = s.business_id and i.state = 'open';
    insert into private.invoices (business_id, amount_cents, state)
      values (s.business_id, private.plan_cents(s.plan, seats), 'paid');
  elsif change -> 'pay' = 'false' then
    update private.subscriptions x
      set status = 'past_due', past_due_since = coalesce(x.past_due_since, now()), noted_at = now()
      where x.business_id = s.business_id;
    insert into private.invoices (business_id, amount_cents, state)
      select s.business_id, private.plan_cents(s.plan, seats), 'open'
      where not exists (
        select from private.invoices i
        where i.business_id = s.business_id and i.state = 'open');
  elsif jsonb_typeof(change -> 'cancel') = 'boolean' then
    update private.subscriptions x
      set cancel_at_period_end = (change ->> 'cancel')::boolean, noted_at = now()
      where x.business_id = s.business_id;
  else
    return private.refused('invalid', null);
  end if;
  return public.billing_state(change_billing.business_id);
end
$$;

revoke all on function public.billing_state(uuid), public.change_billing(uuid, jsonb)
from public, anon;
grant execute on function public.billing_state(uuid), public.change_billing(uuid, jsonb)
to authenticated;
