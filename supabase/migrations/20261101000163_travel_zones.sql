-- Where somebody works by other clocks: between two days, both included, their working hours are those
-- of another zone. supabase/decisions/0012-travel-is-a-part-of-a-person.md says why this is no table.

-- [{"time_zone", "from_day", "to_day"}, …]: in order, apart from each other, none longer than a year.
create function private.valid_travel(trips jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  trip jsonb;
  last_day date;
begin
  if not private.is_list_of(trips, 50, '{time_zone,from_day,to_day}') then
    return false;
  end if;
  for trip in select value from jsonb_array_elements(trips) loop
    if coalesce(trip ->> 'from_day', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      or coalesce(trip ->> 'to_day', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      or not private.is_time_zone(trip ->> 'time_zone')
      or (trip ->> 'to_day')::date < (trip ->> 'from_day')::date
      or (trip ->> 'to_day')::date > (trip ->> 'from_day')::date + 366
      or (trip ->> 'from_day')::date <= last_day then
      return false;
    end if;
    last_day := (trip ->> 'to_day')::date;
  end loop;
  return true;
exception when others then
  return false;
end
$$;
revoke all on function private.valid_travel(jsonb) from public;
grant execute on function private.valid_travel(jsonb) to authenticated, service_role;

alter table public.staff
  add column travel jsonb not null default '[]' check (private.valid_travel(travel));

-- By whose clock somebody works on a day of theirs.
create function private.zone_of_day(trips jsonb, day date, home text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select t.time_zone
    from jsonb_to_recordset(trips) t (time_zone text, from_day date, to_day date)
    where day between t.from_day and t.to_day), home);
end
$$;
