-- Booking with rooms and chairs: free times, plans, holds and the page's answers know of them.
--
-- An item can start when its person is free and, of every pool that its service needs, enough
-- resources are free from its first buffer to its last one. The items of one visit may share a room,
-- also where their buffers meet, so each item is looked at by itself.
-- src/domain/availability/{slots,pools}.ts is the same rule.

-- When each resource of some pools is free, in epoch minutes; one row per resource.
create function private.free_resources(
  business uuid, zone text, pools uuid[], from_min int, to_min int,
  except_hold uuid, except_appointment uuid
) returns table (pool_id uuid, resource_id uuid, free int4multirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  span constant tstzrange :=
    tstzrange(private.min_to_instant(from_min), private.min_to_instant(to_min));
begin
  return query
    select r.pool_id, r.id,
      int4multirange(int4range(from_min, to_min)) - coalesce((
        select range_agg(int4range(
          coalesce(private.epoch_min(lower(x.during)), from_min),
          coalesce(private.epoch_min_up(upper(x.during)), to_min)))
        from (
          select o.during
            from (values (private.out_range(r.out_from, r.out_until, zone))) o (during)
            where o.during && span
          union all
          select b.during
            from private.busy_segments b
            left join private.slot_holds h on h.hold_key = b.hold_key
            where b.owner_id = r.id and b.during && span and not b.overlap
              and (except_hold is null or b.hold_key is distinct from except_hold)
              and (except_appointment is null
                or b.appointment_id is distinct from except_appointment)
              and (h.expires_at is null or h.expires_at > now())
          union all
          select b.during
            from private.busy_segments b
            where b.business_id = business and b.overlap and b.owner_id = r.id and b.during && span
              and (except_appointment is null
                or b.appointment_id is distinct from except_appointment)
        ) x), '{}')
    from public.resources r
    join public.resource_pools p on p.business_id = r.business_id and p.id = r.pool_id
    where r.business_id = business and r.pool_id = any (pools)
      and r.status = 'active' and p.status = 'active'
    order by r.pool_id, r.id;
end
$$;

-- The minutes that lie in at least so many of the sets.
create function private.at_least(sets int4multirange[], wanted int) returns int4multirange
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(range_agg(int4range(d.at, d.until)), '{}')
      from (
        select e.at, lead(e.at) over (order by e.at) as until,
          sum(sum(e.step)) over (order by e.at) as depth
        from (
          select lower(w) as at, 1 as step from unnest(sets) s (free), unnest(s.free) w
          union all
          select upper(w), -1 from unnest(sets) s (free), unnest(s.free) w
        ) e
        group by e.at
      ) d
      where d.depth >= wanted and d.until > d.at);
end
$$;

alter type private.candidate add attribute resource_needs jsonb;

-- The starts of a candidate for which its pools have enough; null = it needs none. `pools` and `free`
-- side by side, one entry per resource.
create function private.resource_starts(
  c private.candidate, pools uuid[], free int4multirange[]
) returns int4multirange
language plpgsql immutable set search_path = ''
as $$
declare
  ends constant int := private.visible_min(c) + c.buffer_after_min;
  need record;
  starts int4multirange;
begin
  for need in select n.pool_id, n.qty from jsonb_to_recordset(c.resource_needs) n (pool_id uuid, qty int)
  loop
    starts := coalesce(starts, '{(,)}') * private.at_least(array(
      select private.shrink(f.free, -c.buffer_before_min, ends)
      from unnest(pools, free) f (pool_id, free) where f.pool_id = need.pool_id), need.qty);
  end loop;
  return starts;
end
$$;

drop function private.plan_items(private.candidate[], uuid[], int4multirange[], int, int);
-- `allowed`: per candidate the starts for which there are resources, null = all.
create function private.plan_items(
  candidates private.candidate[], staff uuid[], free int4multirange[], gap_min int, start_min int,
  allowed int4multirange[] default null
) returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  items constant int := (select max((c).item) from unnest(candidates) c);
  -- Starts of candidates[i] from which this and all later items can be done.
  starts int4multirange[] := array_fill('{}'::int4multirange, array[cardinality(candidates)]);
  following int4multirange;
  together int4multirange;
  own int4multirange;
  window_found int4range;
  c private.candidate;
  earliest int := start_min;
  latest int := start_min;
  best int;
  best_start int;
  best_rank int;
  at int;
  rank int;
  plan private.planned_item[] := '{}';
begin
  for item in reverse items .. 1 loop
    together := '{}';
    for i in 1 .. cardinality(candidates) loop
      c := candidates[i];
      continue when c.item <> item;
      own := private.possible_starts(
        c, coalesce(free[array_position(staff, c.staff_id)], '{}'));
      own := own * coalesce(allowed[i], '{(,)}');
      if following is not null then
        own := own * private.starts_before(following, private.visible_min(c), gap_min);
      end if;
      starts[i] := own;
      together := together + own;
    end loop;
    following := together;
  end loop;

  for item in 1 .. items loop
    best := null;
    for i in 1 .. cardinality(candidates) loop
      c := candidates[i];
      continue when c.item <> item;
      select w into window_found
        from unnest(starts[i] * int4multirange(int4range(earliest, latest + 1))) w
        order by w limit 1;
      continue when not found;
      at := lower(window_found);
      rank := coalesce(array_position(staff, c.staff_id), 2147483647);
      if best is null or at < best_start or (at = best_start and rank < best_rank) then
        best := i;
        best_start := at;
        best_rank := rank;
      end if;
    end loop;
    if best is null then
      return null;
    end if;
    plan := plan || row(candidates[best], best_start)::private.planned_item;
    earliest := best_start + private.visible_min(candidates[best]);
    latest := earliest + gap_min;
  end loop;
  return plan;
end
$$;

create or replace function private.plan_request(
  b public.businesses, rules public.booking_rules, candidates private.candidate[],
  starts_at timestamptz, except_hold uuid, except_appointment uuid
) returns private.planned_item[]
language plpgsql stable set search_path = ''
as $$
declare
  start_min constant int := private.epoch_min(starts_at);
  -- As far as the whole request can reach, with the longest gaps and buffers on both sides.
  reach constant int := (
    select sum(n.longest + rules.max_gap_min) + 960
    from (
      select max(private.visible_min(c)) as longest from unnest(candidates) c group by (c).item
    ) n);
  staff uuid[] := array(select distinct (c).staff_id from unnest(candidates) c);
  free int4multirange[];
  pools uuid[] := array(
    select distinct n.pool_id
    from unnest(candidates) c, jsonb_to_recordset((c).resource_needs) n (pool_id uuid, qty int));
  owners uuid[];
  windows int4multirange[];
  allowed int4multirange[];
begin
  if cardinality(staff) > 1 then
    staff := private.preferred_staff(b.id, b.time_zone, rules.assign_rule, staff, starts_at);
  end if;
  select array_agg(f.free order by array_position(staff, f.staff_id)) into free
    from private.free_time(
      b.id, b.time_zone, staff, start_min - 480, start_min + reach,
      except_hold, except_appointment) f;
  if pools <> '{}' then
    select array_agg(f.pool_id), array_agg(f.free) into owners, windows
      from private.free_resources(
        b.id, b.time_zone, pools, start_min - 480, start_min + reach,
        except_hold, except_appointment) f;
    for i in 1 .. cardinality(candidates) loop
      allowed[i] := private.resource_starts(candidates[i], owners, windows);
    end loop;
  end if;
  return private.plan_items(candidates, staff, free, rules.max_gap_min, start_min, allowed);
end
$$;

create or replace function private.read_items(business uuid, rules public.booking_rules, items jsonb)
returns private.candidate[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  most constant int := case when rules.multi_service then rules.max_services else 1 end;
  item jsonb;
  place int := 0;
  variant uuid;
  wanted_staff uuid;
  chosen uuid[];
  service uuid;
  found_ones private.candidate[];
  all_ones private.candidate[] := '{}';
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    perform private.refuse('invalid', 'items');
  elsif jsonb_array_length(items) > most then
    perform private.refuse('too_many', 'items');
  end if;

  for item in select value from jsonb_array_elements(items) loop
    place := place + 1;
    variant := private.as_uuid(item -> 'variant_id');
    wanted_staff := private.as_uuid(item -> 'staff_id');
    chosen := private.as_uuids(item -> 'add_on_ids');
    if variant is null then
      perform private.refuse('invalid', 'variant_id');
    elsif chosen is null then
      perform private.refuse('invalid', 'add_on_ids');
    elsif wanted_staff is null and jsonb_typeof(item -> 'staff_id') = 'string' then
      perform private.refuse('invalid', 'staff_id');
    elsif wanted_staff is not null and rules.staff_choice <> 'client' then
      perform private.refuse('not_offered', 'staff_id');
    end if;
    select v.service_id into service from public.service_variants v
      where v.business_id = business and v.id = variant;
    if not private.add_ons_fit(business, service, chosen) then
      perform private.refuse('invalid', 'add_on_ids');
    end if;

    select array_agg(row(
        place, p.id, wanted_staff is null, v.id,
        case when v.name = '' then s.name else s.name || ' – ' || v.name end,
        chosen, s.location_types, s.approval, s.audience, v.for_client,
        coalesce(o.duration_min, v.duration_min) + extra.minutes,
        v.processing_min, v.finishing_min, v.buffer_before_min, v.buffer_after_min,
        v.processing_bookable, v.price_kind,
        extra.cents + case when v.price_kind in ('fixed', 'from')
          then coalesce(o.price_cents, v.price_cents) else 0 end,
        needs.active
      )::private.candidate)
      into found_ones
      from public.service_variants v
      join private.offered_services s on s.business_id = v.business_id and s.id = v.service_id
      join private.online_staff p on p.business_id = v.business_id
      left join public.staff_service_overrides o
        on o.business_id = v.business_id and o.variant_id = v.id and o.staff_id = p.id
      cross join lateral (
        select coalesce(sum(a.extra_min), 0)::int as minutes,
          coalesce(sum(a.price_cents), 0) as cents
        from public.add_ons a where a.business_id = business and a.id = any (chosen)
      ) extra
      cross join lateral (
        select private.active_needs(business, s.resource_needs) as active) needs
      where v.business_id = business and v.id = variant and v.status = 'active'
        and (wanted_staff is null or p.id = wanted_staff)
        and coalesce(o.offered, true);
    if found_ones is null then
      perform private.refuse('not_offered', case when wanted_staff is null
        then 'variant_id' else 'staff_id' end);
    end if;
    all_ones := all_ones || found_ones;
  end loop;
  return all_ones;
end
$$;

create or replace function private.candidates_of(a public.appointments, rules public.booking_rules)
returns private.candidate[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select row(
        row_number() over (partition by p.id order by s.position, s.id), p.id, s.any_staff,
        s.variant_id, s.service_name, s.add_on_ids, array[a.location_type], false, 'all', 'any',
        s.duration_min, s.processing_min, s.finishing_min, s.buffer_before_min,
        s.buffer_after_min, s.processing_bookable, s.price_kind, s.price_cents,
        private.active_needs(a.business_id, s.resource_needs)
      )::private.candidate
    from public.appointment_segments s
    join public.staff p on p.business_id = s.business_id
      and (p.id = s.staff_id or (
        s.any_staff and p.status = 'active' and p.bookable and p.online_visible
        and not exists (
          select from public.staff_service_overrides o
          where o.business_id = p.business_id and o.staff_id = p.id
            and o.variant_id = s.variant_id and not o.offered)))
    where s.business_id = a.business_id and s.appointment_id = a.id);
end
$$;

-- A hold takes people and resources, all or none.
create or replace function private.hold_places(hold uuid, business uuid, plan private.planned_item[])
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted int;
  placed int;
  part private.planned_item;
  one private.candidate;
  span tstzrange;
  picked uuid[];
  owners uuid[] := '{}';
  spans tstzrange[] := '{}';
begin
  foreach part in array plan loop
    one := part.candidate;
    span := private.resource_range(
      private.min_to_instant(part.start_min), one.duration_min, one.processing_min,
      one.finishing_min, one.buffer_before_min, one.buffer_after_min);
    picked := private.pick_resources(business, one.resource_needs, span, owners, '{}', null, hold);
    if picked is null then
      return false;
    end if;
    owners := owners || picked;
    spans := spans || array_fill(span, array[cardinality(picked)]);
  end loop;

  with asked as (
    select ((p).candidate).staff_id as owner_id, (private.busy_ranges(
        private.min_to_instant((p).start_min), ((p).candidate).duration_min,
        ((p).candidate).processing_min, ((p).candidate).finishing_min,
        ((p).candidate).buffer_before_min, ((p).candidate).buffer_after_min,
        ((p).candidate).processing_bookable)) as ranges
    from unnest(plan) p
    union all
    select o.owner_id, tstzmultirange(o.during) from unnest(owners, spans) o (owner_id, during)
  ),
  parts as (
    select a.owner_id, unnest(range_agg(a.ranges)) as during from asked a group by a.owner_id
  ),
  inserted as (
    insert into private.busy_segments (business_id, owner_id, during, hold_key)
    select business, q.owner_id, q.during, hold from parts q
    order by q.owner_id, lower(q.during)
    on conflict do nothing
    returning 1
  )
  select (select count(*) from parts), (select count(*) from inserted) into wanted, placed;
  return wanted = placed;
end
$$;

create or replace function private.write_booking(
  b public.businesses, rules public.booking_rules, request jsonb,
  plan private.planned_item[], client uuid, status text, staff_note text
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  appointment uuid := private.new_id();
  place constant text := private.place_of(plan);
begin
  insert into public.appointments (
    id, business_id, client_id, source, location_type, address, time_zone, starts_at, ends_at,
    status, client_note, staff_note, policy_version, ical_uid)
  values (
    appointment, b.id, client, 'online', place,
    case when place = 'client' then nullif(request -> 'address', 'null') end,
    b.time_zone, private.min_to_instant((plan[1]).start_min),
    (select private.min_to_instant(max((p).start_min + private.visible_min((p).candidate)))
     from unnest(plan) p),
    status,
    nullif(left(btrim(coalesce(request ->> 'note', '')), 1000), ''), staff_note,
    (select p.version from private.current_policy(b.id) p), appointment || '@daybook.app');
  insert into public.appointment_segments (
    id, business_id, appointment_id, position, variant_id, service_name, add_on_ids, staff_id,
    any_staff, starts_at, ends_at, duration_min, processing_min, finishing_min,
    buffer_before_min, buffer_after_min, processing_bookable, price_kind, price_cents,
    resource_needs)
  select
    private.new_id(), b.id, appointment, p.place - 1, (p.candidate).variant_id,
    (p.candidate).service_name, (p.candidate).add_on_ids, (p.candidate).staff_id,
    (p.candidate).any_staff, private.min_to_instant(p.start_min),
    private.min_to_instant(p.start_min), (p.candidate).duration_min,
    (p.candidate).processing_min, (p.candidate).finishing_min, (p.candidate).buffer_before_min,
    (p.candidate).buffer_after_min, (p.candidate).processing_bookable,
    (p.candidate).price_kind, (p.candidate).price_cents,
    coalesce((p.candidate).resource_needs, '[]')
  from unnest(plan) with ordinality as p (candidate, start_min, place);
  perform private.settle_pending();
  return appointment;
end
$$;

create or replace function private.move(a public.appointments, starts_at timestamptz, hold_key uuid)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.businesses;
  r public.booking_rules;
  refusal text;
  candidates private.candidate[];
  plan private.planned_item[];
begin
  perform private.take_turn(a.business_id);
  select * into a from public.appointments x where x.id = a.id;
  select * into b from public.businesses x where x.id = a.business_id;
  select * into r from public.booking_rules x where x.business_id = a.business_id;
  refusal := coalesce(
    private.manage_refusal(a, r.allow_reschedule, r.reschedule_notice_min, 'reschedule_disabled'),
    case when a.reschedule_count >= r.max_reschedules then 'reschedule_limit' end,
    case when not b.booking_enabled then 'paused' end);
  if refusal is not null then
    perform private.refuse(refusal);
  end if;
  perform private.check_start(r, b.time_zone, starts_at);
  candidates := private.candidates_of(a, r);
  plan := private.plan_request(b, r, candidates, starts_at, (
    select h.hold_key from private.slot_holds h
    where h.hold_key = move.hold_key and h.business_id = b.id), a.id);
  if plan is null then
    perform private.refuse(private.no_plan_code(b, r, candidates, starts_at), 'starts_at');
  end if;
  delete from private.slot_holds h
    where h.hold_key = move.hold_key and h.business_id = b.id;
  update public.appointments x
    set reschedule_count = x.reschedule_count + 1, confirmation = 'none' where x.id = a.id;
  update public.appointment_segments s
    set staff_id = (p.candidate).staff_id, starts_at = private.min_to_instant(p.start_min),
      -- A room chosen by hand was chosen for the old time.
      resource_fixed = false
    from (
      select x.id, row_number() over (order by x.position, x.id) as item
      from public.appointment_segments x
      where x.business_id = a.business_id and x.appointment_id = a.id
    ) parts
    join unnest(plan) p (candidate, start_min) on (p.candidate).item = parts.item
    where s.id = parts.id;
  perform private.settle_pending();
  if (select x.conflict from public.appointments x where x.id = a.id) then
    -- Nothing was lost: the caller undoes all of it and the old time stays.
    perform private.refuse('slot_taken', 'starts_at');
  end if;
  update private.public_tokens t
    set expires_at = greatest(t.expires_at, (
      select x.ends_at from public.appointments x where x.id = a.id) + private.token_life())
    where t.business_id = a.business_id and t.subject_id = a.id;
  perform private.mail_appointment(
    a.id, 'rescheduled', now(), private.new_token(), null, a.starts_at);
  return jsonb_build_object(
    'ok', true, 'status', a.status, 'appointment', private.public_appointment(a.id));
end
$$;

create or replace function private.public_catalogue(business uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with services as materialized (
        select * from private.offered_services s where s.business_id = business
      ),
      variants as materialized (
        select v.* from public.service_variants v
        join services s on s.id = v.service_id
        where v.business_id = business and v.status = 'active'
      ),
      groups as materialized (
        select g.* from public.add_on_groups g
        where g.business_id = business and g.service_ids && (select array_agg(s.id) from services s)
      )
      select jsonb_build_object(
        'categories', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', c.id, 'name', c.name, 'colour', c.colour, 'sort_key', c.sort_key)
            order by c.sort_key, c.id), '[]')
          from public.service_categories c
          where c.business_id = business and c.visible_online
            and c.id in (select s.category_id from services s)),
        'services', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', s.id, 'category_id', s.category_id, 'name', s.name, 'description', s.description,
            'image_path', s.image_path, 'colour', s.colour, 'visibility', s.visibility,
            'audience', s.audience, 'location_types', s.location_types, 'approval', s.approval,
            'resource_needs', private.active_needs(business, s.resource_needs),
            'sort_key', s.sort_key) order by s.sort_key, s.id), '[]')
          from services s),
        'variants', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', v.id, 'service_id', v.service_id, 'name', v.name, 'price_kind', v.price_kind,
            'price_cents', v.price_cents, 'duration_min', v.duration_min,
            'processing_min', v.processing_min, 'finishing_min', v.finishing_min,
            'buffer_before_min', v.buffer_before_min, 'buffer_after_min', v.buffer_after_min,
            'processing_bookable', v.processing_bookable, 'for_client', v.for_client,
            'sort_key', v.sort_key) order by v.sort_key, v.id), '[]')
          from variants v),
        'overrides', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'staff_id', o.staff_id, 'variant_id', o.variant_id, 'offered', o.offered,
            'price_cents', o.price_cents, 'duration_min', o.duration_min)), '[]')
          from public.staff_service_overrides o
          join variants v on v.id = o.variant_id
          join private.online_staff s on s.business_id = o.business_id and s.id = o.staff_id
          where o.business_id = business),
        'add_on_groups', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', g.id, 'name', g.name, 'service_ids', g.service_ids, 'min_count', g.min_count,
            'max_count', g.max_count, 'sort_key', g.sort_key) order by g.sort_key, g.id), '[]')
          from groups g),
        'add_ons', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', a.id, 'group_id', a.group_id, 'name', a.name, 'price_cents', a.price_cents,
            'extra_min', a.extra_min, 'sort_key', a.sort_key) order by a.sort_key, a.id), '[]')
          from public.add_ons a
          join groups g on g.id = a.group_id
          where a.business_id = business and a.status = 'active'))
  );
end
$$;

create or replace function public.public_availability(slug text, from_day date, to_day date) returns json
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  most_days constant int := 62;
  b public.businesses;
  r public.booking_rules;
  today date;
  from_min int;
  to_min int;
  people json;
  resources json;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network')::json;
  end if;
  select * into b from public.businesses x where x.slug = lower(public_availability.slug);
  if not found then
    return private.refused('not_found', null)::json;
  elsif from_day is null or to_day is null or to_day < from_day
    or to_day - from_day >= most_days then
    return private.refused('invalid', 'to_day')::json;
  end if;
  select * into r from public.booking_rules x where x.business_id = b.id;
  today := (now() at time zone b.time_zone)::date;
  from_min := greatest(
    private.epoch_min(private.day_start(from_day, b.time_zone)), private.epoch_min(now()));
  -- One day more than the last bookable one: work may end after midnight.
  to_min := private.epoch_min(private.day_start(
    least(to_day, today + r.window_days + 1) + 1, b.time_zone));
  if b.booking_enabled and from_min < to_min then
    -- As text a multirange is {[1,2),[3,4)}: without its signs it is the list, with no need to take it
    -- apart into rows.
    select json_agg(json_build_object(
        'id', f.staff_id, 'free', ('[' || translate(f.free::text, '{[)}', '') || ']')::json
      ) order by f.staff_id)
      into people
      from private.free_time(
        b.id, b.time_zone,
        array(select s.id from private.online_staff s where s.business_id = b.id),
        from_min, to_min, null, null) f;
    -- One entry per resource, without its name: how many are free is what slots need.
    select json_agg(json_build_object(
        'id', f.resource_id, 'pool_id', f.pool_id, 'free', ('[' || translate(f.free::text, '{[)}', '') || ']')::json
      ) order by f.pool_id, f.resource_id)
      into resources
      from private.free_resources(
        b.id, b.time_zone,
        array(
          select distinct n.pool_id
          from private.offered_services s,
            jsonb_to_recordset(s.resource_needs) n (pool_id uuid, qty int)
          where s.business_id = b.id),
        from_min, to_min, null, null) f;
  end if;
  return json_build_object(
    'ok', true, 'server_time', clock_timestamp(), 'staff', coalesce(people, '[]'),
    'resources', coalesce(resources, '[]'));
end
$$;

create or replace function public.booking_status(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  b public.businesses;
  r public.booking_rules;
  cancel_refusal text;
  move_refusal text;
begin
  a := private.managed_appointment(token);
  if a.id is null then
    return private.refused('not_found', null);
  end if;
  select * into b from public.businesses x where x.id = a.business_id;
  select * into r from public.booking_rules x where x.business_id = a.business_id;
  cancel_refusal :=
    private.manage_refusal(a, r.allow_cancel, r.cancel_notice_min, 'cancel_disabled');
  move_refusal := coalesce(
    private.manage_refusal(a, r.allow_reschedule, r.reschedule_notice_min, 'reschedule_disabled'),
    case when a.reschedule_count >= r.max_reschedules then 'reschedule_limit' end,
    case when not b.booking_enabled then 'paused' end);
  return jsonb_build_object(
    'ok', true, 'server_time', clock_timestamp(),
    'appointment', private.public_appointment(a.id) || jsonb_build_object(
      'location_type', a.location_type, 'ical_uid', a.ical_uid, 'ical_sequence', a.ical_sequence,
      'cancel_reason', a.cancel_reason),
    'business', private.public_business(b) - 'privacy_text',
    'staff', (
      select coalesce(jsonb_agg(distinct jsonb_build_object(
        'id', p.id, 'display_name', case when r.staff_choice = 'hidden' then ''
          else p.display_name end)), '[]')
      from public.appointment_segments s
      join public.staff p on p.business_id = s.business_id and p.id = s.staff_id
      where s.business_id = a.business_id and s.appointment_id = a.id),
    'rules', private.public_rules(r),
    -- Who could do each part at another time, and how long it takes them: what the page needs to lay
    -- slots on public_availability, the same way as `move` plans.
    'needs', (
      select coalesce(jsonb_agg(n.by order by n.item), '[]')
      from (
        select (c).item as item, jsonb_agg(jsonb_build_object(
          'staff_id', (c).staff_id, 'duration_min', (c).duration_min,
          'processing_min', (c).processing_min, 'finishing_min', (c).finishing_min,
          'buffer_before_min', (c).buffer_before_min, 'buffer_after_min', (c).buffer_after_min,
          'processing_bookable', (c).processing_bookable,
          'resource_needs', (c).resource_needs) order by (c).staff_id) as by
        from unnest(private.candidates_of(a, r)) c
        where move_refusal is null
        group by (c).item
      ) n),
    -- What it has itself counts as free for it, as with people.
    'resources', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.owner_id, 'free', jsonb_build_array(
          private.epoch_min(lower(o.during)), private.epoch_min_up(upper(o.during))))), '[]')
      from private.busy_segments o
      join public.resources t on t.business_id = o.business_id and t.id = o.owner_id
      where o.business_id = a.business_id and o.appointment_id = a.id),
    'can_cancel', cancel_refusal is null, 'cancel_refusal', cancel_refusal,
    'can_reschedule', move_refusal is null, 'reschedule_refusal', move_refusal,
    'cancel_until', case when r.allow_cancel
      then a.starts_at - r.cancel_notice_min * interval '1 minute' end,
    'reschedule_until', case when r.allow_reschedule
      then a.starts_at - r.reschedule_notice_min * interval '1 minute' end,
    -- Fees for late cancelling come with payments; until then cancelling costs nothing.
    'cancel_fee', 0);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;
