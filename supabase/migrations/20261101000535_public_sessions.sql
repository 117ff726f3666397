-- Sessions of classes that clients can book seats of: those of services which are given as classes
-- and offered online. Counts of seats, never who sits there.

-- `session`: one of them. Notice and window are the caller's to check.
create function private.offered_sessions(
  business uuid, from_at timestamptz, until timestamptz, session uuid default null
) returns table (
  id uuid, starts_at timestamptz, ends_at timestamptz, capacity int, seats_left int,
  variant_id uuid, staff_id uuid, price_kind text, price_cents bigint, audience text, for_client text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select a.id, a.starts_at, a.ends_at, a.capacity,
      greatest(0, a.capacity - private.seats_sold(business, a.id)), first.variant_id,
      first.staff_id, first.price_kind, whole.cents::bigint, s.audience, v.for_client
    from public.appointments a
    cross join lateral (
      select g.variant_id, g.staff_id, g.price_kind from public.appointment_segments g
      where g.business_id = business and g.appointment_id = a.id
      order by g.position, g.id limit 1
    ) first
    cross join lateral (
      select sum(g.price_cents) as cents from public.appointment_segments g
      where g.business_id = business and g.appointment_id = a.id
    ) whole
    join public.service_variants v
      on v.business_id = business and v.id = first.variant_id and v.status = 'active'
    join private.offered_services s on s.business_id = business and s.id = v.service_id
    where a.business_id = business and a.capacity is not null and a.status = 'booked'
      and not a.conflict and a.starts_at >= from_at and a.starts_at < until
      and (session is null or a.id = session)
      -- Where each booking needs a yes, seats are given by the business.
      and s.capacity is not null and not s.approval
    order by a.starts_at, a.id
    limit 300;
end
$$;

-- What can be booked of classes from now to the end of the window. `left`: seats that nobody has.
create function public.public_sessions(slug text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  b public.businesses;
  r public.booking_rules;
  sessions jsonb;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network');
  end if;
  select * into b from public.businesses x where x.slug = lower(public_sessions.slug);
  if not found then
    return private.refused('not_found', null);
  end if;
  if private.books_online(b) then
    select * into r from public.booking_rules x where x.business_id = b.id;
    select jsonb_agg(jsonb_build_object(
        'id', o.id, 'starts_at', o.starts_at, 'ends_at', o.ends_at, 'left', o.seats_left,
        'variant_id', o.variant_id,
        -- Who is not shown online leads classes without a name.
        'staff_id', (
          select p.id from private.online_staff p
          where p.business_id = b.id and p.id = o.staff_id),
        'price_kind', o.price_kind, 'price_cents', o.price_cents) order by o.starts_at, o.id)
      into sessions
      from private.offered_sessions(
        b.id, date_trunc('minute', now()) + r.min_notice_min * interval '1 minute',
        private.day_start((now() at time zone b.time_zone)::date + r.window_days + 1, b.time_zone)
      ) o
      where o.starts_at > now();
  end if;
  return jsonb_build_object(
    'ok', true, 'server_time', clock_timestamp(), 'sessions', coalesce(sessions, '[]'));
end
$$;

revoke all on function
  private.offered_sessions(uuid, timestamptz, timestamptz, uuid), public.public_sessions(text)
from public;
grant execute on function public.public_sessions(text) to anon, authenticated, service_role;
