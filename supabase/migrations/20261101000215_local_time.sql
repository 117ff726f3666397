-- Local days and minutes as instants, and instants as epoch minutes: what availability counts in.
--
-- src/domain/time/wall.ts is the same rule in TypeScript: of a local time that happens twice the
-- earlier instant, of one that does not exist the instant after the gap.

-- PostgreSQL alone would take the later of two instants (standard time), the rest of the product the
-- earlier one: an hour of difference for everything in that hour.
create function private.local_to_instant(day date, minute int, zone text) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
declare
  wall constant timestamp := day + minute * interval '1 minute';
  later constant timestamptz := wall at time zone zone;
  -- What the clocks said of UTC the day before: the offset that is about to end.
  offset_before constant interval :=
    ((later - interval '1 day') at time zone zone) - ((later - interval '1 day') at time zone 'UTC');
  earlier constant timestamptz := (wall - offset_before) at time zone 'UTC';
begin
  return case when earlier < later and (earlier at time zone zone) = wall then earlier else later end;
end
$$;

-- (Not immutable: what extract promises of an instant is less, and a function that promises more
-- than its body is called for every row instead of becoming part of the query. date_part counts in
-- double precision, exact to the microsecond here, and is much cheaper than the numeric of extract.)
create function private.epoch_min(instant timestamptz) returns int
language sql stable
as $$ select floor(date_part('epoch', instant) / 60)::int $$;

create function private.epoch_min_up(instant timestamptz) returns int
language sql stable
as $$ select ceil(date_part('epoch', instant) / 60)::int $$;

create function private.min_to_instant(minute int) returns timestamptz
language sql immutable
as $$ select to_timestamp(minute * 60::double precision) $$;

-- Minutes since local midnight by the clock on the wall.
create function private.wall_minute(instant timestamptz, zone text) returns int
language sql stable
as $$
  select extract(hour from instant at time zone zone)::int * 60
    + extract(minute from instant at time zone zone)::int
$$;

-- The first instant of a local day, which is not always its 00:00.
create function private.day_start(day date, zone text) returns timestamptz
language sql stable
as $$ select private.local_to_instant(day, 0, zone) $$;
