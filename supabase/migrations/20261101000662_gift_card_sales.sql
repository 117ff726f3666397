-- Gift cards that are bought on the booking side: paid as a deposit is (payment_intents.sql), but for no visit.
-- When the card of the buyer was charged, the server sells the gift card: a sale with everything that a sale
-- of a device has, and mails its code. supabase/decisions/0035 says why.

-- As a device makes one: 11 characters by chance and one that checks them (src/domain/checkout/gift-code.ts).
create function private.new_gift_code() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  noise constant bytea := sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
  code text := '';
  sign int;
  weight int;
  total int := 0;
begin
  for place in 0..10 loop
    sign := get_byte(noise, place) % 32;
    code := code || substr(letters, sign + 1, 1);
    -- Counted from the end, every second one counts twice; the last of the eleven does.
    weight := sign * (2 - place % 2);
    total := total + weight / 32 + weight % 32;
  end loop;
  return code || substr(letters, (32 - total % 32) % 32 + 1, 1);
end
$$;

-- What the receipts of a device begin with (src/domain/checkout/receipt.ts).
create function private.receipt_prefix(device uuid) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bits bigint := ('x' || right(replace(device::text, '-', ''), 8))::bit(32)::bigint;
  prefix text := '';
begin
  for place in 1..5 loop
    prefix := substr(letters, (bits % 32)::int + 1, 1) || prefix;
    bits := bits / 32;
  end loop;
  return prefix;
end
$$;

-- {name, email} of whoever buys or gets a card; null = nobody can be reached like this.
create function private.read_gift_person(person jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  name constant text := private.typed_line(person -> 'name');
  email constant text := private.typed_email(person -> 'email');
begin
  if length(name) between 1 and 120 and email <> '' then
    return jsonb_build_object('name', name, 'email', email);
  end if;
  return null;
end
$$;

-- What somebody wants to buy, as it is stored. Refusals: invalid, with the field.
create function private.read_gift_request(b public.businesses, request jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  cents constant numeric := case when jsonb_typeof(request -> 'amount_cents') = 'number'
    then (request ->> 'amount_cents')::numeric end;
  buyer constant jsonb := private.read_gift_person(request -> 'buyer');
  recipient constant jsonb := private.read_gift_person(request -> 'recipient');
  message constant text := private.typed_note(request -> 'message', 'message');
  today constant date := (now() at time zone b.time_zone)::date;
  deliver_on date;
begin
  if cents is null or cents not between 500 and 100000 or cents <> trunc(cents) then
    perform private.refuse('invalid', 'amount_cents');
  elsif buyer is null then
    perform private.refuse('invalid', 'buyer');
  elsif recipient is null and coalesce(jsonb_typeof(request -> 'recipient'), 'null') <> 'null' then
    perform private.refuse('invalid', 'recipient');
  elsif length(message) > 500 then
    perform private.refuse('invalid', 'message');
  end if;
  begin
    deliver_on := case when request ->> 'deliver_on' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      then (request ->> 'deliver_on')::date end;
  exception when others then
    deliver_on := null;
  end;
  if request ->> 'deliver_on' is not null
    and (deliver_on is null or deliver_on not between today and today + 365) then
    perform private.refuse('invalid', 'deliver_on');
  end if;
  return jsonb_build_object(
    'amount_cents', cents::bigint, 'buyer', buyer, 'recipient', recipient, 'message', message,
    'deliver_on', nullif(deliver_on, today));
end
$$;

-- Writes down what is to be paid; with the same op_id it is the same card. Refusals: invalid, paused,
-- not_offered (nobody can pay online here, or the business sells none here), captcha_failed, rate_limited.
create function private.begin_gift_sale(
  b public.businesses, request jsonb, op_id uuid, work text
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  asked constant jsonb := private.read_gift_request(b, request);
  payee constant text := private.payee_of(b.id);
  i private.payment_intents;
begin
  perform private.lock_business(b.id);
  select * into i from private.payment_intents x
    where x.business_id = b.id and x.op_hash = private.hashed_op(begin_gift_sale.op_id) for update;
  if i.id is not null and (i.purpose <> 'gift_card' or i.request <> asked) then
    perform private.refuse('invalid', 'op_id');
  elsif i.id is null then
    if not private.books_online(b) then
      perform private.refuse('paused');
    elsif payee is null or not b.sells_gift_cards then
      perform private.refuse('not_offered');
    end if;
    perform private.check_payer(b.id, op_id, asked #>> '{buyer,email}', work);
    if not private.take_ticket('gift_sale:email', asked #>> '{buyer,email}')
      or not private.take_ticket('gift_sale:business', b.id::text) then
      perform private.refuse('rate_limited');
    end if;
    insert into private.payment_intents (
      business_id, purpose, op_hash, op_id, request, amount_cents, currency, provider, payee,
      expires_at)
    values (
      b.id, 'gift_card', private.hashed_op(op_id), op_id, asked,
      (asked ->> 'amount_cents')::bigint, b.currency, private.server_setting('payment_provider'),
      payee, now() + private.pays_within())
    returning * into i;
  end if;
  return private.payment_begun(i);
end
$$;

create function public.start_gift_card(
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
  select * into b from public.businesses x where x.slug = lower(start_gift_card.slug);
  if not found then
    return private.refused('not_found', null);
  elsif start_gift_card.op_id is null or jsonb_typeof(request) is distinct from 'object' then
    return private.refused('invalid', 'request');
  elsif not private.take_ticket('pay:network', private.client_network()) then
    return private.rate_limited('pay:network');
  end if;
  -- What is decided already is only told.
  select * into i from private.payment_intents x
    where x.business_id = b.id and x.op_hash = private.hashed_op(start_gift_card.op_id)
      and x.purpose = 'gift_card' and x.op_id is null;
  if found then
    return private.payment_begun(i);
  end if;
  begin
    return private.begin_gift_sale(b, request, start_gift_card.op_id, start_gift_card.work);
  exception
    when sqlstate 'PT409' then
      get stacked diagnostics field = column_name;
      return private.refused(sqlerrm, nullif(field, ''));
    when others then
      return private.hide_error(sqlstate, sqlerrm);
  end;
end
$$;
revoke all on function public.start_gift_card(text, jsonb, uuid, text) from public;
grant execute on function public.start_gift_card(text, jsonb, uuid, text)
to anon, authenticated, service_role;

-- The mails: the code to whoever gets the card, when they are to get it; and to the buyer, that it was
-- bought, unless that is the same person.
create function private.mail_gift_card(
  b public.businesses, asked jsonb, card uuid, code text, receipt text
) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  buyer constant jsonb := asked -> 'buyer';
  gets constant jsonb := coalesce(nullif(asked -> 'recipient', 'null'), buyer);
  is_own constant boolean := gets ->> 'email' = buyer ->> 'email';
  facts constant jsonb := jsonb_build_object(
    'business', private.business_mail_data(b), 'to', gets, 'from', buyer ->> 'name',
    'is_own', is_own, 'card_id', card,
    'cents', asked -> 'amount_cents', 'message', asked -> 'message',
    'deliver_on', asked -> 'deliver_on', 'expires_on', private.gift_expiry(b),
    'receipt', receipt);
begin
  perform private.queue_mail(
    b.id, 'gift_card', gets ->> 'email', gets ->> 'name',
    facts || jsonb_build_object('code', code),
    greatest(
      now(),
      private.local_to_instant((asked ->> 'deliver_on')::date, 9 * 60, b.time_zone)));
  if not is_own then
    perform private.queue_mail(
      b.id, 'gift_card_bought', buyer ->> 'email', buyer ->> 'name', facts, now());
  end if;
end
$$;

-- Sells what was paid for, once: the request is gone afterwards. Its receipt is numbered by the server, which
-- is a device of its own for each business.
create function private.sell_paid_gift_card(i private.payment_intents)
returns private.payment_intents
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked constant jsonb := i.request;
  server constant uuid := i.business_id;
  prefix constant text := private.receipt_prefix(i.business_id);
  gift constant uuid := private.new_id();
  sale constant uuid := private.new_id();
  line constant uuid := private.new_id();
  b public.businesses;
  code text;
  hash text;
  number int;
begin
  select * into b from public.businesses x where x.id = i.business_id;
  loop
    code := private.new_gift_code();
    hash := encode(sha256(convert_to(b.id::text || ':' || code, 'UTF8')), 'hex');
    exit when not exists (
      select from public.gift_cards c where c.business_id = b.id and c.code_hash = hash);
  end loop;
  select coalesce(max(s.receipt_no), 0) + 1 into number
    from public.sales s where s.business_id = b.id and s.device_id = server;
  insert into public.gift_cards (
    id, business_id, code_hash, code_last4, kind, initial_cents, recipient_name, message, deliver_on,
    expires_on)
  values (
    gift, b.id, hash, right(code, 4), 'digital', i.amount_cents,
    coalesce(asked #>> '{recipient,name}', asked #>> '{buyer,name}'), asked ->> 'message',
    (asked ->> 'deliver_on')::date, private.gift_expiry(b));
  insert into public.sales (
    id, business_id, device_id, receipt_prefix, receipt_no, occurred_at, currency, subtotal_cents,
    discount_cents, tax_cents, tip_cents, total_cents)
  values (
    sale, b.id, server, prefix, number, now(), i.currency, i.amount_cents, 0, 0, 0, i.amount_cents);
  insert into public.sale_lines (
    id, business_id, sale_id, occurred_at, position, kind, name, qty, unit_price_cents,
    discount_cents, order_discount_cents, tax_milli_percent, tax_inclusive, tax_cents, total_cents)
  values (
    line, b.id, sale, now(), 0, 'gift_card', 'Gift card ' || right(code, 4), 1, i.amount_cents,
    0, 0, 0, true, 0, i.amount_cents);
  insert into public.gift_activities (
    id, business_id, card_id, occurred_at, kind, amount_cents, sale_id)
  values (line, b.id, gift, now(), 'activate', i.amount_cents, sale);
  -- What was paid online, taken up by the sale, as that of a visit.
  insert into public.payments (
    id, business_id, sale_id, occurred_at, method, state, amount_cents)
  values (private.new_id(), b.id, sale, now(), 'deposit', 'captured', i.amount_cents);
  perform private.mail_gift_card(b, asked, gift, code, prefix || '-' || number);
  update private.payment_intents x set op_id = null, request = null, gift_card_id = gift
    where x.id = i.id returning * into i;
  return i;
end
$$;

revoke all on function
  private.new_gift_code(), private.receipt_prefix(uuid), private.read_gift_person(jsonb),
  private.read_gift_request(public.businesses, jsonb),
  private.begin_gift_sale(public.businesses, jsonb, uuid, text),
  private.mail_gift_card(public.businesses, jsonb, uuid, text, text),
  private.sell_paid_gift_card(private.payment_intents)
from public;
