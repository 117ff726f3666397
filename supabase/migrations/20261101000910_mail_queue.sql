-- Mails about appointments: what they say is frozen here as data, the words are written later by
-- supabase/functions/_shared/mails from kind and data.

-- One mail per appointment, kind and state of the calendar event, however often something is retried;
-- what may happen twice to one state (a change of the place, money) has a name of its own in `once`.
create unique index mail_outbox_once on private.mail_outbox (
  (data #>> '{appointment,id}'), kind, (data #>> '{appointment,ical_sequence}'),
  (coalesce(data ->> 'once', ''))
) where data is not null;

-- The template by which a mail is written: a request that was turned down goes out as a cancellation,
-- and never was booked.
create function private.template_of(kind text, data jsonb) returns text
language sql immutable
as $$
  select case data #>> '{appointment,status}'
    when 'declined' then 'booking_declined' when 'expired' then 'booking_expired' else kind end
$$;

-- `expires_at`: from then on it helps nobody. `refusal`: why it is not sent at all, and only noted.
create function private.queue_mail(
  business_id uuid, kind text, to_email text, to_name text, data jsonb, due_at timestamptz,
  expires_at timestamptz default null, refusal text default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.message_templates;
  template constant text := private.template_of(queue_mail.kind, queue_mail.data);
begin
  select * into own from public.message_templates t
    where t.business_id = queue_mail.business_id
      and t.key = template;
  if not private.is_always_sent(template)
    and not coalesce(own.enabled, not private.is_off_at_first(template)) then
    return;
  elsif own.subject is not null or own.body is not null then
    data := data || jsonb_build_object(
      'words', jsonb_build_object('subject', own.subject, 'body', own.body));
  end if;
  -- What owners are told of their account always goes: else somebody who books under their address could
  -- hide it.
  if refusal is null and queue_mail.data ? 'client' then
    refusal := case
      -- Noted, and not told later, when it may not be true any more.
      when private.billing_access(queue_mail.business_id) = 'limited' then 'unpaid'
      -- It would come back again, and providers close the door to who goes on all the same.
      when exists (
        select from public.clients c
        where c.business_id = queue_mail.business_id and c.email = lower(queue_mail.to_email)
          and c.email_bounced_at is not null
      ) then 'bounced'
      -- No client's mailbox is filled, whoever causes it.
      when not private.take_ticket('mail:email', lower(queue_mail.to_email)) then 'too_many'
    end;
  end if;
  insert into private.mail_outbox (
      business_id, kind, to_email, to_name, data, due_at, expires_at, state, last_error)
    values (
      queue_mail.business_id, queue_mail.kind, queue_mail.to_email, left(queue_mail.to_name, 200),
      queue_mail.data, queue_mail.due_at, queue_mail.expires_at,
      case when refusal is null then 'queued' else 'suppressed' end, refusal)
    on conflict do nothing;
end
$$;

-- What mails say about who they come from.
create function private.business_mail_data(b public.businesses) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'name', b.name, 'slug', b.slug, 'email', b.email, 'phone', b.phone, 'address', b.address,
    'brand_colour', b.brand_colour, 'time_zone', b.time_zone, 'locale', b.locale,
    'currency', b.currency, 'time_format', b.time_format)
$$;

-- … and about whom they go to: the client, or their guardian, who is told whom it is about. `person`:
-- how a client who came online named themselves, because a stranger who guesses a phone number must not
-- learn whose it is; an address that was typed is where the answer goes, whoever is known by it.
create function private.client_mail_data(c public.clients, person jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  r public.clients;
begin
  if person ->> 'email' is null then
    select * into r from private.mail_recipient(c);
  end if;
  if r.id is null or r.id = c.id then
    return jsonb_build_object(
      'id', c.id,
      'first_name', case when person is null
        then coalesce(c.preferred_name, c.first_name) else person ->> 'first_name' end,
      'last_name', coalesce(person ->> 'last_name', c.last_name),
      'email', coalesce(person ->> 'email', c.email));
  end if;
  return jsonb_build_object(
    'id', r.id,
    'first_name', coalesce(r.preferred_name, r.first_name),
    'last_name', r.last_name,
    'email', r.email,
    'dependant', btrim(concat_ws(' ',
      coalesce(person ->> 'first_name', c.preferred_name, c.first_name),
      coalesce(person ->> 'last_name', c.last_name))));
end
$$;

-- Everything a mail about an appointment may say.
create function private.appointment_mail_data(
  a public.appointments, manage_token text, previous_starts_at timestamptz, person jsonb
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  r public.booking_rules;
  c public.clients;
begin
  select * into b from public.businesses x where x.id = a.business_id;
  select * into r from public.booking_rules x where x.business_id = a.business_id;
  select * into c from public.clients x where x.business_id = a.business_id and x.id = a.client_id;
  return jsonb_build_object(
    'business', private.business_mail_data(b),
    'client', private.client_mail_data(c, person),
    -- Whom and which visit it is about, whoever reads it.
    'client_id', c.id, 'visit_id', a.id,
    'appointment', jsonb_build_object(
      'id', a.id, 'status', a.status, 'confirmation', a.confirmation,
      'starts_at', a.starts_at, 'ends_at', a.ends_at, 'location_type', a.location_type,
      'address', a.address, 'client_note', a.client_note,
      'cancel_reason', case when a.cancel_by = 'staff' then a.cancel_reason end,
      'prep_notes', private.prep_notes(a.business_id, a.id),
      'ical_uid', a.ical_uid, 'ical_sequence', a.ical_sequence,
      'segments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'service_name', s.service_name,
          'staff_name', case when r.staff_choice <> 'hidden' then n.names end,
          'starts_at', s.starts_at, 'ends_at', s.ends_at,
          'price_kind', s.price_kind, 'price_cents', i.price_cents) order by i.item), '[]')
        from private.visit_items(a.business_id, a.id) i
        join public.appointment_segments s
          on s.business_id = a.business_id and s.id = i.segment_ids[1]
        cross join lateral (
          select string_agg(p.display_name, ' and ' order by w.place) as names
          from unnest(i.staff_ids) with ordinality w (id, place)
          join public.staff p on p.business_id = a.business_id and p.id = w.id
        ) n)),
    'manage_token', manage_token,
    -- Theirs to fill in by this link.
    'forms', (
      select coalesce(jsonb_agg(w.form - 'done' order by w.place), '[]')
      from jsonb_array_elements(private.visit_forms(a)) with ordinality w (form, place)
      where manage_token is not null and w.form -> 'done' = 'false'),
    'cancel_until', case when r.allow_cancel
      then a.starts_at - r.cancel_notice_min * interval '1 minute' end,
    'previous_starts_at', previous_starts_at) || coalesce(private.guest_mail_data(a, a), '{}');
end
$$;

-- What still waits to be sent about an appointment swallows what follows within its delay: a new
-- appointment that is moved at once is confirmed once, and one that is cancelled at once is not
-- mentioned at all. Answers the kind that remains to be queued, null for none.
create function private.collapse_mails(appointment uuid, kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  waiting text;
begin
  with swallowed as (
    delete from private.mail_outbox m
    where m.data #>> '{appointment,id}' = appointment::text
      and m.state = 'queued' and m.attempts = 0 and m.due_at > now()
    returning m.kind, m.created_at
  )
  select s.kind into waiting from swallowed s order by s.created_at limit 1;
  return case
    when waiting is null then kind
    when kind = 'changed' then waiting
    when kind = 'rescheduled' and waiting <> 'changed' then waiting
    when kind like 'cancelled%' and waiting in ('booking_confirmed', 'booking_requested') then null
    when kind = 'booking_confirmed' and waiting like 'cancelled%' then null
    else kind
  end;
end
$$;

-- Queues one mail about an appointment to its client, if there is an address to send it to. The link
-- works either way: who booked without an address has seen it on the page.
create function private.mail_appointment(
  appointment uuid, kind text, due_at timestamptz, manage_token text, person jsonb,
  previous_starts_at timestamptz default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a public.appointments;
  remaining text;
  data jsonb;
begin
  select * into a from public.appointments x where x.id = appointment;
  if manage_token is not null then
    perform private.add_manage_token(a.business_id, a.id, manage_token, a.ends_at);
  end if;
  remaining := private.collapse_mails(appointment, kind);
  if remaining is null then
    return;
  end if;
  data := private.appointment_mail_data(a, manage_token, previous_starts_at, person);
  if remaining = 'changed' then
    data := data || jsonb_build_object(
      'once', coalesce(private.held_rev(a.business_id), a.rev));
  end if;
  if data #>> '{client,email}' is null then
    return;
  end if;
  perform private.queue_mail(
    a.business_id, remaining, data #>> '{client,email}',
    nullif(btrim(concat_ws(' ', data #>> '{client,first_name}', data #>> '{client,last_name}')), ''),
    data, mail_appointment.due_at);
end
$$;

-- Visits that came from another program say nothing until the business says so, and then only those
-- that were there when it did: the next import is silent again. That one comes in is never news.
create function private.is_silent_import(a public.appointments) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return a.source = 'import' and (a.created_at = now() or not exists (
    select from public.businesses b
    where b.id = a.business_id and b.imports_told_at >= a.created_at));
end
$$;
revoke all on function private.is_silent_import(public.appointments) from public;

-- By the clock that stamps the visits: a device with a slow one would leave out what it has just sent.
create function private.stamp_imports_told() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.imports_told_at := now();
  return new;
end
$$;
revoke all on function private.stamp_imports_told() from public;
create trigger a_stamp_imports_told before update of imports_told_at on public.businesses
  for each row when (new.imports_told_at > coalesce(old.imports_told_at, '-infinity'))
  execute function private.stamp_imports_told();

-- What a push changed that its clients should hear of. Silent imports, walk-ins and things that have begun
-- are not news to anybody; that somebody did not come is news for a while.
create function private.news_of_push(business uuid, my_rev bigint)
returns table (appointment_id uuid, news text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select t.id, t.news
    from (
      select x.id, case
        when x.status in ('cancelled', 'declined') and 'status' = any (f.fields)
          then 'cancelled_by_business'
        when x.status = 'no_show' and 'status' = any (f.fields) then 'no_show'
        -- Nobody is told of a place that is not theirs yet.
        when x.status <> 'booked' or x.conflict then null
        when x.created_at = now() or 'conflict' = any (f.fields) then 'booking_confirmed'
        -- Approved, or cancelled by mistake; taking back an arrival is nobody's business.
        when 'status' = any (f.fields) and not f.fields && array['arrived_at', 'finished_at']
          then 'booking_confirmed'
        when 'starts_at' = any (f.fields) then 'rescheduled'
        when f.fields && array['ends_at', 'location_type', 'address'] or exists (
          select from public.appointment_segments s
          join private.row_changes c
            on c.business_id = business and c.row_id = s.id and c.rev = my_rev
          where s.business_id = business and s.appointment_id = x.id and s.rev = my_rev
            and c.fields && array['variant_id', 'service_name', 'add_on_ids', 'price_kind', 'price_cents']
        ) then 'changed'
      end as news
      from public.appointments x
      cross join lateral (
        select coalesce(array_agg(distinct u), '{}') as fields
        from private.row_changes c, unnest(c.fields) u
        where c.business_id = business and c.row_id = x.id and c.rev = my_rev
      ) f
      where x.business_id = business and x.client_id is not null
        and x.id in (
          select a.id from public.appointments a where a.business_id = business and a.rev = my_rev
          union
          select s.appointment_id from public.appointment_segments s
          where s.business_id = business and s.rev = my_rev)
        and x.source <> 'walk_in' and not private.is_silent_import(x)
        and case x.status when 'no_show' then x.starts_at > now() - interval '2 days'
          else x.starts_at > now() end
    ) t
    where t.news is not null;
end
$$;

-- Queues it for two minutes later, so that a correction made meanwhile goes into the same mail.
create function private.mail_news(appointment uuid, news text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.mail_appointment(
    appointment, mail_news.news, now() + interval '2 minutes',
    case when mail_news.news not in ('cancelled_by_business', 'no_show')
      then private.new_token() end, null,
    (
      select (m.data #>> '{appointment,starts_at}')::timestamptz
      from private.mail_outbox m
      where m.data #>> '{appointment,id}' = appointment::text
        and mail_news.news = 'rescheduled'
      order by m.created_at desc limit 1
    ));
end
$$;

-- The other dates of a series that something happened to in the same push, as `data.also` of the
-- mail that waits about the first one. Cancelled ones need no link any more.
create function private.add_series_dates(first uuid, others uuid[], with_links boolean) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  a public.appointments;
  token text;
  also jsonb := '[]';
begin
  for a in
    select * from public.appointments x where x.id = any (others) order by x.starts_at
  loop
    token := case when with_links then private.new_token() end;
    if token is not null then
      perform private.add_manage_token(a.business_id, a.id, token, a.ends_at);
    end if;
    also := also || jsonb_build_object(
      'starts_at', a.starts_at, 'ends_at', a.ends_at, 'manage_token', token);
  end loop;
  update private.mail_outbox m set data = m.data || jsonb_build_object('also', also)
    where m.data #>> '{appointment,id}' = first::text
      and m.state = 'queued' and m.attempts = 0 and m.due_at > now();
end
$$;
revoke all on function private.add_series_dates(uuid, uuid[], boolean) from public;

-- Whether whoever moved it or gave it up has told the client themselves: the name of the mutation says so.
-- While a mail about it still waits, that one has to learn the new time all the same.
create function private.is_told_already(
  business uuid, appointment uuid, my_rev bigint, news text default 'rescheduled'
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select l.name ~ case news
      when 'cancelled_by_business' then '[.]cancel(led)?[.]silently$'
      -- Given up without a word, and taken back.
      when 'booking_confirmed' then '[.](booked[.]silently|cancel[.]silently[.]undo)$'
      else '[.]silently([.]undo)?$' end
    from (
      select m.name, m.ops, m.seq, m.rev from private.mutation_log m
      where m.business_id = business
        and m.client_id = nullif(current_setting('daybook.device', true), '')::uuid
      -- More are never pushed at once.
      order by m.seq desc limit 100
    ) l
    where l.rev = my_rev and l.ops @> jsonb_build_array(jsonb_build_object('id', appointment))
    order by l.seq desc limit 1
  ), false) and not (news in ('rescheduled', 'changed') and exists (
    select from private.mail_outbox m
    where m.data #>> '{appointment,id}' = appointment::text
      and m.state = 'queued' and m.attempts = 0 and m.due_at > now()));
end
$$;
revoke all on function private.is_told_already(uuid, uuid, bigint, text) from public;

-- Tells clients what staff did in one push. Appointments that stand alone are told one by one; what
-- was done to a series at once is one message, not one for each date: the first of its dates carries
-- the others along, each with a link of its own.
create function private.mail_changes(business uuid, my_rev bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a record;
begin
  -- What waits to be said about a visit that is given up without a word is not said any more.
  perform private.collapse_mails(n.appointment_id, n.news)
    from private.news_of_push(business, my_rev) n
    where n.news = 'cancelled_by_business'
      and private.is_told_already(business, n.appointment_id, my_rev, n.news);
  for a in
    select n.news, array_agg(x.id order by x.starts_at) as ids
    from private.news_of_push(business, my_rev) n
    join public.appointments x on x.id = n.appointment_id
    where not private.is_told_already(business, x.id, my_rev, n.news)
    group by n.news, coalesce(x.series_id, x.id)
  loop
    perform private.mail_news(a.ids[1], a.news);
    if cardinality(a.ids) > 1 then
      perform private.add_series_dates(
        a.ids[1], a.ids[2:], a.news not in ('cancelled_by_business', 'no_show'));
    end if;
  end loop;
  perform private.mail_session_changes(business, my_rev);
end
$$;

-- Mails about a visit that go at once and take the place of no other: a link to pay, one of a group who does
-- not come any more.
create function private.mail_at_once(
  appointment uuid, kind text, manage_token text, more jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a public.appointments;
  data jsonb;
begin
  select * into a from public.appointments x where x.id = appointment;
  data := private.group_mail_data(a, manage_token) || more;
  if data #>> '{client,email}' is null then
    return;
  end if;
  perform private.queue_mail(
    a.business_id, mail_at_once.kind, data #>> '{client,email}',
    nullif(btrim(concat_ws(' ', data #>> '{client,first_name}', data #>> '{client,last_name}')), ''),
    data, now());
end
$$;

-- Who came after all is not missed.
create function private.drop_no_show() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.mail_outbox m
    where m.data ->> 'visit_id' = new.id::text and m.kind = 'no_show'
      and m.state = 'queued' and m.attempts = 0;
  return null;
end
$$;
create trigger drop_no_show after update of status on public.appointments
  for each row when (old.status = 'no_show' and new.status <> 'no_show')
  execute function private.drop_no_show();

revoke all on function
  private.mail_at_once(uuid, text, text, jsonb), private.drop_no_show()
from public;
