-- Appointments that repeat. Every date is an appointment of its own; the series says how they were
-- laid out and how they would go on. `rule` counts from `starts_on`, which is the date of the
-- occurrence with the number `first_index`: when people move "this and following", the row describes
-- the rest from there, and what lies before keeps its own times.

-- The part of RFC 5545 that we use; src/domain/appointments/series-rule.ts reads and writes it.
create function private.is_series_rule(rule text) returns boolean
language sql immutable
as $$
  select rule ~ (
    '^FREQ=('
    'DAILY;INTERVAL=([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-5])'
    '|WEEKLY;INTERVAL=([1-9]|[1-4][0-9]|5[0-2]);BYDAY=(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU)){0,6}'
    '|MONTHLY;INTERVAL=([1-9]|1[0-9]|2[0-4]);('
    'BYMONTHDAY=([1-9]|1[0-9]|2[0-8]|28,29(,30(,31)?)?;BYSETPOS=-1)'
    '|BYDAY=([1-4]|-1)(MO|TU|WE|TH|FR|SA|SU))'
    ');(COUNT=([1-9][0-9]?|10[0-4])|UNTIL=[0-9]{8})$')
$$;

create table public.series (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  rule text not null check (private.is_series_rule(rule)),
  starts_on date not null,
  -- Wall time in time_zone: it stays when the clocks change.
  start_minute int not null check (start_minute between 0 and 1439),
  time_zone text not null check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  first_index int not null default 0 check (first_index between 0 and 10000),
  state text not null default 'active' check (state in ('active', 'ended')),
  unique (business_id, id)
);
create index series_rev on public.series (business_id, rev);
-- One's own before its first appointment is there.
create index series_created_by on public.series (business_id, created_by);

alter table public.appointments
  add column series_id uuid,
  -- Which occurrence of the rule it is; gaps are dates that were left out.
  add column series_index int check (series_index between 0 and 10000),
  -- Moved by hand: it keeps its own time and people when the series is moved.
  add column series_detached boolean not null default false,
  add foreign key (business_id, series_id) references public.series (business_id, id)
    on delete set null (series_id);
create index appointments_series_id on public.appointments (business_id, series_id)
  where series_id is not null;

-- Own = one of its appointments is my own, or I made it and it has none yet: it is being made.
create function private.is_own_series(business uuid, series uuid, mine uuid[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if mine = '{}' then
    return false;
  elsif exists (
    select from public.appointments a
    where a.business_id = business and a.series_id = is_own_series.series
  ) then
    return exists (
      select from public.appointments a
      where a.business_id = business and a.series_id = is_own_series.series
        and private.is_own_appointment(business, a.id, mine));
  end if;
  return exists (
      select from public.series s
      where s.business_id = business and s.id = is_own_series.series
        and s.created_by = auth.uid())
    and exists (select from public.staff s where s.business_id = business and s.id = any (mine));
end
$$;

-- Whether an appointment was in this series when the statement began.
create function private.is_in_series(business uuid, appointment uuid, series uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.appointments a
    where a.business_id = business and a.id = appointment and a.series_id = is_in_series.series);
end
$$;
revoke all on function
  private.is_series_rule(text), private.is_own_series(uuid, uuid, uuid[]),
  private.is_in_series(uuid, uuid, uuid)
from public;
grant execute on function
  private.is_series_rule(text), private.is_own_series(uuid, uuid, uuid[]),
  private.is_in_series(uuid, uuid, uuid)
to authenticated, service_role;

create policy series_select on public.series for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.view'))::uuid[])
    or private.is_own_series(
      business_id, id, (select private.own_staff('appointments.view'))::uuid[])
  );
create policy series_insert on public.series for insert to authenticated
  with check (business_id = any ((select private.businesses_with_own('appointments.edit'))::uuid[]));
create policy series_update on public.series for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    or private.is_own_series(
      business_id, id, (select private.own_staff('appointments.edit'))::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_with_own('appointments.edit'))::uuid[])
  );
create policy series_delete on public.series for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.delete'))::uuid[])
    or private.is_own_series(
      business_id, id, (select private.own_staff('appointments.delete'))::uuid[])
  );

-- Between clients and appointments.
select private.sync_table('series', 175);

-- A client who moves one date by their link has moved it by hand.
create function private.note_own_time() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if nullif(current_setting('daybook.device', true), '') is null then
    new.series_detached := true;
  end if;
  return new;
end
$$;
create trigger b_own_time before update of starts_at on public.appointments
  for each row when (new.series_id is not null and new.starts_at is distinct from old.starts_at)
  execute function private.note_own_time();
