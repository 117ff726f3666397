-- Mailing a card that was sold in the app. The device that made its code gives it here once; it is in the mail
-- that waits for its day, and nowhere when that has gone (gift_card_mail.sql). As long as it waits, whoever
-- sells cards may change it from any device, or take it back.

-- The mail of a card that counts: the newest that was not taken back.
create function private.gift_mail(business uuid, card uuid) returns private.mail_outbox
language plpgsql stable security definer set search_path = ''
as $$
declare
  m private.mail_outbox;
begin
  select * into m from private.mail_outbox x
    where x.business_id = business and x.kind = 'gift_card' and x.state <> 'cancelled'
      and x.data ->> 'card_id' = card::text
    order by x.created_at desc, x.id desc limit 1;
  return m;
end
$$;

-- How it stands with that mail: {state, to, message, deliver_on}; `none` = there is none.
create function private.gift_delivery(business uuid, card uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  m constant private.mail_outbox := private.gift_mail(business, card);
begin
  return jsonb_build_object(
    'state', coalesce(m.state, 'none'), 'to', m.data -> 'to', 'message', m.data -> 'message',
    'deliver_on', m.data -> 'deliver_on');
end
$$;

create function private.may_send_gift_cards(business uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.has_permission(business, 'checkout', 'own')
    or private.has_permission(business, 'giftcards');
end
$$;

create function public.gift_card_delivery(business_id uuid, card_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  perform private.require_second_factor();
  if not private.may_send_gift_cards(gift_card_delivery.business_id) then
    return private.refused('not_allowed', null);
  end if;
  return jsonb_build_object('ok', true, 'delivery', private.gift_delivery(
    gift_card_delivery.business_id, gift_card_delivery.card_id));
end
$$;
revoke all on function public.gift_card_delivery(uuid, uuid) from public, anon;
grant execute on function public.gift_card_delivery(uuid, uuid) to authenticated, service_role;

-- Sends a card to `recipient` {name, email}, now or in the morning of a day of the business, in place of the
-- mail that waits; null = to nobody. `code` may be left out where a mail waits, which has it.
-- Refusals: not_allowed, not_found, invalid (code, recipient, message, deliver_on), gift_card_closed (blocked,
-- over or empty), rate_limited.
create function public.send_gift_card(
  business_id uuid, card_id uuid, code text, recipient jsonb, message text, deliver_on date
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  business constant uuid := send_gift_card.business_id;
  gets constant jsonb := private.read_gift_person(send_gift_card.recipient);
  words constant text := nullif(btrim(send_gift_card.message), '');
  b public.businesses;
  c public.gift_cards;
  waits private.mail_outbox;
  buyer jsonb;
  plain text;
  today date;
  day date;
begin
  perform private.require_second_factor();
  if not private.may_send_gift_cards(business) then
    return private.refused('not_allowed', null);
  end if;
  perform private.lock_business(business);
  select * into b from public.businesses x where x.id = business;
  select * into c from public.gift_cards x
    where x.business_id = business and x.id = send_gift_card.card_id;
  if c.id is null then
    return private.refused('not_found', null);
  end if;
  select * into waits from private.mail_outbox x
    where x.business_id = business and x.kind = 'gift_card' and x.state = 'queued'
      and x.data ->> 'card_id' = c.id::text
    order by x.created_at desc, x.id desc limit 1 for update;
  if coalesce(jsonb_typeof(send_gift_card.recipient), 'null') = 'null' then
    update private.mail_outbox m
      set state = 'cancelled', last_error = 'changed', data = m.data - 'code'
      where m.id = waits.id;
    return jsonb_build_object('ok', true, 'delivery', private.gift_delivery(business, c.id));
  end if;
  plain := coalesce(
    private.plain_gift_code(send_gift_card.code), waits.data ->> 'code');
  today := (now() at time zone b.time_zone)::date;
  day := nullif(send_gift_card.deliver_on, today);
  if plain is null or c.code_hash is distinct from
    encode(sha256(convert_to(business::text || ':' || plain, 'UTF8')), 'hex') then
    return private.refused('invalid', 'code');
  elsif gets is null then
    return private.refused('invalid', 'recipient');
  elsif length(words) > 500 then
    return private.refused('invalid', 'message');
  elsif day not between today and today + 365 then
    return private.refused('invalid', 'deliver_on');
  elsif not private.gift_is_open(business, c.id, now()) or private.gift_balance(business, c.id) <= 0 then
    return private.refused('gift_card_closed', null);
  elsif not private.take_ticket('gift_sale:email', gets ->> 'email') then
    return private.rate_limited('gift_sale:email');
  end if;
  update private.mail_outbox m
    set state = 'cancelled', last_error = 'changed', data = m.data - 'code'
    where m.id = waits.id;
  select jsonb_build_object(
      'name', nullif(btrim(concat_ws(' ', x.first_name, x.last_name)), ''), 'email', lower(x.email))
    into buyer
    from public.clients x where x.business_id = business and x.id = c.purchaser_client_id;
  perform private.queue_mail(
    business, 'gift_card', gets ->> 'email', gets ->> 'name',
    jsonb_build_object(
      'business', private.business_mail_data(b), 'to', gets, 'from', buyer ->> 'name',
      'is_own', coalesce(buyer ->> 'email' = gets ->> 'email', false), 'card_id', c.id,
      'cents', private.gift_balance(business, c.id), 'message', words, 'deliver_on', day,
      'expires_on', c.expires_on, 'receipt', null, 'code', plain),
    greatest(now(), private.local_to_instant(day, 9 * 60, b.time_zone)));
  -- What the card says of whom it is for, unless who bought it is forgotten.
  update public.gift_cards g
    set recipient_name = gets ->> 'name', message = words, deliver_on = day
    where g.business_id = business and g.id = c.id
      and not coalesce(private.is_erased(c.purchaser_client_id), false)
      and (g.recipient_name, g.message, g.deliver_on)
        is distinct from (gets ->> 'name', words, day);
  return jsonb_build_object('ok', true, 'delivery', private.gift_delivery(business, c.id));
end
$$;
revoke all on function public.send_gift_card(uuid, uuid, text, jsonb, text, date) from public, anon;
grant execute on function public.send_gift_card(uuid, uuid, text, jsonb, text, date)
to authenticated, service_role;

revoke all on function
  private.gift_mail(uuid, uuid), private.gift_delivery(uuid, uuid),
  private.may_send_gift_cards(uuid)
from public;
