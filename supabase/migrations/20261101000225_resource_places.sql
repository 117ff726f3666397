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

-- Whether somebody else has a resource in a time, of which `core` is not only buffers that may be
-- shared. An accepted double booking does not exclude.
create function private.is_taken(
  resource uuid, during tstzrange, core tstzrange, except_appointment uuid, except_hold uuid
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.busy_segments b
    where b.owner_id = resource and b.during && is_taken.during and not b.overlap
      and (not b.shareable or b.during && is_taken.core)
      and (except_appointment is null or b.appointment_id is distinct from except_appointment)
      and (except_hold is null or b.hold_key is distinct from except_hold));
end
$$;

-- Free resources for what is needed, null when there are not enough. `preferred` first: the parts of
-- one visit stay in one room. Then those without an accepted double booking, in the list's order.
create function private.pick_resources(
  business uuid, needs jsonb, during tstzrange, core tstzrange, preferred uuid[], excluded uuid[],
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
        and not private.is_taken(
          r.id, pick_resources.during, pick_resources.core, except_appointment, except_hold)
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
  shares constant boolean := private.shares_buffers(a, (
    select r.share_buffers from public.booking_rules r where r.business_id = a.business_id));
  s public.appointment_segments;
  span tstzrange;
  core tstzrange;
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
    core := case when shares then tstzrange(s.starts_at, s.ends_at) else span end;
    known := array(
      select c.id from unnest(s.resource_ids) with ordinality c (id, place)
      join public.resources r on r.business_id = a.business_id and r.id = c.id
      order by c.place);
    -- Out of service does not take away what somebody has: people see it and move them.
    kept := array(
      select c.id from unnest(known) with ordinality c (id, place)
      join public.resources r on r.business_id = a.business_id and r.id = c.id
      where a.overlap_accepted or (
        not private.is_taken(r.id, span, core, a.id, null)
        and (
          s.resource_fixed
          or r.status = 'active' and not private.out_range(r.out_from, r.out_until, zone) && span
          or exists (
            select from private.busy_segments b
            where b.business_id = a.business_id and b.appointment_id = a.id
              and b.owner_id = r.id and b.during @> core)))
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
    picked := private.pick_resources(a.business_id, lacking, span, core, used, kept, a.id, null);
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
