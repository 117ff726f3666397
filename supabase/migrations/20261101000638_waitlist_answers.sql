-- Answers to offers: the client's, by the link to their place on the list, and what staff do about offers
-- by hand. Accepting is booking: offer, hold, visit and entry change together or not at all.

-- What is paid before the visit by whom books it otherwise. The page of an offer takes no cards: it says what
-- will be asked for, and a person is told to ask.
create function private.deposit_of_offer(
  rules public.booking_rules, e public.waitlist_entries, candidates private.candidate[]
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  client public.clients;
begin
  select * into client from public.clients c
    where c.business_id = e.business_id and c.id = e.client_id;
  return case when private.takes_payments(rules.business_id)
    then private.deposit_of_candidates(rules, candidates, client, 'waitlist') else 0 end;
end
$$;

-- The services of an offer for what they cost in it: the parts of a bundle their shares.
create function private.priced_candidates(
  e public.waitlist_entries, candidates private.candidate[]
) returns private.candidate[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select (p).candidate
    from unnest(private.price_bundles(e.business_id, e.items, array(
      select row(c, 0)::private.planned_item from unnest(candidates) c))) p);
end
$$;

create function private.wished_variants(e public.waitlist_entries) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(select distinct (i ->> 'variant_id')::uuid from jsonb_array_elements(e.items) i)
$$;

-- What somebody agrees to who accepts an offer now.
create function private.offer_terms(e public.waitlist_entries, offer private.waitlist_offers)
returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  rules public.booking_rules;
  policy public.policy_texts;
  prices jsonb;
  with_services jsonb;
  terms jsonb;
  late_cancel bigint;
  no_show bigint;
  candidates private.candidate[];
begin
  select * into rules from public.booking_rules r where r.business_id = e.business_id;
  select * into policy from private.current_policy(e.business_id) where version is not null;
  candidates := private.priced_candidates(
    e, private.offered_candidates(rules, e, offer.staff_ids));
  prices := (
    select coalesce(jsonb_agg(
        jsonb_build_object('kind', (c).price_kind, 'cents', (c).price_cents) order by (c).item), '[]')
    from unnest(candidates) c);
  terms := private.agreed_fee_terms(rules, private.wished_variants(e));
  with_services := (
    select coalesce(jsonb_agg(jsonb_build_object(
        'kind', (c).price_kind, 'cents', (c).price_cents, 'service', v.service_id)), '[]')
    from unnest(candidates) c
    join public.service_variants v on v.business_id = e.business_id and v.id = (c).variant_id);
  late_cancel := private.visit_fee(terms, 'late_cancel', with_services);
  no_show := private.visit_fee(terms, 'no_show', with_services);
  return jsonb_build_object(
    'prices', prices, 'fee_terms', terms,
    'deposit', private.deposit_of_offer(rules, e, candidates),
    'fees', case when late_cancel > 0 or no_show > 0 then jsonb_build_object(
      'late_cancel', late_cancel, 'no_show', no_show,
      'free_until', greatest(
        offer.starts_at - rules.cancel_notice_min * interval '1 minute',
        now() + (terms ->> 'grace_min')::int * interval '1 minute')) end,
    'cancel_until', case when rules.allow_cancel
      then offer.starts_at - rules.cancel_notice_min * interval '1 minute' end,
    'policy', case when policy.id is not null then jsonb_build_object(
      'version', policy.version, 'body', policy.body) end);
end
$$;

-- What the page of an entry says of its newest offer; null when there was none. With `terms` as long as
-- it can be accepted.
create function private.last_offer(e public.waitlist_entries) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  offer private.waitlist_offers;
  told jsonb;
begin
  select * into offer from private.waitlist_offers o
    where o.business_id = e.business_id and o.entry_id = e.id
    order by o.created_at desc, o.id desc limit 1;
  if offer.id is null then
    return null;
  end if;
  told := private.public_offer(offer);
  if told ->> 'state' = 'sent' then
    told := told || jsonb_build_object('terms', private.offer_terms(e, offer));
  end if;
  return told;
end
$$;

create function private.accept_offer(
  b public.businesses, rules public.booking_rules, e public.waitlist_entries,
  offer private.waitlist_offers, answer jsonb, op_id uuid
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  client public.clients;
  candidates private.candidate[];
  plan private.planned_item[];
  there record;
  appointment uuid;
  deposit bigint;
begin
  if not private.books_online(b) then
    perform private.refuse('paused');
  end if;
  select * into client from public.clients c where c.business_id = b.id and c.id = e.client_id;
  if client.online_booking = 'block' then
    perform private.refuse('blocked');
  end if;
  perform private.check_policy(b.id, answer -> 'policy_version');
  perform private.check_fee_terms(
    rules, private.wished_variants(e), answer -> 'fee_terms');
  candidates := private.offered_candidates(rules, e, offer.staff_ids);
  if candidates is not null then
    perform private.check_price(
      private.lowest_total(b.id, e.items, candidates), answer -> 'expected_total');
    plan := private.price_bundles(b.id, e.items, private.offer_plan(b, rules, e, offer));
  end if;
  if plan is null then
    perform private.refuse('slot_taken', 'starts_at');
  end if;
  select * into there from private.place_of_entry(e, candidates);
  if there.place is null then
    perform private.refuse('not_offered', 'address');
  end if;
  delete from private.slot_holds h where h.hold_key = offer.hold_key;
  appointment := private.write_booking(
    b, rules, '{}', plan, there.place, there.address, e.client_id, 'booked',
    null, 'waitlist');
  if (select a.conflict from public.appointments a where a.id = appointment) then
    -- The floor under everything above: nobody gets a place that the constraint has given away.
    perform private.refuse('slot_taken', 'starts_at');
  end if;
  perform private.end_offer(offer, 'accepted');
  update public.waitlist_entries w set state = 'booked', appointment_id = appointment
    where w.id = e.id;
  deposit := private.deposit_of_offer(
    rules, e, array(select (p).candidate from unnest(plan) p));
  if deposit > 0 then
    perform private.raise_attention(
      b.id, 'appointments', appointment, 'balance', jsonb_build_object('deposit', deposit), '{}');
  end if;
  -- Who is too late hears of it, and waits again.
  perform private.end_lost_offers(b.id);
  perform private.mail_appointment(
    appointment, 'booking_confirmed', now(), private.token_of_op(op_id), null);
  return jsonb_build_object(
    'ok', true, 'status', 'booked', 'appointment', private.public_appointment(appointment));
end
$$;

create function private.take_answer(e public.waitlist_entries, answer jsonb, op_id uuid)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.businesses;
  rules public.booking_rules;
  offer private.waitlist_offers;
begin
  perform private.take_turn(e.business_id);
  -- What was read before the turn came may have changed while waiting for it.
  select * into e from public.waitlist_entries x where x.id = e.id;
  select * into b from public.businesses x where x.id = e.business_id;
  select * into rules from public.booking_rules r where r.business_id = e.business_id;
  select * into offer from private.waitlist_offers o
    where o.business_id = e.business_id and o.entry_id = e.id
      and o.id = private.as_uuid(answer -> 'offer_id');
  if offer.id is null or offer.state <> 'sent' or offer.expires_at <= now() then
    perform private.refuse('offer_over');
  end if;
  perform set_config('daybook.actor', 'client', true);
  if answer -> 'accept' = 'true' then
    return private.accept_offer(b, rules, e, offer, answer, op_id);
  end if;
  perform private.end_offer(offer, 'declined');
  perform private.settle_pending();
  return jsonb_build_object('ok', true, 'status', 'declined');
end
$$;

-- `answer`: {offer_id, accept, policy_version, fee_terms, expected_total}. Refusals: not_found, invalid,
-- offer_over, slot_taken, policy_changed, price_changed, paused, blocked, rate_limited. The same op_id
-- always gets the same answer; the manage token is worked out again, never stored.
create function public.answer_offer(token text, answer jsonb, op_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  e public.waitlist_entries;
  who text;
  reply jsonb;
  field text;
begin
  e := private.managed_entry(token);
  if e.id is null then
    return private.refused('not_found', null);
  elsif answer_offer.op_id is null or jsonb_typeof(answer) is distinct from 'object'
    or jsonb_typeof(answer -> 'accept') is distinct from 'boolean' then
    return private.refused('invalid', 'answer');
  end if;
  who := 'waitlist_entry:' || e.id;
  reply := private.known_answer(who, answer_offer.op_id);
  if reply is null then
    begin
      reply := private.take_answer(e, answer, answer_offer.op_id);
    exception when sqlstate 'PT409' then
      get stacked diagnostics field = column_name;
      reply := private.refused(sqlerrm, field);
    end;
    perform private.remember_answer(who, answer_offer.op_id, reply);
  end if;
  if reply ->> 'status' = 'booked' then
    reply := reply || jsonb_build_object('manage_token', private.token_of_op(answer_offer.op_id));
  end if;
  return reply;
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

-- The page of an offer was shown to whoever has its link: said by the page itself, as that of a form is
-- (form_traces.sql). Who waits for the answer sees since when. Codes: not_found, rate_limited.
create function public.offer_viewed(token text, offer_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  e public.waitlist_entries;
begin
  e := private.managed_entry(token);
  if e.id is null then
    return private.refused('not_found', null);
  end if;
  if exists (
    select from private.waitlist_offers o
    where o.business_id = e.business_id and o.entry_id = e.id and o.id = offer_viewed.offer_id
      and o.state = 'sent' and o.viewed_at is null
  ) then
    perform private.lock_business(e.business_id);
    update private.waitlist_offers o set viewed_at = now()
      where o.business_id = e.business_id and o.entry_id = e.id and o.id = offer_viewed.offer_id
        and o.state = 'sent' and o.viewed_at is null;
  end if;
  return jsonb_build_object('ok', true);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

-- Offers a time to somebody whom staff choose, at a time that staff choose; `staff_id`: by whom the first
-- service, null = by whoever fits. Asked again it is the same offer. Refusals: not_allowed, not_found,
-- illegal_transition (they do not wait), invalid (email, address: there is none; starts_at), paused, not_offered,
-- too_soon, slot_taken.
create function public.offer_time(
  business_id uuid, entry_id uuid, starts_at timestamptz, staff_id uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  business constant uuid := offer_time.business_id;
  b public.businesses;
  rules public.booking_rules;
  e public.waitlist_entries;
  candidates private.candidate[];
  refusal text;
begin
  perform private.require_second_factor();
  if not private.has_permission(business, 'waitlist') then
    return private.refused('not_allowed', null);
  elsif date_trunc('minute', offer_time.starts_at) is distinct from offer_time.starts_at
    or offer_time.starts_at is null then
    return private.refused('invalid', 'starts_at');
  end if;
  perform private.take_turn(business);
  select * into b from public.businesses x where x.id = business;
  select * into rules from public.booking_rules r where r.business_id = business;
  select * into e from public.waitlist_entries w
    where w.business_id = business and w.id = offer_time.entry_id;
  if e.id is null then
    return private.refused('not_found', null);
  elsif exists (
    select from private.waitlist_offers o
    where o.business_id = business and o.entry_id = e.id and o.state = 'sent'
      and o.starts_at = offer_time.starts_at
  ) then
    return jsonb_build_object('ok', true);
  elsif not private.books_online(b) then
    -- Nobody could accept it.
    return private.refused('paused', null);
  elsif e.state <> 'waiting' then
    return private.refused('illegal_transition', 'state');
  elsif not exists (
    select from public.clients c
    where c.business_id = business and c.id = e.client_id
      and (private.mail_recipient(c)).email is not null
  ) then
    return private.refused('invalid', 'email');
  end if;
  candidates := private.entry_candidates(rules, e);
  if offer_time.staff_id is not null then
    candidates := array(
      select c from unnest(candidates) c
      where (c).item > 1 or (c).staff_id = offer_time.staff_id);
  end if;
  if not exists (select from unnest(candidates) c where (c).item = 1) then
    return private.refused('not_offered', null);
  elsif (private.place_of_entry(e, candidates)).place is null then
    return private.refused('invalid', 'address');
  end if;
  refusal := private.make_offer(b, rules, e, candidates, offer_time.starts_at, 'manual');
  if refusal is not null then
    return private.refused(refusal, 'starts_at');
  end if;
  return jsonb_build_object('ok', true);
end
$$;

-- Takes an offer back: its client hears of it if they heard of the offer. Refusals: not_allowed,
-- not_found, offer_over.
create function public.withdraw_offer(business_id uuid, offer_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  business constant uuid := withdraw_offer.business_id;
  offer private.waitlist_offers;
begin
  perform private.require_second_factor();
  if not private.has_permission(business, 'waitlist') then
    return private.refused('not_allowed', null);
  end if;
  perform private.take_turn(business);
  select * into offer from private.waitlist_offers o
    where o.business_id = business and o.id = withdraw_offer.offer_id;
  if offer.id is null then
    return private.refused('not_found', null);
  elsif offer.state = 'sent' then
    perform private.end_offer(offer, 'withdrawn');
    perform private.settle_pending();
  elsif offer.state <> 'withdrawn' then
    return private.refused('offer_over', null);
  end if;
  return jsonb_build_object('ok', true);
end
$$;

revoke all on function
  public.answer_offer(text, jsonb, uuid), public.offer_viewed(text, uuid)
from public;
grant execute on function
  public.answer_offer(text, jsonb, uuid), public.offer_viewed(text, uuid)
to anon, authenticated, service_role;
revoke all on function
  public.offer_time(uuid, uuid, timestamptz, uuid), public.withdraw_offer(uuid, uuid)
from public, anon;
grant execute on function
  public.offer_time(uuid, uuid, timestamptz, uuid), public.withdraw_offer(uuid, uuid)
to authenticated;
