-- Ground rules of the database: who may do what by default (nobody, nothing), where private
-- things live, and the small checks that many tables share.
--
-- The same files run on hosted Supabase (PostgreSQL 15+), on plain PostgreSQL and on PGlite.

-- Hosted Supabase has this schema; elsewhere it may be missing.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists btree_gist with schema extensions;

-- Not exposed by the API: helper functions, the clock, logs, holds, tokens, rate limits.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- Supabase grants every new object in public to the API roles. Here each migration says itself
-- what it grants, so a forgotten line means "no access" instead of "everybody".
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- PUBLIC may execute new functions by a built-in default that only the global form can take away.
alter default privileges revoke execute on functions from public;

-- UUIDv7: time-ordered like the ids that devices make, so that indexes grow at one end.
create function private.new_id() returns uuid
language plpgsql volatile set search_path = ''
as $$
begin
  return (
    select (substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' || substr(v4, 16))::uuid
      from (
        select
          lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as ms,
          gen_random_uuid()::text as v4
      ) parts
  );
end
$$;

-- The zone database may differ between machines, so a name is valid when this server knows it.
create function private.is_time_zone(name text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  perform timestamp '2026-01-01' at time zone name;
  return name is not null;
exception when others then
  return false;
end
$$;

-- Half-open minute ranges of one local day: sorted, apart, not empty, within 0-1440.
create function private.valid_ranges(ranges jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  pair jsonb;
  free_from int := 0;
begin
  if jsonb_typeof(ranges) <> 'array' or jsonb_array_length(ranges) > 24 then
    return false;
  end if;
  for pair in select value from jsonb_array_elements(ranges) loop
    if jsonb_typeof(pair) <> 'array' or jsonb_array_length(pair) <> 2
      or (pair ->> 0)::int < free_from
      or (pair ->> 1)::int <= (pair ->> 0)::int
      or (pair ->> 1)::int > 1440 then
      return false;
    end if;
    free_from := (pair ->> 1)::int;
  end loop;
  return true;
exception when others then
  return false;
end
$$;

-- One to four rotating weeks of seven days (0 = Monday), each a list of minute ranges.
create function private.valid_weeks(weeks jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  week jsonb;
  day jsonb;
begin
  if jsonb_typeof(weeks) <> 'array' or jsonb_array_length(weeks) not between 1 and 4 then
    return false;
  end if;
  for week in select value from jsonb_array_elements(weeks) loop
    if jsonb_typeof(week) <> 'array' or jsonb_array_length(week) <> 7 then
      return false;
    end if;
    for day in select value from jsonb_array_elements(week) loop
      if not private.valid_ranges(day) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end
$$;

-- The functions that constraints call are plpgsql on purpose: PostgreSQL prepares every check of a
-- table anew for each statement, and would parse the body of an SQL function each time.
create function private.is_email(email text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return email = lower(btrim(email)) and length(email) <= 254
    and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$';
end
$$;

-- An address is an object of short texts; nothing else may hide in it.
create function private.is_address(address jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return address is null or (
    jsonb_typeof(address) = 'object' and length(address::text) <= 1000
    and address ? 'line1'
    and not exists (
      select from jsonb_each(address) part
      where part.key not in
          ('label', 'line1', 'line2', 'city', 'region', 'postal_code', 'country_code')
        or jsonb_typeof(part.value) <> 'string'
        or part.key = 'label' and length(part.value #>> '{}') > 60
    ));
end
$$;

-- Further addresses of somebody, each with a label of its own.
create function private.is_address_list(list jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(list) is distinct from 'array' then
    return false;
  end if;
  return jsonb_array_length(list) <= 9 and not exists (
    select from jsonb_array_elements(list) one
    where jsonb_typeof(one.value) <> 'object' or not private.is_address(one.value));
end
$$;

-- Whom to call when something happens to somebody: a name, a number as typed, or both.
create function private.is_emergency_contact(contact jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if contact is null then
    return true;
  elsif jsonb_typeof(contact) <> 'object' then
    return false;
  end if;
  return contact ?& array['name', 'phone']
    and not exists (
      select from jsonb_each(contact) part
      where part.key not in ('name', 'phone') or jsonb_typeof(part.value) <> 'string')
    and length(contact ->> 'name') <= 120 and length(contact ->> 'phone') <= 60
    and btrim((contact ->> 'name') || (contact ->> 'phone')) <> '';
end
$$;

-- A list of at most so many objects, each with these keys and none but the optional ones beside them: of
-- anything else it says no, whatever it is. What the keys hold is for whoever asks to say.
create function private.is_list_of(
  list jsonb, most int, keys text[], optional text[] default '{}'
) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if list = '[]' then
    -- Most are, and looking into one costs more than everything else.
    return true;
  elsif jsonb_typeof(list) is distinct from 'array' then
    return false;
  elsif jsonb_array_length(list) > most then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(list) one
    where case jsonb_typeof(one.value) when 'object'
      then not one.value ?& keys or one.value - keys - optional <> '{}'
      else true end);
end
$$;

-- Array fields are sets: no element twice, none null.
create function private.is_set(elements anyarray, most int) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return cardinality(elements) = 0 or (
    cardinality(elements) <= most
    and cardinality(elements)
      = (select count(distinct e) from unnest(elements) e where e is not null));
end
$$;

-- A picture lies in the folder of its business and of the table whose row shows it, under a name
-- that says how large it is: a row can name nothing else, however its path is written.
create function private.is_picture_path(path text, business uuid, folder text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return path is null or path ~ (
    '^' || business::text || '/' || folder
    || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[1-9][0-9]{0,2}x[1-9][0-9]{0,2}$');
end
$$;

-- Checks run with the rights of whoever writes the row.
grant execute on function
  private.is_time_zone(text), private.valid_ranges(jsonb), private.valid_weeks(jsonb),
  private.is_email(text), private.is_address(jsonb), private.is_address_list(jsonb),
  private.is_emergency_contact(jsonb), private.is_list_of(jsonb, int, text[], text[]),
  private.is_set(anyarray, int),
  private.is_picture_path(text, uuid, text)
to authenticated, service_role;
