-- Busy time from calendars that people keep elsewhere (supabase/decisions/0038-calendars-elsewhere.md).
--
--   claim_outside_calendars ──▶ the address is fetched, and read as nothing but spans of time
--                               ──▶ finish_outside_calendar ──▶ blocks of that person
--
-- The fetching is an edge function's; here nothing goes out.

create table private.outside_calendars (
  id uuid primary key,
  business_id uuid not null,
  staff_id uuid not null,
  name text not null check (char_length(name) between 1 and 60),
  -- Whoever has it reads the calendar: it goes to the function that fetches it and to nobody else.
  address text not null check (address ~ '^https://[^/@\s]+/\S*$' and char_length(address) <= 2048),
  state text not null default 'new' check (state in ('new', 'ok', 'failed')),
  failure text check (failure in (
    'unreachable', 'not_found', 'not_a_calendar', 'too_large', 'not_allowed')),
  -- How often in a row it could not be read.
  failures int not null default 0,
  made_at timestamptz not null default now(),
  read_at timestamptz,
  next_at timestamptz not null default now(),
  unique (staff_id, address),
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade
);
create index outside_calendars_next_at on private.outside_calendars (next_at);
create index outside_calendars_business_id on private.outside_calendars (business_id, staff_id);
alter table private.outside_calendars enable row level security;

insert into private.rate_rules (bucket, most, per) values
  ('outside_calendars:person', 30, '1 hour');

-- What was made from a calendar is that calendar's: it changes there, and comes again.
create function private.keep_outside_block() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' and old.outside_id is not null then
    perform private.refuse('not_allowed', 'outside_id');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger a_keep_outside before update or delete on public.time_blocks
  for each row when (old.outside_id is not null) execute function private.keep_outside_block();

-- Takes the blocks of a calendar away but those that begin and end as said.
create function private.drop_outside_blocks(calendar uuid, business uuid, but jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.time_blocks t
    where t.business_id = business and t.outside_id = calendar
      and not exists (
        select from jsonb_array_elements(but) s (span)
        where (s.span ->> 0)::timestamptz = t.starts_at
          and (s.span ->> 1)::timestamptz = t.ends_at);
end
$$;

-- Of whom nobody knows any more where they are, nothing stands in the way: nobody else could take it away. Who
-- is only kept out for a while keeps the addresses, which are read again when they are let in.
create function private.leave_outside_calendars() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_kept_out constant boolean :=
    tg_table_name = 'memberships' and to_jsonb(new) ->> 'status' = 'suspended';
  c private.outside_calendars;
begin
  for c in
    select x.*
    from private.outside_calendars x
    join public.staff s on s.business_id = x.business_id and s.id = x.staff_id
    where x.business_id = new.business_id
      and new.id = case tg_table_name when 'staff' then s.id else s.membership_id end
  loop
    perform private.drop_outside_blocks(c.id, c.business_id, '[]');
    if is_kept_out then
      update private.outside_calendars x
        set state = 'new', failure = null, failures = 0, read_at = null, next_at = now()
        where x.id = c.id;
    else
      delete from private.outside_calendars x where x.id = c.id;
    end if;
  end loop;
  return null;
end
$$;
create trigger z_leave_outside after update of status on public.memberships
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function private.leave_outside_calendars();
create trigger z_leave_outside after update of membership_id on public.staff
  for each row when (old.membership_id is distinct from new.membership_id)
  execute function private.leave_outside_calendars();

-- The caller's own calendars elsewhere; of an address only where it leads. `is_staff` false = nobody
-- makes appointments with the caller here.
create function public.my_outside_calendars(business_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  mine constant uuid := private.feed_staff(my_outside_calendars.business_id);
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true,
    'is_staff', mine is not null,
    'calendars', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', c.id, 'name', c.name, 'host', split_part(c.address, '/', 3), 'state', c.state,
          'failure', c.failure, 'read_at', c.read_at,
          'blocks', (
            select count(*) from public.time_blocks t
            where t.business_id = c.business_id and t.outside_id = c.id))
        order by c.made_at, c.id), '[]')
      from private.outside_calendars c where c.staff_id = mine));
end
$$;

-- Codes: not_found (no column of one's own here), invalid (name, address), too_many, duplicate,
-- rate_limited.
create function public.add_outside_calendar(business_id uuid, name text, address text)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant int := 5;
  mine constant uuid := private.feed_staff(add_outside_calendar.business_id);
  called constant text := btrim(coalesce(add_outside_calendar.name, ''));
  -- Calendar programs write webcal:// for the same address.
  wanted constant text := regexp_replace(
    btrim(coalesce(add_outside_calendar.address, '')), '^webcals?://', 'https://', 'i');
begin
  perform private.require_second_factor();
  if mine is null then
    return private.refused('not_found', null);
  elsif not private.take_ticket('outside_calendars:person', auth.uid()::text) then
    return private.rate_limited('outside_calendars:person');
  elsif char_length(called) not between 1 and 60 then
    return private.refused('invalid', 'name');
  elsif wanted !~ '^https://[^/@\s]+/\S*$' or char_length(wanted) > 2048 then
    return private.refused('invalid', 'address');
  end if;
  perform private.lock_business(add_outside_calendar.business_id);
  if (select count(*) from private.outside_calendars c where c.staff_id = mine) >= most then
    return private.refused('too_many', null);
  end if;
  insert into private.outside_calendars (id, business_id, staff_id, name, address)
    values (private.new_id(), add_outside_calendar.business_id, mine, called, wanted);
  return jsonb_build_object('ok', true);
exception when unique_violation then
  return private.refused('duplicate', 'address');
end
$$;

create function private.is_my_outside_calendar(business uuid, calendar uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.outside_calendars c
    where c.id = calendar and c.staff_id = private.feed_staff(business));
end
$$;

-- It is read anew with the next turn of the clock. Codes: not_found, rate_limited.
create function public.read_outside_calendar(business_id uuid, calendar_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_second_factor();
  if not private.is_my_outside_calendar(read_outside_calendar.business_id, calendar_id) then
    return private.refused('not_found', null);
  elsif not private.take_ticket('outside_calendars:person', auth.uid()::text) then
    return private.rate_limited('outside_calendars:person');
  end if;
  update private.outside_calendars c set next_at = now() where c.id = calendar_id;
  return jsonb_build_object('ok', true);
end
$$;

-- With everything that came from it. Nothing to remove is no failure.
create function public.remove_outside_calendar(business_id uuid, calendar_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_second_factor();
  if private.is_my_outside_calendar(remove_outside_calendar.business_id, calendar_id) then
    perform private.lock_business(remove_outside_calendar.business_id);
    delete from private.outside_calendars c where c.id = calendar_id;
    perform private.drop_outside_blocks(
      calendar_id, remove_outside_calendar.business_id, '[]');
  end if;
  return jsonb_build_object('ok', true);
end
$$;

-- Those that are due, each for ten minutes the caller's alone: a reading that dies is done again.
create function private.claim_outside_calendars(how_many int)
returns table (id uuid, address text, time_zone text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return query
    update private.outside_calendars c set next_at = now() + interval '10 minutes'
    from public.businesses b
    where b.id = c.business_id and c.id in (
      select d.id
      from private.outside_calendars d
      join public.staff s on s.business_id = d.business_id and s.id = d.staff_id
      join public.memberships m on m.business_id = s.business_id and m.id = s.membership_id
      where d.next_at <= now() and s.status = 'active' and m.status = 'active'
        and not exists (
          select from private.closed_businesses x where x.business_id = d.business_id)
      order by d.next_at
      limit how_many
      for update of d skip locked)
    returning c.id, c.address, b.time_zone;
end
$$;

-- {busy: [[from, to], …]} or {failure}. What could not be read stays as it was read last.
create function private.finish_outside_calendar(calendar uuid, answer jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  pause constant interval := '15 minutes';
  longest_pause constant interval := '6 hours';
  c private.outside_calendars;
  busy constant jsonb := answer -> 'busy';
begin
  select * into c from private.outside_calendars x where x.id = calendar;
  if not found then
    return;
  end if;
  perform private.lock_business(c.business_id);
  -- It may have been removed while it was read, and who it belongs to may have gone.
  select * into c from private.outside_calendars x
    where x.id = calendar and exists (
      select from public.staff s
      join public.memberships m on m.business_id = s.business_id and m.id = s.membership_id
      where s.business_id = x.business_id and s.id = x.staff_id and m.status = 'active')
    for update;
  if not found then
    return;
  elsif busy is null then
    update private.outside_calendars x
      set state = 'failed', failure = answer ->> 'failure', failures = x.failures + 1,
        next_at = now() + least(pause * power(2, least(x.failures, 10)), longest_pause)
      where x.id = calendar;
    return;
  end if;
  perform private.drop_outside_blocks(calendar, c.business_id, busy);
  insert into public.time_blocks (id, business_id, staff_id, starts_at, ends_at, outside_id)
    select private.new_id(), c.business_id, c.staff_id,
      (s.span ->> 0)::timestamptz, (s.span ->> 1)::timestamptz, calendar
    from jsonb_array_elements(busy) s (span)
    where not exists (
      select from public.time_blocks t
      where t.business_id = c.business_id and t.outside_id = calendar
        and t.starts_at = (s.span ->> 0)::timestamptz and t.ends_at = (s.span ->> 1)::timestamptz);
  update private.outside_calendars x
    set state = 'ok', failure = null, failures = 0, read_at = now(), next_at = now() + pause
    where x.id = calendar;
end
$$;

revoke all on function
  public.my_outside_calendars(uuid), public.add_outside_calendar(uuid, text, text),
  public.read_outside_calendar(uuid, uuid), public.remove_outside_calendar(uuid, uuid)
from public, anon;
grant execute on function
  public.my_outside_calendars(uuid), public.add_outside_calendar(uuid, text, text),
  public.read_outside_calendar(uuid, uuid), public.remove_outside_calendar(uuid, uuid)
to authenticated;
grant execute on function
  private.claim_outside_calendars(int), private.finish_outside_calendar(uuid, jsonb)
to service_role;
