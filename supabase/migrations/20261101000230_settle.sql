-- Settling: after a change, spans, busy rows, conflict flags and attention items are made true.
--
-- Everything here takes a list of ids, nearly always of one appointment. PostgreSQL expects ten in
-- a list it does not see and would plan each call anew; `force_generic_plan` keeps the plans. For ten
-- it would also rather read a whole table of some weeks than look ten times into an index, which for
-- one was a quarter of the work of a booking: hence `enable_seqscan = off`.

-- Blocking states. A request blocks when the rules say so.
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

create function private.drop_expired_holds(business uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  dropped int;
begin
  delete from private.slot_holds h where h.business_id = business and h.expires_at <= now();
  get diagnostics dropped = row_count;
  return dropped;
end
$$;

-- Who sits where an appointment wants to be: what its attention item shows as `theirs`. People come
-- before chairs; of a pool any chair would have done, so whoever sits in one of them is named.
create function private.place_holder(appointment uuid) returns jsonb
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

-- Flags appointments without a place and asks a person; one open item per appointment.
create function private.flag_homeless(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  a public.appointments;
  asked uuid;
  wanted jsonb;
begin
  for a in select * from public.appointments x where x.id = any (ids) order by x.id loop
    if not a.conflict then
      update public.appointments x set conflict = true where x.id = a.id;
    end if;
    select jsonb_build_object(
        'starts_at', a.starts_at, 'ends_at', a.ends_at,
        'staff_ids', coalesce(jsonb_agg(distinct s.staff_id), '[]'))
      into wanted
      from public.appointment_segments s
      where s.business_id = a.business_id and s.appointment_id = a.id;
    select i.id into asked from public.attention_items i
      where i.business_id = a.business_id and i.entity = 'appointments' and i.entity_id = a.id
        and i.kind = 'slot_taken' and i.state = 'open';
    if found then
      update public.attention_items i
        set mine = wanted, theirs = coalesce(private.place_holder(a.id), '{}')
        where i.id = asked;
      perform set_config('daybook.raised', 'slot_taken ' || asked, true);
    else
      perform private.raise_attention(
        a.business_id, 'appointments', a.id, 'slot_taken',
        wanted, coalesce(private.place_holder(a.id), '{}'));
    end if;
  end loop;
end
$$;

-- Takes the flag from those that have a place again, or need none any more. `became` is the answer
-- of the attention item: the appointment moved, or it kept its wish because the other one went.
create function private.unflag_settled(ids uuid[], became text) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  with settled as (
    update public.appointments a set conflict = false
    where a.id = any (ids) and a.conflict
    returning a.business_id, a.id, a.overlap_accepted,
      a.status in ('cancelled', 'no_show', 'declined', 'expired') as given_up
  )
  update public.attention_items i
    set state = case
      when s.given_up then 'kept_theirs'
      when s.overlap_accepted then 'kept_mine'
      else became end
    from settled s
    where i.business_id = s.business_id and i.entity = 'appointments' and i.entity_id = s.id
      and i.kind = 'slot_taken' and i.state = 'open';
end
$$;

-- Those that wait for a place are looked at again: a hold ran out, an appointment went. The caller has
-- the business's turn.
create function private.settle_waiting(business uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  waiting uuid[] := array(
    select a.id from public.appointments a where a.business_id = business and a.conflict);
  homeless uuid[];
begin
  if cardinality(waiting) > 0 then
    select t.homeless into homeless from private.take_places(waiting) t;
    if cardinality(homeless) < cardinality(waiting) then
      perform private.unflag_settled(
        array(select unnest(waiting) except select unnest(homeless)), 'kept_mine');
    end if;
  end if;
end
$$;

create function private.settle(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  homeless uuid[];
  freed boolean;
  misplaced uuid[];
  was_flagged boolean;
begin
  -- Looked at before it is written: an update that hits nothing still costs all its triggers.
  select array_agg(a.id) filter (where a.starts_at <> span.starts_at or a.ends_at <> span.ends_at),
      bool_or(a.conflict)
    into misplaced, was_flagged
    from public.appointments a
    cross join lateral (
      select min(s.starts_at) as starts_at, max(s.ends_at) as ends_at
      from public.appointment_segments s
      where s.business_id = a.business_id and s.appointment_id = a.id
    ) span
    where a.id = any (ids);
  if misplaced is not null then
    update public.appointments a set starts_at = span.starts_at, ends_at = span.ends_at
      from (
        select x.id, min(s.starts_at) as starts_at, max(s.ends_at) as ends_at
        from public.appointments x
        join public.appointment_segments s
          on s.business_id = x.business_id and s.appointment_id = x.id
        where x.id = any (misplaced)
        group by x.id
      ) span
      where a.id = span.id;
  end if;

  select t.homeless, t.freed into homeless, freed from private.take_places(ids) t;
  if cardinality(homeless) > 0 and exists (
    select from (select distinct a.business_id from public.appointments a where a.id = any (ids)) b
    where private.drop_expired_holds(b.business_id) > 0
  ) then
    select t.homeless into homeless from private.take_places(homeless) t;
  end if;
  if cardinality(homeless) > 0 then
    perform private.flag_homeless(homeless);
  end if;
  if was_flagged then
    perform private.unflag_settled(
      array(select unnest(ids) except select unnest(homeless)), 'rescheduled');
  end if;

  if freed then
    perform private.settle_waiting(b.business_id)
      from (select distinct a.business_id from public.appointments a where a.id = any (ids)) b;
  end if;

  perform private.note_own_clients(ids);
end
$$;

-- A practitioner's own clients are those they have worked for. A client who becomes somebody's
-- own is sent again, because that person's device has never seen the row.
create function private.note_own_clients(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  fresh uuid[];
begin
  with pairs as (
    insert into private.client_staff (business_id, client_id, staff_id)
    select distinct a.business_id, a.client_id, s.staff_id
    from public.appointments a
    join public.appointment_segments s on s.business_id = a.business_id and s.appointment_id = a.id
    where a.id = any (ids) and a.client_id is not null
      and not exists (
        select from private.client_staff k
        where k.client_id = a.client_id and k.staff_id = s.staff_id)
    on conflict do nothing
    returning client_id
  )
  select array_agg(distinct p.client_id) into fresh from pairs p;
  if fresh is not null then
    update public.clients c set rev = -1
      where c.id = any (fresh) and c.rev <> private.held_rev(c.business_id);
  end if;
end
$$;

-- Settles what this transaction has marked. Settling marks again what it corrects itself, so the
-- list is emptied at the end.
create function private.settle_pending() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ids uuid[] := nullif(current_setting('daybook.unsettled', true), '')::uuid[];
  freed uuid[] := nullif(current_setting('daybook.freed', true), '')::uuid[];
begin
  if ids is not null then
    perform private.settle(array(select distinct unnest(ids)));
    perform set_config('daybook.unsettled', '', true);
  end if;
  if freed is not null then
    perform set_config('daybook.freed', '', true);
    perform private.settle_waiting(b) from (select distinct unnest(freed) as b) x;
  end if;
end
$$;

-- Writers that do not settle by themselves (seeds, imports, jobs) are settled at commit. The first
-- row's trigger settles everything; the others find nothing left.
create function private.settle_at_commit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_pending();
  return null;
end
$$;

create constraint trigger settle after insert or update or delete on public.appointments
  deferrable initially deferred
  for each row execute function private.settle_at_commit();
create constraint trigger settle after insert or update or delete on public.appointment_segments
  deferrable initially deferred
  for each row execute function private.settle_at_commit();

-- Requests begin or stop to block when the rule changes.
create function private.settle_requests() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle(array(
    select a.id from public.appointments a
    where a.business_id = new.business_id and a.status = 'pending'));
  return null;
end
$$;

create trigger settle_requests after update of pending_blocks_slot on public.booking_rules
  for each row when (old.pending_blocks_slot is distinct from new.pending_blocks_slot)
  execute function private.settle_requests();
