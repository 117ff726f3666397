-- The life of an appointment. One table says which steps are legal; a trigger refuses the others
-- for every writer alike. src/domain/appointments/status.ts holds the same table for the screens,
-- and a test compares the two.
--
--   pending ──▶ booked ──▶ arrived ──▶ in_service ──▶ completed      (steps may be skipped)
--      │           ├▶ cancelled ──┐
--      │           └▶ no_show ────┴─ completed outranks both: a visit that really happened can be
--      ├▶ cancelled                  recorded, and a person looks at it afterwards
--      ├▶ declined
--      └▶ expired
--   backwards: presence one step at a time; cancelled, no_show, completed within a day; answers to
--   requests until the client is told (20261121009000_answers_taken_back.sql)

create table private.appointment_transitions (
  from_status text not null,
  to_status text not null,
  -- How long after the first step the way back is open; null = always.
  within interval,
  -- Both sides meant well: allowed, but somebody has to look at it.
  to_review boolean not null default false,
  primary key (from_status, to_status)
);
alter table private.appointment_transitions enable row level security;

insert into private.appointment_transitions (from_status, to_status, within, to_review) values
  ('pending', 'booked', null, false),
  ('pending', 'declined', null, false),
  ('pending', 'expired', null, false),
  ('pending', 'cancelled', null, false),
  ('booked', 'arrived', null, false),
  ('booked', 'in_service', null, false),
  ('booked', 'completed', null, false),
  ('booked', 'cancelled', null, false),
  ('booked', 'no_show', null, false),
  ('arrived', 'in_service', null, false),
  ('arrived', 'completed', null, false),
  ('arrived', 'no_show', null, false),
  ('arrived', 'booked', null, false),
  ('in_service', 'completed', null, false),
  ('in_service', 'arrived', null, false),
  ('in_service', 'booked', null, false),
  ('completed', 'booked', '24 hours', false),
  ('cancelled', 'booked', '24 hours', false),
  ('no_show', 'booked', '24 hours', false),
  ('cancelled', 'completed', null, true),
  ('no_show', 'completed', '24 hours', true);

-- When the person acted: device time of the mutation being applied (sync_push clamps it), else now.
-- An undo made offline within the day is not refused because the train had no network.
create function private.acting_at() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(nullif(current_setting('daybook.at', true), '')::timestamptz, now());
end
$$;

-- Raises a refusal that sync_push turns into its code. PostgREST shows PT… as an HTTP status.
create function private.refuse(code text, field text default '') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = code, column = field;
end
$$;

create function private.check_transition() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step private.appointment_transitions;
  acted timestamptz := private.acting_at();
  ended timestamptz;
begin
  select * into step from private.appointment_transitions t
    where t.from_status = old.status and t.to_status = new.status;
  if not found then
    perform private.refuse('illegal_transition', 'status');
  end if;
  if new.status = 'no_show' and acted < new.starts_at then
    perform private.refuse('too_soon', 'status');
  end if;
  if step.within is not null then
    ended := case old.status
      when 'completed' then old.finished_at
      when 'cancelled' then old.cancelled_at
      else (
        select max(c.at) from private.row_changes c
        where c.business_id = old.business_id and c.row_id = old.id and 'status' = any (c.fields)
      )
    end;
    if acted > coalesce(ended, old.updated_at) + step.within then
      perform private.refuse('undo_expired', 'status');
    end if;
  end if;

  case new.status
    when 'arrived' then
      new.arrived_at := coalesce(new.arrived_at, acted);
      new.started_at := null;
    when 'in_service' then
      new.arrived_at := coalesce(new.arrived_at, acted);
      new.started_at := coalesce(new.started_at, acted);
    when 'completed' then
      new.finished_at := coalesce(new.finished_at, acted);
    when 'cancelled' then
      new.cancelled_at := coalesce(new.cancelled_at, acted);
      new.cancel_by := coalesce(new.cancel_by, 'staff');
      new.cancel_late := new.cancelled_at > new.starts_at - make_interval(mins => coalesce(
        (private.fee_terms_of(new) ->> 'notice_min')::int, 0));
    when 'booked' then
      if old.status <> 'pending' then
        new.arrived_at := null;
        new.started_at := null;
        new.finished_at := null;
        new.cancelled_at := null;
        new.cancel_by := null;
        new.cancel_reason := null;
        new.cancel_late := false;
      end if;
    else null;
  end case;

  if step.to_review then
    perform private.raise_attention(
      new.business_id, 'appointments', new.id, 'stale_field',
      jsonb_build_object('status', new.status), jsonb_build_object('status', old.status));
  end if;
  return new;
end
$$;

create trigger b_transition before update of status on public.appointments
  for each row when (old.status is distinct from new.status)
  execute function private.check_transition();

-- Calendars of clients follow the higher sequence: it moves when time or validity changes, once
-- per change, no matter whether the device counted as well.
create function private.count_ical_sequence() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.ical_sequence := greatest(new.ical_sequence, old.ical_sequence);
  if new.starts_at <> old.starts_at or new.ends_at <> old.ends_at
    or (new.status = 'cancelled') <> (old.status = 'cancelled') then
    new.ical_sequence := greatest(new.ical_sequence, old.ical_sequence + 1);
  end if;
  -- The name of the event in other people's calendars is for ever.
  new.ical_uid := old.ical_uid;
  return new;
end
$$;

create trigger c_ical_sequence before update on public.appointments
  for each row execute function private.count_ical_sequence();

-- Nobody is archived while people still expect to be served by them: reassign first.
create function private.check_archive() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.appointment_segments s
    join public.appointments a on a.business_id = s.business_id and a.id = s.appointment_id
    where s.business_id = new.business_id and s.staff_id = new.id and s.starts_at > now()
      and a.status in ('pending', 'booked', 'arrived', 'in_service')
  ) then
    perform private.refuse('has_future_appointments', 'status');
  end if;
  return new;
end
$$;

create trigger b_archive before update of status on public.staff
  for each row when (new.status = 'archived' and old.status <> 'archived')
  execute function private.check_archive();
