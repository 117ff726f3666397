-- What is to be collected of a sale, paid by its client by card: the team passes a link on, or shows it as a QR
-- code, and the page behind it is the bill. It is paid as a deposit is (payment_intents.sql). When the card was
-- charged, a payment of the sale takes that up, as it takes up a deposit: so the sale is paid on every device,
-- and all sums hold as they are. What was collected otherwise meanwhile is not taken twice: the card is let go,
-- or what is too much goes back to it. supabase/decisions/0051 says why.

-- What is to be collected of a sale (standingOf in TypeScript).
create function private.sale_owes(business uuid, sale uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select case when x.voids > 0 then 0 else greatest(0, x.promised + x.lost - x.collected) end
    from private.sale_sums x where x.business_id = business and x.sale_id = sale), 0);
end
$$;

-- What a sale counts as paid by its link, less what of that it has given back; a void counts nothing.
create function private.sale_paid_online(business uuid, sale uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.refunds v
    where v.business_id = business and v.sale_id = sale and v.kind = 'void'
  ) then
    return 0;
  end if;
  return (
    select coalesce(sum(p.amount_cents), 0) from public.payments p
    where p.business_id = business and p.sale_id = sale and p.method = 'deposit' and p.collects
  ) - (
    -- What went back for a line is a gift card's.
    select coalesce(sum(r.amount_cents), 0) from public.refunds r
    where r.business_id = business and r.sale_id = sale and r.method = 'deposit'
      and r.sale_line_id is null);
end
$$;

-- How much of that the sale may still give back: some of it may have gone in cash.
create function private.bill_left(business uuid, sale uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return least(private.sale_paid_online(business, sale), coalesce((
    select case when x.voids > 0 then 0 else greatest(0, x.captured - x.refunded - x.lost) end
    from private.sale_sums x where x.business_id = business and x.sale_id = sale), 0));
end
$$;

-- What its client can pay online now; 0 = nothing, or somebody is paying it. Less than cards can be charged for
-- is paid at the counter.
create function private.bill_due(s public.sales) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  least_charge constant bigint := 50;
  due bigint;
begin
  if not private.takes_payments(s.business_id) then
    return 0;
  end if;
  due := private.sale_owes(s.business_id, s.id) - (
    select coalesce(sum(i.amount_cents), 0) from private.payment_intents i
    where i.business_id = s.business_id and i.sale_id = s.id and i.state = 'authorised'
      and i.refusal is null) - private.charging_of_sale(s.business_id, s.id);
  return case when due < least_charge then 0 else due end;
end
$$;

-- The card was charged: takes it up in the sale, as far as it is still to be collected, and mails the receipt as
-- if somebody had asked for it. Once for each payment (note_payment).
create function private.settle_bill(i private.payment_intents) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owed constant bigint := least(i.amount_cents, private.sale_owes(i.business_id, i.sale_id));
begin
  if owed < i.amount_cents then
    update private.payment_intents x set refusal = 'already_collected' where x.id = i.id;
  end if;
  if owed = 0 then
    return;
  end if;
  insert into public.payments (
    id, business_id, sale_id, occurred_at, method, state, collects, amount_cents)
  values (
    private.new_id(), i.business_id, i.sale_id, now(), 'deposit', 'captured', true, owed);
  insert into public.receipt_mails (id, business_id, sale_id, asked_at)
  select private.new_id(), s.business_id, s.id, now()
  from public.sales s
  join public.clients c
    on c.business_id = s.business_id and c.id = coalesce(s.payer_id, s.client_id)
  where s.business_id = i.business_id and s.id = i.sale_id
    and private.client_mail_data(c, null) ->> 'email' is not null;
end
$$;

-- Some of it has gone back to the card, because somebody asked here or at the provider: the sale gives it back to
-- what was paid online. What it had given back already in another way, a person has to know of.
create function private.refund_bill(i private.payment_intents, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone constant bigint := private.sale_paid_online(i.business_id, i.sale_id) - (
    select coalesce(sum(x.amount_cents - x.returned_cents), 0) from private.payment_intents x
    where x.business_id = i.business_id and x.sale_id = i.sale_id and x.state = 'captured');
  taken constant bigint := least(gone, private.bill_left(i.business_id, i.sale_id));
begin
  if taken > 0 then
    insert into public.refunds (
      id, business_id, sale_id, occurred_at, kind, method, amount_cents, reason)
    values (
      private.new_id(), i.business_id, i.sale_id, now(), 'refund', 'deposit', taken, reason);
  end if;
  if gone > greatest(0, taken) then
    perform private.warn_of_money(
      i, jsonb_build_object('returned_cents', gone - greatest(0, taken)));
  end if;
end
$$;

-- A bank has decided for the client: the sale has given it back.
create function private.lose_bill(i private.payment_intents, cents bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  taken constant bigint := least(cents, private.bill_left(i.business_id, i.sale_id));
begin
  if taken > 0 then
    insert into public.refunds (
      id, business_id, sale_id, occurred_at, kind, method, amount_cents, reason)
    values (
      private.new_id(), i.business_id, i.sale_id, now(), 'refund', 'deposit', taken,
      'A dispute was lost');
  end if;
end
$$;

-- Whether the caller may take what is to be collected of a sale.
create function private.may_collect(business uuid, sale uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.has_permission(business, 'checkout')
    or private.has_permission(business, 'checkout', 'own')
      and sale = any (private.own_sales('checkout'));
end
$$;

-- Makes the link to a bill; the same op_id gets the same one. The device passes it on, or it goes `by_mail`
-- (bill_mail.sql). Answers {token, slug, amount, mailed}. Codes: not_allowed, not_offered (nobody pays online here),
-- not_found (not synced yet), nothing_due.
create function public.ask_sale_payment(
  business_id uuid, sale_id uuid, op_id uuid, by_mail boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  s public.sales;
  token text;
  due bigint;
begin
  perform private.require_second_factor();
  if ask_sale_payment.op_id is null
    or not private.may_collect(ask_sale_payment.business_id, ask_sale_payment.sale_id) then
    return private.refused('not_allowed', null);
  elsif not private.takes_payments(ask_sale_payment.business_id) then
    return private.refused('not_offered', null);
  end if;
  select * into s from public.sales x
    where x.business_id = ask_sale_payment.business_id and x.id = ask_sale_payment.sale_id;
  if s.id is null then
    return private.refused('not_found', null);
  end if;
  due := private.bill_due(s);
  if due = 0 then
    return private.refused('nothing_due', null);
  end if;
  token := private.token_of_op(ask_sale_payment.op_id);
  perform private.add_bill_token(s, token);
  return jsonb_build_object(
    'ok', true, 'token', token, 'amount', due,
    'mailed', coalesce(ask_sale_payment.by_mail, false)
      and private.mail_bill(s, token, due, ask_sale_payment.op_id),
    'slug', (select b.slug from public.businesses b where b.id = s.business_id));
end
$$;

create function private.add_bill_token(s public.sales, token text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.public_tokens (token_hash, business_id, purpose, sale_id, expires_at)
    values (
      private.token_hash(token), s.business_id, 'bill', s.id, now() + private.token_life())
    on conflict (token_hash) do nothing;
end
$$;

-- The sale behind a link; no row for anything else. A wrong one is counted.
create function private.sale_of_token(token text) returns public.sales
language plpgsql volatile security definer set search_path = ''
as $$
declare
  s public.sales;
begin
  perform private.check_token_tries();
  select x.* into s
    from private.public_tokens t
    join public.sales x on x.business_id = t.business_id and x.id = t.sale_id
    where t.token_hash = private.token_hash(coalesce(token, '')) and t.expires_at > now();
  if s.id is null then
    perform private.take_ticket('wrong_token:network', private.client_network());
  end if;
  return s;
end
$$;

-- What the page of a bill shows: {business, bill (what its receipt is made from), due, is_test}. Codes: not_found.
create function public.bill_status(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  s public.sales;
begin
  s := private.sale_of_token(bill_status.token);
  if s.id is null then
    return private.refused('not_found', null);
  end if;
  return (
    select jsonb_build_object(
      'ok', true,
      'business', jsonb_build_object(
        'name', b.name, 'slug', b.slug, 'locale', b.locale, 'currency', b.currency,
        'time_zone', b.time_zone, 'time_format', b.time_format, 'receipt_text', b.receipt_text,
        'tax_number', b.tax_number),
      'bill', private.receipt_data(s),
      'due', private.bill_due(s),
      'is_test', private.server_setting('payment_provider') is not distinct from 'test')
    from public.businesses b where b.id = s.business_id);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
end
$$;

-- Begins to pay it; the same op_id is the same payment, and an older page is let go. Codes: not_found,
-- nothing_due, invalid, rate_limited.
create function public.pay_bill(token text, op_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  s public.sales;
  due bigint;
begin
  if pay_bill.op_id is null then
    return private.refused('invalid', 'op_id');
  end if;
  s := private.sale_of_token(pay_bill.token);
  if s.id is null then
    return private.refused('not_found', null);
  elsif not private.take_ticket('pay:network', private.client_network()) then
    return private.rate_limited('pay:network');
  end if;
  perform private.lock_business(s.business_id);
  if exists (
    select from private.payment_intents i
    where i.business_id = s.business_id and i.op_hash = private.hashed_op(pay_bill.op_id)
  ) then
    return '{"ok": true}';
  end if;
  due := private.bill_due(s);
  if due = 0 then
    return private.refused('nothing_due', null);
  end if;
  update private.payment_intents o set refusal = 'replaced', expires_at = least(o.expires_at, now())
    where o.business_id = s.business_id and o.sale_id = s.id and o.agreed_by is null
      and o.state in ('created', 'open') and o.refusal is null;
  insert into private.payment_intents (
    business_id, purpose, op_hash, amount_cents, currency, provider, payee, sale_id, expires_at)
  values (
    s.business_id, 'sale', private.hashed_op(pay_bill.op_id), due, s.currency,
    private.server_setting('payment_provider'), private.payee_of(s.business_id), s.id,
    now() + private.pays_within());
  return '{"ok": true}';
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function public.ask_sale_payment(uuid, uuid, uuid, boolean) from public, anon;
grant execute on function public.ask_sale_payment(uuid, uuid, uuid, boolean)
to authenticated, service_role;
revoke all on function public.bill_status(text), public.pay_bill(text, uuid) from public;
grant execute on function public.bill_status(text), public.pay_bill(text, uuid)
to anon, authenticated, service_role;
