-- The plan for the next day, to everybody of the team who has something to do then and signs in here. Off
-- until a business switches it on. When it is due follows from the business's clock, as with the messages
-- to clients: nothing is stored ahead, and the mail that was queued is the mark.

-- People and days for which a plan is due now. Who looks away for three hours misses it.
create function private.due_plans()
returns table (business_id uuid, staff_id uuid, day date, email text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select s.business_id, s.id, d.day, m.email
    from public.message_templates own
    join public.businesses b on b.id = own.business_id
    cross join lateral (
      select now() + coalesce(own.offset_min, 360) * interval '1 minute' as reached
    ) r
    cross join lateral (select (r.reached at time zone b.time_zone)::date as day) d
    join public.staff s on s.business_id = b.id and s.status = 'active'
    join public.memberships m
      on m.business_id = b.id and m.id = s.membership_id and m.status = 'active'
    where own.key = 'daily_plan' and own.enabled
      and 'daily_plan' <> all (m.muted_mails)
      and private.day_start(d.day, b.time_zone) > r.reached - interval '3 hours'
      and not exists (select from private.closed_businesses c where c.business_id = b.id)
      and exists (
        select from public.appointment_segments g
        join public.appointments a on a.business_id = g.business_id and a.id = g.appointment_id
        where g.business_id = b.id and g.staff_id = s.id
          and a.status = 'booked' and not a.conflict
          and g.starts_at >= private.day_start(d.day, b.time_zone)
          and g.starts_at < private.day_start(d.day + 1, b.time_zone))
      and not exists (
        select from private.mail_outbox o
        where o.business_id = b.id and o.kind = 'daily_plan'
          and o.data ->> 'plan_of' = s.id || ' ' || d.day)
    order by s.business_id, s.id, d.day
    limit 500;
end
$$;
create index mail_outbox_plan on private.mail_outbox (business_id, (data ->> 'plan_of'))
  where kind = 'daily_plan';

-- What one person does on a day, in its order.
create function private.plan_of(business public.businesses, staff uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'starts_at', s.starts_at, 'ends_at', s.ends_at, 'service_name', s.service_name,
        'client_name', coalesce(btrim(concat_ws(' ',
          coalesce(c.preferred_name, c.first_name), c.last_name)), ''),
        'location_type', a.location_type) order by s.starts_at, s.id), '[]')
    from public.appointment_segments s
    join public.appointments a on a.business_id = s.business_id and a.id = s.appointment_id
    left join public.clients c on c.business_id = a.business_id and c.id = a.client_id
    where s.business_id = business.id and s.staff_id = plan_of.staff
      and s.starts_at >= private.day_start(plan_of.day, business.time_zone)
      and s.starts_at < private.day_start(plan_of.day + 1, business.time_zone)
      and a.status = 'booked' and not a.conflict);
end
$$;

create function private.send_plan(business uuid, staff uuid, day date, email text) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  s public.staff;
  visits jsonb;
begin
  select * into b from public.businesses x where x.id = send_plan.business;
  select * into s from public.staff x where x.business_id = b.id and x.id = send_plan.staff;
  visits := private.plan_of(b, s.id, send_plan.day);
  if visits <> '[]' then
    perform private.queue_mail(
      b.id, 'daily_plan', send_plan.email, s.display_name,
      jsonb_build_object(
        'business', private.business_mail_data(b), 'plan_of', s.id || ' ' || send_plan.day,
        'staff', jsonb_build_object('id', s.id, 'name', s.display_name),
        'day', send_plan.day, 'visits', visits),
      now(), private.day_start(send_plan.day + 1, b.time_zone));
  end if;
end
$$;

create function private.send_plans() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in select * from private.due_plans() loop
    -- One that cannot be written keeps no other, and no other job, waiting.
    begin
      perform private.send_plan(one.business_id, one.staff_id, one.day, one.email);
    exception when others then
      raise warning 'the plan of % was not written: %', one.staff_id, sqlerrm;
    end;
  end loop;
end
$$;

revoke all on function
  private.due_plans(), private.plan_of(public.businesses, uuid, date),
  private.send_plan(uuid, uuid, date, text), private.send_plans()
from public;
