-- Taking places: appointments get the busy rows that they should have, or none of them.
--
-- Everything here and in settling takes a list of ids, nearly always of one appointment. PostgreSQL
-- expects ten in a list it does not see and would plan each call anew; `force_generic_plan` keeps the
-- plans. For ten it would also rather read a whole table of some weeks than look ten times into an
-- index, which for one was a quarter of the work of a booking: hence `enable_seqscan = off`.

-- Blocking states. A request blocks when its services say so, or else the rules of the business:
-- `takesTime` of src/domain/availability/schedule.ts.
create function private.blocks_time(status text, pending_blocks boolean) returns boolean
language sql immutable
as $$
  select case private.place_kind(status)
    when 'taken' then true
    when 'asked' then coalesce(pending_blocks, true)
    else false end
$$;

-- The busy rows that appointments should have: per owner, touching parts joined into one.
create function private.wanted_places(ids uuid[])
returns table (
  business_id uuid, appointment_id uuid, owner_id uuid, overlap boolean, during tstzrange,
  shareable boolean
)
language plpgsql stable security definer rows 4 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    with owned as (
      select a.business_id, a.id, o.owner_id, a.overlap_accepted,
        range_agg(o.ranges) as whole, range_agg(o.core) as core
      from public.appointments a
      join public.appointment_segments s on s.business_id = a.business_id and s.appointment_id = a.id
      left join public.booking_rules r on r.business_id = a.business_id
      cross join lateral (
        select private.shares_buffers(a, coalesce(r.share_buffers, false)) as shares,
          -- At the client's nobody serves others while a colour works: they are not where the others
          -- are. `workAt` of src/domain/appointments/busy.ts is the same rule.
          s.processing_bookable and a.location_type <> 'client' as bookable
        -- Asked once, and the expressions below are put into the query.
        offset 0
      ) h
      cross join lateral (
        select s.staff_id as owner_id,
          private.busy_ranges(
            s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
            s.buffer_before_min, s.buffer_after_min, h.bookable) as ranges,
          private.core_ranges(
            s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
            s.buffer_before_min, s.buffer_after_min, h.bookable, h.shares) as core
        union all
        -- Only the business's own: an id may be anything.
        select c.id,
          private.busy_ranges(
            s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
            s.buffer_before_min, s.buffer_after_min, false),
          private.core_ranges(
            s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
            s.buffer_before_min, s.buffer_after_min, false, h.shares)
        from public.resources c
        where s.resource_ids <> '{}' and c.business_id = a.business_id
          and c.id = any (s.resource_ids)
      ) o
      where a.id = any (ids) and private.blocks_time(
        a.status, coalesce(a.pending_blocks_slot, r.pending_blocks_slot))
      group by a.business_id, a.id, o.owner_id, a.overlap_accepted
    )
    select w.business_id, w.id, w.owner_id, w.overlap_accepted, p.during, p.shareable
    from owned w
    cross join lateral private.busy_parts(w.whole, w.core) p;
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
  if not private.blocks_time(a.status, coalesce(a.pending_blocks_slot, (
    select r.pending_blocks_slot from public.booking_rules r where r.business_id = a.business_id)))
  then
    return true;
  end if;
  complete := private.assign_resources(a);
  if complete then
    delete from private.busy_segments b
      where b.business_id = a.business_id and b.appointment_id = a.id
        and (b.owner_id, b.during, b.overlap, b.shareable) not in (
          select w.owner_id, w.during, w.overlap, w.shareable
          from private.wanted_places(array[a.id]) w);
    insert into private.busy_segments (
        business_id, owner_id, during, appointment_id, overlap, shareable)
      select w.business_id, w.owner_id, w.during, w.appointment_id, w.overlap, w.shareable
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

-- Gives appointments their places. `homeless` did not get all of theirs; what such an appointment
-- still held is given up, because half a place helps nobody. `freed`: some place became free. Those
-- that need resources follow one by one, because what one of them picks is gone for the next.
create function private.take_places(ids uuid[], out homeless uuid[], out freed boolean)
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
        and (b.appointment_id, b.owner_id, b.during, b.overlap, b.shareable) not in (
          select w.appointment_id, w.owner_id, w.during, w.overlap, w.shareable
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
    insert into private.busy_segments (
      business_id, owner_id, during, appointment_id, overlap, shareable)
    select l.business_id, l.owner_id, l.during, l.appointment_id, l.overlap, l.shareable
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
