-- Gift cards: what was sold as money on a card, and a ledger of what became of it. The balance is the
-- sum of the ledger and is stored nowhere. Of the code that its holder has, a hash is kept and the last
-- four characters. src/domain/checkout/gift-cards.ts counts the same on devices, and one table of cases
-- holds both.
--
--   activate      what a line of a sale put on it
--   redeem        what a payment of a sale took off it; nothing, when it was not covered (check_gift)
--   refund        what a refund to the card put back
--   deactivate    what went back in money for it, when its sale was taken back or refunded
--   adjust_up, adjust_down   what a person put on it or took off it, with the reason; no money moves
--   lease         so much is kept for one device until then; written by lease_gift_card alone
--   lease_return  … and is not any more
--   block, unblock

create table public.gift_cards (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- sha256 of `business:code`, in hex. Null: another card has that code, so nobody finds this one by it.
  code_hash text check (code_hash ~ '^[0-9a-f]{64}$'),
  code_last4 text not null check (code_last4 ~ '^[0-9A-HJKMNP-TV-Z]{4}$'),
  kind text not null check (kind in ('digital', 'physical')),
  initial_cents bigint not null check (initial_cents between 500 and 100000),
  purchaser_client_id uuid,
  recipient_name text check (length(btrim(recipient_name)) between 1 and 120),
  message text check (length(btrim(message)) between 1 and 500),
  -- The day on which it is to be handed over, and the last one on which it can be used; null = none.
  deliver_on date,
  expires_on date,
  unique (business_id, id),
  constraint gift_cards_code_hash_once unique (business_id, code_hash),
  foreign key (business_id, purchaser_client_id) references public.clients (business_id, id)
    on delete set null (purchaser_client_id)
);
create index gift_cards_rev on public.gift_cards (business_id, rev);
create index gift_cards_purchaser_client_id on public.gift_cards (business_id, purchaser_client_id)
  where purchaser_client_id is not null;

create table public.gift_activities (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  card_id uuid not null,
  occurred_at timestamptz not null,
  kind text not null check (kind in (
    'activate', 'redeem', 'refund', 'deactivate', 'adjust_up', 'adjust_down', 'lease',
    'lease_return', 'block', 'unblock')),
  -- What it does to the balance. A redemption has the id of its payment.
  amount_cents bigint not null,
  sale_id uuid,
  -- A lease: for whom how much is kept, until when.
  device_id uuid,
  held_cents bigint,
  held_until timestamptz,
  -- The visit for which it is kept, of a lease of the booking side (gift_for_visit.sql).
  appointment_id uuid,
  -- The lease that is used or given back.
  lease_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  constraint gift_activities_amount_cents_of_kind check (case kind
    when 'activate' then amount_cents > 0
    when 'redeem' then amount_cents <= 0
    when 'refund' then amount_cents > 0
    when 'deactivate' then amount_cents < 0
    when 'adjust_up' then amount_cents > 0
    when 'adjust_down' then amount_cents < 0
    else amount_cents = 0 end),
  constraint gift_activities_sale_id_of_kind
    check ((kind in ('activate', 'redeem', 'refund', 'deactivate')) = (sale_id is not null)),
  constraint gift_activities_lease check (case kind
    when 'lease' then device_id is not null and held_cents > 0 and held_until is not null
    else device_id is null and held_cents is null and held_until is null
      and appointment_id is null end),
  constraint gift_activities_lease_id_of_kind check (case kind
    when 'lease_return' then lease_id is not null
    when 'redeem' then true
    else lease_id is null end),
  constraint gift_activities_reason_of_kind check (
    kind not in ('adjust_up', 'adjust_down') or length(btrim(reason)) > 0),
  unique (business_id, id),
  foreign key (business_id, card_id) references public.gift_cards (business_id, id)
    on delete cascade,
  foreign key (business_id, sale_id) references public.sales (business_id, id) on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id)
);
create index gift_activities_rev on public.gift_activities (business_id, rev);
create index gift_activities_card_id on public.gift_activities (business_id, card_id);
create unique index gift_activities_activated_once on public.gift_activities (business_id, card_id)
  where kind = 'activate';
-- Leases are looked for by who keeps them.
create index gift_activities_device_id on public.gift_activities (business_id, device_id)
  where kind = 'lease';
create index gift_activities_appointment_id on public.gift_activities (business_id, appointment_id)
  where appointment_id is not null;
create index gift_activities_sale_id on public.gift_activities (business_id, sale_id)
  where sale_id is not null;

-- A card before the sale of it, what becomes of it before the payment by it.
select private.sync_table('gift_cards', 205);
select private.sync_table('gift_activities', 235);

do $$
declare
  name text;
begin
  foreach name in array array['gift_cards', 'gift_activities'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public, anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('grant select on public.%I to authenticated', name);
    -- Whoever takes money takes cards, whoever sold them.
    execute format($sql$
      create policy %I on public.%I for select to authenticated using (
        business_id = any ((select private.businesses_with_own('checkout'))::uuid[])
        or business_id = any ((select private.businesses_allowing('giftcards'))::uuid[])) $sql$,
      name || '_select', name);
  end loop;
end
$$;
create policy gift_cards_insert on public.gift_cards for insert to authenticated with check (
  business_id = any ((select private.businesses_with_own('checkout'))::uuid[]));
-- What moves money is a part of a sale, and has to add up with it (sale_sums.sql).
create policy gift_activities_insert on public.gift_activities for insert to authenticated
with check (
  kind in ('activate', 'redeem', 'refund', 'deactivate', 'lease_return')
  and business_id = any ((select private.businesses_with_own('checkout'))::uuid[])
  or kind in ('block', 'unblock', 'adjust_up', 'adjust_down')
  and business_id = any ((select private.businesses_allowing('giftcards'))::uuid[]));
create policy gift_cards_update on public.gift_cards for update to authenticated
using (business_id = any ((select private.businesses_allowing('giftcards'))::uuid[]))
with check (business_id = any ((select private.businesses_allowing('giftcards'))::uuid[]));
select private.grant_writes('gift_cards', 'insert', '{}');
-- What was sold stays as it was sold, but for how long it can be used.
grant update (expires_on) on public.gift_cards to authenticated;
insert into private.writable_columns values ('gift_cards', 'update', '{expires_on}');
select private.grant_writes('gift_activities', 'insert', '{device_id,held_cents,held_until,appointment_id}');

-- Two devices without a connection have made the same code: the card that comes second was paid for
-- and is kept, without a code, and a person is asked.
create function private.keep_codes_apart() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.next_rev(new.business_id);
  if new.purchaser_client_id is not null
    and not private.is_there('clients', new.business_id, new.purchaser_client_id) then
    new.purchaser_client_id := null;
  end if;
  if exists (
    select from public.gift_cards c
    where c.business_id = new.business_id and c.code_hash = new.code_hash and c.id <> new.id
  ) then
    new.code_hash := null;
    perform private.raise_attention(
      new.business_id, 'gift_cards', new.id, 'balance',
      jsonb_build_object('card', new.code_last4), '{}');
  end if;
  return new;
end
$$;
create trigger b_keep_codes_apart before insert on public.gift_cards
  for each row execute function private.keep_codes_apart();

-- Its holder was told until when it can be used: it is never less.
create function private.keep_gift_time() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.expires_on < old.expires_on or old.expires_on is null and new.expires_on is not null then
    perform private.refuse('invalid', 'expires_on');
  end if;
  return new;
end
$$;
create trigger b_keep_gift_time before update of expires_on on public.gift_cards
  for each row execute function private.keep_gift_time();

-- Until when a card can be used that is sold today; null = for ever.
create function private.gift_expiry(b public.businesses) returns date
language sql stable set search_path = ''
as $$
  select ((now() at time zone b.time_zone)::date + make_interval(years => b.gift_card_years))::date
$$;

-- What leases keep of a card for devices, besides those of one device or one lease.
create function private.gift_held(
  business uuid, card uuid, but_device uuid default null, but_lease uuid default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(greatest(l.held_cents + coalesce((
        select sum(r.amount_cents) from public.gift_activities r
        where r.business_id = l.business_id and r.lease_id = l.id and r.kind = 'redeem'), 0), 0)), 0)
    from public.gift_activities l
    where l.business_id = business and l.card_id = card and l.kind = 'lease'
      and l.held_until > now() and l.id is distinct from but_lease
      and l.device_id is distinct from but_device
      and not exists (
        select from public.gift_activities b
        where b.business_id = l.business_id and b.kind = 'lease_return' and b.lease_id = l.id));
end
$$;

create function private.gift_balance(business uuid, card uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(a.amount_cents), 0) from public.gift_activities a
    where a.business_id = business and a.card_id = card);
end
$$;

-- Whether it can be used at that moment: it is not blocked, nor over.
create function private.gift_is_open(business uuid, card uuid, at timestamptz) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.gift_cards c
      join public.businesses b on b.id = c.business_id
      where c.business_id = business and c.id = card
        and (c.expires_on is null or (gift_is_open.at at time zone b.time_zone)::date <= c.expires_on))
    and coalesce((
      select a.kind from public.gift_activities a
      where a.business_id = business and a.card_id = card and a.kind in ('block', 'unblock')
      order by a.occurred_at desc, a.id desc limit 1), 'unblock') = 'unblock';
end
$$;

-- Pushes of one business have turns, so what is found here still holds at commit. A redemption that is
-- not covered stands in the ledger as nothing: the visit is over and the sale is kept, its payment
-- becomes one to collect, and a person is asked.
create function private.check_gift() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  balance bigint;
begin
  perform private.next_rev(new.business_id);
  balance := private.gift_balance(new.business_id, new.card_id);
  if new.kind = 'activate' and not exists (
    select from public.gift_cards c
    where c.business_id = new.business_id and c.id = new.card_id
      and c.initial_cents = new.amount_cents
  ) then
    perform private.refuse('invalid', 'amount_cents');
  elsif new.kind = 'deactivate' and balance + new.amount_cents < 0 then
    perform private.refuse('gift_card_used', 'card_id');
  elsif new.kind = 'adjust_up' and balance + new.amount_cents > 100000 then
    perform private.refuse('invalid', 'amount_cents');
  -- What is kept for a checkout or a device is as good as used.
  elsif new.kind = 'adjust_down'
    and balance + new.amount_cents < private.gift_held(new.business_id, new.card_id) then
    perform private.refuse('gift_card_short', 'card_id');
  elsif new.kind = 'redeem' and new.amount_cents < 0 and (
    balance + new.amount_cents
      < private.gift_held(new.business_id, new.card_id, null, new.lease_id)
    or not private.gift_is_open(new.business_id, new.card_id, new.occurred_at)
  ) then
    perform private.raise_attention(
      new.business_id, 'sales', new.sale_id, 'balance',
      jsonb_build_object(
        'card', (
          select c.code_last4 from public.gift_cards c
          where c.business_id = new.business_id and c.id = new.card_id),
        'cents', -new.amount_cents),
      jsonb_build_object('cents', balance));
    new.amount_cents := 0;
  end if;
  return new;
end
$$;
create trigger b_check_gift before insert on public.gift_activities
  for each row
  when (new.kind in ('activate', 'redeem', 'deactivate', 'adjust_up', 'adjust_down'))
  execute function private.check_gift();

create function private.settle_gift_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.gift_activities a
    where a.business_id = new.business_id and a.id = new.id and a.kind = 'redeem'
      and a.amount_cents = 0
  ) then
    new.state := 'to_collect';
  end if;
  return new;
end
$$;
create trigger b_settle_gift before insert on public.payments
  for each row when (new.method = 'gift_card') execute function private.settle_gift_payment();

-- INV-10: cards from which more was taken than was on them, or on which more is than was put there. Must be
-- empty.
create view private.gift_faults as
select c.business_id, c.id as card_id
from public.gift_cards c
where private.gift_balance(c.business_id, c.id) not between 0 and c.initial_cents + (
  select coalesce(sum(a.amount_cents), 0) from public.gift_activities a
  where a.business_id = c.business_id and a.card_id = c.id and a.kind = 'adjust_up');
