-- Free time of staff: working time − time off − blocks − everything that occupies them, as sets of
-- epoch minutes (int4multirange). One query for any number of people and days.
-- src/domain/availability/{working-time,schedule}.ts compute the same for the calendar offline.

-- Working ranges in local minutes, one row per person, day and range. The newest pattern that has
-- begun holds; its weeks rotate from the Monday of its first week. An exception of the person beats
-- one of the business, and either replaces the pattern for its day. Nobody works before the first or
-- after the last day of their employment.
create function private.working_ranges(business uuid, staff uuid[], from_day date, to_day date)
returns table (staff_id uuid, day date, start_min int, end_min int)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    with days as (
      select d::date as day, d::date - (extract(isodow from d)::int - 1) as monday,
        extract(isodow from d)::int - 1 as weekday
      from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') d
    ),
    patterns as (
      select p.staff_id, p.weeks, jsonb_array_length(p.weeks) as cycle,
        p.valid_from - (extract(isodow from p.valid_from)::int - 1) as first_monday,
        p.valid_from,
        lead(p.valid_from) over (partition by p.staff_id order by p.valid_from, p.id) as valid_to
      from public.work_patterns p
      where p.business_id = business and p.staff_id = any (staff)
    ),
    special as (
      select distinct on (s.id, e.on_day) s.id as staff_id, e.on_day,
        case when e.kind = 'closed' then '[]'::jsonb else e.ranges end as ranges
      from public.date_exceptions e
      join unnest(staff) s (id) on e.staff_id is null or e.staff_id = s.id
      where e.business_id = business and e.on_day between from_day and to_day
      order by s.id, e.on_day, e.staff_id nulls last, e.id desc
    ),
    planned as (
      select s.id as staff_id, d.day, coalesce(
        x.ranges,
        p.weeks -> ((d.monday - p.first_monday) / 7 % p.cycle) -> d.weekday) as ranges
      from public.staff s
      join days d
        on d.day between coalesce(s.employed_from, '-infinity') and coalesce(s.employed_until, 'infinity')
      left join special x on x.staff_id = s.id and x.on_day = d.day
      left join patterns p on p.staff_id = s.id and p.valid_from <= d.day
        and (p.valid_to is null or d.day < p.valid_to)
      where s.business_id = business and s.id = any (staff)
    )
    select n.staff_id, n.day, (r.value ->> 0)::int, (r.value ->> 1)::int
    from planned n, jsonb_array_elements(n.ranges) r;
end
$$;

-- The same in epoch minutes per person. Clocks change on few days: on all others an instant is plain
-- arithmetic on the day's offset, which is asked for once per day.
create function private.working_time(
  business uuid, zone text, staff uuid[], from_day date, to_day date
) returns table (staff_id uuid, works int4multirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  if exists (
    select from public.staff s
    where s.business_id = business and s.id = any (staff) and s.travel <> '[]'
  ) then
    return query select * from private.working_time_elsewhere(business, zone, staff, from_day, to_day);
    return;
  end if;
  return query
    with offsets as materialized (
      select d::date as day, (d::date - date '1970-01-01') * 1440 as day_min,
        extract(epoch from d - ((d - interval '1 day') at time zone zone at time zone 'UTC'
          + interval '1 day'))::int / 60 as before_min,
        extract(epoch from d - ((d + interval '2 days') at time zone zone at time zone 'UTC'
          - interval '2 days'))::int / 60 as after_min
      from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') d
    )
    select w.staff_id, range_agg(case
      when o.before_min = o.after_min then int4range(
        o.day_min + w.start_min - o.before_min, o.day_min + w.end_min - o.before_min)
      -- An hour that the clocks skip may leave nothing of a range.
      else int4range(
        private.epoch_min(private.local_to_instant(w.day, w.start_min, zone)),
        greatest(
          private.epoch_min(private.local_to_instant(w.day, w.start_min, zone)),
          private.epoch_min(private.local_to_instant(w.day, w.end_min, zone))))
      end)
    from private.working_ranges(business, staff, from_day, to_day) w
    join offsets o on o.day = w.day
    group by w.staff_id;
end
$$;

-- The same where some of the people travel, each day by the clocks of where they are then. Their days may
-- begin a day before those of the business, or end one after them.
create function private.working_time_elsewhere(
  business uuid, zone text, staff uuid[], from_day date, to_day date
) returns table (staff_id uuid, works int4multirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select w.staff_id, range_agg(int4range(m.start_min, greatest(m.start_min, m.end_min)))
    from private.working_ranges(business, staff, from_day - 1, to_day + 1) w
    join public.staff s on s.business_id = business and s.id = w.staff_id
    cross join lateral (select private.zone_of_day(s.travel, w.day, zone) as name) z
    cross join lateral (
      select private.epoch_min(private.local_to_instant(w.day, w.start_min, z.name)) as start_min,
        private.epoch_min(private.local_to_instant(w.day, w.end_min, z.name)) as end_min
    ) m
    group by w.staff_id;
end
$$;

-- Approved time off, and blocks that nobody is booked over online.
create function private.absences(business uuid, staff uuid[], span tstzrange)
returns table (staff_id uuid, starts_at timestamptz, ends_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select o.staff_id, o.starts_at, o.ends_at from public.time_off o
      where o.business_id = business and o.staff_id = any (staff) and o.status = 'approved'
        and o.starts_at < upper(span) and o.ends_at > lower(span)
    union all
    select s.id, b.starts_at, b.ends_at
      from public.time_blocks b
      join unnest(staff) s (id) on b.staff_id is null or b.staff_id = s.id
      where b.business_id = business and b.blocks_online
        and b.starts_at < upper(span)
        -- No block is longer than this (a check of the table), so the index can be used.
        and b.starts_at > lower(span) - interval '32 days' and b.ends_at > lower(span);
end
$$;

-- When people cannot take anybody although they work: approved time off, blocks, appointments and
-- holds, and days that are full by the rule `max_per_day_per_staff`. `for_buffers`: the same for buffers,
-- which may lie on those of others where neighbours share them.
create function private.occupied_time(
  business uuid, zone text, staff uuid[], span tstzrange,
  except_hold uuid, except_appointment uuid
) returns table (staff_id uuid, occupied int4multirange, for_buffers int4multirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  day_limit int;
begin
  select r.max_per_day_per_staff into day_limit
    from public.booking_rules r where r.business_id = business;
  return query
    with parts as materialized (
      select a.staff_id, a.starts_at, a.ends_at, false as shareable
        from private.absences(business, staff, span) a
      union all
      -- Person by person: the index of the constraint is made for one owner and a span. Of a list it
      -- would only use the span, and find everybody's appointments in all businesses.
      select s.id, lower(x.during), upper(x.during), x.shareable
        from unnest(staff) s (id)
        cross join lateral (
          select b.during, b.hold_key, b.shareable from private.busy_segments b
          where b.owner_id = s.id and b.during && span and not b.overlap
            and (except_hold is null or b.hold_key is distinct from except_hold)
            and (except_appointment is null or b.appointment_id is distinct from except_appointment)
          offset 0
        ) x
        left join private.slot_holds h on h.hold_key = x.hold_key
        where h.expires_at is null or h.expires_at > now()
      union all
      -- Accepted overlaps are few and have an index of their own.
      select b.owner_id, lower(b.during), upper(b.during), b.shareable
        from private.busy_segments b
        where b.business_id = business and b.overlap and b.owner_id = any (staff)
          and b.during && span
          and (except_appointment is null or b.appointment_id is distinct from except_appointment)
      union all
      select f.owner_id, private.day_start(f.day, zone), private.day_start(f.day + 1, zone), false
        from private.full_days(business, zone, staff, span, day_limit, except_appointment) f
        where day_limit is not null
    ),
    sharing as materialized (
      select bool_or(x.shareable) as here from parts x
    )
    -- Each span is made once, and put together once more only where something may be shared.
    select p.staff_id, range_agg(p.during), case
        when (select s.here from sharing s)
          then range_agg(p.during) filter (where (select s.here from sharing s) and not p.shareable)
        else range_agg(p.during)
      end
    from (
      select x.staff_id, x.shareable,
        int4range(private.epoch_min(x.starts_at), private.epoch_min_up(x.ends_at)) as during
      from parts x
      offset 0
    ) p
    group by p.staff_id;
end
$$;

create function private.full_days(
  business uuid, zone text, staff uuid[], span tstzrange, day_limit int, except_appointment uuid
) returns table (owner_id uuid, day date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select s.staff_id, (s.starts_at at time zone zone)::date
    from public.appointment_segments s
    join public.appointments a on a.business_id = s.business_id and a.id = s.appointment_id
    where s.business_id = business and s.staff_id = any (staff)
      -- Whole local days around the span have to be counted.
      and s.starts_at >= lower(span) - interval '2 days'
      and s.starts_at < upper(span) + interval '2 days'
      and private.place_kind(a.status) <> 'free' and not a.conflict
      and (except_appointment is null or a.id <> except_appointment)
    group by 1, 2
    having count(distinct a.id) >= day_limit;
end
$$;

-- Free time in [from_min, to_min) for each of the people, empty for who has none. `for_buffers` is where
-- buffers may lie as well; it is no less than `free`, and no more where neighbours share none.
create function private.free_time(
  business uuid, zone text, staff uuid[], from_min int, to_min int,
  except_hold uuid, except_appointment uuid
) returns table (staff_id uuid, free int4multirange, for_buffers int4multirange)
language plpgsql stable security definer set search_path = ''
as $$
declare
  span constant tstzrange :=
    tstzrange(private.min_to_instant(from_min), private.min_to_instant(to_min));
begin
  return query
    select s.id, t.works - coalesce(o.occupied, '{}'), t.works - coalesce(o.for_buffers, '{}')
    from unnest(staff) s (id)
    left join private.working_time(
      business, zone, staff,
      (lower(span) at time zone zone)::date - 1, (upper(span) at time zone zone)::date + 1
    ) w on w.staff_id = s.id
    left join private.occupied_time(
      business, zone, staff, span, except_hold, except_appointment
    ) o on o.staff_id = s.id
    cross join lateral (
      select coalesce(w.works, '{}') * int4multirange(int4range(from_min, to_min)) as works
    ) t;
end
$$;
