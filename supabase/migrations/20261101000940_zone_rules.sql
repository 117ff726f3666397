-- When the rules of a time zone change, what was agreed for the future stays at its time on the wall.
--
-- Instants are stored, people agree on what clocks show. A new tz database comes with an update of
-- PostgreSQL; the rules by which the instants were made are kept here, so that the difference is seen
-- and every future instant can follow it.

create table private.zone_rules (
  time_zone text not null,
  -- From then on, until the next row of the zone.
  from_at timestamptz not null,
  -- null: further ahead than was looked.
  utc_offset interval,
  primary key (time_zone, from_at)
);
alter table private.zone_rules enable row level security;

create function private.utc_offset_at(instant timestamptz, zone text) returns interval
language sql stable
as $$ select (instant at time zone zone) - (instant at time zone 'UTC') $$;

-- The offsets of a zone as the database knows them now: every change between two moments, found by
-- days and then by quarters of an hour within the days that have one.
create function private.zone_periods(zone text, from_at timestamptz, till timestamptz)
returns table (starts_at timestamptz, utc_offset interval)
language sql stable set search_path = ''
as $$
  with days as (
    select d, private.utc_offset_at(d, zone) as here,
      private.utc_offset_at(d + interval '1 day', zone) as there
    from generate_series(zone_periods.from_at, zone_periods.till, interval '1 day') d
  )
  select zone_periods.from_at, private.utc_offset_at(zone_periods.from_at, zone)
  union all
  select q.at, q.now
  from days
  cross join lateral (
    select at, private.utc_offset_at(at, zone) as now,
      private.utc_offset_at(at - interval '15 minutes', zone) as before
    from generate_series(
      d + interval '15 minutes', d + interval '1 day', interval '15 minutes') at
  ) q
  where days.here <> days.there and q.now <> q.before
$$;

-- Where an instant that was made by the kept rules belongs now: the same time on the wall. Unchanged
-- for what the kept rules do not reach.
create function private.follow_rules(instant timestamptz, zone text) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  kept interval := (
    select r.utc_offset from private.zone_rules r
    where r.time_zone = zone and r.from_at <= instant
    order by r.from_at desc limit 1);
  wall timestamp;
begin
  if kept is null or kept = private.utc_offset_at(instant, zone) then
    return instant;
  end if;
  wall := (instant at time zone 'UTC') + kept;
  return private.local_to_instant(
    wall::date, (extract(epoch from wall::time) / 60)::int, zone);
end
$$;

-- Moves what one business has agreed for the future in a zone. Clients are sent the new calendar file;
-- the owner is told how much has moved.
create function private.follow_zone_in(business uuid, zone text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved uuid[];
  a record;
begin
  moved := array(
    select x.id from public.appointments x
    where x.business_id = business and x.time_zone = zone and x.starts_at > now()
      and private.place_kind(x.status) <> 'free'
      and private.follow_rules(x.starts_at, zone) <> x.starts_at
    order by x.starts_at, x.id);
  update public.appointment_segments s
    set starts_at = private.follow_rules(x.starts_at, zone) + (s.starts_at - x.starts_at),
      ends_at = private.follow_rules(x.starts_at, zone) + (s.ends_at - x.starts_at)
    from public.appointments x
    where x.id = any (moved) and s.business_id = business and s.appointment_id = x.id;
  perform private.settle_pending();
  update public.time_blocks b
    set starts_at = private.follow_rules(b.starts_at, zone),
      ends_at = private.follow_rules(b.ends_at, zone)
    from public.businesses v
    where v.id = business and v.time_zone = zone and b.business_id = business and b.ends_at > now()
      and (private.follow_rules(b.starts_at, zone), private.follow_rules(b.ends_at, zone))
        is distinct from (b.starts_at, b.ends_at);
  update public.time_off t
    set starts_at = private.follow_rules(t.starts_at, zone),
      ends_at = private.follow_rules(t.ends_at, zone)
    from public.businesses v
    where v.id = business and v.time_zone = zone and t.business_id = business and t.ends_at > now()
      and (private.follow_rules(t.starts_at, zone), private.follow_rules(t.ends_at, zone))
        is distinct from (t.starts_at, t.ends_at);
  if moved = '{}' then
    return;
  end if;
  perform private.raise_attention(
    business, 'businesses', business, 'zone_rules',
    jsonb_build_object('time_zone', zone, 'appointment_ids', to_jsonb(moved)), '{}');
  for a in
    select x.id from public.appointments x
    where x.id = any (moved) and x.status = 'booked' and x.client_id is not null
      and not x.conflict and x.source <> 'walk_in' and not private.is_silent_import(x)
  loop
    perform private.mail_appointment(a.id, 'rescheduled', now(), private.new_token(), null);
  end loop;
end
$$;

-- Compares the rules of every zone in use with the kept ones. Holds, tokens and counters are by
-- elapsed time and stay; working hours, exceptions and series are local times and follow by themselves.
create function private.follow_zone_rules() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
  till constant timestamptz := today + interval '3 years';
  zone text;
  business uuid;
begin
  for zone in
    select b.time_zone from public.businesses b
    union
    select a.time_zone from public.appointments a where a.starts_at > now()
  loop
    if exists (
      select from private.zone_periods(zone, today, till) p
      where private.follow_rules(p.starts_at, zone) <> p.starts_at
    ) or exists (
      select from private.zone_rules r
      where r.time_zone = zone and r.from_at >= today
        and r.utc_offset <> private.utc_offset_at(r.from_at, zone)
    ) then
      for business in
        select b.id from public.businesses b where b.time_zone = zone
        union
        select a.business_id from public.appointments a
          where a.time_zone = zone and a.starts_at > now()
        order by 1
      loop
        perform private.lock_business(business);
        perform private.follow_zone_in(business, zone);
      end loop;
    end if;
    delete from private.zone_rules r where r.time_zone = zone;
    insert into private.zone_rules (time_zone, from_at, utc_offset)
      select zone, p.starts_at, p.utc_offset from private.zone_periods(zone, today, till) p
      union all select zone, till, null;
  end loop;
end
$$;

revoke all on function
  private.utc_offset_at(timestamptz, text),
  private.zone_periods(text, timestamptz, timestamptz), private.follow_rules(timestamptz, text),
  private.follow_zone_in(uuid, text), private.follow_zone_rules()
from public;
