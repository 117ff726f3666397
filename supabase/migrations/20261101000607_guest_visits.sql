-- The visits of guests (guests.sql): who may bring some, whose they are, and what is told of them.

-- Which visits came of one booking. The link of whoever booked shows these, and none that the team has
-- added to the group since.
create table private.guest_visits (
  business_id uuid not null,
  appointment_id uuid not null,
  organiser_id uuid not null,
  -- 1 = the first guest.
  person int not null check (person > 0),
  primary key (business_id, appointment_id),
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete cascade,
  foreign key (business_id, organiser_id) references public.appointments (business_id, id)
    on delete cascade
);
create index guest_visits_organiser_id on private.guest_visits (business_id, organiser_id);
alter table private.guest_visits enable row level security;
revoke all on private.guest_visits from public, anon, authenticated;

-- Nobody pays a deposit, leaves a card or fills in a form for somebody else: where one of these is needed
-- everybody books for themselves.
create function private.check_guests(
  rules public.booking_rules, plan private.planned_item[], known public.clients
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  candidates constant private.candidate[] := array(select (p).candidate from unnest(plan) p);
begin
  if private.is_group(candidates) and (
    exists (select from private.blocking_forms(rules.business_id, array(
      select distinct (c).variant_id from unnest(candidates) c)))
    or private.takes_payments(rules.business_id) and (
      private.asks_card(rules, known)
      or private.deposit_of_candidates(rules, candidates, known) > 0)
  ) then
    perform private.refuse('not_offered', 'guests');
  end if;
end
$$;

-- Whether one of the guests has to be looked at by a person first. Nobody knows yet who they are.
create function private.guests_need_approval(
  rules public.booking_rules, candidates private.candidate[]
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_group(candidates) and private.needs_approval(
    rules, array(select c from unnest(candidates) c where (c).person > 0), null, null);
end
$$;

-- The client behind a guest: who came along with the same client under this name before, else a new one
-- with nothing but the name. null = nobody has said how they are called. `others`: those that come as well.
create function private.client_of_guest(business uuid, organiser uuid, name text, others uuid[])
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known uuid;
begin
  if name = '' then
    return null;
  end if;
  select c.id into known
    from public.appointments o
    join private.guest_visits g on g.business_id = o.business_id and g.organiser_id = o.id
    join public.appointments v on v.business_id = g.business_id and v.id = g.appointment_id
    join public.clients c on c.business_id = v.business_id and c.id = v.client_id
    where o.business_id = business and o.client_id = organiser
      and lower(c.first_name) = lower(name) and c.status = 'active'
      and c.id <> all (others)
    order by v.starts_at desc, c.id limit 1;
  return coalesce(
    known,
    private.make_client(
      business, row(name, '', null, null, null)::private.booking_person, null));
end
$$;

-- Writes the visits of the guests beside that of whoever booked.
create function private.write_guests(
  b public.businesses, rules public.booking_rules, request jsonb,
  plan private.planned_item[], place text, organiser uuid, person private.booking_person,
  status text
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  booked_by constant uuid := (
    select a.client_id from public.appointments a where a.business_id = b.id and a.id = organiser);
  coming uuid[] := array[booked_by];
  client uuid;
  visit uuid;
begin
  for guest in 1 .. private.guest_count(request) loop
    client := private.client_of_guest(
      b.id, booked_by, private.guest_name(request -> 'guests' -> (guest - 1)), coming);
    if client is not null then
      coming := coming || client;
    end if;
    visit := private.write_booking(
      b, rules, '{}', private.plan_of_person(plan, guest), place, null, client, status,
      'Comes with ' || btrim(person.first_name || ' ' || person.last_name),
      group_id => organiser);
    insert into private.guest_visits (business_id, appointment_id, organiser_id, person)
      values (b.id, visit, organiser, guest);
    if (select a.conflict from public.appointments a where a.id = visit) then
      -- The floor under everything above, as for whoever booked.
      perform private.refuse('slot_taken', 'starts_at');
    end if;
  end loop;
end
$$;

-- The visits of the guests, as the link of whoever booked tells them: of a guest nothing but their first
-- name, which whoever booked has typed.
create function private.public_guests(business uuid, organiser uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Nearly everybody comes alone.
  if not exists (
    select from private.guest_visits g where g.business_id = business and g.organiser_id = organiser)
  then
    return null;
  end if;
  return (
    select jsonb_build_object('guests', jsonb_agg(
        private.public_appointment(v.id) - 'deposit' - 'prep_notes'
        || jsonb_build_object('first_name', coalesce(c.first_name, ''))
        order by g.person))
    from private.guest_visits g
    join public.appointments v on v.business_id = g.business_id and v.id = g.appointment_id
    left join public.clients c on c.business_id = v.business_id and c.id = v.client_id
    where g.business_id = business and g.organiser_id = organiser
    having count(*) > 0);
end
$$;

-- Whether somebody who came along is still to come.
create function private.has_guests_ahead(a public.appointments) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.guest_visits g
    join public.appointments v on v.business_id = g.business_id and v.id = g.appointment_id
    where g.business_id = a.business_id and g.organiser_id = a.id
      and v.status in ('pending', 'booked') and v.starts_at > now());
end
$$;

-- Whose time is given to others.
create function private.is_off(status text) returns boolean
language sql immutable
as $$ select status in ('cancelled', 'declined', 'expired') $$;

-- Everybody whom a link is about: whoever booked, 0, and who came along with them.
create function private.visits_by_link(a public.appointments)
returns table (person int, visit public.appointments)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select 0, a
    union all
    select g.person, v
    from private.guest_visits g
    join public.appointments v on v.business_id = g.business_id and v.id = g.appointment_id
    where g.business_id = a.business_id and g.organiser_id = a.id
    order by 1;
end
$$;

-- The first of them who still comes. What holds for that one is what their link and their mails go by;
-- when nobody does, it is whoever booked.
create function private.lead_visit(a public.appointments) returns public.appointments
language plpgsql stable security definer set search_path = ''
as $$
declare
  lead public.appointments;
begin
  if not private.is_off(a.status) then
    return a;
  end if;
  select (l.visit).* into lead from private.visits_by_link(a) l
    where not private.is_off((l.visit).status) order by l.person limit 1;
  if not found then
    return a;
  end if;
  return lead;
end
$$;

-- The visits that can still be called off by the link: of one of them, or of all (null).
create function private.open_visits(
  a public.appointments, r public.booking_rules, person int default null
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v public.appointments;
  open_ones uuid[] := '{}';
begin
  -- One by one: as a condition it would be asked of every visit of the business.
  for v in
    select (l.visit).* from private.visits_by_link(a) l
    where l.person = coalesce(open_visits.person, l.person)
  loop
    if private.manage_refusal(
      v, r.allow_cancel, private.cancel_notice(v, r), 'cancel_disabled') is null then
      open_ones := open_ones || v.id;
    end if;
  end loop;
  return open_ones;
end
$$;

-- What it costs to call off one of them now, or all (null).
create function private.cancel_cost(
  a public.appointments, r public.booking_rules, person int default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  visits constant uuid[] := private.open_visits(a, r, person);
begin
  return (
    select coalesce(sum((private.fee_of(v, 'cancelled', 'client', now()) ->> 'cents')::bigint), 0)
    from public.appointments v
    where v.business_id = a.business_id and v.id = any (visits));
end
$$;

-- What the link can do about each of them alone; null where nobody came along.
create function private.parts_by_link(a public.appointments, r public.booking_rules) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
        'person', l.person, 'cancel_refusal', n.refusal,
        'cancel_fee', private.cancel_cost(a, r, l.person)) order by l.person)
    from private.visits_by_link(a) l
    cross join lateral (
      select private.manage_refusal(
        l.visit, r.allow_cancel, private.cancel_notice(l.visit, r), 'cancel_disabled') as refusal
    ) n
    having count(*) > 1);
end
$$;

-- Who comes along with `lead`, for the mails about a visit: whoever is still coming, of a visit that is off
-- those that are off as well.
create function private.guest_mail_data(a public.appointments, lead public.appointments)
returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  if not exists (
    select from private.guest_visits g where g.business_id = a.business_id and g.organiser_id = a.id)
  then
    return null;
  end if;
  return (
    select jsonb_build_object('guests', jsonb_agg(
        jsonb_build_object(
          'first_name', coalesce(c.first_name, ''), 'person', g.person, 'starts_at', v.starts_at,
          'services', (
            select string_agg(s.service_name, ', ' order by i.item)
            from private.visit_items(v.business_id, v.id) i
            join public.appointment_segments s
              on s.business_id = v.business_id and s.id = i.segment_ids[1]))
        order by g.person))
    from private.guest_visits g
    join public.appointments v on v.business_id = g.business_id and v.id = g.appointment_id
    left join public.clients c on c.business_id = v.business_id and c.id = v.client_id
    where g.business_id = a.business_id and g.organiser_id = a.id and v.id <> lead.id
      and private.is_off(v.status) = private.is_off(lead.status)
    having count(*) > 0);
end
$$;

-- How one of them is called in a mail to whoever booked.
create function private.name_by_link(a public.appointments, of_person int) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(nullif(btrim(c.first_name), ''), 'Guest ' || of_person)
    from private.visits_by_link(a) l
    left join public.clients c
      on c.business_id = a.business_id and c.id = (l.visit).client_id
    where l.person = of_person);
end
$$;

-- What a mail to whoever booked says. Where they do not come and their guests do it is about the first of
-- these, in the event that they have in their calendar.
create function private.group_mail_data(a public.appointments, manage_token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  lead constant public.appointments := private.lead_visit(a);
  data constant jsonb := private.appointment_mail_data(lead, manage_token, null, null);
  booker public.clients;
begin
  if lead.id = a.id then
    return data;
  end if;
  select * into booker from public.clients c
    where c.business_id = a.business_id and c.id = a.client_id;
  return data
    || jsonb_build_object(
      'client_id', booker.id, 'forms', '[]'::jsonb,
      'client', private.client_mail_data(booker, null) || jsonb_build_object(
        'dependant', private.name_by_link(a, (
          select g.person from private.guest_visits g
          where g.business_id = a.business_id and g.appointment_id = lead.id))),
      'appointment', data -> 'appointment' || jsonb_build_object(
        'ical_uid', a.ical_uid, 'ical_sequence', a.ical_sequence))
    || coalesce(private.guest_mail_data(a, lead), '{}');
end
$$;

-- Whoever booked the visit of a guest, where they are told of it in the guest's place: they do not come, the
-- guest is the first of those who do, and nobody knows how to write to them. Else no row.
create function private.told_for_guest(v public.appointments) returns public.appointments
language plpgsql stable security definer set search_path = ''
as $$
declare
  a public.appointments;
begin
  select x.* into a
    from private.guest_visits g
    join public.appointments x on x.business_id = g.business_id and x.id = g.organiser_id
    where g.business_id = v.business_id and g.appointment_id = v.id and private.is_off(x.status);
  if (private.lead_visit(a)).id is distinct from v.id or exists (
    select from public.clients c
    where c.business_id = v.business_id and c.id = v.client_id
      and (private.mail_recipient(c)).email is not null
  ) then
    return null;
  end if;
  return a;
end
$$;

revoke all on function
  private.check_guests(public.booking_rules, private.planned_item[], public.clients),
  private.guests_need_approval(public.booking_rules, private.candidate[]),
  private.client_of_guest(uuid, uuid, text, uuid[]),
  private.write_guests(
    public.businesses, public.booking_rules, jsonb, private.planned_item[], text, uuid,
    private.booking_person, text),
  private.public_guests(uuid, uuid), private.has_guests_ahead(public.appointments),
  private.is_off(text), private.visits_by_link(public.appointments),
  private.lead_visit(public.appointments),
  private.open_visits(public.appointments, public.booking_rules, int),
  private.cancel_cost(public.appointments, public.booking_rules, int),
  private.parts_by_link(public.appointments, public.booking_rules),
  private.guest_mail_data(public.appointments, public.appointments),
  private.name_by_link(public.appointments, int),
  private.group_mail_data(public.appointments, text),
  private.told_for_guest(public.appointments)
from public;
