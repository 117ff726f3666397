-- Rooms and chairs in busy time. An appointment takes its people and its resources together, or
-- nothing: whoever gets no chair waits for a person's decision like whoever gets no hairdresser.
--
--   needs of a segment ──▶ assign_resources: keeps what it has and may keep, picks what is missing
--        ──▶ wanted_places: one busy row per person and per resource ──▶ the constraint
--
-- src/domain/resources/assign.ts is the same rule for the calendar offline.

-- A resource is busy from the first buffer to the last one: who waits for the colour to work sits in
-- the chair, although the hairdresser is free meanwhile.
create function private.resource_range(
  starts_at timestamptz, duration_min int, processing_min int, finishing_min int,
  buffer_before_min int, buffer_after_min int
) returns tstzrange
language sql stable
as $$
  select tstzrange(
    starts_at - buffer_before_min * interval '1 minute',
    starts_at + (duration_min + processing_min + finishing_min + buffer_after_min)
      * interval '1 minute')
$$;

-- When a resource is out of service.
create function private.out_range(out_from date, out_until date, zone text) returns tstzrange
language sql stable
as $$
  select case when out_from is null then tstzrange 'empty' else tstzrange(
    private.day_start(out_from, zone), private.day_start(out_until + 1, zone)) end
$$;

-- Needs of pools that are still there; what a booking freezes.
create function private.active_needs(business uuid, needs jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if needs is null or needs = '[]' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('pool_id', n.pool_id, 'qty', n.qty)
        order by n.pool_id), '[]')
      from jsonb_to_recordset(needs) n (pool_id uuid, qty int)
      join public.resource_pools p
        on p.business_id = business and p.id = n.pool_id and p.status = 'active');
end
$$;

-- Whether somebody else has a resource in a time. An accepted double booking does not exclude.
create function private.is_taken(
  resource uuid, during tstzrange, except_appointment uuid, except_hold uuid
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.busy_segments b
    where b.owner_id = resource and b.during && is_taken.during and not b.overlap
      and (except_appointment is null or b.appointment_id is distinct from except_appointment)
      and (except_hold is null or b.hold_key is distinct from except_hold));
end
$$;

-- Free resources for what is needed, null when there are not enough. `preferred` first: the parts of
-- one visit stay in one room. Then those without an accepted double booking, in the list's order.
create function private.pick_resources(
  business uuid, needs jsonb, during tstzrange, preferred uuid[], excluded uuid[],
  except_appointment uuid, except_hold uuid
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := (select b.time_zone from public.businesses b where b.id = business);
  need record;
  found_ones uuid[];
  picked uuid[] := '{}';
begin
  for need in
    select n.pool_id, n.qty
    from jsonb_to_recordset(private.active_needs(business, needs)) n (pool_id uuid, qty int)
  loop
    found_ones := array(
      select r.id
      from public.resources r
      where r.business_id = business and r.pool_id = need.pool_id and r.status = 'active'
        and r.id <> all (excluded)
        and not private.out_range(r.out_from, r.out_until, zone) && pick_resources.during
        and not private.is_taken(r.id, pick_resources.during, except_appointment, except_hold)
      order by
        r.id = any (preferred) desc,
        exists (
          select from private.busy_segments b
          where b.business_id = business and b.overlap and b.owner_id = r.id
            and b.during && pick_resources.during
            and b.appointment_id is distinct from except_appointment),
        r.sort_key collate "C", r.id
      limit need.qty);
    if cardinality(found_ones) < need.qty then
      return null;
    end if;
    picked := picked || found_ones;
  end loop;
  return picked;
end
$$;

-- Gives each segment of an appointment the resources that it needs. False = somebody has to decide:
-- nothing is free, or what a person chose by hand is taken.
create function private.assign_resources(a public.appointments) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  zone constant text := (select b.time_zone from public.businesses b where b.id = a.business_id);
  s public.appointment_segments;
  span tstzrange;
  known uuid[];
  kept uuid[];
  picked uuid[];
  lacking jsonb;
  used uuid[] := '{}';
begin
  for s in
    select * from public.appointment_segments x
    where x.business_id = a.business_id and x.appointment_id = a.id
    order by x.position, x.id
  loop
    continue when s.resource_needs = '[]' and s.resource_ids = '{}';
    span := private.resource_range(
      s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
      s.buffer_before_min, s.buffer_after_min);
    known := array(
      select c.id from unnest(s.resource_ids) with ordinality c (id, place)
      join public.resources r on r.business_id = a.business_id and r.id = c.id
      order by c.place);
    -- Out of service does not take away what somebody has: people see it and move them.
    kept := array(
      select c.id from unnest(known) with ordinality c (id, place)
      join public.resources r on r.business_id = a.business_id and r.id = c.id
      where a.overlap_accepted or (
        not private.is_taken(r.id, span, a.id, null)
        and (
          s.resource_fixed
          or r.status = 'active' and not private.out_range(r.out_from, r.out_until, zone) && span
          or exists (
            select from private.busy_segments b
            where b.business_id = a.business_id and b.appointment_id = a.id
              and b.owner_id = r.id and b.during @> span)))
      order by c.place);
    if s.resource_fixed and cardinality(kept) < cardinality(known) then
      return false;
    end if;

    lacking := (
      select coalesce(jsonb_agg(jsonb_build_object(
          'pool_id', n.pool_id, 'qty', n.qty - have.n)), '[]')
        from jsonb_to_recordset(s.resource_needs) n (pool_id uuid, qty int)
        cross join lateral (
          select count(*)::int as n from public.resources r
          where r.business_id = a.business_id and r.pool_id = n.pool_id and r.id = any (kept)
        ) have
        where n.qty > have.n);
    picked := private.pick_resources(a.business_id, lacking, span, used, kept, a.id, null);
    if picked is null then
      if not a.overlap_accepted then
        return false;
      end if;
      picked := '{}';
    end if;
    kept := kept || picked;
    used := used || kept;
    if kept <> s.resource_ids then
      -- The server's own choice is sent, but it is no change that somebody else's would clash with.
      update public.appointment_segments x set resource_ids = kept, rev = -1 where x.id = s.id;
    end if;
  end loop;
  return true;
end
$$;

create or replace function private.wanted_places(ids uuid[])
returns table (
  business_id uuid, appointment_id uuid, owner_id uuid, overlap boolean, during tstzrange
)
language plpgsql stable security definer rows 4 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select a.business_id, a.id, o.owner_id, a.overlap_accepted, unnest(range_agg(o.ranges))
    from public.appointments a
    join public.appointment_segments s on s.business_id = a.business_id and s.appointment_id = a.id
    left join public.booking_rules r on r.business_id = a.business_id
    cross join lateral (
      select s.staff_id as owner_id, private.busy_ranges(
        s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
        s.buffer_before_min, s.buffer_after_min, s.processing_bookable) as ranges
      union all
      -- Only the business's own: an id may be anything.
      select c.id, tstzmultirange(private.resource_range(
        s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
        s.buffer_before_min, s.buffer_after_min))
      from public.resources c
      where s.resource_ids <> '{}' and c.business_id = a.business_id
        and c.id = any (s.resource_ids)
    ) o
    where a.id = any (ids) and private.blocks_time(a.status, r.pending_blocks_slot)
    group by a.business_id, a.id, o.owner_id, a.overlap_accepted;
end
$$;

-- One appointment that needs resources, after those before it in the list have theirs. True = it has
-- all of its places; otherwise it has none.
create function private.place_with_resources(appointment uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a public.appointments;
  complete boolean;
begin
  select * into a from public.appointments x where x.id = appointment;
  if not private.blocks_time(a.status, (
    select r.pending_blocks_slot from public.booking_rules r where r.business_id = a.business_id))
  then
    return true;
  end if;
  complete := private.assign_resources(a);
  if complete then
    delete from private.busy_segments b
      where b.business_id = a.business_id and b.appointment_id = a.id
        and (b.owner_id, b.during, b.overlap) not in (
          select w.owner_id, w.during, w.overlap from private.wanted_places(array[a.id]) w);
    insert into private.busy_segments (business_id, owner_id, during, appointment_id, overlap)
      select w.business_id, w.owner_id, w.during, w.appointment_id, w.overlap
      from private.wanted_places(array[a.id]) w
      where not exists (
        select from private.busy_segments b
        where b.business_id = a.business_id and b.appointment_id = a.id
          and b.owner_id = w.owner_id and b.during = w.during)
      order by w.owner_id, lower(w.during)
      on conflict do nothing;
    complete := not exists (
      select from private.wanted_places(array[a.id]) w
      where not exists (
        select from private.busy_segments b
        where b.business_id = a.business_id and b.appointment_id = a.id
          and b.owner_id = w.owner_id and b.during = w.during));
  end if;
  if not complete then
    delete from private.busy_segments b
      where b.business_id = a.business_id and b.appointment_id = a.id;
  end if;
  return complete;
end
$$;

-- As before, for those that need people only; the others follow one by one, because what one of them
-- picks is gone for the next.
create or replace function private.take_places(ids uuid[], out homeless uuid[], out freed boolean)
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  held bigint[];
  needy uuid[];
  next_one uuid;
begin
  held := array(
    select b.id
    from public.appointments a
    join private.busy_segments b on b.business_id = a.business_id and b.appointment_id = a.id
    where a.id = any (ids));
  freed := false;
  if held <> '{}' then
    delete from private.busy_segments b
      where b.id = any (held)
        and (b.appointment_id, b.owner_id, b.during, b.overlap) not in (
          select w.appointment_id, w.owner_id, w.during, w.overlap
          from private.wanted_places(ids) w);
    freed := found;
  end if;
  needy := array(
    select a.id
    from public.appointments a
    where a.id = any (ids) and exists (
      select from public.appointment_segments s
      where s.business_id = a.business_id and s.appointment_id = a.id
        and (s.resource_needs <> '[]' or s.resource_ids <> '{}'))
    order by a.starts_at, a.id);

  -- A statement of its own, so that it sees what the first one has freed.
  with lacking as materialized (
    select * from private.wanted_places(ids) w
    where w.appointment_id <> all (needy) and not exists (
      select from private.busy_segments b
      where b.id = any (held) and b.appointment_id = w.appointment_id
        and b.owner_id = w.owner_id and b.during = w.during)
  ),
  placed as (
    insert into private.busy_segments (business_id, owner_id, during, appointment_id, overlap)
    select l.business_id, l.owner_id, l.during, l.appointment_id, l.overlap
    from lacking l
    -- One order for everybody who may have to wait for somebody else's insert.
    order by l.owner_id, lower(l.during), l.appointment_id
    on conflict do nothing
    returning owner_id, during, appointment_id
  )
  select coalesce(array_agg(distinct l.appointment_id), '{}') into homeless
  from lacking l
  where not exists (
    select from placed p
    where p.appointment_id = l.appointment_id and p.owner_id = l.owner_id and p.during = l.during);

  if cardinality(homeless) > 0 then
    delete from private.busy_segments b
    using public.appointments a
    where a.id = any (homeless) and b.business_id = a.business_id and b.appointment_id = a.id;
  end if;

  foreach next_one in array needy loop
    if not private.place_with_resources(next_one) then
      homeless := homeless || next_one;
    end if;
  end loop;
end
$$;

create or replace function private.note_changed_segments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mark_unsettled(array(
    select distinct x.id
    from new_rows n join old_rows o on o.id = n.id,
      lateral (values (n.appointment_id), (o.appointment_id)) x (id)
    where (n.appointment_id, n.staff_id, n.starts_at, n.ends_at, n.duration_min, n.processing_min,
        n.buffer_before_min, n.buffer_after_min, n.processing_bookable,
        n.resource_needs, n.resource_ids, n.resource_fixed)
      is distinct from (o.appointment_id, o.staff_id, o.starts_at, o.ends_at, o.duration_min,
        o.processing_min, o.buffer_before_min, o.buffer_after_min, o.processing_bookable,
        o.resource_needs, o.resource_ids, o.resource_fixed)));
  perform private.touch_appointments(array(
    select distinct n.appointment_id from new_rows n join old_rows o on o.id = n.id
    where n.staff_id <> o.staff_id));
  return null;
end
$$;

-- Who sits where an appointment wants to be: what its attention item shows as `theirs`. People come
-- before chairs; of a pool any chair would have done, so whoever sits in one of them is named.
create or replace function private.place_holder(appointment uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with needed as (
    select s.business_id, s.resource_fixed, s.resource_ids, n.pool_id, private.resource_range(
      s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
      s.buffer_before_min, s.buffer_after_min) as during
    from public.appointments a
    join public.appointment_segments s on s.business_id = a.business_id and s.appointment_id = a.id
    cross join lateral jsonb_to_recordset(
      private.active_needs(s.business_id, s.resource_needs)) n (pool_id uuid, qty int)
    where a.id = appointment
  ),
  wanted as (
    select w.owner_id, w.during, c.pool_id
    from private.wanted_places(array[appointment]) w
    left join public.resources c on c.business_id = w.business_id and c.id = w.owner_id
    union
    select c.id, n.during, n.pool_id
    from needed n
    join public.resources c on c.business_id = n.business_id and c.pool_id = n.pool_id
    where c.status = 'active' and (not n.resource_fixed or c.id = any (n.resource_ids))
  )
  select coalesce((
    select case when b.appointment_id is null
      then jsonb_build_object('hold', true, 'expires_at', h.expires_at)
      else jsonb_build_object(
        'appointment_id', b.appointment_id, 'client_id', other.client_id,
        'starts_at', other.starts_at, 'ends_at', other.ends_at)
    end || case when w.pool_id is null
      then jsonb_build_object('staff_id', b.owner_id)
      else jsonb_build_object('resource_id', b.owner_id, 'pool_id', w.pool_id)
    end
    from wanted w
    join private.busy_segments b
      on b.owner_id = w.owner_id and b.during && w.during and not b.overlap
      and b.appointment_id is distinct from appointment
    left join public.appointments other
      on other.business_id = b.business_id and other.id = b.appointment_id
    left join private.slot_holds h on h.hold_key = b.hold_key
    order by w.pool_id is not null, lower(b.during), b.id
    limit 1
  ),
  -- Nobody is in the way: there is nothing in service.
  (select jsonb_build_object('pool_id', n.pool_id) from needed n order by n.pool_id limit 1))
$$;

-- What comes into service, or back into it, is for those that wait.
create function private.note_resource() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_waiting(new.business_id);
  return null;
end
$$;

create trigger note_resource after insert or update on public.resources
  for each row execute function private.note_resource();
create trigger note_resource after update of status on public.resource_pools
  for each row execute function private.note_resource();

-- As with people: nothing goes while visits ahead have it.
create function private.check_resource_archive() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from private.busy_segments b
    where b.business_id = new.business_id and b.owner_id = new.id
      and b.during && tstzrange(now(), null) and b.appointment_id is not null
  ) then
    perform private.refuse('has_future_appointments', 'status');
  end if;
  return new;
end
$$;

create trigger b_archive before update of status on public.resources
  for each row when (new.status = 'archived' and old.status <> 'archived')
  execute function private.check_resource_archive();
