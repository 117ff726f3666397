-- Who books: reading the details, finding the client in private, and what the client's own settings
-- mean for the booking. Nothing here tells the public whether somebody is known.

create type private.booking_person as (
  first_name text, last_name text, email text, phone text, phone_raw text
);

create function private.read_person(
  details jsonb, rules public.booking_rules, country text
) returns private.booking_person
language plpgsql stable set search_path = ''
as $$
declare
  person private.booking_person;
begin
  if jsonb_typeof(details) is distinct from 'object' then
    perform private.refuse('invalid', 'client');
  end if;
  person.first_name := private.typed_line(details -> 'first_name');
  person.last_name := private.typed_line(details -> 'last_name');
  person.email := private.typed_email(details -> 'email');
  person.phone_raw := private.typed_line(details -> 'phone');

  if person.first_name is null or length(person.first_name) > 120
    or person.first_name = '' and person.last_name = '' then
    perform private.refuse('invalid', 'client.first_name');
  elsif person.last_name is null or length(person.last_name) > 120 then
    perform private.refuse('invalid', 'client.last_name');
  elsif person.email is null or person.email = '' and rules.require_email then
    perform private.refuse('invalid', 'client.email');
  elsif person.phone_raw is null or person.phone_raw = '' and rules.require_phone
    or person.phone_raw <> '' and (length(person.phone_raw) > 60
      or length(regexp_replace(person.phone_raw, '[^0-9]', '', 'g')) not between 7 and 17) then
    perform private.refuse('invalid', 'client.phone');
  elsif person.email = '' and person.phone_raw = '' then
    perform private.refuse('invalid', 'client.email');
  end if;
  person.email := nullif(person.email, '');
  person.phone_raw := nullif(person.phone_raw, '');
  person.phone := private.to_e164(person.phone_raw, country);
  return person;
end
$$;

-- The client that these details belong to: both match, then the mail address, then the phone, then
-- the second one.
-- Absorbed rows lead to the one they were merged into.
create function private.find_client(business uuid, person private.booking_person)
returns public.clients
language plpgsql stable security definer set search_path = ''
as $$
declare
  known public.clients;
begin
  select c.* into known
    from (
      select x.* from public.clients x
        where x.business_id = business and x.email = person.email
      union
      select x.* from public.clients x
        where x.business_id = business and x.phone = person.phone
      union
      select x.* from public.clients x
        where x.business_id = business and x.alt_phone = person.phone
    ) c
    where c.status <> 'anonymised'
    order by
      -- A number that is not there is none that differs.
      coalesce(c.email = person.email and person.phone in (c.phone, c.alt_phone), false) desc,
      (c.email = person.email) desc nulls last,
      (c.phone = person.phone) desc nulls last,
      c.status = 'active' desc, c.created_at desc
    limit 1;
  if known.merged_into is not null then
    select * into known from public.clients c
      where c.business_id = business and c.id = known.merged_into;
  end if;
  return known;
end
$$;

-- Whether somebody has a membership that runs (client_memberships.sql). One whose card was refused the last
-- time still does, until it has ended; a paused one does not.
create function private.is_member_client(client public.clients) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.client_memberships m
    where m.business_id = client.business_id and m.client_id = client.id
      and m.state in ('active', 'past_due'));
end
$$;
revoke all on function private.is_member_client(public.clients) from public;

-- Refuses those whom the business does not take online. One answer for all reasons: who is blocked
-- must not learn it here, and nobody learns who is a client.
create function private.check_audience(
  rules public.booking_rules, candidates private.candidate[], known public.clients
) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if known.online_booking = 'block' then
    perform private.refuse('blocked');
  end if;
  if exists (
    select from (
      select rules.audience as audience
      union all
      select (c).audience from unnest(candidates) c
      union all
      select case (c).for_client when 'new' then 'new' when 'returning' then 'existing' else 'all' end
      from unnest(candidates) c
    ) a
    where (a.audience = 'existing' and known.id is null)
      or (a.audience = 'new' and known.id is not null)
      or (a.audience = 'members' and not private.is_member_client(known))
  ) then
    perform private.refuse('blocked');
  end if;
end
$$;

-- Whether a client who books online may have one more visit or class ahead. Asked in the business's turn,
-- so that several requests at once cannot each be the last one. The answer is that of check_audience:
-- nobody learns what somebody else has booked.
create function private.check_open_bookings(rules public.booking_rules, known public.clients)
returns void
language plpgsql stable set search_path = ''
as $$
begin
  if rules.max_open_per_client <= (
    select count(*) from public.appointments a
    where a.business_id = rules.business_id and a.client_id = known.id
      and a.status in ('pending', 'booked') and a.starts_at > now()
  ) + (
    select count(*) from public.attendees t
    join public.appointments s on s.business_id = t.business_id and s.id = t.appointment_id
    where t.business_id = rules.business_id and t.client_id = known.id and t.state = 'booked'
      and s.status = 'booked' and s.starts_at > now()
  ) then
    perform private.refuse('blocked');
  end if;
end
$$;

-- Whoever has to pay first pays online (deposits.sql); where that cannot be, a person asks for it and
-- then says yes. So does whoever stayed away too often, and who lacks a test.
create function private.needs_approval(
  rules public.booking_rules, candidates private.candidate[], known public.clients, on_day date
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if rules.approval_mode = 'all'
    or rules.approval_mode = 'new_clients' and known.id is null
    or known.online_booking = 'approve'
    or private.pays_first_otherwise(rules, candidates, known)
  then
    return true;
  elsif known.id is not null and rules.approve_after_no_shows <= (
    select count(*) from public.appointments a
    where a.business_id = known.business_id and a.client_id = known.id and a.status = 'no_show')
  then
    return true;
  end if;
  return exists (
    select from unnest(candidates) c
    join public.service_variants v on v.business_id = rules.business_id and v.id = (c).variant_id
    join public.services s on s.business_id = v.business_id and s.id = v.service_id
    where (c).needs_approval
      -- A test that is not there yet, or is over by then, is a matter for a person, not for a form.
      or s.patch_test_required and not exists (
        select from public.patch_tests p
        where p.business_id = s.business_id and p.client_id = known.id
          and (p.service_id is null or p.service_id = s.id)
          and p.result = 'passed' and p.expires_on >= on_day));
end
$$;

create function private.make_client(
  business uuid, person private.booking_person, address jsonb
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  client uuid := private.new_id();
begin
  insert into public.clients
    (id, business_id, first_name, last_name, email, phone, phone_raw, address, source)
  values (
    client, business, person.first_name, person.last_name, person.email, person.phone,
    person.phone_raw, address, 'online');
  return client;
end
$$;

-- Who ticks "news and offers" while booking agrees to mails; who does not has only not been asked. What is
-- already agreed is not written twice, and nobody agrees for somebody whose address they do not have.
-- The sentence is that of src/domain/clients/consent-texts.ts, and a test compares the two.
create function private.note_news(
  business uuid, client uuid, person private.booking_person, wanted jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if wanted is distinct from 'true' or person.email is null or not exists (
    select from public.clients c
    where c.business_id = business and c.id = client and c.email = person.email
  ) or private.message_refusal(client, business, 'marketing') is null then
    return;
  end if;
  perform set_config('daybook.actor', 'client', true);
  insert into public.consent_events (
    id, business_id, client_id, purpose, channel, state, source, text_version, wording, at)
  values (
    private.new_id(), business, client, 'marketing', 'email', 'granted', 'online', '2026-1',
    'We may send you news and offers. You can withdraw this at any time.', now());
end
$$;
revoke all on function private.note_news(uuid, uuid, private.booking_person, jsonb) from public;

-- A known client who typed something else is not overwritten; the difference is shown to the staff.
create function private.differing_details(
  known public.clients, person private.booking_person, did text default 'Booked'
) returns text
language sql stable
as $$
  select case when known.id is not null and (
      lower(known.first_name) <> lower(person.first_name)
      or lower(known.last_name) <> lower(person.last_name)
      or (person.phone is not null and known.phone is distinct from person.phone
        and known.alt_phone is distinct from person.phone)
      or (person.email is not null and known.email is distinct from person.email))
    then did || ' online as ' || concat_ws(', ',
      btrim(person.first_name || ' ' || person.last_name), person.email, person.phone_raw) end
$$;

-- … beside the client where there is no visit to write it on, or where it would outlive them.
create function private.note_differing(
  known public.clients, person private.booking_person, did text
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told constant text := private.differing_details(known, person, did);
begin
  if told is not null then
    insert into public.client_notes (id, business_id, client_id, body, noted_at)
      values (private.new_id(), known.business_id, known.id, told, now());
  end if;
end
$$;
