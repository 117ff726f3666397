-- The secret address at which a person's own calendar program reads their appointments
-- (supabase/decisions/0021-the-calendar-feed.md).

create table private.calendar_feeds (
  staff_id uuid primary key,
  business_id uuid not null,
  -- The address itself is told once and known to nobody afterwards.
  token_hash bytea not null unique,
  -- Says only that the person is busy, not with what.
  busy_only boolean not null,
  made_at timestamptz not null default now(),
  read_at timestamptz,
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade
);
create index calendar_feeds_business_id on private.calendar_feeds (business_id, staff_id);
alter table private.calendar_feeds enable row level security;

insert into private.rate_rules (bucket, most, per) values
  -- Calendar programs ask every few minutes at most; one person may have several.
  ('calendar_feed:feed', 120, '1 hour'),
  ('calendar_feed:person', 20, '1 hour');

-- The caller's place in the calendar of a business, as long as they may see their appointments.
create function private.feed_staff(business uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.id
    from public.staff s
    where s.business_id = business and s.id = any (private.own_staff('appointments.view'))
      and s.status = 'active'
    order by s.rank, s.id limit 1);
end
$$;

-- Whether there is an address, when it was made and when a program last read it; never the address.
-- `is_staff` false = who asks has no appointments of their own here.
create function public.my_calendar_feed(business_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  mine constant uuid := private.feed_staff(my_calendar_feed.business_id);
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true,
    'is_staff', mine is not null,
    'feed', (
      select jsonb_build_object(
        'made_at', f.made_at, 'read_at', f.read_at, 'busy_only', f.busy_only)
      from private.calendar_feeds f where f.staff_id = mine));
end
$$;

-- A new address in place of the one before, told once. Codes: not_found (no appointments of one's own
-- here), rate_limited.
create function public.make_calendar_feed(business_id uuid, busy_only boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  mine constant uuid := private.feed_staff(make_calendar_feed.business_id);
  token constant text := private.new_token();
begin
  perform private.require_second_factor();
  if mine is null then
    return private.refused('not_found', null);
  elsif not private.take_ticket('calendar_feed:person', auth.uid()::text) then
    return private.rate_limited('calendar_feed:person');
  end if;
  insert into private.calendar_feeds as f (staff_id, business_id, token_hash, busy_only)
    values (mine, make_calendar_feed.business_id, private.token_hash(token),
      coalesce(make_calendar_feed.busy_only, true))
    on conflict on constraint calendar_feeds_pkey do update
      set token_hash = excluded.token_hash, busy_only = excluded.busy_only, made_at = now(),
        read_at = null;
  return jsonb_build_object('ok', true, 'token', token);
end
$$;

-- From here on nothing answers at the address. Nothing to end is no failure.
create function public.end_calendar_feed(business_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_second_factor();
  delete from private.calendar_feeds f
    where f.staff_id = private.feed_staff(end_calendar_feed.business_id);
  return jsonb_build_object('ok', true);
end
$$;

-- The appointments behind an address: the last month and the coming year. A wrong address, one that was
-- ended, and one of somebody who is no longer in the team get the same answer. Codes: not_found,
-- rate_limited.
create function public.calendar_feed(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  most constant int := 5000;
  feed private.calendar_feeds;
  about jsonb;
begin
  select f.* into feed from private.calendar_feeds f
    where f.token_hash = private.token_hash(left(calendar_feed.token, 200));
  select jsonb_build_object('business', b.name, 'person', s.display_name) into about
    from public.staff s
    join public.businesses b on b.id = s.business_id
    join public.memberships m on m.business_id = s.business_id and m.id = s.membership_id
    where s.id = feed.staff_id and s.status = 'active' and m.status = 'active'
      and private.scope_of(m.role, m.custom_permissions, 'appointments.view') in ('own', 'all')
      and not exists (select from private.closed_businesses c where c.business_id = b.id);
  if about is null then
    return private.refused('not_found', null);
  elsif not private.take_ticket('calendar_feed:feed', feed.staff_id::text) then
    return private.rate_limited('calendar_feed:feed');
  end if;
  update private.calendar_feeds f set read_at = now()
    where f.staff_id = feed.staff_id
      and (f.read_at is null or f.read_at < now() - interval '10 minutes');
  return about || jsonb_build_object('ok', true, 'made_at', feed.made_at,
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', e.id, 'sequence', e.ical_sequence, 'starts_at', e.starts_at, 'ends_at', e.ends_at,
          'is_pending', e.status = 'pending', 'changed_at', e.changed_at,
          -- Whose it is, by first name; how to reach them is not told to other programs.
          'services', case when feed.busy_only then null else e.services end,
          'client', case when feed.busy_only then null else e.client end)
        order by e.starts_at, e.id), '[]')
      from (
        select a.id, a.ical_sequence, a.status, g.starts_at, g.ends_at, g.services,
          coalesce(c.preferred_name, c.first_name) as client,
          greatest(a.updated_at, g.updated_at, c.updated_at) as changed_at
        from (
          select x.appointment_id, min(x.starts_at) as starts_at, max(x.ends_at) as ends_at,
            max(x.updated_at) as updated_at,
            string_agg(x.service_name, ', ' order by x.position, x.id) as services
          from public.appointment_segments x
          where x.business_id = feed.business_id and x.staff_id = feed.staff_id
            and x.ends_at > now() - interval '1 month' and x.starts_at < now() + interval '1 year'
          group by x.appointment_id
        ) g
        join public.appointments a on a.business_id = feed.business_id and a.id = g.appointment_id
        left join public.clients c on c.business_id = a.business_id and c.id = a.client_id
        where a.status in ('pending', 'booked', 'arrived', 'in_service', 'completed')
        order by g.starts_at, a.id limit most
      ) e));
exception when others then
  return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  public.my_calendar_feed(uuid), public.make_calendar_feed(uuid, boolean),
  public.end_calendar_feed(uuid), public.calendar_feed(text)
from public, anon;
grant execute on function
  public.my_calendar_feed(uuid), public.make_calendar_feed(uuid, boolean),
  public.end_calendar_feed(uuid)
to authenticated;
grant execute on function public.calendar_feed(text) to anon, authenticated, service_role;
