-- Paying before a booking: the page asks for a payment (start_payment, anybody), then a function talks to
-- the provider and tells here what came of it (service role alone).

-- Whether the card of a deposit is kept for the fees that its client agrees to.
create function private.keeps_cards(terms jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.server_setting('payment_provider') <> 'test'
    and (private.has_fee(terms, 'late_cancel') or private.has_fee(terms, 'no_show'));
end
$$;

-- What a page is told of a payment that it has begun.
create function private.payment_begun(i private.payment_intents) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'ok', true, 'amount', i.amount_cents, 'currency', i.currency, 'expires_at', i.expires_at,
    'is_test', i.provider = 'test')
$$;

-- Judges the booking as `book` would, keeps its time, and writes down what is to be paid. Asked again with
-- the same op_id it keeps the time a little longer.
create function private.begin_payment(
  b public.businesses, request jsonb, op_id uuid, work text
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  paying constant interval := '15 minutes';
  hold constant uuid := private.as_uuid(request -> 'hold_key');
  i private.payment_intents;
  judged record;
  due bigint;
  keeps boolean;
  payee constant text := private.payee_of(b.id);
begin
  if hold is null or jsonb_typeof(request -> 'session') = 'object' then
    perform private.refuse('invalid', 'hold_key');
  end if;
  perform private.take_turn(b.id);
  select * into i from private.payment_intents x
    where x.business_id = b.id and x.op_hash = private.hashed_op(begin_payment.op_id) for update;
  -- One id is one booking; what another payment has taken the place of does not get its time back.
  if i.refusal is not null or i.request <> request then
    perform private.refuse('invalid', 'op_id');
  end if;
  perform private.hold(b, request, hold);
  if i.id is null then
    select * into judged from private.judge_booking(b, request);
    due := private.deposit_of_candidates(
      judged.rules, array(select (p).candidate from unnest(judged.plan) p), judged.known);
    due := private.left_to_pay(due, private.gift_kept(b.id, request));
    keeps := private.asks_card(judged.rules, judged.known);
    if due = 0 and not keeps or payee is null then
      perform private.refuse('nothing_due');
    elsif not private.take_ticket('pay:hold', hold::text) then
      perform private.refuse('rate_limited');
    end if;
    perform private.check_payer(b.id, op_id, request #>> '{client,email}', work);
    insert into private.payment_intents (
      business_id, op_hash, op_id, request, hold_key, amount_cents, currency, provider, payee,
      keeps_card, expires_at)
    values (
      b.id, private.hashed_op(op_id), op_id, request, hold, due, b.currency,
      private.server_setting('payment_provider'), payee,
      keeps or private.keeps_cards(
        private.agreed_fee_terms(judged.rules, private.variants_of(judged.candidates))),
      now() + paying)
    returning * into i;
    perform private.replace_payments(b.id, hold, op_id);
  elsif i.state in ('created', 'open') and i.expires_at > now() then
    update private.payment_intents x
      set expires_at = least(x.created_at + private.pays_within(), now() + paying)
      where x.id = i.id returning * into i;
  end if;
  update private.slot_holds h set expires_at = greatest(h.expires_at, i.expires_at)
    where h.hold_key = hold and h.business_id = b.id and i.state in ('created', 'open');
  perform private.extend_page_gift(b.id, request, i.expires_at)
    where i.state in ('created', 'open');
  return private.payment_begun(i);
end
$$;

-- `work`: what captcha_failed asks for (card_testing.sql).
create function public.start_payment(
  slug text, request jsonb, op_id uuid, work text default null
) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  b public.businesses;
  i private.payment_intents;
  field text;
begin
  select * into b from public.businesses x where x.slug = lower(start_payment.slug);
  if not found then
    return private.refused('not_found', null);
  elsif start_payment.op_id is null or jsonb_typeof(request) is distinct from 'object' then
    return private.refused('invalid', 'request');
  elsif not private.take_ticket('pay:network', private.client_network()) then
    return private.rate_limited('pay:network');
  elsif private.is_told_enough(b.id) then
    return private.rate_limited('told:network');
  end if;
  -- What is decided already needs no time any more.
  select * into i from private.payment_intents x
    where x.business_id = b.id and x.op_hash = private.hashed_op(start_payment.op_id)
      and x.op_id is null;
  if found then
    return private.payment_begun(i);
  end if;
  begin
    return private.begin_payment(b, request, start_payment.op_id, start_payment.work);
  exception
    when sqlstate 'PT409' then
      get stacked diagnostics field = column_name;
      perform private.count_told(b.id, sqlerrm);
      return private.refused(sqlerrm, field);
    when others then
      return private.hide_error(sqlstate, sqlerrm);
  end;
end
$$;
revoke all on function public.start_payment(text, jsonb, uuid, text) from public;
grant execute on function public.start_payment(text, jsonb, uuid, text)
to anon, authenticated, service_role;

-- Books what a held card is for. The same as the page's own `book` with its op_id: whichever comes first,
-- both get that answer.
create function private.book_paid(i private.payment_intents) returns private.payment_intents
language plpgsql volatile security definer set search_path = ''
as $$
declare
  reply jsonb;
begin
  -- Many payments come by the way of the provider and the clock: that is nobody's network.
  perform set_config('request.headers', '', true);
  reply := public.book(
    (select b.slug from public.businesses b where b.id = i.business_id), i.request, i.op_id);
  if (reply ->> 'ok')::boolean or reply ->> 'code' not in ('rate_limited', 'unknown') then
    update private.payment_intents x
      set op_id = null, request = null, refusal = reply ->> 'code',
        appointment_id = coalesce(x.appointment_id, (reply #>> '{appointment,id}')::uuid)
      where x.id = i.id returning * into i;
  end if;
  return i;
end
$$;

-- The money for a gift card is not what it was, and the card still has its own: a person has to know. What was
-- asked for here is taken off the card when it has gone back (asked_refunds.sql).
create function private.warn_of_gift_card(i private.payment_intents, facts jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.raise_attention(
      c.business_id, 'gift_cards', c.id, 'balance',
      facts || jsonb_build_object('card', c.code_last4), '{}')
    from public.gift_cards c
    where c.business_id = i.business_id and c.id = i.gift_card_id and not exists (
      select from private.asked_refunds r
      where r.business_id = i.business_id and r.payment_id = i.id and r.state = 'asked'
        and r.until_cents >= i.returned_cents + (facts ->> 'returned_cents')::bigint);
end
$$;

-- The same of anything that was paid online: a person is told where it was paid for.
create function private.warn_of_money(i private.payment_intents, facts jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if i.appointment_id is not null then
    perform private.raise_attention(
      i.business_id, 'appointments', i.appointment_id, 'balance', facts, '{}');
  elsif i.sale_id is not null then
    perform private.raise_attention(
      i.business_id, 'sales', i.sale_id, 'balance', facts || '{"purpose": "sale"}', '{}');
  elsif i.gift_card_id is null then
    -- No visit or card says what it was paid for.
    perform private.raise_attention(
      i.business_id, 'payments', i.id, 'balance',
      facts || jsonb_build_object('purpose', i.purpose), '{}');
  end if;
  perform private.warn_of_gift_card(i, facts);
end
$$;

-- The ledger: what was charged, what was ever sent back, and what of that did not arrive. Each once.
create function private.write_payment(
  i private.payment_intents, sent_back bigint, failed bigint
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  newly_back constant bigint := sent_back - i.returned_cents - i.refund_failed_cents;
  newly_failed constant bigint := failed - i.refund_failed_cents;
  facts constant jsonb := jsonb_build_object('refund', 'failed', 'amount_cents', newly_failed);
begin
  insert into public.payments (
    id, business_id, sale_id, appointment_id, occurred_at, method, state, amount_cents)
  values (
    i.id, i.business_id, null, i.appointment_id, now(), 'card_online', 'captured', i.amount_cents)
  on conflict do nothing;
  if newly_back > 0 then
    insert into public.refunds (
      id, business_id, sale_id, appointment_id, occurred_at, kind, method, amount_cents, reason)
    values (
      private.new_id(), i.business_id, null, i.appointment_id, now(), 'refund', 'card_online',
      newly_back, private.refund_reason(i));
    perform private.warn_of_gift_card(i, jsonb_build_object('returned_cents', newly_back));
    -- The visits of its period are still there: a person decides.
    if i.purpose in ('membership', 'renewal') then
      perform private.raise_attention(
        i.business_id, 'payments', i.id, 'balance',
        jsonb_build_object('returned_cents', newly_back, 'purpose', i.purpose), '{}');
    end if;
  end if;
  -- The money is the business's again, and the client still waits for it.
  if newly_failed > 0 then
    insert into public.payments (
      id, business_id, sale_id, appointment_id, occurred_at, method, state, amount_cents)
    values (
      private.new_id(), i.business_id, null, i.appointment_id, now(), 'card_online', 'captured',
      newly_failed);
    perform private.warn_of_money(i, facts);
  end if;
end
$$;

-- Takes in how a payment stands with its provider: `news` is {provider_id, state, amount_cents, currency,
-- decline, returned_cents, refund_failed_cents, card, is_unknown}, or null to go on with what is known. Never
-- goes back to an earlier state: of an older answer that comes later, what has grown since stays.
-- `is_unknown`: it is given up, though a card may have been charged for it. Answers what is to be done next
-- (payment_facts).
create function public.note_payment(intent uuid, news jsonb default null) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '5s'
as $$
declare
  order_of constant text[] := array['created', 'open', 'authorised', 'captured', 'cancelled'];
  i private.payment_intents;
  told text := news ->> 'state';
  was text;
  failed constant bigint := coalesce((news ->> 'refund_failed_cents')::bigint, 0);
  sent_back constant bigint := coalesce((news ->> 'returned_cents')::bigint, 0) + failed;
begin
  select * into i from private.payment_intents x where x.id = intent;
  if not found then
    return private.refused('not_found', null);
  end if;
  -- The page's own `book` takes these two in this order.
  if i.op_id is not null then
    perform private.known_answer('business:' || i.business_id, i.op_id);
  end if;
  perform private.lock_business(i.business_id);
  select * into i from private.payment_intents x where x.id = intent for update;
  was := i.state;

  if news is not null then
    if (news ->> 'amount_cents')::bigint is distinct from i.amount_cents
      or upper(news ->> 'currency') is distinct from i.currency
      or coalesce(i.provider_id, news ->> 'provider_id') is distinct from news ->> 'provider_id' then
      perform private.raise_payment_alarm(i, 'other_amount');
      return private.refused('invalid', 'amount_cents');
    end if;
    if array_position(order_of, told) > array_position(order_of, i.state)
      -- What was charged stays charged: it goes back as a refund.
      and not (told = 'cancelled' and i.state = 'captured') then
      i.state := told;
    end if;
    if i.state = 'captured' and i.amount_cents > 0 then
      perform private.write_payment(i, sent_back, failed);
    end if;
    update private.payment_intents x
      set state = i.state, provider_id = coalesce(x.provider_id, news ->> 'provider_id'),
        decline = case when i.state in ('created', 'open') or i.purpose in ('fee', 'renewal')
          or i.agreed_by is not null then left(news ->> 'decline', 60) end,
        card = case when i.keeps_card then coalesce(nullif(news -> 'card', 'null'), x.card) end,
        authorised_at = coalesce(x.authorised_at, case when i.state = 'authorised' then now() end),
        returned_cents = greatest(x.returned_cents + x.refund_failed_cents, sent_back)
          - greatest(x.refund_failed_cents, failed),
        refund_failed_cents = greatest(x.refund_failed_cents, failed),
        op_id = case when i.state <> 'cancelled' then x.op_id end,
        request = case when i.state <> 'cancelled' then x.request end
      where x.id = i.id returning * into i;
    if i.state = 'captured' and i.request is not null then
      i := case i.purpose
        when 'gift_card' then private.sell_paid_gift_card(i)
        when 'card' then private.keep_membership_card(i)
        when 'membership' then private.grant_membership_period(private.keep_membership_card(i))
        when 'renewal' then private.grant_membership_period(i)
        else i end;
    elsif i.state = 'captured' and was <> 'captured' and i.sale_id is not null then
      perform private.settle_bill(i);
    elsif i.state = 'captured' and was <> 'captured' and i.purpose = 'asked' then
      perform private.note_deposit_paid(i);
    elsif i.state = 'cancelled' and was <> 'cancelled' and i.purpose = 'renewal' then
      perform private.note_membership_decline(
        i.business_id, i.membership_id,
        case when (news ->> 'is_unknown')::boolean then 'no_answer' else i.decline end);
    end if;
    if i.state = 'cancelled' and i.appointment_id is null then
      delete from private.slot_holds h
        where h.hold_key = i.hold_key and h.business_id = i.business_id
          and not exists (
            select from private.payment_intents o
            where o.business_id = i.business_id and o.hold_key = i.hold_key
              and o.state in ('created', 'open', 'authorised'));
      perform private.settle_waiting(i.business_id);
    end if;
    -- The hold ended before it was charged: the visit stays, and somebody has to know.
    if i.state = 'cancelled' and was <> 'cancelled' and i.purpose = 'booking' and exists (
      select from public.appointments a
      where a.business_id = i.business_id and a.id = i.appointment_id
        and a.status not in ('cancelled', 'declined', 'expired')
    ) then
      perform private.raise_attention(
        i.business_id, 'appointments', i.appointment_id, 'balance', '{}', '{}');
    end if;
    if i.state = 'cancelled' and was <> 'cancelled'
      and (i.appointment_id is not null or i.sale_id is not null)
      and (news ->> 'is_unknown')::boolean then
      perform private.warn_of_money(
        i, jsonb_build_object('charge', 'unknown', 'amount_cents', i.amount_cents));
    end if;
  end if;
  if private.payment_step(i) = 'book' then
    i := private.book_paid(i);
  end if;
  return private.payment_facts(i, nullif(private.payment_step(i), 'book'));
end
$$;

-- A bank holds a card for a week. Who has not answered a request by its fifth day is told once what becomes of
-- its deposit; nothing is charged by itself.
create function private.warn_of_held_cards() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  i private.payment_intents;
begin
  for i in
    select x.*
    from private.payment_intents x
    join public.appointments a on a.business_id = x.business_id and a.id = x.appointment_id
    where x.state = 'authorised' and x.refusal is null and x.warned_at is null
      and x.amount_cents > 0
      and x.authorised_at < now() - interval '5 days' and a.status = 'pending'
    order by x.business_id, x.id
    limit 100
  loop
    perform private.lock_business(i.business_id);
    update private.payment_intents x set warned_at = now()
      where x.id = i.id and x.warned_at is null;
    if found then
      perform private.raise_attention(
        i.business_id, 'appointments', i.appointment_id, 'balance',
        jsonb_build_object('held_until', i.authorised_at + interval '7 days'), '{}');
    end if;
  end loop;
end
$$;

-- The payment that a page asks about by its op_id.
create function public.payment_of_op(op_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  return coalesce((
    select private.payment_facts(i, nullif(private.payment_step(i), 'book'))
    from private.payment_intents i
    where i.op_hash = private.hashed_op(payment_of_op.op_id)
    order by i.created_at desc limit 1), private.refused('not_found', null));
end
$$;

-- A message of a provider: the payment it is about, or null when it is about nothing of ours. One that was
-- here before is told again: what was begun for it may not have come to its end.
-- `payee`: whose account it says it is about. Another one's is not believed.
create function public.take_payment_event(
  provider text, event_id text, kind text, object_id text, payee text
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  i private.payment_intents;
begin
  select * into i from private.payment_intents x
    where x.provider = take_payment_event.provider and x.provider_id = object_id;
  if i.id is not null and i.payee is distinct from take_payment_event.payee then
    perform private.raise_payment_alarm(i, 'other_account');
    return jsonb_build_object('ok', true, 'id', null);
  end if;
  insert into private.payment_events (provider, event_id, kind, object_id)
    values (provider, event_id, left(kind, 100), object_id)
    on conflict do nothing;
  return jsonb_build_object('ok', true, 'id', i.id);
end
$$;

-- Payments that something is to be done about, or to be looked at because a message may have been lost.
-- Who has waited longest comes first, so that those which fail again and again keep no other waiting.
create function public.payments_due(most int default 50) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  due jsonb;
begin
  with next as (
    select i.id
    from private.payment_intents i
    left join public.appointments a
      on a.business_id = i.business_id and a.id = i.appointment_id
    -- One that another provider has taken is nothing that this one knows of.
    where i.provider = private.server_setting('payment_provider') and (
      i.state = 'created'
        and (i.expires_at <= now() or i.purpose = 'renewal'
          or (i.purpose = 'fee' or i.agreed_by is not null)
            and i.created_at < now() - interval '1 minute')
      or i.state = 'open'
        and (i.created_at < now() - interval '2 minutes' or i.expires_at <= now())
      or i.state = 'authorised' and private.payment_step(i) is not null
      or i.state = 'captured' and i.amount_cents > i.returned_cents
        and (a.status in ('cancelled', 'declined', 'expired', 'no_show') or exists (
          select from private.asked_refunds r
          where r.business_id = i.business_id and r.payment_id = i.id and r.state = 'asked'
            and r.due_at <= now())
          -- A sale that was collected otherwise before its client paid, or taken back after.
          or i.sale_id is not null and (i.refusal is not null or exists (
            select from public.refunds v
            where v.business_id = i.business_id and v.sale_id = i.sale_id and v.kind = 'void')))
        and private.payment_step(i) is not null)
    order by coalesce(i.tried_at, i.created_at), i.id
    limit most
    for update of i skip locked
  ), tried as (
    update private.payment_intents x set tried_at = now()
    from next where x.id = next.id
    returning x as payment
  )
  select coalesce(jsonb_agg(private.payment_facts(t.payment, private.payment_step(t.payment))), '[]')
    into due from tried t;
  return jsonb_build_object('ok', true, 'payments', due);
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'public.note_payment(uuid, jsonb)', 'public.payment_of_op(uuid)',
    'public.take_payment_event(text, text, text, text, text)', 'public.payments_due(int)'
  ] loop
    execute format('revoke all on function %s from public, anon, authenticated', name);
    execute format('grant execute on function %s to service_role', name);
  end loop;
end
$$;
