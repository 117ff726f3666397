-- Holding a time.
--
--   page ──hold_slot──▶ busy row for some minutes ──book──▶ client, appointment, segments, token, mail
--
-- Both take the business's turn first (lock_business, which takes no number). Every writer
-- does, so that what is checked under the lock, blocks and working hours included, still holds at
-- commit; there is one lock and thus no deadlock. The exclusion constraint stays as the floor.
-- Who would have to wait for the turn looks first whether the time is still there (queue_for).

-- A hold takes people and resources, all or none.
create function private.hold_places(hold uuid, business uuid, plan private.planned_item[])
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted int;
  placed int;
  part private.planned_item;
  one private.candidate;
  begins timestamptz;
  span tstzrange;
  core tstzrange;
  picked uuid[];
  owners uuid[] := '{}';
  spans tstzrange[] := '{}';
  cores tstzrange[] := '{}';
  persons int[] := '{}';
begin
  foreach part in array plan loop
    one := part.candidate;
    begins := private.min_to_instant(part.start_min);
    span := private.resource_range(
      begins, one.duration_min, one.processing_min, one.finishing_min, one.buffer_before_min,
      one.buffer_after_min);
    core := case when one.shares_buffers
      then tstzrange(begins, begins + private.visible_min(one) * interval '1 minute')
      else span end;
    picked := private.pick_resources(
      business, one.resource_needs, span, core, owners,
      -- Who comes along at the same time sits somewhere else.
      array(
        select o.owner_id from unnest(owners, spans, persons) o (owner_id, during, person)
        where o.person is distinct from one.person and o.during && span),
      null, hold);
    if picked is null then
      return false;
    end if;
    owners := owners || picked;
    spans := spans || array_fill(span, array[cardinality(picked)]);
    cores := cores || array_fill(core, array[cardinality(picked)]);
    persons := persons || array_fill(one.person, array[cardinality(picked)]);
  end loop;

  with asked as (
    select c.staff_id as owner_id,
      private.busy_ranges(
        private.min_to_instant(p.start_min), c.duration_min, c.processing_min, c.finishing_min,
        c.buffer_before_min, c.buffer_after_min, c.processing_bookable) as ranges,
      private.core_ranges(
        private.min_to_instant(p.start_min), c.duration_min, c.processing_min, c.finishing_min,
        c.buffer_before_min, c.buffer_after_min, c.processing_bookable, c.shares_buffers) as core
    from unnest(plan) p
    cross join lateral (select (p.candidate).*) c
    union all
    select o.owner_id, tstzmultirange(o.during), tstzmultirange(o.core)
    from unnest(owners, spans, cores) o (owner_id, during, core)
  ),
  parts as (
    select a.owner_id, b.during, b.shareable
    from (
      select o.owner_id, range_agg(o.ranges) as whole, range_agg(o.core) as core
      from asked o group by o.owner_id
    ) a
    cross join lateral private.busy_parts(a.whole, a.core) b
  ),
  inserted as (
    insert into private.busy_segments (business_id, owner_id, during, hold_key, shareable)
    select business, q.owner_id, q.during, hold, q.shareable from parts q
    order by q.owner_id, lower(q.during)
    on conflict do nothing
    returning 1
  )
  select (select count(*) from parts), (select count(*) from inserted) into wanted, placed;
  return wanted = placed;
end
$$;

-- The business's turn, with holds that ran out cleared away first.
create function private.take_turn(business uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.lock_business(business);
  if private.drop_expired_holds(business) > 0 then
    perform private.settle_waiting(business);
  end if;
end
$$;

-- How many resources of a pool nobody has in a time, those that are out of service among them. `core`: what
-- of it is not only buffers that may be shared; null = all of it.
create function private.most_free(
  business uuid, pool uuid, during tstzrange, core tstzrange, except_hold uuid
) returns int
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select count(*) from public.resources r
    where r.business_id = business and r.pool_id = pool and r.status = 'active' and not exists (
      select from private.busy_segments s
      left join private.slot_holds h on h.hold_key = s.hold_key
      where s.owner_id = r.id and s.during && most_free.during and not s.overlap
        and (not s.shareable or core is null or s.during && core)
        and (except_hold is null or s.hold_key is distinct from except_hold)
        and (h.expires_at is null or h.expires_at > now())
      offset 0));
end
$$;

-- Whether nobody can begin at a time because each of them has somebody else then, or as many visits as
-- they may have that day, or because what they need for it is in use: a few looks into indexes, for most
-- of those who come too late. Nothing that plan_request would find possible is gone here; working time,
-- blocks, rooms that are out of service and later items are left to the plan.
create function private.is_gone(
  business uuid, candidates private.candidate[], starts_at timestamptz, except_hold uuid
) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  zone text;
  day_limit int;
begin
  select b.time_zone, r.max_per_day_per_staff into zone, day_limit
    from public.businesses b join public.booking_rules r on r.business_id = b.id
    where b.id = business;
  return not exists (
    select from unnest(candidates) c
    cross join lateral (
      select
        private.busy_ranges(
          starts_at, c.duration_min, c.processing_min, c.finishing_min,
          c.buffer_before_min, c.buffer_after_min, c.processing_bookable) as whole,
        private.core_ranges(
          starts_at, c.duration_min, c.processing_min, c.finishing_min,
          c.buffer_before_min, c.buffer_after_min, c.processing_bookable,
          c.shares_buffers) as core
    ) r
    where c.item = 1 and not exists (
      -- Person by person, as in occupied_time.
      select from private.busy_segments s
      left join private.slot_holds h on h.hold_key = s.hold_key
      where s.owner_id = c.staff_id and s.during && range_merge(r.whole) and not s.overlap
        and (s.during && r.core or (s.during && r.whole and not s.shareable))
        and (except_hold is null or s.hold_key is distinct from except_hold)
        and (h.expires_at is null or h.expires_at > now())
      offset 0)
    and not exists (
      select from jsonb_to_recordset(c.resource_needs) n (pool_id uuid, qty int)
      where n.qty > private.most_free(
        business, n.pool_id,
        private.resource_range(
          starts_at, c.duration_min, c.processing_min, c.finishing_min,
          c.buffer_before_min, c.buffer_after_min),
        case when c.shares_buffers
          then private.resource_range(
            starts_at, c.duration_min, c.processing_min, c.finishing_min, 0, 0) end,
        except_hold))
    and (day_limit is null or not exists (
      select from private.full_days(
        business, zone, array[c.staff_id], tstzrange(starts_at, starts_at, '[]'), day_limit, null) f
      where f.day = (starts_at at time zone zone)::date)));
end
$$;

-- Reads what hold_slot and book have in common, and judges all of it but whether the time is still there.
-- Refuses with its code.
create function private.read_request(
  b public.businesses, rules public.booking_rules, request jsonb,
  out candidates private.candidate[], out starts_at timestamptz, out place text
)
language plpgsql stable set search_path = ''
as $$
begin
  if not private.books_online(b) then
    perform private.refuse('paused');
  end if;
  candidates := private.read_group(b.id, rules, request);
  place := private.place_of_request(candidates, request ->> 'place');
  if place = 'client' and private.is_group(candidates) then
    perform private.refuse('not_offered', 'guests');
  end if;
  candidates := private.candidates_at(candidates, place, rules);
  if private.is_group(candidates) then
    candidates := private.with_pauses(candidates);
  end if;
  starts_at := private.as_instant(request -> 'starts_at');
  perform private.check_start(rules, b.time_zone, starts_at);
end
$$;

-- A request as it was read before its turn: who could do it, when and where, and the number of the
-- business's clock then; or which seats of a class it asks for. Nothing of it when it was not read, or when
-- something is wrong with it.
create type private.look as (
  candidates private.candidate[],
  starts_at timestamptz,
  place text,
  rev bigint,
  session jsonb,
  is_gone boolean
);

-- Whether who could do what, and how long it takes, is what it was at a number of the clock: nothing
-- changed in the tables that read_request reads.
create function private.is_same_menu(business uuid, since bigint) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return not (
    exists (select from public.services x where x.business_id = business and x.rev > since)
    or exists (
      select from public.service_variants x where x.business_id = business and x.rev > since)
    or exists (
      select from public.service_categories x where x.business_id = business and x.rev > since)
    or exists (select from public.bundles x where x.business_id = business and x.rev > since)
    or exists (select from public.add_ons x where x.business_id = business and x.rev > since)
    or exists (select from public.add_on_groups x where x.business_id = business and x.rev > since)
    or exists (select from public.staff x where x.business_id = business and x.rev > since)
    or exists (
      select from public.staff_service_overrides x where x.business_id = business and x.rev > since)
    or exists (select from public.resource_pools x where x.business_id = business and x.rev > since)
    or exists (select from public.booking_rules x where x.business_id = business and x.rev > since)
    or exists (select from public.businesses x where x.business_id = business and x.rev > since));
end
$$;

-- As read_request, in the turn: refuses a time that is gone as well. `own_hold`: the asker's, it is in
-- nobody's way. What was seen before the turn is not read again when it is the same.
create function private.judge_request(
  b public.businesses, rules public.booking_rules, request jsonb, own_hold uuid, seen private.look,
  out candidates private.candidate[], out starts_at timestamptz, out place text
)
language plpgsql stable set search_path = ''
as $$
begin
  if seen.candidates is not null and private.is_same_menu(b.id, seen.rev) then
    -- What a business pays is no part of its clock.
    if not private.books_online(b) then
      perform private.refuse('paused');
    end if;
    candidates := seen.candidates;
    starts_at := seen.starts_at;
    place := seen.place;
  else
    select r.candidates, r.starts_at, r.place into candidates, starts_at, place
      from private.read_request(b, rules, request) r;
  end if;
  if private.is_gone(b.id, candidates, starts_at, own_hold) then
    perform private.refuse('slot_taken', 'starts_at');
  end if;
end
$$;

-- Everything is read with one snapshot (that is what STABLE means), so that "gone" is what the turn would
-- have said at that moment.
create function private.look_at(business uuid, request jsonb, own_hold uuid) returns private.look
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.businesses;
  rules public.booking_rules;
  seen private.look;
begin
  select * into b from public.businesses x where x.id = business;
  if jsonb_typeof(request -> 'session') = 'object' then
    select j.is_full into seen.is_gone from private.judge_seats(b, request) j;
    seen.session := request -> 'session';
    return seen;
  end if;
  select * into rules from public.booking_rules r where r.business_id = business;
  select r.candidates, r.starts_at, r.place into seen.candidates, seen.starts_at, seen.place
    from private.read_request(b, rules, request) r;
  seen.is_gone := private.is_gone(business, seen.candidates, seen.starts_at, own_hold);
  select c.rev into seen.rev from private.business_clock c where c.business_id = business;
  return seen;
exception when others then
  return null;
end
$$;

-- What a look read is gone by now. Cheap, where judging it again is not.
create function private.is_gone_since(business uuid, seen private.look, own_hold uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if seen.session is not null then
    return private.is_class_full(business, seen.session);
  end if;
  return private.is_gone(business, seen.candidates, seen.starts_at, own_hold)
    and private.is_same_menu(business, seen.rev);
end
$$;

-- Waits until whoever has the turn is done, and does not take it: all who wait like this go on together,
-- where those who want the turn get it one by one. The lock goes with the block it was taken in.
create function private.wait_for_turn(business uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(uuid_hash_extended(business, 0));
  raise sqlstate 'DB001';
exception when sqlstate 'DB001' then
  return;
end
$$;

-- The turn for a request whose time is still there then. Who is too late gives it back at once and not
-- with their answer: those behind them are waiting. True = too late, and without the turn.
create function private.turn_or_gone(business uuid, seen private.look, own_hold uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.lock_business(business);
  if private.is_gone_since(business, seen, own_hold) then
    raise sqlstate 'DB001';
  end if;
  return false;
exception when sqlstate 'DB001' then
  return true;
end
$$;

-- The business's turn for a request, with what was seen of it on the way; or without the turn when it
-- `is_gone`: others are ahead, and they have it. Of three hundred who want forty times the others are told
-- at once and nobody waits for them (decisions/0001). Who would not have to wait sees nothing here.
create function private.queue_for(business uuid, request jsonb, own_hold uuid) returns private.look
language plpgsql volatile security definer set search_path = ''
as $$
declare
  seen private.look;
begin
  if pg_try_advisory_xact_lock(uuid_hash_extended(business, 0)) then
    return seen;
  end if;
  seen := private.look_at(business, request, own_hold);
  if seen.is_gone is null then
    perform private.lock_business(business);
  elsif not seen.is_gone then
    -- Most who want what the one ahead of them gets are told here, all at the same time.
    perform private.wait_for_turn(business);
    seen.is_gone := private.is_gone_since(business, seen, own_hold);
    if not seen.is_gone then
      seen.is_gone := private.turn_or_gone(business, seen, own_hold);
    end if;
  end if;
  return seen;
end
$$;

create function private.hold(
  b public.businesses, request jsonb, hold_key uuid, seen private.look default null
) returns timestamptz
language plpgsql volatile set search_path = ''
as $$
declare
  extension constant interval := '5 minutes';
  rules public.booking_rules;
  asked record;
  plan private.planned_item[];
  held private.slot_holds;
  request_hash constant text :=
    md5((request -> 'items')::text || (request -> 'starts_at')::text
      || coalesce(request ->> 'place', '')
      || coalesce(nullif(request -> 'guests', '[]')::text, ''));
  until timestamptz;
begin
  perform private.take_turn(b.id);
  -- What was read before the turn came may have changed while waiting for it.
  select * into b from public.businesses x where x.id = b.id;
  select * into rules from public.booking_rules r where r.business_id = b.id;
  select * into asked from private.judge_request(b, rules, request, hold_key, seen);
  select * into held from private.slot_holds h where h.hold_key = hold.hold_key;
  if held.business_id <> b.id then
    perform private.refuse('invalid', 'hold_key');
  elsif held.request_hash = request_hash then
    -- The same time again: more time once, then only what is left.
    if not held.extended then
      update private.slot_holds h set expires_at = h.expires_at + extension, extended = true
        where h.hold_key = hold.hold_key
        returning h.expires_at into held.expires_at;
    end if;
    return held.expires_at;
  end if;

  plan := private.plan_request(b, rules, asked.candidates, asked.starts_at, hold_key, null);
  if plan is null then
    perform private.refuse(
      private.no_plan_code(b, rules, asked.candidates, asked.starts_at), 'starts_at');
  end if;
  delete from private.slot_holds h where h.hold_key = hold.hold_key;
  until := now() + make_interval(mins => rules.hold_min);
  insert into private.slot_holds (hold_key, business_id, request_hash, expires_at, network_hash)
    values (
      hold_key, b.id, request_hash, until, sha256(convert_to(private.client_network(), 'UTF8')));
  if not private.hold_places(hold_key, b.id, plan) then
    perform private.refuse('slot_taken', 'starts_at');
  end if;
  return until;
end
$$;

-- How many other times are held in a business from one network.
create function private.live_holds(business uuid, network text, own_hold uuid) returns int
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(*) from private.slot_holds h
    where h.business_id = business and h.network_hash = sha256(convert_to(network, 'UTF8'))
      and h.hold_key <> own_hold and h.expires_at > now());
end
$$;

create function public.hold_slot(slug text, request jsonb, hold_key uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
set plan_cache_mode = force_generic_plan
as $$
declare
  b public.businesses;
  network constant text := private.client_network();
  -- A family, or a few people on one café's network; from then on each hold costs some work.
  free_live constant int := 3;
  most_live constant int := 12;
  work_bits constant int := 16;
  live int;
  seen private.look;
  field text;
begin
  select * into b from public.businesses x where x.slug = lower(hold_slot.slug);
  if not found then
    return private.refused('not_found', null);
  elsif hold_slot.hold_key is null or jsonb_typeof(request) is distinct from 'object' then
    return private.refused('invalid', 'hold_key');
  elsif not private.take_ticket('hold:network', network) then
    return private.rate_limited('hold:network');
  end if;
  live := private.live_holds(b.id, network, hold_slot.hold_key);
  if live >= most_live then
    return private.rate_limited('hold:network');
  elsif live >= free_live
    and not private.is_work_done(hold_slot.hold_key, request ->> 'work', work_bits) then
    -- A key holds one time, so no work counts for two (card_testing.sql asks for it likewise).
    return private.refused('captcha_failed', work_bits::text);
  end if;
  -- Seats are not held.
  seen := private.queue_for(b.id, request - 'session', hold_slot.hold_key);
  if seen.is_gone then
    return private.refused('slot_taken', 'starts_at');
  -- Counted in the turn: before it, everybody would wait for this row as well.
  elsif not private.take_ticket('hold:business', b.id::text) then
    return private.rate_limited('hold:network');
  end if;
  begin
    return jsonb_build_object('ok', true, 'expires_at', private.hold(b, request, hold_slot.hold_key, seen));
  exception
    when sqlstate 'PT409' then
      get stacked diagnostics field = column_name;
      return private.refused(sqlerrm, field);
    when others then
      return private.hide_error(sqlstate, sqlerrm);
  end;
end
$$;

-- Gives a held time back. Always the same answer, whether there was something to give back or not.
create function public.release_hold(slug text, hold_key uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  business uuid;
begin
  if private.take_ticket('hold:network', private.client_network()) then
    select h.business_id into business
      from private.slot_holds h
      join public.businesses b on b.id = h.business_id
      where b.slug = lower(release_hold.slug) and h.hold_key = release_hold.hold_key;
    if found then
      perform private.lock_business(business);
      delete from private.slot_holds h where h.hold_key = release_hold.hold_key;
      perform private.settle_waiting(business);
    end if;
  end if;
  return jsonb_build_object('ok', true);
end
$$;

revoke all on function
  private.live_holds(uuid, text, uuid),
  public.hold_slot(text, jsonb, uuid), public.release_hold(text, uuid)
from public;
grant execute on function public.hold_slot(text, jsonb, uuid), public.release_hold(text, uuid)
to anon, authenticated, service_role;
