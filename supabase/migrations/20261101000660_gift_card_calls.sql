-- What the server decides about gift cards: how much is kept for a device, and what a holder is told.

-- Keeps an amount of a card for one device, so that nobody else spends it: for the checkout that is open
-- there (`held` = checkout, some minutes, several devices at once as far as the balance goes), or to be
-- used without a connection (`offline`, a day, one device at a time). A new lease of a device takes the
-- place of what it held of the card before. Asked again with the same id, it is the same lease.
-- Refusals: not_allowed, invalid, not_found, gift_card_closed (blocked or over), gift_card_leased (another
-- device keeps it offline), gift_card_short (with what is free).
create function public.lease_gift_card(
  business_id uuid, client_id uuid, lease_id uuid, card_id uuid, amount_cents bigint, held text
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  business constant uuid := lease_gift_card.business_id;
  device constant uuid := lease_gift_card.client_id;
  card constant uuid := lease_gift_card.card_id;
  for_checkout constant interval := '15 minutes';
  until timestamptz;
  free bigint;
begin
  perform private.require_second_factor();
  if not (private.has_permission(business, 'checkout', 'own')
    or private.has_permission(business, 'giftcards')) then
    return private.refused('not_allowed', null);
  end if;
  until := now() + case held when 'checkout' then for_checkout else '24 hours' end;
  if lease_id is null or device is null then
    return private.refused('invalid', 'lease_id');
  elsif held is null or held not in ('checkout', 'offline') then
    return private.refused('invalid', 'held');
  elsif amount_cents is null or amount_cents not between 1 and 10000000 then
    return private.refused('invalid', 'amount_cents');
  end if;
  perform private.lock_business(business);
  if exists (
    select from public.gift_activities a
    where a.business_id = business and a.id = lease_gift_card.lease_id and a.card_id = card
      and a.device_id = device
  ) then
    return jsonb_build_object('ok', true);
  elsif not exists (
    select from public.gift_cards c where c.business_id = business and c.id = card
  ) then
    return private.refused('not_found', null);
  elsif not private.gift_is_open(business, card, now()) then
    return private.refused('gift_card_closed', null);
  elsif exists (
    select from public.gift_activities l
    where l.business_id = business and l.card_id = card and l.kind = 'lease'
      and l.device_id <> device and l.held_until > now()
      and l.held_until > l.occurred_at + for_checkout and l.appointment_id is null
      and not exists (
        select from public.gift_activities b
        where b.business_id = business and b.kind = 'lease_return' and b.lease_id = l.id)
  ) and held = 'offline' then
    return private.refused('gift_card_leased', null);
  end if;
  free := private.gift_balance(business, card) - private.gift_held(business, card, device);
  if free < amount_cents then
    return private.refused('gift_card_short', null)
      || jsonb_build_object('free_cents', greatest(free, 0));
  end if;
  insert into public.gift_activities (id, business_id, card_id, occurred_at, kind, amount_cents, lease_id)
    select private.new_id(), business, card, now(), 'lease_return', 0, l.id
    from public.gift_activities l
    where l.business_id = business and l.card_id = card and l.kind = 'lease'
      and l.device_id = device and l.held_until > now()
      and not exists (
        select from public.gift_activities b
        where b.business_id = business and b.kind = 'lease_return' and b.lease_id = l.id);
  insert into public.gift_activities
    (id, business_id, card_id, occurred_at, kind, amount_cents, device_id, held_cents, held_until)
  values (
    lease_gift_card.lease_id, business, card, now(), 'lease', 0, device,
    lease_gift_card.amount_cents, until);
  return jsonb_build_object('ok', true);
end
$$;
revoke all on function public.lease_gift_card(uuid, uuid, uuid, uuid, bigint, text) from public, anon;
grant execute on function public.lease_gift_card(uuid, uuid, uuid, uuid, bigint, text)
to authenticated;

-- What people type: small letters, signs between, an O for a nought.
create function private.plain_gift_code(code text) returns text
language sql immutable set search_path = ''
as $$
  select translate(regexp_replace(upper(left(code, 40)), '[^0-9A-Z]', '', 'g'), 'ILO', '110')
$$;

-- What is left on a card, for whoever has its code. A wrong code counts: ten an hour from one network,
-- and so many a day for one business. {ok, state, balance_cents, currency, expires_on}; refusals:
-- not_found, rate_limited.
create function public.gift_card_balance(slug text, code text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  b public.businesses;
  c public.gift_cards;
  hash text;
  balance bigint;
  history jsonb;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network');
  elsif not private.has_ticket('gift_code:network', private.client_network()) then
    return private.rate_limited('gift_code:network');
  end if;
  select * into b from public.businesses x where x.slug = lower(gift_card_balance.slug);
  if not private.has_ticket('gift_code:business', b.id::text) then
    return private.rate_limited('gift_code:business');
  end if;
  hash := encode(sha256(convert_to(
    coalesce(b.id::text, '') || ':' || private.plain_gift_code(gift_card_balance.code), 'UTF8')), 'hex');
  select * into c from public.gift_cards x where x.business_id = b.id and x.code_hash = hash;
  -- Both are counted, whichever is full first, and a card that is found costs the same question.
  balance := private.gift_balance(b.id, c.id);
  select coalesce(jsonb_agg(jsonb_build_object(
      'at', a.occurred_at, 'kind', a.kind, 'amount_cents', a.amount_cents)
      order by a.occurred_at desc, a.id desc), '[]') into history
    from (
      select x.* from public.gift_activities x
      where x.business_id = b.id and x.card_id = c.id and x.amount_cents <> 0
      order by x.occurred_at desc, x.id desc limit 100) a;
  if c.id is null then
    perform private.take_ticket('gift_code:network', private.client_network()),
      private.take_ticket('gift_code:business', b.id::text);
    return private.refused('not_found', null);
  end if;
  return jsonb_build_object(
    'ok', true, 'server_time', clock_timestamp(),
    'state', case
      when c.expires_on < (now() at time zone b.time_zone)::date then 'expired'
      when not private.gift_is_open(b.id, c.id, now()) then 'closed'
      when balance = 0 then 'empty'
      else 'active' end,
    'balance_cents', balance, 'currency', b.currency, 'expires_on', c.expires_on,
    'history', history);
exception
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;
revoke all on function public.gift_card_balance(text, text) from public;
grant execute on function public.gift_card_balance(text, text)
to anon, authenticated, service_role;
