-- Places in time: who is busy when, kept true from appointments and their segments.
--
--   statement changes appointments or segments
--        └─ statement trigger notes the appointments concerned (a setting of the transaction)
--              └─ settle: spans, busy rows, conflict flags; once per mutation (sync_push) or at commit
--
-- One busy row is one continuous occupation of one owner by one appointment or hold. The exclusion
-- constraint is the floor under every promise not to double-book; inserts say ON CONFLICT DO
-- NOTHING and look at what is missing, because catching its error stalls for seconds under load.

create table private.slot_holds (
  -- Made by the client's browser and kept secret there.
  hold_key uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  request_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  extended boolean not null default false,
  -- From where, hashed; null = not known.
  network_hash bytea
);
create index slot_holds_expires_at on private.slot_holds (expires_at);
create index slot_holds_business_id on private.slot_holds (business_id);

create table private.busy_segments (
  id bigint generated always as identity primary key,
  business_id uuid not null,
  -- A staff member, a chair or a room.
  owner_id uuid not null,
  during tstzrange not null,
  appointment_id uuid,
  hold_key uuid references private.slot_holds (hold_key) on delete cascade,
  -- A person accepted this double booking: it occupies, but it does not exclude.
  overlap boolean not null default false,
  -- Nothing but buffers, which may lie on the buffers of neighbours, though on nobody's work.
  shareable boolean not null default false,
  -- What shareable rows exclude: each has a point of its own on this line, work has the whole line.
  layer int8range not null generated always as (
    case when shareable then int8range(id, id, '[]') else int8range(null, null) end) stored,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete cascade,
  check ((appointment_id is null) <> (hold_key is null)),
  check (not isempty(during) and lower_inc(during) and not upper_inc(during)),
  constraint busy_segments_no_overlap
    exclude using gist (owner_id with =, during with &&, layer with &&) where (not overlap)
);
create index busy_segments_appointment_id on private.busy_segments (business_id, appointment_id)
  where appointment_id is not null;
create index busy_segments_hold_key on private.busy_segments (hold_key) where hold_key is not null;
create index busy_segments_overlaps on private.busy_segments (business_id) where overlap;

alter table private.slot_holds enable row level security;
alter table private.busy_segments enable row level security;

-- When one segment keeps its staff member busy. With bookable processing time there is a hole:
--   before │ duration │ processing │ finishing │ after
--   ███████████████████              ████████████████
-- (No search_path of its own, so that PostgreSQL can put the expression into the query.)
create function private.busy_ranges(
  starts_at timestamptz, duration_min int, processing_min int, finishing_min int,
  buffer_before_min int, buffer_after_min int, processing_bookable boolean
) returns tstzmultirange
language sql stable
as $$
  select case when processing_bookable and processing_min > 0
    then tstzmultirange(
      tstzrange(
        starts_at - buffer_before_min * interval '1 minute',
        starts_at + duration_min * interval '1 minute'),
      -- Empty when nothing follows the processing time.
      tstzrange(
        starts_at + (duration_min + processing_min) * interval '1 minute',
        starts_at + (duration_min + processing_min + finishing_min + buffer_after_min)
          * interval '1 minute'))
    else tstzmultirange(
      tstzrange(
        starts_at - buffer_before_min * interval '1 minute',
        starts_at + (duration_min + processing_min + finishing_min + buffer_after_min)
          * interval '1 minute'))
  end
$$;

-- The rows that an owner's time is written down in: one for each part. Where buffers may be shared they
-- are parts of their own. `core`: without the buffers that may be.
create function private.busy_parts(
  whole tstzmultirange, core tstzmultirange, out during tstzrange, out shareable boolean
) returns setof record
language sql immutable rows 2
as $$
  select unnest(core), false
  union all
  select unnest(whole - core), true
$$;

-- When a segment is busy for sure: without its buffers where they may be shared.
create function private.core_ranges(
  starts_at timestamptz, duration_min int, processing_min int, finishing_min int,
  buffer_before_min int, buffer_after_min int, processing_bookable boolean, shares_buffers boolean
) returns tstzmultirange
language sql stable
as $$
  select private.busy_ranges(
    starts_at, duration_min, processing_min, finishing_min,
    case when shares_buffers then 0 else buffer_before_min end,
    case when shares_buffers then 0 else buffer_after_min end, processing_bookable)
$$;

-- Visits that shared their buffers when that was no longer wanted: what stands, stays.
create table private.kept_shared_buffers (
  business_id uuid not null,
  appointment_id uuid primary key,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete cascade
);
create index kept_shared_buffers_business_id
  on private.kept_shared_buffers (business_id, appointment_id);
alter table private.kept_shared_buffers enable row level security;

-- Whether the buffers of a visit may be shared with its neighbours. At the client's they are the way
-- there and back. `sharingBuffers` of src/domain/appointments/shared-buffers.ts is the same rule.
create function private.shares_buffers(a public.appointments, share_buffers boolean) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if a.location_type = 'client' or share_buffers then
    return a.location_type <> 'client';
  end if;
  return exists (select from private.kept_shared_buffers k where k.appointment_id = a.id);
end
$$;

create function private.compute_segment_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.ends_at := new.starts_at
    + (new.duration_min + new.processing_min + new.finishing_min) * interval '1 minute';
  return new;
end
$$;

create trigger b_ends_at before insert or update on public.appointment_segments
  for each row execute function private.compute_segment_end();

-- What a status means for a place in time: steps between statuses of one kind change nothing.
create function private.place_kind(status text) returns text
language sql immutable
as $$
  select case
    when status in ('booked', 'arrived', 'in_service', 'completed') then 'taken'
    when status = 'pending' then 'asked'
    else 'free' end
$$;

-- The appointments that this transaction still has to settle, as `{id,id,…}`.
create function private.mark_unsettled(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  waiting text := coalesce(nullif(current_setting('daybook.unsettled', true), ''), '{}');
begin
  if cardinality(ids) > 0 then
    perform set_config('daybook.unsettled', (waiting::uuid[] || ids)::text, true);
  end if;
end
$$;

-- Sends rows again although they did not change: somebody may see them now, or no longer.
create function private.touch_appointment_rows(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  -- Nearly always everything was written by this very transaction.
  if not exists (
    select from public.appointments a
    left join public.appointment_segments s
      on s.business_id = a.business_id and s.appointment_id = a.id
    where a.id = any (ids)
      and (a.rev <> private.held_rev(a.business_id) or s.rev <> private.held_rev(a.business_id))
  ) then
    return;
  end if;
  update public.appointments a set rev = -1
    where a.id = any (ids) and a.rev <> private.held_rev(a.business_id);
  update public.appointment_segments s set rev = -1
    from public.appointments a
    where a.id = any (ids) and s.business_id = a.business_id and s.appointment_id = a.id
      and s.rev <> private.held_rev(s.business_id);
end
$$;

-- Who sees an appointment sees its series: when that changes, the series is sent again as well.
create function private.touch_appointments(ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  -- Statement triggers also fire for no rows at all: without this they would call each other.
  if cardinality(ids) = 0 then
    return;
  end if;
  update public.series s set rev = -1
    from public.appointments a
    where a.id = any (ids) and a.series_id is not null
      and s.business_id = a.business_id and s.id = a.series_id
      and s.rev <> private.held_rev(s.business_id);
  -- Who sees a session sees who sits in it.
  if exists (
    select from public.appointments a where a.id = any (ids) and a.capacity is not null
  ) then
    update public.attendees t set rev = -1
      from public.appointments a
      where a.id = any (ids) and t.business_id = a.business_id and t.appointment_id = a.id
        and t.rev <> private.held_rev(t.business_id);
  end if;
  perform private.touch_appointment_rows(ids);
end
$$;

create function private.note_new_segments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[] := array(select distinct n.appointment_id from new_rows n);
begin
  perform private.mark_unsettled(ids);
  perform private.touch_appointments(ids);
  return null;
end
$$;

create function private.note_changed_segments() returns trigger
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

create function private.note_gone_segments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[] := array(select distinct o.appointment_id from old_rows o);
begin
  perform private.mark_unsettled(ids);
  perform private.touch_appointments(ids);
  return null;
end
$$;

create function private.note_new_appointments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mark_unsettled(array(select n.id from new_rows n));
  return null;
end
$$;

create function private.note_changed_appointments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.mark_unsettled(array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where private.place_kind(n.status) <> private.place_kind(o.status)
      or n.overlap_accepted <> o.overlap_accepted
      or n.client_id is distinct from o.client_id
      -- At the client's nobody serves others meanwhile (wanted_places).
      or (n.location_type = 'client') <> (o.location_type = 'client')
      -- Written by hand: settle puts the truth of the segments back.
      or n.starts_at <> o.starts_at or n.ends_at <> o.ends_at));
  return null;
end
$$;

-- A deleted appointment frees its place: those that wait for one are looked at again.
create function private.note_gone_appointments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('daybook.freed', (
    coalesce(nullif(current_setting('daybook.freed', true), ''), '{}')::uuid[]
      || array(select distinct o.business_id from old_rows o))::text, true);
  return null;
end
$$;

create trigger note_new after insert on public.appointment_segments
  referencing new table as new_rows
  for each statement execute function private.note_new_segments();
create trigger note_changed after update on public.appointment_segments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_changed_segments();
create trigger note_gone after delete on public.appointment_segments
  referencing old table as old_rows
  for each statement execute function private.note_gone_segments();
create trigger note_new after insert on public.appointments
  referencing new table as new_rows
  for each statement execute function private.note_new_appointments();
create trigger note_changed after update on public.appointments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_changed_appointments();
create trigger note_gone after delete on public.appointments
  referencing old table as old_rows
  for each statement execute function private.note_gone_appointments();
