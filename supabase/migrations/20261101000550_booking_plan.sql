-- Who does what, and when: the same plan as `planAt` in src/domain/availability/slots.ts.
--
-- Worked out from the last item back to the first on whole sets of starts: the starts of an item are
-- those at which the person is free and after which the next item can begin within the gap. Then
-- forward: each item as early as possible, by the person whom the assignment rule prefers.
--
-- An item can start when its person is free and, of every pool that its service needs, enough
-- resources are free from its first buffer to its last one. The items of one visit may share a room,
-- also where their buffers meet, so each item is looked at by itself.
--
-- What takes several people starts when as many as it takes are free. It takes all of them as long as it
-- takes the first one, who alone has its price; each of the others is an item of the plan right after it.

-- Starts t with [t + from_min, t + to_min) wholly free.
create function private.shrink(free int4multirange, from_min int, to_min int)
returns int4multirange
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(range_agg(int4range(lower(w) - from_min, upper(w) - to_min + 1)), '{}')
      from unnest(free) w
      where lower(w) - from_min < upper(w) - to_min + 1
  );
end
$$;

create function private.visible_min(c private.candidate) returns int
language sql immutable
as $$ select (c).duration_min + (c).processing_min + (c).finishing_min $$;

-- Minutes from its start until the next item may begin.
create function private.taken_min(c private.candidate) returns int
language sql immutable
as $$
  select (c).duration_min + (c).processing_min + (c).finishing_min + coalesce((c).pause_min, 0)
$$;

-- Minutes at which a candidate's work with its buffers lies in what is free.
create function private.starts_within(c private.candidate, free int4multirange)
returns int4multirange
language plpgsql immutable set search_path = ''
as $$
declare
  ends constant int := private.visible_min(c) + c.buffer_after_min;
  resumes constant int := c.duration_min + c.processing_min;
  starts int4multirange;
begin
  if not c.processing_bookable or c.processing_min = 0 then
    return private.shrink(free, -c.buffer_before_min, ends);
  end if;
  starts := private.shrink(free, -c.buffer_before_min, c.duration_min);
  if resumes < ends then
    starts := starts * private.shrink(free, resumes, ends);
  end if;
  return starts;
end
$$;

-- Minutes at which a candidate's work can start: where buffers may be shared, the work where it is free
-- and its buffers wherever nobody works.
create function private.possible_starts(
  c private.candidate, free int4multirange, for_buffers int4multirange
) returns int4multirange
language plpgsql immutable set search_path = ''
as $$
declare
  core private.candidate := c;
begin
  if not coalesce(c.shares_buffers, false) then
    return private.starts_within(c, free);
  end if;
  core.buffer_before_min := 0;
  core.buffer_after_min := 0;
  return private.starts_within(core, free) * private.starts_within(c, for_buffers);
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

-- The starts of a candidate for which its pools have enough; null = it needs none. `pools` and `free`
-- side by side, one entry per resource, as is `for_buffers`.
create function private.resource_starts(
  c private.candidate, pools uuid[], free int4multirange[], for_buffers int4multirange[]
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
      select case when c.shares_buffers
        then private.shrink(f.free, 0, private.visible_min(c))
          * private.shrink(f.for_buffers, -c.buffer_before_min, ends)
        else private.shrink(f.free, -c.buffer_before_min, ends) end
      from unnest(pools, free, for_buffers) f (pool_id, free, for_buffers)
      where f.pool_id = need.pool_id), need.qty);
  end loop;
  return starts;
end
$$;

-- Starts after which one of `following` comes in time.
create function private.starts_before(following int4multirange, length_min int, gap_min int)
returns int4multirange
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(
        range_agg(int4range(lower(w) - length_min - gap_min, upper(w) - length_min)), '{}')
      from unnest(following) w
  );
end
$$;

-- Starts at which enough of those who could help a candidate are free as well.
create function private.helper_starts(
  c private.candidate, staff uuid[], free int4multirange[], for_buffers int4multirange[]
) returns int4multirange
language plpgsql immutable set search_path = ''
as $$
begin
  return private.at_least(array(
    select private.possible_starts(c, f.free, f.for_buffers)
    from unnest(staff, free, for_buffers) f (id, free, for_buffers)
    where f.id = any (c.helpers) and f.id <> c.staff_id), c.people - 1);
end
$$;

create type private.planned_item as (candidate private.candidate, start_min int);

-- Whoever helps a candidate from a start on, in the order of `staff`.
create function private.helpers_at(
  c private.candidate, start_min int, staff uuid[], free int4multirange[],
  for_buffers int4multirange[]
) returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  leader constant uuid := c.staff_id;
  wanted constant int := c.people - 1;
  helper uuid;
  plan private.planned_item[] := '{}';
begin
  c.service_name := c.service_name || ' – second person';
  c.any_staff := true;
  c.price_kind := 'fixed';
  c.price_cents := 0;
  -- They are where the first one is.
  c.resource_needs := '[]';
  c.people := 0;
  for helper in
    select f.id
    from unnest(staff, free, for_buffers) with ordinality f (id, free, for_buffers, place)
    where f.id = any (c.helpers) and f.id <> leader
      and start_min <@ private.possible_starts(c, f.free, f.for_buffers)
    order by f.place limit wanted
  loop
    c.staff_id := helper;
    plan := plan || row(c, start_min)::private.planned_item;
  end loop;
  return plan;
end
$$;

-- `staff`, `free` and `for_buffers` side by side: who is free when, and where their buffers may lie; the
-- order of `staff` is the order of preference. `allowed`: per candidate the starts for which there are resources, null = all. Null when the request
-- cannot be done from `start_min`.
create function private.plan_items(
  candidates private.candidate[], staff uuid[], free int4multirange[],
  for_buffers int4multirange[], gap_min int, start_min int, allowed int4multirange[] default null
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
      at := array_position(staff, c.staff_id);
      own := private.possible_starts(c, coalesce(free[at], '{}'), coalesce(for_buffers[at], '{}'));
      own := own * coalesce(allowed[i], '{(,)}');
      if c.people > 1 then
        own := own * private.helper_starts(c, staff, free, for_buffers);
      end if;
      if following is not null then
        own := own * private.starts_before(following, private.taken_min(c), gap_min);
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
    if (candidates[best]).people > 1 then
      plan := plan || private.helpers_at(candidates[best], best_start, staff, free, for_buffers);
    end if;
    earliest := best_start + private.taken_min(candidates[best]);
    latest := earliest + gap_min;
  end loop;
  return plan;
end
$$;

-- People in the order in which the business wants them booked when the client leaves it open.
--   least_busy: fewest booked minutes on that day · rank: the list's order ·
--   first_free: whoever has been free the longest before the start
create function private.preferred_staff(
  business uuid, zone text, rule text, staff uuid[], starts_at timestamptz
) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  day constant date := (starts_at at time zone zone)::date;
  span constant tstzrange :=
    tstzrange(private.day_start(day, zone), private.day_start(day + 1, zone));
begin
  return array(
    select s.id
    from public.staff s
    left join lateral (
      select sum(upper(b.during * span) - lower(b.during * span)) as booked,
        max(upper(b.during)) filter (where upper(b.during) <= starts_at) as free_since
      from private.busy_segments b
      where rule <> 'rank' and b.owner_id = s.id and b.during && span and not b.overlap
    ) d on true
    where s.business_id = business and s.id = any (staff)
    order by
      case when rule = 'least_busy' then coalesce(d.booked, '0') end,
      case when rule = 'first_free' then coalesce(d.free_since, '-infinity') end,
      s.rank, s.id);
end
$$;

-- People with their free time, `staff` and `free` side by side, in the order given, but those whom the
-- first service would leave an unsellable rest after the others.
create function private.gapless_first(
  business uuid, rules public.booking_rules, candidates private.candidate[], staff uuid[],
  free int4multirange[], for_buffers int4multirange[], start_min int,
  out in_order uuid[], out windows int4multirange[], out buffer_windows int4multirange[]
)
language plpgsql stable set search_path = ''
as $$
declare
  shortest constant int := private.shortest_work(business);
  earliest constant int := private.epoch_min(now()) + rules.min_notice_min;
begin
  select array_agg(x.id order by x.gap, x.place), array_agg(x.free order by x.gap, x.place),
      array_agg(x.for_buffers order by x.gap, x.place)
    into in_order, windows, buffer_windows
    from (
      select s.id, s.free, s.for_buffers, s.place, coalesce((
          select private.leaves_gap(
            s.free, start_min - (c).buffer_before_min,
            start_min + private.visible_min(c) + (c).buffer_after_min, shortest, earliest)
          from unnest(candidates) c
          where (c).item = 1 and (c).staff_id = s.id limit 1), false) as gap
      from unnest(gapless_first.staff, gapless_first.free, gapless_first.for_buffers)
        with ordinality s (id, free, for_buffers, place)
    ) x;
end
$$;

-- Everybody whose time a request asks about.
create function private.people_of(candidates private.candidate[]) returns uuid[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array(
    select distinct p.id
    from unnest(candidates) c, unnest(array[(c).staff_id] || (c).helpers) p (id));
end
$$;

-- A plan for a request, or null. `except_*`: places that are the asker's own.
create function private.plan_request(
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
      select max(private.taken_min(c)) as longest from unnest(candidates) c group by (c).item
    ) n);
  staff uuid[] := private.people_of(candidates);
  free int4multirange[];
  for_buffers int4multirange[];
  pools uuid[] := array(
    select distinct n.pool_id
    from unnest(candidates) c, jsonb_to_recordset((c).resource_needs) n (pool_id uuid, qty int));
  owners uuid[];
  windows int4multirange[];
  buffer_windows int4multirange[];
  allowed int4multirange[];
begin
  if cardinality(staff) > 1 then
    staff := private.preferred_staff(b.id, b.time_zone, rules.assign_rule, staff, starts_at);
  end if;
  select array_agg(f.free order by array_position(staff, f.staff_id)),
      array_agg(f.for_buffers order by array_position(staff, f.staff_id))
    into free, for_buffers
    from private.free_time(
      b.id, b.time_zone, staff, start_min - 480, start_min + reach,
      except_hold, except_appointment) f;
  if rules.gap_mode <> 'off' and cardinality(staff) > 1 then
    select g.in_order, g.windows, g.buffer_windows into staff, free, for_buffers
      from private.gapless_first(b.id, rules, candidates, staff, free, for_buffers, start_min) g;
  end if;
  if pools <> '{}' then
    select array_agg(f.pool_id), array_agg(f.free), array_agg(f.for_buffers)
      into owners, windows, buffer_windows
      from private.free_resources(
        b.id, b.time_zone, pools, start_min - 480, start_min + reach,
        except_hold, except_appointment) f;
    for i in 1 .. cardinality(candidates) loop
      allowed[i] := private.resource_starts(candidates[i], owners, windows, buffer_windows);
    end loop;
  end if;
  if private.is_group(candidates) then
    return private.plan_group(
      candidates, staff, free, for_buffers, rules, start_min, owners, windows, allowed);
  end if;
  return private.travel_once(
    private.plan_items(
      candidates, staff, free, for_buffers, rules.max_gap_min, start_min, allowed));
end
$$;

-- Why a request has no plan: nobody works then, or it is taken. Of a group it is asked for
-- whoever books: guests could be served later.
create function private.no_plan_code(
  b public.businesses, rules public.booking_rules, candidates private.candidate[],
  starts_at timestamptz
) returns text
language plpgsql stable set search_path = ''
as $$
declare
  day constant date := (starts_at at time zone b.time_zone)::date;
  staff uuid[] := private.people_of(candidates);
  works int4multirange[];
begin
  if private.is_group(candidates) then
    candidates := private.of_person(candidates, 0);
  end if;
  select array_agg(coalesce(w.works, '{}') order by array_position(staff, s.id)) into works
    from unnest(staff) s (id)
    left join private.working_time(b.id, b.time_zone, staff, day - 1, day + 2) w
      on w.staff_id = s.id;
  return case when private.plan_items(
      candidates, staff, works, works, rules.max_gap_min, private.epoch_min(starts_at)) is null
    then 'outside_hours' else 'slot_taken' end;
end
$$;
