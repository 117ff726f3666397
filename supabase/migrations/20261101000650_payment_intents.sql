-- Cards of clients, charged by a provider. A time is kept while its client pays; the card is held, then
-- the visit is booked, then the card is charged: a time that is gone costs nobody anything.
--
--   created ──▶ open ──▶ authorised ──▶ captured ──▶ (parts of it go back)
--      └─────────┴───────────┴──▶ cancelled
--
-- The row is written before the provider is called, and its id is what the calls are known by, so that a
-- call that is made again does nothing twice. What the provider says is looked up, never believed from
-- a message: messages come late, twice and in any order. supabase/decisions/0029 says why.

create table private.payment_intents (
  id uuid primary key default private.new_id(),
  business_id uuid not null references public.businesses (id) on delete cascade,
  -- `fee`: of a visit that was cancelled late or missed, from the card that its deposit was paid with.
  -- `asked`: a deposit for a visit that is booked already. `gift_card`: bought on the booking side
  -- (gift_card_sales.sql). A period of a membership (memberships.sql) is paid by its client on a page
  -- (`membership`), or charged to the card that they left (`renewal`); `card`: another card for it.
  -- `sale`: what is to be collected of a sale (bills.sql).
  purpose text not null default 'booking' check (
    purpose in ('booking', 'fee', 'asked', 'gift_card', 'membership', 'renewal', 'card', 'sale')),
  op_hash uuid not null,
  -- What is booked when the card is held, or sold when it is charged; gone when that is done, or is not
  -- going to be.
  op_id uuid,
  request jsonb,
  hold_key uuid,
  -- 0 = nothing is paid: a card is kept.
  amount_cents bigint not null check (amount_cents = 0 or amount_cents between 50 and 10000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider text not null,
  -- Whose money it is, by the provider's name for them: it stays when the business connects another account.
  payee text not null,
  provider_id text,
  state text not null default 'created'
    check (state in ('created', 'open', 'authorised', 'captured', 'cancelled')),
  -- Why the card was refused the last time.
  decline text check (length(decline) <= 60),
  -- Why the visit was not booked; of a sale, that it was collected otherwise.
  refusal text,
  -- The client agreed that fees of this visit are charged to the card, too.
  keeps_card boolean not null default false,
  -- The provider's names for it, and what is told of it to the business: {customer, method, brand, last4}.
  card jsonb check (jsonb_typeof(card) = 'object'),
  appointment_id uuid,
  -- The membership, and which period of it.
  membership_id uuid,
  period_no int,
  -- The sale that it pays.
  sale_id uuid,
  -- Who says that the client agrees to pay it with the card that they left (card_charges.sql); null = it is paid on
  -- a page.
  agreed_by uuid,
  -- What was sold for it.
  gift_card_id uuid,
  returned_cents bigint not null default 0,
  -- What was on its way back and did not arrive: the account of that card is closed, say. Both together are
  -- what was ever sent back.
  refund_failed_cents bigint not null default 0 check (refund_failed_cents >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  authorised_at timestamptz,
  -- When somebody was told that the card is not held for much longer.
  warned_at timestamptz,
  -- When the clock came by the last time: who has waited longest is next.
  tried_at timestamptz,
  constraint payment_intents_returned_cents_at_most
    check (returned_cents between 0 and amount_cents),
  constraint payment_intents_hold_key_of_booking check ((purpose = 'booking') = (hold_key is not null)),
  constraint payment_intents_request_until_booked check ((op_id is null) = (request is null)),
  constraint payment_intents_period_no_of_membership
    check ((period_no is not null) = (purpose in ('membership', 'renewal'))),
  constraint payment_intents_amount_cents_of_purpose check (
    case when purpose in ('booking', 'asked') then true
      when purpose = 'card' then amount_cents = 0
      else amount_cents > 0 end),
  constraint payment_intents_sale_id_of_sale check (sale_id is null or purpose = 'sale'),
  constraint payment_intents_agreed_by_of_sale check (agreed_by is null or purpose = 'sale'),
  constraint payment_intents_provider_id_when_open check (state = 'created' or state = 'cancelled'
    or provider_id is not null),
  unique (business_id, id),
  unique (business_id, op_hash),
  unique (provider, provider_id),
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id),
  foreign key (business_id, membership_id) references public.client_memberships (business_id, id)
    on delete set null (membership_id),
  foreign key (business_id, sale_id) references public.sales (business_id, id)
    on delete set null (sale_id),
  foreign key (business_id, gift_card_id) references public.gift_cards (business_id, id)
    on delete set null (gift_card_id)
);
create index payment_intents_hold_key on private.payment_intents (business_id, hold_key);
create index payment_intents_appointment_id on private.payment_intents (business_id, appointment_id);
create index payment_intents_sale_id on private.payment_intents (business_id, sale_id)
  where sale_id is not null;
create index payment_intents_gift_card_id on private.payment_intents (business_id, gift_card_id)
  where gift_card_id is not null;
create index payment_intents_membership_id on private.payment_intents (business_id, membership_id)
  where membership_id is not null;
-- A period is never charged twice: another try begins when it is certain that the one before has failed.
create unique index payment_intents_period_once
  on private.payment_intents (business_id, membership_id, period_no)
  where period_no is not null and state <> 'cancelled';
create index payment_intents_open on private.payment_intents (created_at)
  where state in ('created', 'open', 'authorised');
alter table private.payment_intents enable row level security;

-- What providers have told: each message once.
create table private.payment_events (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  kind text not null check (length(kind) <= 100),
  object_id text not null check (length(object_id) <= 200),
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index payment_events_received_at on private.payment_events (received_at);
alter table private.payment_events enable row level security;

-- What is paid now for what was asked for.
create function private.deposit_of_candidates(
  rules public.booking_rules, candidates private.candidate[], known public.clients,
  source text default 'online'
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  items constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object(
      'rule', coalesce(v.deposit_rule, s.deposit_rule),
      'kind', (c).price_kind, 'cents', coalesce((c).price_cents, 0))), '[]')
    from unnest(candidates) c
    join public.service_variants v
      on v.business_id = rules.business_id and v.id = (c).variant_id
    join public.services s on s.business_id = v.business_id and s.id = v.service_id
    -- Whoever helps costs nothing of their own.
    where (c).people is distinct from 0);
  usual constant jsonb := private.deposit_rule_for(
    rules.deposit_rules, rules.deposit_rule, jsonb_build_object(
      'client', case when known.id is null then 'new' else 'returning' end,
      'source', source,
      'total', (
        select coalesce(sum((i ->> 'cents')::bigint), 0) from jsonb_array_elements(items) i),
      'no_shows', (
        select count(*) from public.appointments a
        where a.business_id = known.business_id and a.client_id = known.id
          and a.status = 'no_show')));
begin
  return private.deposit_cents(usual, items, coalesce(known.payment_rule, 'default'));
end
$$;

-- Whether whoever books leaves a card: for fees, also where nothing is paid before.
create function private.asks_card(rules public.booking_rules, known public.clients) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.takes_payments(rules.business_id)
    and case coalesce(known.payment_rule, 'default')
      when 'none' then false when 'card' then true else rules.asks_card end;
end
$$;

-- Who has to pay first, or to leave a card, and cannot do so online; or an amount that nothing says.
create function private.pays_first_otherwise(
  rules public.booking_rules, candidates private.candidate[], known public.clients
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case
    when known.payment_rule = 'card' then not private.takes_payments(rules.business_id)
    when known.payment_rule in ('deposit', 'prepay') then not private.takes_payments(rules.business_id)
      or private.deposit_of_candidates(rules, candidates, known) = 0
  end, false);
end
$$;

-- What is left to be paid now of what a gift card keeps a part of. Less than a card can be charged is paid with
-- the visit.
create function private.left_to_pay(due bigint, kept bigint) returns bigint
language sql immutable
as $$
  select case when due - kept < 50 then 0 else due - kept end
$$;

-- The client's card must be held before a visit is booked that wants something paid, or left before one that
-- wants a card: for just this request, because another one may cost more. Answers the payment.
create function private.check_deposit(
  rules public.booking_rules, plan private.planned_item[], known public.clients, request jsonb,
  op_id uuid
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due bigint;
  paid uuid;
begin
  select i.id into paid from private.payment_intents i
    where i.business_id = rules.business_id and i.op_hash = private.hashed_op(check_deposit.op_id)
      and i.state = 'authorised' and i.refusal is null and i.request = check_deposit.request;
  if paid is not null or not private.takes_payments(rules.business_id) then
    return paid;
  end if;
  due := private.deposit_of_candidates(
    rules, array(select (p).candidate from unnest(plan) p), known);
  due := private.left_to_pay(due, private.gift_kept(rules.business_id, request));
  if due > 0 or private.asks_card(rules, known) then
    perform private.refuse('payment_required', due::text);
  end if;
  return null;
end
$$;

-- The page went back and chose again, or booked something that costs nothing before. Who pays on an older page
-- of it all the same is not charged for two times: that card is let go.
create function private.replace_payments(business uuid, hold uuid, op_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.payment_intents o set refusal = 'replaced', expires_at = least(o.expires_at, now())
    where o.business_id = business and o.hold_key = hold
      and o.op_hash <> private.hashed_op(replace_payments.op_id)
      and o.state in ('created', 'open') and o.refusal is null;
end
$$;

-- What a client has paid for a visit, as far as it has not gone back, and no bank has taken it back.
create function private.paid_before(business uuid, appointment uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(i.amount_cents - i.returned_cents
      - private.dispute_taken(i.business_id, i.id)), 0) from private.payment_intents i
    where i.business_id = business and i.appointment_id = appointment
      and i.state in ('authorised', 'captured'));
end
$$;

-- {paid, back}: what was paid before a visit, and how much of it goes back when its client cancels now.
create function private.public_deposit(a public.appointments) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  paid constant bigint := private.paid_before(a.business_id, a.id);
  then_on public.appointments := a;
  fee jsonb;
begin
  if paid = 0 then
    return null;
  end if;
  if a.status in ('pending', 'booked') then
    fee := private.fee_of(a, 'cancelled', 'client', now());
    then_on.status := 'cancelled';
    then_on.cancel_by := 'client';
    then_on.cancel_late := false;
    then_on.fee_state := case when fee is null then 'none' else 'proposed' end;
    then_on.fee_cents := coalesce((fee ->> 'cents')::bigint, 0);
  end if;
  return jsonb_build_object('paid', paid, 'back', paid - private.deposit_kept(then_on, paid));
end
$$;

-- How much of a payment went back, or was to.
create function private.refund_tried(i private.payment_intents) returns bigint
language sql immutable set search_path = ''
as $$
  select least(i.amount_cents, i.returned_cents + i.refund_failed_cents)
$$;

-- How much of a charged deposit goes back now: what is not kept of a visit that is over, no more than no
-- sale has taken up, and nothing that a bank has taken. A visit may be paid for in parts: what is kept is
-- counted once for all of them, and it is the first parts that stay, whichever of them is looked at first.
-- Of the money for a sale that is what the sale has not counted as paid (bills.sql).
-- What somebody has done by mistake is taken back soon: the deposit waits for it. What could not be given
-- back once is not tried again: a person finds another way.
create function private.refund_due(i private.payment_intents) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  a public.appointments;
  own constant bigint := i.amount_cents - private.dispute_taken(i.business_id, i.id);
  paid bigint;
  back bigint;
  tried bigint;
  before bigint;
  kept bigint;
begin
  select * into a from public.appointments x
    where x.business_id = i.business_id and x.id = i.appointment_id;
  if a.id is null and i.sale_id is null or i.state <> 'captured'
    or a.cancel_by = 'staff' and a.cancelled_at > now() - interval '10 minutes'
    or a.status = 'no_show' and a.updated_at > now() - interval '10 minutes' then
    return 0;
  end if;
  select coalesce(sum(p.amount_cents - private.dispute_taken(p.business_id, p.id)), 0),
      coalesce(sum(p.returned_cents), 0),
      coalesce(sum(private.refund_tried(p)), 0),
      coalesce(sum(p.amount_cents - private.dispute_taken(p.business_id, p.id))
        filter (where (p.created_at, p.id) < (i.created_at, i.id)), 0)
    into paid, back, tried, before
    from private.payment_intents p
    where p.business_id = i.business_id and p.state = 'captured'
      and (p.appointment_id = i.appointment_id or p.sale_id = i.sale_id);
  kept := case when i.sale_id is not null then private.sale_paid_online(i.business_id, i.sale_id)
    else greatest(
      private.deposit_kept(a, paid),
      paid - back - private.deposit_left(i.business_id, i.appointment_id)) end;
  return greatest(0, least(
    own - greatest(0, least(own, kept - before)) - private.refund_tried(i),
    paid - kept - tried));
end
$$;

-- What a provider should do next; null = nothing, or something that waits for a person.
create function private.payment_step(i private.payment_intents) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  visit text := (
    select a.status from public.appointments a
    where a.business_id = i.business_id and a.id = i.appointment_id);
begin
  return case i.state
    when 'created' then case
      when i.expires_at <= now() then 'cancel'
      when i.purpose in ('fee', 'renewal') then 'charge'
      -- It was collected otherwise before its card was asked for.
      when i.agreed_by is not null then case
        when private.sale_owes(i.business_id, i.sale_id) < i.amount_cents then 'cancel'
        else 'charge' end
      else 'open' end
    when 'open' then case when i.expires_at <= now() then 'cancel' end
    when 'authorised' then case
      when i.refusal is not null then 'cancel'
      -- No time is held for it, and what a kept card is asked for was agreed to before.
      when i.purpose in ('gift_card', 'membership', 'card', 'fee', 'renewal') then 'capture'
      -- It was collected otherwise meanwhile, or taken back: nobody pays for it twice.
      when i.purpose = 'sale' then case
        when private.sale_owes(i.business_id, i.sale_id) < i.amount_cents then 'cancel'
        else 'capture' end
      when visit is null then case when i.op_id is not null then 'book' else 'cancel' end
      -- Whoever only asked may always take the question back.
      when visit in ('cancelled', 'declined', 'expired') then 'cancel'
      -- Nobody is charged for what the business has not agreed to.
      when visit <> 'pending' then 'capture' end
    when 'captured' then case when private.goes_back(i) > 0 then 'refund' end
  end;
end
$$;

-- How long one payment may take at most, however often its page is opened again.
create function private.pays_within() returns interval
language sql immutable
as $$ select interval '45 minutes' $$;

-- The card that fees of a visit may be charged to; null = none, or one that another account knows.
create function private.card_of(business uuid, appointment uuid, payee text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select i.card from private.payment_intents i
    where i.business_id = business and i.appointment_id = appointment and i.payee = card_of.payee
      and i.card is not null
    order by i.created_at desc limit 1);
end
$$;

-- What is paid for, where it has a name: a membership, or a receipt.
create function private.payment_title(i private.payment_intents) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select m.name from public.client_memberships m
    where m.business_id = i.business_id and m.id = i.membership_id
  ), (
    select 'Receipt ' || s.receipt_prefix || '-' || s.receipt_no from public.sales s
    where s.business_id = i.business_id and s.id = i.sale_id));
end
$$;

-- For the functions that talk to providers.
create function private.payment_facts(i private.payment_intents, step text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', i.id, 'state', i.state, 'step', step, 'provider_id', i.provider_id,
    'amount_cents', i.amount_cents, 'currency', i.currency, 'decline', i.decline,
    'refusal', i.refusal,
    -- What was asked for is there.
    'is_booked', i.appointment_id is not null or i.state = 'captured'
      and i.purpose in ('gift_card', 'membership', 'renewal', 'card'),
    'begun_at', i.created_at,
    'closes_at', i.created_at + private.pays_within(),
    'returned_cents', i.returned_cents,
    'refund_failed_cents', i.refund_failed_cents,
    'refund_cents', private.goes_back(i),
    'purpose', i.purpose, 'keeps_card', i.keeps_card,
    -- Nobody is led to a page: a card that is kept is charged.
    'has_page', i.purpose not in ('fee', 'renewal') and i.agreed_by is null,
    'title', private.payment_title(i),
    'card', case when step is distinct from 'charge' then null
      when i.purpose = 'renewal' then (
        select k.card from private.membership_cards k
        where k.business_id = i.business_id and k.membership_id = i.membership_id
          and k.payee = i.payee)
      when i.purpose = 'sale' then private.card_of_sale(i.business_id, i.sale_id, i.payee)
      else private.card_of(i.business_id, i.appointment_id, i.payee) end,
    'slug', b.slug, 'business', b.name, 'payee', i.payee)
  from public.businesses b where b.id = i.business_id;
end
$$;
