-- What goes back to a card because a person says so: of a deposit that no sale has taken up, of a bill that was
-- paid online, and of a gift card that was bought online, as far as nobody has used it. It is written down before
-- the provider hears of it, waits as long as what goes back by itself, so that a slip can be taken back, and then
-- goes the way of all payments (payment_step): the same call, however often it is made.
-- supabase/decisions/0042 says why.

create table private.asked_refunds (
  id uuid primary key default private.new_id(),
  business_id uuid not null references public.businesses (id) on delete cascade,
  payment_id uuid not null,
  op_hash uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- How much of the payment has gone back in all when this has: nothing goes twice, whoever else gives back.
  until_cents bigint not null,
  reason text not null check (length(reason) <= 500),
  asked_by uuid,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'sent', 'taken_back')),
  unique (business_id, op_hash),
  foreign key (business_id, payment_id) references private.payment_intents (business_id, id)
    on delete cascade
);
create index asked_refunds_payment_id on private.asked_refunds (business_id, payment_id);
create unique index asked_refunds_one_at_a_time on private.asked_refunds (business_id, payment_id)
  where state = 'asked';
alter table private.asked_refunds enable row level security;

-- The sale of a gift card was taken back: nothing is on it any more, and its money is still here.
create function private.is_gift_sale_void(business uuid, card uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.gift_activities a
    join public.refunds r on r.business_id = a.business_id and r.sale_id = a.sale_id
    where a.business_id = business and a.card_id = card and a.kind = 'activate' and r.kind = 'void');
end
$$;

-- What of the sale of a gift card has not been given back: never more, also when somebody put more on it.
create function private.gift_sale_left(business uuid, card uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select l.total_cents - (
      select coalesce(sum(r.amount_cents), 0) from public.refunds r
      where r.business_id = l.business_id and r.sale_id = l.sale_id and r.sale_line_id = l.id)
    from public.gift_activities a
    -- The line of the sale has the id of the activation.
    join public.sale_lines l
      on l.business_id = a.business_id and l.sale_id = a.sale_id and l.id = a.id
    where a.business_id = business and a.card_id = card and a.kind = 'activate');
end
$$;

-- How much of a payment a person may give back now. Fees go back by being waived.
create function private.give_back_left(i private.payment_intents) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  rest constant bigint := i.amount_cents - i.returned_cents;
begin
  if i.state <> 'captured' or i.provider is distinct from private.server_setting('payment_provider')
  then
    return 0;
  elsif i.gift_card_id is not null then
    return greatest(0, case when private.is_gift_sale_void(i.business_id, i.gift_card_id) then rest
      else least(
        rest, private.gift_sale_left(i.business_id, i.gift_card_id),
        private.gift_balance(i.business_id, i.gift_card_id)
          - private.gift_held(i.business_id, i.gift_card_id)) end);
  elsif i.appointment_id is not null and i.purpose in ('booking', 'asked') then
    -- What goes back of its other payments is looked at meanwhile: together they give no more than is left.
    return greatest(0, least(rest, private.deposit_left(i.business_id, i.appointment_id) - (
      select coalesce(sum(greatest(
        0, private.refund_due(o), coalesce(r.until_cents, 0) - o.returned_cents)), 0)
      from private.payment_intents o
      left join private.asked_refunds r
        on r.business_id = o.business_id and r.payment_id = o.id and r.state = 'asked'
      where o.business_id = i.business_id and o.appointment_id = i.appointment_id and o.id <> i.id
        and o.state = 'captured')));
  elsif i.sale_id is not null then
    return greatest(0, least(rest, private.bill_left(i.business_id, i.sale_id) - (
      select coalesce(sum(r.until_cents - o.returned_cents), 0)
      from private.payment_intents o
      join private.asked_refunds r
        on r.business_id = o.business_id and r.payment_id = o.id and r.state = 'asked'
      where o.business_id = i.business_id and o.sale_id = i.sale_id and o.id <> i.id)));
  end if;
  return 0;
end
$$;

-- What goes back now because it was asked for. A deposit that a sale has taken up meanwhile stays; of a gift
-- card it is kept apart.
create function private.asked_refund_due(i private.payment_intents) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select r.until_cents - i.returned_cents
    from private.asked_refunds r
    where r.business_id = i.business_id and r.payment_id = i.id and r.state = 'asked'
      and r.due_at <= now() and r.until_cents > i.returned_cents
      and (i.gift_card_id is not null
        or private.give_back_left(i) >= r.until_cents - i.returned_cents)), 0);
end
$$;

-- What goes back of a payment now, by itself or by a person.
create function private.goes_back(i private.payment_intents) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(private.refund_due(i), private.asked_refund_due(i));
end
$$;

-- Why; for the ledger.
create function private.refund_reason(i private.payment_intents) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select r.reason from private.asked_refunds r
    where r.business_id = i.business_id and r.payment_id = i.id and r.state = 'asked'), '');
end
$$;

-- Takes off a gift card what went back for it: the sale gives it back to what was paid online, which has
-- gone to the card of its buyer. What was spent all the same, a person has to know of.
create function private.take_off_gift_card(i private.payment_intents, r private.asked_refunds)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  sold public.gift_activities;
  taken bigint;
begin
  -- A lease has the id of what it is kept for.
  insert into public.gift_activities (
    id, business_id, card_id, occurred_at, kind, amount_cents, lease_id)
  select private.new_id(), l.business_id, l.card_id, now(), 'lease_return', 0, l.id
  from public.gift_activities l
  where l.business_id = i.business_id and l.id = r.id and l.kind = 'lease';
  if r.state = 'taken_back' or private.is_gift_sale_void(i.business_id, i.gift_card_id) then
    return;
  end if;
  select * into sold from public.gift_activities a
    where a.business_id = i.business_id and a.card_id = i.gift_card_id and a.kind = 'activate';
  taken := least(
    r.amount_cents, private.gift_sale_left(i.business_id, i.gift_card_id),
    private.gift_balance(i.business_id, i.gift_card_id));
  if taken > 0 then
    insert into public.refunds (
      id, business_id, sale_id, occurred_at, kind, method, amount_cents, reason, sale_line_id, qty)
    values (
      private.new_id(), i.business_id, sold.sale_id, now(), 'refund', 'deposit', taken, r.reason,
      sold.id, 1);
    insert into public.gift_activities (
      id, business_id, card_id, occurred_at, kind, amount_cents, sale_id, reason)
    values (
      private.new_id(), i.business_id, i.gift_card_id, now(), 'deactivate', -taken, sold.sale_id,
      r.reason);
  end if;
  if taken < r.amount_cents then
    perform private.warn_of_gift_card(
      i, jsonb_build_object('returned_cents', r.amount_cents - taken));
  end if;
end
$$;

-- Tells whoever paid: the client of the visit, who pays the sale, or who bought the gift card, as far as their
-- address is still known from its mail.
create function private.mail_refund(i private.payment_intents, cents bigint) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  c public.clients;
  who jsonb;
begin
  select * into b from public.businesses x where x.id = i.business_id;
  if i.gift_card_id is null then
    select x.* into c from public.clients x
      where x.business_id = i.business_id and x.id = coalesce((
        select a.client_id from public.appointments a
        where a.business_id = i.business_id and a.id = i.appointment_id
      ), (
        select coalesce(s.payer_id, s.client_id) from public.sales s
        where s.business_id = i.business_id and s.id = i.sale_id));
    if c.id is not null then
      who := private.client_mail_data(c, null);
    end if;
  else
    select jsonb_build_object('email', m.to_email, 'first_name', m.to_name) into who
      from private.mail_outbox m
      where m.business_id = i.business_id and m.data ->> 'card_id' = i.gift_card_id::text
        and (m.kind = 'gift_card_bought' or m.kind = 'gift_card' and (m.data ->> 'is_own')::boolean)
      limit 1;
  end if;
  if who ->> 'email' is null then
    return;
  end if;
  perform private.queue_mail(
    b.id, 'refund', who ->> 'email',
    nullif(btrim(concat_ws(' ', who ->> 'first_name', who ->> 'last_name')), ''),
    jsonb_build_object(
      'business', private.business_mail_data(b), 'client', who, 'client_id', c.id,
      'cents', cents, 'currency', i.currency,
      'is_gift_card', i.gift_card_id is not null, 'is_bill', i.sale_id is not null,
      'card', case when i.card is not null
        then jsonb_build_object('brand', i.card -> 'brand', 'last4', i.card -> 'last4') end),
    now());
end
$$;

-- It has gone back, whoever heard of it first; or it was sent and did not arrive, and is not tried again: a
-- person is told that as of all refunds that fail.
create function private.settle_asked_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  failed constant bigint := new.refund_failed_cents - old.refund_failed_cents;
  r private.asked_refunds;
begin
  update private.asked_refunds x
    set state = case when x.until_cents <= new.returned_cents then 'sent' else 'taken_back' end
    where x.business_id = new.business_id and x.payment_id = new.id and x.state = 'asked'
      and x.until_cents <= new.returned_cents + failed
    returning * into r;
  if found then
    if new.gift_card_id is not null then
      perform private.take_off_gift_card(new, r);
    end if;
    if r.state = 'sent' and new.sale_id is null then
      perform private.mail_refund(new, r.amount_cents);
    end if;
  end if;
  if new.sale_id is not null and new.returned_cents > old.returned_cents then
    perform private.refund_bill(new, coalesce(r.reason, ''));
    perform private.mail_refund(new, new.returned_cents - old.returned_cents);
  end if;
  return null;
end
$$;
create trigger z_settle_asked_refund
  after update of returned_cents, refund_failed_cents on private.payment_intents
  for each row when (
    new.returned_cents > old.returned_cents or new.refund_failed_cents > old.refund_failed_cents)
  execute function private.settle_asked_refund();

-- What was paid online for a visit, a sale, or a gift card, for who may give it back: [{id, amount, returned, left
-- (may go back now), asked: {amount, due_at, may_take_back} or null, card: {brand, last4} or null}]. Codes:
-- not_allowed.
create function public.online_payments(
  business_id uuid, appointment_id uuid default null, gift_card_id uuid default null,
  sale_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  perform private.require_second_factor();
  if private.has_permission(online_payments.business_id, 'refund') is not true then
    return private.refused('not_allowed', null);
  end if;
  return jsonb_build_object('ok', true, 'payments', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', i.id, 'amount', i.amount_cents, 'returned', i.returned_cents,
      'left', case when r.id is null then private.give_back_left(i) else 0 end,
      'asked', case when r.id is not null then jsonb_build_object(
        'amount', r.amount_cents, 'due_at', r.due_at,
        'may_take_back', r.due_at > now() or private.asked_refund_due(i) = 0) end,
      'card', case when i.card is not null
        then jsonb_build_object('brand', i.card -> 'brand', 'last4', i.card -> 'last4') end)
      order by i.created_at, i.id), '[]')
    from private.payment_intents i
    left join private.asked_refunds r
      on r.business_id = i.business_id and r.payment_id = i.id and r.state = 'asked'
    where i.business_id = online_payments.business_id and i.state = 'captured'
      and (i.appointment_id = online_payments.appointment_id
        or i.gift_card_id = online_payments.gift_card_id or i.sale_id = online_payments.sale_id)));
end
$$;

-- Gives some of a payment back to the card it came from; the same op_id asks once. Answers {due_at}: until then
-- it can be taken back. Codes: not_allowed, not_found, invalid (amount_cents, reason), in_use (another one
-- waits), nothing_due.
create function public.ask_refund(
  business_id uuid, payment_id uuid, amount_cents bigint, reason text, op_id uuid
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  -- As what goes back of a visit that the business cancels.
  waits constant interval := '10 minutes';
  i private.payment_intents;
  r private.asked_refunds;
  most bigint;
begin
  perform private.require_second_factor();
  if ask_refund.op_id is null
    or private.has_permission(ask_refund.business_id, 'refund') is not true then
    return private.refused('not_allowed', null);
  end if;
  perform private.lock_business(ask_refund.business_id);
  select * into r from private.asked_refunds x
    where x.business_id = ask_refund.business_id and x.op_hash = private.hashed_op(ask_refund.op_id);
  if found then
    return jsonb_build_object('ok', true, 'due_at', r.due_at);
  end if;
  select * into i from private.payment_intents x
    where x.business_id = ask_refund.business_id and x.id = ask_refund.payment_id for update;
  if i.id is null then
    return private.refused('not_found', null);
  elsif coalesce(length(btrim(ask_refund.reason)) not between 1 and 500, true) then
    return private.refused('invalid', 'reason');
  elsif exists (
    select from private.asked_refunds x
    where x.business_id = i.business_id and x.payment_id = i.id and x.state = 'asked'
  ) then
    return private.refused('in_use', null);
  end if;
  most := private.give_back_left(i);
  if most = 0 then
    return private.refused('nothing_due', null);
  elsif coalesce(ask_refund.amount_cents not between 1 and most, true) then
    return private.refused('invalid', 'amount_cents');
  end if;
  insert into private.asked_refunds (
    business_id, payment_id, op_hash, amount_cents, until_cents, reason, asked_by, due_at)
  values (
    i.business_id, i.id, private.hashed_op(ask_refund.op_id), ask_refund.amount_cents,
    i.returned_cents + ask_refund.amount_cents, btrim(ask_refund.reason), auth.uid(), now() + waits)
  returning * into r;
  -- Nobody spends it meanwhile.
  if i.gift_card_id is not null and not private.is_gift_sale_void(i.business_id, i.gift_card_id) then
    insert into public.gift_activities (
      id, business_id, card_id, occurred_at, kind, amount_cents, device_id, held_cents, held_until)
    values (
      r.id, i.business_id, i.gift_card_id, now(), 'lease', 0, i.business_id, r.amount_cents,
      r.due_at + interval '1 day');
  end if;
  return jsonb_build_object('ok', true, 'due_at', r.due_at);
end
$$;

-- Takes such a refund back, as long as the provider has not been asked for it. Codes: not_allowed, not_found,
-- undo_expired.
create function public.take_refund_back(business_id uuid, payment_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  i private.payment_intents;
  r private.asked_refunds;
begin
  perform private.require_second_factor();
  if private.has_permission(take_refund_back.business_id, 'refund') is not true then
    return private.refused('not_allowed', null);
  end if;
  perform private.lock_business(take_refund_back.business_id);
  select * into i from private.payment_intents x
    where x.business_id = take_refund_back.business_id and x.id = take_refund_back.payment_id
    for update;
  select * into r from private.asked_refunds x
    where x.business_id = i.business_id and x.payment_id = i.id and x.state = 'asked';
  if r.id is null then
    return private.refused('not_found', null);
  elsif r.due_at <= now() and private.asked_refund_due(i) > 0 then
    return private.refused('undo_expired', null);
  end if;
  update private.asked_refunds x set state = 'taken_back' where x.id = r.id returning * into r;
  if i.gift_card_id is not null then
    perform private.take_off_gift_card(i, r);
  end if;
  return jsonb_build_object('ok', true);
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'public.online_payments(uuid, uuid, uuid, uuid)',
    'public.ask_refund(uuid, uuid, bigint, text, uuid)', 'public.take_refund_back(uuid, uuid)'
  ] loop
    execute format('revoke all on function %s from public, anon', name);
    execute format('grant execute on function %s to authenticated, service_role', name);
  end loop;
end
$$;
