-- The clock's part of offers: whom the server asks by itself, and which offers are over.
--
--   match_waitlists ─▶ fits_at ─▶ offer_times ─▶ an offer, a hold, a mail
--   nobody answered, or the time is somebody else's ─▶ end_offers ─▶ noted, and matched again

-- Offers an entry the time that came free, if nobody has to be asked first. Null, or why not.
create function private.offer_by_itself(
  b public.businesses, rules public.booking_rules, e public.waitlist_entries
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- More is a nuisance …
  per_day constant int := 2;
  -- … and somebody who never answers keeps the others waiting.
  let_pass constant int := 3;
  due constant timestamptz := private.next_loud(rules, b.time_zone, now());
  day constant date := (due at time zone b.time_zone)::date;
  client public.clients;
  candidates private.candidate[];
begin
  if (
    select count(*) from private.waitlist_offers o
    join public.waitlist_entries w on w.business_id = o.business_id and w.id = o.entry_id
    where w.business_id = b.id and w.client_id = e.client_id
      and (o.sent_at at time zone b.time_zone)::date = day
  ) >= per_day or (
    select count(*) from private.waitlist_offers o
    where o.business_id = b.id and o.entry_id = e.id and o.mode <> 'manual'
      and o.state in ('declined', 'expired')
  ) >= let_pass then
    return 'too_many';
  end if;
  candidates := private.entry_candidates(rules, e);
  if candidates is null then
    return 'not_offered';
  end if;
  select * into client from public.clients c where c.business_id = b.id and c.id = e.client_id;
  if private.needs_approval(
      rules, candidates, client, (e.fits_at at time zone b.time_zone)::date)
    or (private.place_of_entry(e, candidates)).place is null then
    return 'not_allowed';
  end if;
  return private.make_offer(b, rules, e, candidates, e.fits_at, rules.waitlist_mode);
end
$$;

-- What a visit would bring at least.
create function private.entry_value(rules public.booking_rules, e public.waitlist_entries)
returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return private.lowest_total(
    e.business_id, e.items, private.entry_candidates(rules, e));
end
$$;

-- Times that came free, offered where the business wants that.
create function private.offer_times() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Of one business in a minute.
  at_once constant int := 50;
  -- Turns are kept until everything is done, and nobody at a booking page waits longer than that.
  until constant timestamptz := clock_timestamp() + interval '2 seconds';
  business uuid;
  b public.businesses;
  rules public.booking_rules;
  e public.waitlist_entries;
  made int;
  told text;
  -- Services and starts that are gone: what is offered meanwhile only takes more.
  gone jsonb;
  wanted text;
begin
  for business in
    select r.business_id from public.booking_rules r
    join public.businesses x on x.id = r.business_id
    where r.waitlist_mode <> 'manual' and r.allow_waitlist
      and (x.booking_enabled or x.paused_until is not null)
      and exists (
        select from public.waitlist_entries w
        where w.business_id = r.business_id and w.state = 'waiting' and w.fits_at > now())
    -- Nobody is always the last.
    order by random()
  loop
    -- The others keep their marks for the next minute.
    exit when clock_timestamp() > until;
    perform private.take_turn(business);
    select * into b from public.businesses x where x.id = business;
    select * into rules from public.booking_rules r where r.business_id = business;
    continue when rules.waitlist_mode = 'manual' or not rules.allow_waitlist
      or not private.books_online(b);
    made := 0;
    gone := '{}';
    for e in
      select w.* from public.waitlist_entries w
      join public.clients c on c.business_id = w.business_id and c.id = w.client_id
      where w.business_id = business and w.state = 'waiting' and w.fits_at > now()
        and (private.mail_recipient(c)).email is not null
        and c.status = 'active' and c.online_booking <> 'block'
      order by
        case when rules.waitlist_mode = 'highest_value' then private.entry_value(rules, w) end
          desc nulls last,
        w.priority desc, w.created_at, w.id
    loop
      exit when made >= at_once or clock_timestamp() > until;
      wanted := concat(e.items, ' ', e.fits_at);
      continue when gone ? wanted;
      told := private.offer_by_itself(b, rules, e);
      if told is null then
        made := made + 1;
      elsif told = 'slot_taken' then
        gone := gone || jsonb_build_object(wanted, true);
      end if;
    end loop;
  end loop;
end
$$;

-- Whether something has come where an offer is: a visit, time off, a block. A hold keeps others from taking
-- the time, but not staff who accept the overlap, nor who takes the day off.
create function private.is_touched(offer private.waitlist_offers) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  span constant tstzrange := tstzrange(offer.starts_at, offer.ends_at);
begin
  return exists (
    select from private.busy_segments s
    where s.owner_id = any (offer.staff_ids) and s.appointment_id is not null and not s.overlap
      and s.during && span
  ) or exists (
    select from private.busy_segments s
    where s.business_id = offer.business_id and s.overlap and s.owner_id = any (offer.staff_ids)
      and s.during && span
  ) or exists (
    select from private.absences(offer.business_id, offer.staff_ids, span));
end
$$;

-- Offers whose time is not to be had any more. The caller has the business's turn.
create function private.end_lost_offers(business uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.businesses;
  rules public.booking_rules;
  e public.waitlist_entries;
  offer private.waitlist_offers;
begin
  select * into b from public.businesses x where x.id = business;
  select * into rules from public.booking_rules r where r.business_id = business;
  for offer in
    select o.* from private.waitlist_offers o
    where o.business_id = business and o.state = 'sent' and o.expires_at > now()
      and private.is_touched(o)
  loop
    select * into e from public.waitlist_entries w
      where w.business_id = business and w.id = offer.entry_id;
    -- Somebody may only have taken the pause in it.
    if private.offer_plan(b, rules, e, offer) is null then
      perform private.end_offer(offer, 'superseded');
    end if;
  end loop;
end
$$;

-- Offers that nobody answered, and those that are lost.
create function private.end_offers() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  business uuid;
  offer private.waitlist_offers;
begin
  for business in
    select distinct o.business_id from private.waitlist_offers o
    where o.state = 'sent' and (o.expires_at <= now() or private.is_touched(o))
    order by o.business_id
  loop
    perform private.take_turn(business);
    for offer in
      select * from private.waitlist_offers o
      where o.business_id = business and o.state = 'sent' and o.expires_at <= now()
    loop
      perform private.end_offer(offer, 'expired');
    end loop;
    perform private.end_lost_offers(business);
    perform private.settle_pending();
  end loop;
end
$$;
