-- Deposits that a person asks for: of a visit that the team has made, for which nobody paid while booking. The
-- business passes the link to the visit on, and its client pays there. What was paid before is taken off;
-- asking again for another amount replaces the question. Nothing (0) asks for a card alone, for the fees of
-- the visit. Somebody may say until when the time is kept: a visit that nobody has paid for by then the clock
-- cancels. Who is at the provider's page just then may finish; who pays later is not charged.

create table private.asked_deposits (
  business_id uuid not null,
  appointment_id uuid not null,
  amount_cents bigint not null check (amount_cents = 0 or amount_cents between 50 and 10000000),
  asked_at timestamptz not null default now(),
  primary key (business_id, appointment_id),
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete cascade
);
alter table private.asked_deposits enable row level security;

-- Whether a client can still pay, or leave a card, for a visit on its page.
create function private.takes_asked(a public.appointments) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return a.status = 'booked' and a.starts_at > now() and a.capacity is null
    and private.takes_payments(a.business_id);
end
$$;

-- What of it is to be paid now; 0 = nothing, or not any more.
create function private.asked_left(a public.appointments) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  least_charge constant bigint := 50;
  due constant bigint := coalesce((
    select d.amount_cents from private.asked_deposits d
    where d.business_id = a.business_id and d.appointment_id = a.id
  ) - private.paid_before(a.business_id, a.id), 0);
begin
  if due < least_charge or not private.takes_asked(a) then
    return 0;
  end if;
  return due;
end
$$;

-- Whether its client is asked for a card, and has left none.
create function private.card_asked(a public.appointments) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from private.asked_deposits d
      where d.business_id = a.business_id and d.appointment_id = a.id and d.amount_cents = 0)
    and private.takes_asked(a)
    and private.card_of(a.business_id, a.id, private.payee_of(a.business_id)) is null;
end
$$;

-- Asks for a deposit, and mails its client the link where there is an address, or with 0 for a card. Answers
-- {token, amount, mailed}: of the link to the visit, what is to be paid there, and whether a mail goes out.
-- The same op_id gets the same link. `keep_until`: unpaid, the visit is cancelled then; null = never. Codes:
-- not_allowed, not_offered (nobody pays online here), invalid (amount_cents, keep_until), not_found,
-- illegal_transition (a class, nobody's, begun or not booked).
create function public.ask_deposit(
  business_id uuid, appointment_id uuid, amount_cents bigint, op_id uuid,
  keep_until timestamptz default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  a public.appointments;
  token text;
  due bigint;
begin
  perform private.require_second_factor();
  if ask_deposit.op_id is null
    or not private.may_charge(ask_deposit.business_id, ask_deposit.appointment_id) then
    return private.refused('not_allowed', null);
  elsif not private.takes_payments(ask_deposit.business_id) then
    return private.refused('not_offered', null);
  elsif ask_deposit.amount_cents is null
    or ask_deposit.amount_cents <> 0
      and ask_deposit.amount_cents not between 50 and 10000000 then
    return private.refused('invalid', 'amount_cents');
  elsif ask_deposit.keep_until <= now()
    or ask_deposit.keep_until is not null and ask_deposit.amount_cents = 0 then
    return private.refused('invalid', 'keep_until');
  end if;
  perform private.lock_business(ask_deposit.business_id);
  select * into a from public.appointments x
    where x.business_id = ask_deposit.business_id and x.id = ask_deposit.appointment_id;
  if a.id is null then
    return private.refused('not_found', null);
  elsif a.status <> 'booked' or a.starts_at <= now() or a.capacity is not null
    or a.client_id is null then
    return private.refused('illegal_transition', 'status');
  elsif ask_deposit.keep_until > a.starts_at then
    return private.refused('invalid', 'keep_until');
  end if;
  insert into private.asked_deposits as d (business_id, appointment_id, amount_cents)
    values (a.business_id, a.id, ask_deposit.amount_cents)
    on conflict on constraint asked_deposits_pkey do update
      set amount_cents = excluded.amount_cents, asked_at = now();
  token := private.token_of_op(ask_deposit.op_id);
  perform private.add_manage_token(a.business_id, a.id, token, a.ends_at);
  due := private.asked_left(a);
  update public.appointments x
    set deposit_due = due > 0, deposit_due_at = case when due > 0 then ask_deposit.keep_until end
    where x.business_id = a.business_id and x.id = a.id
      and (x.deposit_due, x.deposit_due_at)
        is distinct from (due > 0, case when due > 0 then ask_deposit.keep_until end);
  if due > 0 then
    perform private.mail_at_once(
      a.id, 'deposit_request', token,
      jsonb_build_object(
        'once', ask_deposit.op_id, 'deposit_cents', due, 'asked_cents', ask_deposit.amount_cents,
        'keep_until', ask_deposit.keep_until));
  end if;
  return jsonb_build_object(
    'ok', true, 'token', token, 'amount', due,
    'mailed', exists (
      select from private.mail_outbox m
      where m.data ->> 'visit_id' = a.id::text and m.kind = 'deposit_request'
        and m.data ->> 'once' = ask_deposit.op_id::text and m.state <> 'suppressed'));
end
$$;
revoke all on function public.ask_deposit(uuid, uuid, bigint, uuid, timestamptz) from public, anon;
grant execute on function public.ask_deposit(uuid, uuid, bigint, uuid, timestamptz)
to authenticated, service_role;

-- Begins to pay it, or to leave a card, by the link of the visit; the same op_id is the same payment. An older
-- page is let go. Codes: not_found, nothing_due, too_late (the time was kept until now), invalid, rate_limited.
create function public.pay_deposit(token text, op_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  due bigint;
begin
  if pay_deposit.op_id is null then
    return private.refused('invalid', 'op_id');
  end if;
  a := private.managed_appointment(pay_deposit.token);
  if a.id is null or (private.seats_of_token(pay_deposit.token)).id is not null then
    return private.refused('not_found', null);
  elsif not private.take_ticket('pay:network', private.client_network()) then
    return private.rate_limited('pay:network');
  end if;
  perform private.lock_business(a.business_id);
  if exists (
    select from private.payment_intents i
    where i.business_id = a.business_id and i.op_hash = private.hashed_op(pay_deposit.op_id)
  ) then
    return '{"ok": true}';
  end if;
  select * into a from public.appointments x where x.id = a.id;
  due := private.asked_left(a);
  if due = 0 and not private.card_asked(a) then
    return private.refused('nothing_due', null);
  elsif due > 0 and a.deposit_due_at <= now() then
    return private.refused('too_late', null);
  end if;
  update private.payment_intents o set refusal = 'replaced', expires_at = least(o.expires_at, now())
    where o.business_id = a.business_id and o.appointment_id = a.id and o.purpose = 'asked'
      and o.state in ('created', 'open') and o.refusal is null;
  insert into private.payment_intents (
    business_id, purpose, op_hash, amount_cents, currency, provider, payee, keeps_card,
    appointment_id, expires_at)
  select b.id, 'asked', private.hashed_op(pay_deposit.op_id), due, b.currency,
    private.server_setting('payment_provider'), private.payee_of(b.id),
    due = 0 or private.keeps_cards(private.fee_terms_of(a)),
    a.id,
    -- Who begins at the last moment has some minutes to enter their card.
    least(now() + private.pays_within(), case when a.deposit_due_at is not null
      then greatest(a.deposit_due_at, now() + interval '10 minutes') end)
  from public.businesses b
  where b.id = a.business_id;
  return '{"ok": true}';
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;
revoke all on function public.pay_deposit(text, uuid) from public;
grant execute on function public.pay_deposit(text, uuid) to anon, authenticated, service_role;

-- It is paid: nothing is due any more, and the time is theirs.
create function private.note_deposit_paid(i private.payment_intents) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.appointments x set deposit_due = false, deposit_due_at = null
    where x.business_id = i.business_id and x.id = i.appointment_id and x.deposit_due
      and private.asked_left(x) = 0;
end
$$;

-- Visits whose deposit is not paid by when it was to be. A card that is held counts as paid; a part of it goes back
-- by itself, as of all visits that the business cancels. Nobody is put out who is paying just now, or where
-- nobody can pay online any more.
create function private.cancel_unpaid() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  late record;
  a public.appointments;
begin
  for late in
    select x.business_id, x.id from public.appointments x
    where x.deposit_due_at <= now() and x.status = 'booked' and x.starts_at > now()
    order by x.business_id, x.id
    limit 500
  loop
    perform private.lock_business(late.business_id);
    select * into a from public.appointments x where x.id = late.id;
    continue when a.status <> 'booked' or coalesce(a.deposit_due_at > now(), true) or exists (
      select from private.payment_intents i
      where i.business_id = a.business_id and i.appointment_id = a.id and i.purpose = 'asked'
        and i.amount_cents > 0 and i.state in ('created', 'open') and i.refusal is null
        and i.expires_at > now());
    if private.asked_left(a) = 0 then
      update public.appointments x set deposit_due_at = null where x.id = a.id;
      continue;
    end if;
    -- Whoever takes this back has the visit as it was, without a last moment.
    update public.appointments x
      set status = 'cancelled', cancel_by = 'staff',
        cancel_reason = 'The deposit was not paid in time', deposit_due_at = null
      where x.id = a.id;
    perform private.settle_pending();
    perform private.mail_appointment(a.id, 'cancelled_by_business', now(), null, null);
    perform private.raise_attention(
      a.business_id, 'appointments', a.id, 'balance', '{"unpaid": "deposit"}', '{}');
  end loop;
end
$$;
