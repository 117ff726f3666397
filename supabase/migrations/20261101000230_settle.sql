-- Settling: after a change, spans, busy rows, conflict flags and attention items are made true.
-- (Why its functions keep their plans and read no whole tables: see taking places.)

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
    select distinct a.business_id, c.client_id, s.staff_id
    from public.appointments a
    join public.appointment_segments s on s.business_id = a.business_id and s.appointment_id = a.id
    cross join lateral (
      select a.client_id where a.client_id is not null
      union all
      select t.client_id from public.attendees t
      where a.capacity is not null and t.business_id = a.business_id and t.appointment_id = a.id
    ) c
    where a.id = any (ids) and not exists (
        select from private.client_staff k
        where k.client_id = c.client_id and k.staff_id = s.staff_id)
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

-- Buffers are shared from now on, or no longer. Those that share theirs with somebody when it ends go on
-- to: nobody loses a place by it. In handfuls, because what one call settles it holds side by side.
create function private.settle_buffers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.share_buffers then
    delete from private.kept_shared_buffers k where k.business_id = new.business_id;
  else
    insert into private.kept_shared_buffers (business_id, appointment_id)
      select distinct one.business_id, one.appointment_id
      from private.busy_segments one
      join private.busy_segments other
        on other.owner_id = one.owner_id and other.during && one.during and other.shareable
        and other.id <> one.id
      where one.business_id = new.business_id and one.shareable and one.appointment_id is not null;
  end if;
  perform private.settle(handful.ids)
    from (
      select array_agg(ahead.id) as ids
      from (
        select a.id, row_number() over (order by a.id) / 100 as part
        from public.appointments a
        where a.business_id = new.business_id and a.ends_at > now()
          and private.place_kind(a.status) <> 'free'
          and exists (
            select from public.appointment_segments s
            where s.business_id = a.business_id and s.appointment_id = a.id
              and s.buffer_before_min + s.buffer_after_min > 0)
      ) ahead
      group by ahead.part
    ) handful;
  return null;
end
$$;

create trigger settle_buffers after update of share_buffers on public.booking_rules
  for each row when (old.share_buffers is distinct from new.share_buffers)
  execute function private.settle_buffers();

create trigger settle_requests after update of pending_blocks_slot on public.booking_rules
  for each row when (old.pending_blocks_slot is distinct from new.pending_blocks_slot)
  execute function private.settle_requests();
