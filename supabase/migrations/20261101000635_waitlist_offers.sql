-- Offers: a time that came free is promised to somebody who waits, for so long.
--
--   sent ──▶ accepted     by the client: booked in the same transaction (waitlist_answers.sql)
--    │   ──▶ declined     by the client, who says no or leaves the list
--    │   ──▶ expired      by the clock: no answer in time, or the entry's last window is over
--    │   ──▶ superseded   the time is somebody else's, or staff booked the client themselves
--    └   ──▶ withdrawn    by staff, who took the offer back or the client off the list
--
-- Every step is taken under the business's turn. A time that is offered to one is held (hold.sql) as
-- long as the offer lives; one that is offered to everyone is whose answer comes first.

create table private.waitlist_offers (
  id uuid primary key,
  business_id uuid not null,
  entry_id uuid not null,
  created_at timestamptz not null default now(),
  -- Null: the server made it by itself.
  created_by uuid,
  -- manual = a person offered it.
  mode text not null check (mode in ('manual', 'first_in_line', 'highest_value', 'everyone')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- By whom, in the order of the entry's items, and then whoever helps, each with the item after that.
  staff_ids uuid[] not null,
  helps_with int[] not null,
  state text not null default 'sent'
    check (state in ('sent', 'accepted', 'declined', 'expired', 'superseded', 'withdrawn')),
  -- In the morning when it was made at night.
  sent_at timestamptz not null,
  -- Since when somebody has looked at its page.
  viewed_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- What keeps the time meanwhile; null where it is offered to everyone.
  hold_key uuid references private.slot_holds (hold_key) on delete set null,
  foreign key (business_id, entry_id) references public.waitlist_entries (business_id, id)
    on delete cascade,
  check (sent_at < expires_at and expires_at < starts_at and starts_at < ends_at)
);
create index waitlist_offers_entry_id on private.waitlist_offers (business_id, entry_id);
create index waitlist_offers_hold_key on private.waitlist_offers (hold_key)
  where hold_key is not null;
create unique index waitlist_offers_one_open on private.waitlist_offers (entry_id)
  where state = 'sent';
create index waitlist_offers_open on private.waitlist_offers (expires_at) where state = 'sent';
alter table private.waitlist_offers enable row level security;
revoke all on private.waitlist_offers from public, anon, authenticated;

-- The next moment at which clients may be written to.
create function private.next_loud(rules public.booking_rules, zone text, moment timestamptz)
returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  begins constant int := rules.quiet_from_min;
  ends constant int := rules.quiet_to_min;
  minute constant int := private.wall_minute(moment, zone);
  today constant date := (moment at time zone zone)::date;
begin
  return case
    when begins = ends
      or begins < ends and (minute < begins or minute >= ends)
      or begins > ends and minute < begins and minute >= ends then moment
    -- Before midnight the morning is tomorrow's.
    when minute >= ends then private.local_to_instant(today + 1, ends, zone)
    else private.local_to_instant(today, ends, zone)
  end;
end
$$;

-- Who could do what an entry asks for, by these people and nobody else; null when that is not to be had
-- any more.
create function private.offered_candidates(
  rules public.booking_rules, e public.waitlist_entries, staff_ids uuid[]
) returns private.candidate[]
language plpgsql stable set search_path = ''
as $$
declare
  c private.candidate;
  chosen private.candidate[] := '{}';
begin
  foreach c in array coalesce(private.entry_candidates(rules, e), '{}'::private.candidate[]) loop
    continue when c.staff_id is distinct from offered_candidates.staff_ids[c.item];
    c.helpers := array(select h from unnest(c.helpers) h where h = any (offered_candidates.staff_ids));
    continue when cardinality(array_remove(c.helpers, c.staff_id)) < c.people - 1;
    -- Who asked for one person means that one.
    c.any_staff := jsonb_array_length(e.items -> (c.item - 1) -> 'staff_ids') <> 1;
    chosen := chosen || c;
  end loop;
  if cardinality(chosen) <> jsonb_array_length(e.items) then
    return null;
  end if;
  return chosen;
end
$$;

-- Where a visit of an entry would be: at the client's the address that they wrote, else where their
-- record says that they live. No place: it would be there, and nobody knows where that is.
create function private.place_of_entry(
  e public.waitlist_entries, candidates private.candidate[], out place text, out address jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  place := private.place_of_request(candidates, e.location_type);
  if place = 'client' then
    address := coalesce(e.address, (
      select c.address - 'label' from public.clients c
      where c.business_id = e.business_id and c.id = e.client_id));
    if address is null then
      place := null;
    end if;
  end if;
end
$$;

-- The plan by which an offer would be booked now; null when it cannot be had any more.
create function private.offer_plan(
  b public.businesses, rules public.booking_rules, e public.waitlist_entries,
  offer private.waitlist_offers
) returns private.planned_item[]
language plpgsql stable set search_path = ''
as $$
declare
  candidates constant private.candidate[] :=
    private.offered_candidates(rules, e, offer.staff_ids);
begin
  if candidates is null then
    return null;
  end if;
  return private.plan_request(b, rules, candidates, offer.starts_at, offer.hold_key, null);
end
$$;

-- An offer as its client is told of it.
create function private.public_offer(offer private.waitlist_offers) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  return jsonb_build_object(
    'id', offer.id, 'starts_at', offer.starts_at, 'ends_at', offer.ends_at,
    'expires_at', offer.expires_at,
    -- The clock's job may not have come by yet.
    'state', case when offer.state = 'sent' and offer.expires_at <= now() then 'expired'
      else offer.state end,
    -- One for each item: everybody who does it at the same time.
    'staff_names', (
      select coalesce(jsonb_agg(n.names order by n.item), '[]')
      from (
        select coalesce(offer.helps_with[(s.place - l.leads)::int], s.place) as item,
          string_agg(p.display_name, ' and ' order by s.place) as names
        from unnest(offer.staff_ids) with ordinality s (id, place)
        cross join lateral (
          select cardinality(offer.staff_ids) - cardinality(offer.helps_with) as leads) l
        join public.staff p on p.business_id = offer.business_id and p.id = s.id
        join public.booking_rules r on r.business_id = p.business_id
        where r.staff_choice <> 'hidden'
        group by 1
      ) n));
end
$$;

-- What people see of it stands on the entry. And what an offer takes or gives back is looked at like any
-- other change of the calendar: so the next in turn is found.
create function private.log_offer() returns trigger
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  kept constant int := 10;
begin
  update public.waitlist_entries w set offers = (
      select jsonb_agg(jsonb_build_object(
          'id', o.id, 'mode', o.mode, 'starts_at', o.starts_at, 'ends_at', o.ends_at,
          'staff_ids', to_jsonb(o.staff_ids), 'state', o.state, 'sent_at', o.sent_at,
          'viewed_at', o.viewed_at, 'expires_at', o.expires_at) order by o.created_at desc, o.id desc)
      from (
        select * from private.waitlist_offers x
        where x.business_id = new.business_id and x.entry_id = new.entry_id
        order by x.created_at desc, x.id desc limit kept
      ) o)
    where w.business_id = new.business_id and w.id = new.entry_id;
  -- That it was looked at frees nothing.
  if tg_op = 'INSERT' or new.state is distinct from old.state then
    insert into private.waitlist_changes (business_id, during)
      select new.business_id, tstzrange(new.starts_at, new.ends_at) where new.ends_at > now();
  end if;
  return null;
end
$$;
create trigger log_offer after insert or update of state, viewed_at on private.waitlist_offers
  for each row execute function private.log_offer();

-- Who waits for the place of a hold gets it once the change that ends it is done.
create function private.give_back(business uuid, hold uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.slot_holds h where h.hold_key = hold;
  if found then
    perform set_config('daybook.freed', (
      coalesce(nullif(current_setting('daybook.freed', true), ''), '{}')::uuid[]
        || array[business])::text, true);
  end if;
end
$$;

-- Ends an open offer; one that is over stays as it is. The caller has the business's turn, and settles.
create function private.end_offer(offer private.waitlist_offers, state text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended private.waitlist_offers;
  e public.waitlist_entries;
  b public.businesses;
  rules public.booking_rules;
  was_heard_of boolean;
begin
  update private.waitlist_offers o
    set state = end_offer.state, ended_at = now(), hold_key = null
    where o.id = offer.id and o.state = 'sent'
    returning * into ended;
  if ended.id is null then
    return;
  end if;
  perform private.give_back(offer.business_id, offer.hold_key);
  delete from private.mail_outbox m
    where m.business_id = offer.business_id and m.kind = 'waitlist_offer'
      and m.data #>> '{offer,id}' = offer.id::text and m.state = 'queued' and m.attempts = 0;
  was_heard_of := not found;
  if end_offer.state = 'accepted' then
    return;
  end if;
  update public.waitlist_entries w set state = 'waiting'
    where w.business_id = offer.business_id and w.id = offer.entry_id and w.state = 'offered'
    returning * into e;
  if e.id is not null and was_heard_of and end_offer.state in ('superseded', 'withdrawn') then
    select * into b from public.businesses x where x.id = offer.business_id;
    select * into rules from public.booking_rules r where r.business_id = offer.business_id;
    perform private.mail_waitlist(
      e, 'waitlist_offer_over', private.next_loud(rules, b.time_zone, now()), private.new_token(),
      null, private.public_offer(ended));
  end if;
end
$$;

-- An entry that is booked, left or over has no open offer.
create function private.end_offer_of_entry() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  offer private.waitlist_offers;
begin
  for offer in
    select * from private.waitlist_offers o
    where o.business_id = new.business_id and o.entry_id = new.id and o.state = 'sent'
  loop
    perform private.end_offer(offer, case
      when new.state = 'expired' then 'expired'
      when new.state = 'booked' then 'superseded'
      when coalesce(current_setting('daybook.actor', true), '') = 'client' then 'declined'
      else 'withdrawn' end);
  end loop;
  return null;
end
$$;
create trigger end_offer after update of state on public.waitlist_entries
  for each row when (old.state = 'offered' and new.state <> 'offered')
  execute function private.end_offer_of_entry();

-- Offers go with their entries, and with them what they hold.
create function private.drop_hold_of_offer() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.give_back(old.business_id, old.hold_key);
  return null;
end
$$;
create trigger drop_hold after delete on private.waitlist_offers
  for each row when (old.hold_key is not null)
  execute function private.drop_hold_of_offer();

-- Offers a time to somebody who waits. Null, or why it cannot be offered: too_soon, slot_taken. The
-- caller has the business's turn.
create function private.make_offer(
  b public.businesses, rules public.booking_rules, e public.waitlist_entries,
  candidates private.candidate[], begins timestamptz, mode text
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- With less nobody could answer.
  shortest constant interval := '15 minutes';
  due constant timestamptz := private.next_loud(rules, b.time_zone, now());
  until constant timestamptz := least(
    due + rules.waitlist_respond_min * interval '1 minute', begins - private.waitlist_notice());
  hold uuid;
  plan private.planned_item[];
  made private.waitlist_offers;
begin
  if until < due + shortest then
    return 'too_soon';
  end if;
  plan := private.plan_request(b, rules, candidates, begins, null, null);
  if plan is null then
    return 'slot_taken';
  end if;
  if make_offer.mode <> 'everyone' then
    hold := gen_random_uuid();
    insert into private.slot_holds (hold_key, business_id, request_hash, expires_at)
      values (hold, b.id, 'offer', until);
    if not private.hold_places(hold, b.id, plan) then
      delete from private.slot_holds h where h.hold_key = hold;
      return 'slot_taken';
    end if;
  end if;
  insert into private.waitlist_offers (
    id, business_id, entry_id, created_by, mode, starts_at, ends_at, staff_ids, helps_with, sent_at,
    expires_at, hold_key)
  values (
    private.new_id(), b.id, e.id, auth.uid(), make_offer.mode,
    private.min_to_instant((plan[1]).start_min),
    (select private.min_to_instant(max((p).start_min + private.visible_min((p).candidate)))
     from unnest(plan) p),
    (select array_agg((p.candidate).staff_id order by (p.candidate).people = 0, p.place)
     from unnest(plan) with ordinality as p (candidate, start_min, place)),
    array(
      select (p.candidate).item from unnest(plan) with ordinality as p (candidate, start_min, place)
      where (p.candidate).people = 0 order by p.place),
    due, until, hold)
  returning * into made;
  update public.waitlist_entries w set state = 'offered' where w.id = e.id returning * into e;
  perform private.mail_waitlist(
    e, 'waitlist_offer', due, private.new_token(), null, private.public_offer(made));
  return null;
end
$$;
