-- What the team hears by mail: of visits that are theirs now, that changed, or are gone, of forms that clients
-- have filled in, of who joins the waitlist, and of products
-- that run low. Off until a business switches it on; then each member decides what of it they want
-- (mute_mails). Nobody is told of what they did themselves.
--
--   a service of somebody is added, changed or taken away ─▶ tell_of_segment
--   a visit is booked, or given up ─▶ tell_of_status
--                         both ─▶ tell_staff: two minutes later, one mail about all of it
--   a form is sent, a place on the list is taken ─▶ tell_members, at once

-- `was`: what they did of it, when nothing of that is left.
create function private.tell_staff(
  business uuid, appointment uuid, staff uuid, news text, was jsonb default '[]'
) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  a public.appointments;
  c public.clients;
  s public.staff;
  m public.memberships;
  waiting text;
  remaining text;
  services jsonb;
  begins timestamptz;
begin
  if not exists (
    select from public.message_templates t
    where t.business_id = business and t.enabled
      and t.key in ('staff_new', 'staff_changed', 'staff_cancelled')
  ) then
    return;
  end if;
  with swallowed as (
    delete from private.mail_outbox o
    where o.data ->> 'visit_id' = appointment::text and o.data #>> '{staff,id}' = staff::text
      and o.kind in ('staff_new', 'staff_changed', 'staff_cancelled')
      and o.state = 'queued' and o.attempts = 0 and o.due_at > now()
    returning o.kind
  )
  select w.kind into waiting from swallowed w limit 1;
  remaining := case
    when waiting = 'staff_new' and news = 'staff_cancelled' then null
    when waiting = 'staff_new' then waiting
    when waiting = 'staff_cancelled' and news = 'staff_new' then 'staff_changed'
    else news
  end;
  select * into a from public.appointments x
    where x.business_id = business and x.id = appointment;
  select * into s from public.staff x where x.business_id = business and x.id = staff;
  select * into m from public.memberships x
    where x.business_id = business and x.id = s.membership_id and x.status = 'active';
  if remaining is null or a.id is null or m.id is null or m.user_id = auth.uid()
    or remaining = any (m.muted_mails)
    or a.source = 'walk_in' or private.is_silent_import(a) then
    return;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
      'starts_at', g.starts_at, 'ends_at', g.ends_at, 'service_name', g.service_name)
      order by g.starts_at, g.id), '[]') into services
    from public.appointment_segments g
    where g.business_id = business and g.appointment_id = a.id and g.staff_id = s.id;
  if services = '[]' then
    services := was;
  end if;
  -- Not that of the visit, which moves after its services.
  begins := (services #>> '{0,starts_at}')::timestamptz;
  if begins is null or begins <= now() then
    return;
  end if;
  select * into b from public.businesses x where x.id = business;
  select * into c from public.clients x where x.business_id = business and x.id = a.client_id;
  perform private.queue_mail(
    b.id, remaining, m.email, s.display_name,
    jsonb_build_object(
      'business', private.business_mail_data(b), 'visit_id', a.id, 'client_id', c.id,
      'staff', jsonb_build_object('id', s.id, 'name', s.display_name),
      'client_name', coalesce(btrim(concat_ws(' ',
        coalesce(c.preferred_name, c.first_name), c.last_name)), ''),
      'day', (begins at time zone b.time_zone)::date, 'services', services),
    now() + interval '2 minutes', begins,
    case when not private.take_ticket('mail:email', lower(m.email)) then 'too_many' end);
end
$$;

create function private.tell_of_segment() returns trigger
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  status text;
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.staff_id <> old.staff_id) then
    select a.status into status from public.appointments a
      where a.business_id = old.business_id and a.id = old.appointment_id;
    -- A visit that is gone altogether only takes along what waits to be said of it.
    if coalesce(status, 'booked') = 'booked' then
      perform private.tell_staff(
        old.business_id, old.appointment_id, old.staff_id,
        case when private.does_something(old.business_id, old.appointment_id, old.staff_id, old.id)
          then 'staff_changed' else 'staff_cancelled' end,
        jsonb_build_array(jsonb_build_object(
          'starts_at', old.starts_at, 'ends_at', old.ends_at, 'service_name', old.service_name)));
    end if;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  select a.status into status from public.appointments a
    where a.business_id = new.business_id and a.id = new.appointment_id;
  if status = 'booked' then
    perform private.tell_staff(
      new.business_id, new.appointment_id, new.staff_id,
      case when (tg_op = 'INSERT' or new.staff_id <> old.staff_id)
          and not private.does_something(
            new.business_id, new.appointment_id, new.staff_id, new.id)
        then 'staff_new' else 'staff_changed' end);
  end if;
  return null;
end
$$;

-- Whether somebody does anything of a visit besides one service of it.
create function private.does_something(business uuid, appointment uuid, staff uuid, but uuid)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.appointment_segments g
    where g.business_id = business and g.appointment_id = appointment and g.staff_id = staff
      and g.id <> but);
end
$$;

create trigger z_tell_team after insert or delete on public.appointment_segments
  for each row execute function private.tell_of_segment();
create trigger z_tell_team_of_change after update on public.appointment_segments
  for each row when (
    (old.staff_id, old.starts_at, old.ends_at, old.service_name)
      is distinct from (new.staff_id, new.starts_at, new.ends_at, new.service_name))
  execute function private.tell_of_segment();

create function private.tell_of_status() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.tell_staff(
      new.business_id, new.id, g.staff_id,
      case new.status when 'booked' then 'staff_new' else 'staff_cancelled' end)
    from (
      select distinct x.staff_id from public.appointment_segments x
      where x.business_id = new.business_id and x.appointment_id = new.id
    ) g;
  return null;
end
$$;
create trigger z_tell_team after update of status on public.appointments
  for each row when (
    new.status = 'booked' and old.status in ('pending', 'cancelled', 'declined', 'expired')
    or old.status = 'booked' and new.status in ('cancelled', 'declined', 'expired', 'pending'))
  execute function private.tell_of_status();

-- Once a day, to owners and managers: what has come down to its mark since they last heard of it.
create table private.told_low_stock (
  business_id uuid not null,
  product_id uuid not null,
  primary key (business_id, product_id),
  foreign key (business_id, product_id) references public.products (business_id, id)
    on delete cascade
);
alter table private.told_low_stock enable row level security;
revoke all on private.told_low_stock from public, anon, authenticated;

create function private.tell_low_stock() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.businesses;
  products jsonb;
begin
  for b in
    select x.* from public.businesses x
    join public.message_templates t on t.business_id = x.id and t.key = 'low_stock' and t.enabled
    where not exists (select from private.closed_businesses c where c.business_id = x.id)
  loop
    delete from private.told_low_stock l
      using private.stock s, public.products p
      where l.business_id = b.id and s.business_id = b.id and s.product_id = l.product_id
        and p.business_id = b.id and p.id = l.product_id
        and (p.status <> 'active' or p.low_stock_milli is null or s.qty_milli > p.low_stock_milli);
    with low as (
      insert into private.told_low_stock (business_id, product_id)
        select b.id, p.id
        from public.products p
        join private.stock s on s.business_id = p.business_id and s.product_id = p.id
        where p.business_id = b.id and p.status = 'active' and s.is_known
          and s.qty_milli <= p.low_stock_milli
        on conflict do nothing
        returning product_id
    )
    select jsonb_agg(jsonb_build_object(
        'name', p.name,
        'left', trim_scale(s.qty_milli / 1000.0) || case p.unit when 'piece' then '' else ' ' || p.unit end)
      order by p.name, p.id) into products
      from low
      join public.products p on p.business_id = b.id and p.id = low.product_id
      join private.stock s on s.business_id = b.id and s.product_id = p.id;
    if products is not null then
      perform private.queue_mail(
          b.id, 'low_stock', m.email, coalesce(s.display_name, split_part(m.email, '@', 1)),
          jsonb_build_object(
            'business', private.business_mail_data(b),
            'staff', jsonb_build_object(
              'id', m.id, 'name', coalesce(s.display_name, split_part(m.email, '@', 1))),
            'products', products),
          now(), now() + interval '1 day')
        from public.memberships m
        left join public.staff s on s.business_id = m.business_id and s.membership_id = m.id
        where m.business_id = b.id and m.status = 'active' and m.role in ('owner', 'manager')
          and 'low_stock' <> all (m.muted_mails);
    end if;
  end loop;
end
$$;

-- What members hear at once, about something that a client did by themselves.
create function private.tell_members(
  business uuid, key text, members uuid[], client uuid, about jsonb
) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  c public.clients;
begin
  select * into b from public.businesses x where x.id = business;
  select * into c from public.clients x where x.business_id = business and x.id = client;
  perform private.queue_mail(
      b.id, tell_members.key, m.email, n.name,
      about || jsonb_build_object(
        'business', private.business_mail_data(b), 'client_id', c.id,
        'staff', jsonb_build_object('id', m.id, 'name', n.name),
        -- By the open link of a form anybody comes.
        'client_name', coalesce(nullif(btrim(concat_ws(' ',
          coalesce(c.preferred_name, c.first_name), c.last_name)), ''), 'Somebody')),
      now(), now() + interval '1 day',
      case when not private.take_ticket('mail:email', lower(m.email)) then 'too_many' end)
    from public.memberships m
    left join public.staff s on s.business_id = m.business_id and s.membership_id = m.id
    cross join lateral (
      select coalesce(s.display_name, split_part(m.email, '@', 1)) as name) n
    where m.business_id = business and m.id = any (members) and m.status = 'active'
      and tell_members.key <> all (m.muted_mails);
end
$$;

create function private.wants_mail(business uuid, key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.message_templates t
    where t.business_id = business and t.key = wants_mail.key and t.enabled)
$$;

-- Of a form for a visit those who do it, of others owners and managers. What is sent with a booking goes with
-- the mail about that.
create function private.tell_of_form() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.wants_mail(new.business_id, 'staff_form') or exists (
    select from public.appointments a
    where a.business_id = new.business_id and a.id = new.appointment_id and a.created_at = now()
  ) then
    return null;
  end if;
  perform private.tell_members(
      new.business_id, 'staff_form',
      array(
        select m.id from public.memberships m
        where m.business_id = new.business_id and case when new.appointment_id is null
          then m.role in ('owner', 'manager')
          else exists (
            select from public.staff s
            join public.appointment_segments g
              on g.business_id = s.business_id and g.staff_id = s.id
            where s.business_id = m.business_id and s.membership_id = m.id
              and g.appointment_id = new.appointment_id) end),
      new.client_id, jsonb_build_object('form', f.name))
    from public.forms f where f.business_id = new.business_id and f.id = new.form_id;
  return null;
end
$$;
create trigger z_tell_team after insert on public.form_submissions
  for each row when (new.filled_on = 'client_device')
  execute function private.tell_of_form();

-- To everybody who manages the list.
create function private.tell_of_entry() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.wants_mail(new.business_id, 'staff_waitlist') then
    perform private.tell_members(
      new.business_id, 'staff_waitlist',
      array(
        select m.id from public.memberships m
        where m.business_id = new.business_id
          and private.scope_of(m.role, m.custom_permissions, 'waitlist') = 'all'),
      new.client_id,
      jsonb_build_object('wants', (
        select coalesce(jsonb_agg(private.variant_name(s.name, v.name) order by i.place), '[]')
        from jsonb_array_elements(new.items) with ordinality i (value, place)
        join public.service_variants v
          on v.business_id = new.business_id and v.id = private.as_uuid(i.value -> 'variant_id')
        join public.services s on s.business_id = v.business_id and s.id = v.service_id)));
  end if;
  return null;
end
$$;
create trigger z_tell_team after insert on public.waitlist_entries
  for each row when (new.source = 'public')
  execute function private.tell_of_entry();

-- Which mails to the team a member wants no more: each decides for themselves, of their own mailbox. Codes:
-- not_allowed, invalid (keys).
create function public.mute_mails(business_id uuid, keys jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if jsonb_typeof(keys) is distinct from 'array' or exists (
    select from jsonb_array_elements(keys) k (key)
    where jsonb_typeof(k.key) <> 'string' or k.key #>> '{}' <> all (array[
      'daily_plan', 'staff_new', 'staff_changed', 'staff_cancelled', 'staff_form', 'staff_waitlist',
      'low_stock'])
  ) then
    return private.refused('invalid', 'keys');
  end if;
  perform private.lock_business(mute_mails.business_id);
  update public.memberships m
    set muted_mails = array(
      select distinct k.key #>> '{}' from jsonb_array_elements(keys) k (key) order by 1)
    where m.business_id = mute_mails.business_id and m.user_id = auth.uid() and m.status = 'active';
  if not found then
    return private.refused('not_allowed', null);
  end if;
  return jsonb_build_object('ok', true);
end
$$;

revoke all on function public.mute_mails(uuid, jsonb) from public, anon;
grant execute on function public.mute_mails(uuid, jsonb) to authenticated;
revoke all on function
  private.tell_staff(uuid, uuid, uuid, text, jsonb), private.tell_of_segment(),
  private.does_something(uuid, uuid, uuid, uuid), private.tell_of_status(), private.tell_low_stock(),
  private.tell_members(uuid, text, uuid[], uuid, jsonb), private.wants_mail(uuid, text),
  private.tell_of_form(), private.tell_of_entry()
from public;
