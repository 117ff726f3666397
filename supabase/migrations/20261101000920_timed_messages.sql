-- Messages by the clock: before a visit and after it. When one is due follows from the visit, from what
-- the business has set and from its quiet hours, and is never stored: a visit that moves takes its
-- reminders along, and one that is cancelled has none. src/domain/messages/due.ts is the same rule for
-- the screens, and a test compares the two.

-- What is sent by the clock, as it is built in (src/domain/messages/templates.ts).
create table private.timed_messages (
  key text primary key check (private.is_message_key(key)),
  side text not null check (side in ('before', 'after')),
  offset_min int not null,
  enabled boolean not null,
  -- What a client may say no to.
  purpose text not null check (purpose in ('reminders', 'marketing'))
);
alter table private.timed_messages enable row level security;
insert into private.timed_messages (key, side, offset_min, enabled, purpose) values
  ('confirm_request', 'before', 2880, true, 'reminders'),
  ('form_reminder', 'before', 1440, true, 'reminders'),
  ('reminder_1', 'before', 1440, true, 'reminders'),
  ('reminder_2', 'before', 120, false, 'reminders'),
  ('reminder_3', 'before', 60, false, 'reminders'),
  ('form_after', 'after', 60, true, 'reminders'),
  ('thank_you', 'after', 180, false, 'reminders'),
  ('rebook', 'after', 40320, false, 'marketing');

-- Whole days are days of the calendar: the evening before is the evening before, also when the clocks
-- change at night. In quiet hours it waits for their end, unless that is within an hour of the start:
-- then it goes out when they begin. Days are those of the business, quiet hours those of who reads it, where
-- it is known that they live by another clock.
create function private.message_due(
  rules public.booking_rules, zone text, side text, offset_min int, starts_at timestamptz,
  ends_at timestamptz, their_zone text default null
) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  base constant timestamptz := case side when 'before' then starts_at else ends_at end;
  direction constant int := case side when 'before' then -1 else 1 end;
  wished timestamptz := base;
  loud timestamptz;
  minute int;
  quiet_zone constant text := coalesce(their_zone, zone);
begin
  if offset_min >= 1440 then
    wished := private.local_to_instant(
      (base at time zone zone)::date + direction * (offset_min / 1440),
      private.wall_minute(base, zone), zone);
  end if;
  wished := wished + direction * (offset_min % 1440) * interval '1 minute';
  loud := private.next_loud(rules, quiet_zone, wished);
  if side = 'after' or loud = wished or loud <= starts_at - interval '1 hour' then
    return loud;
  end if;
  minute := private.wall_minute(wished, quiet_zone);
  return private.local_to_instant(
    (wished at time zone quiet_zone)::date
      - case when minute < rules.quiet_from_min then 1 else 0 end,
    rules.quiet_from_min, quiet_zone);
end
$$;

-- Since when a visit stands as it does: who books or moves within the time of a reminder has just heard
-- of it.
create function private.placed_at(business uuid, appointment uuid, made_at timestamptz)
returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(made_at, (
    select max(c.at) from private.row_changes c
    where c.business_id = business and c.row_id = appointment
      and c.fields && array['starts_at', 'status', 'conflict']));
end
$$;

-- Who is reminded of a visit in the place of its client: whoever booked it for a guest and does not come
-- themselves; null = nobody.
create function private.reminded_of(a public.appointments, key text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if a.group_id is null or key not like 'reminder%' then
    return null;
  end if;
  return (private.told_for_guest(a)).client_id;
end
$$;

-- Visits and seats to which a message is due now. Who looks away for three hours misses it: late
-- reminders help nobody. `once`: of forms with a time of their own, which.
create function private.due_messages()
returns table (
  key text, business_id uuid, appointment_id uuid, attendee_id uuid, starts_at timestamptz, once text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Quiet hours may hold a message back for a day.
  slack constant interval := '28 hours';
begin
  return query
    select t.key, a.business_id, a.id, s.id, a.starts_at, o.once
    from private.timed_messages t
    cross join public.booking_rules r
    join public.businesses b on b.id = r.business_id
    left join public.message_templates own on own.business_id = b.id and own.key = t.key
    cross join lateral (
      select w.offset_min, w.once, w.offset_min * interval '1 minute' as away
      from (
        select coalesce(own.offset_min, t.offset_min) as offset_min, null::text as once
        union
        select f.offset_min, 'form:' || f.offset_min
        from public.forms f
        where t.key in ('form_reminder', 'form_after') and f.business_id = b.id
          and f.status = 'published' and f.wanted = t.side
          and f.offset_min <> coalesce(own.offset_min, t.offset_min)
      ) w
    ) o
    join public.appointments a on a.business_id = b.id
      and case t.side
        when 'before' then a.starts_at between now() + o.away - slack and now() + o.away + slack
        -- Days of the calendar are an hour shorter when the clocks go forward.
        else a.starts_at between now() - o.away - 2 * slack and now() - o.away + interval '2 hours' end
    left join public.attendees s on a.capacity is not null
      and s.business_id = a.business_id and s.appointment_id = a.id
    join public.clients c
      on c.business_id = a.business_id
        and c.id = coalesce(s.client_id, private.reminded_of(a, t.key), a.client_id)
    cross join lateral (
      select private.placed_at(a.business_id, coalesce(s.id, a.id), coalesce(s.created_at, a.created_at))
        as since
    ) p
    cross join lateral (
      select private.message_due(
          r, b.time_zone, t.side, o.offset_min, a.starts_at, a.ends_at, c.time_zone) as due
    ) d
    where coalesce(own.enabled, t.enabled)
      -- Who cannot be written to would be due again every minute.
      and (private.mail_recipient(c)).email is not null
      and (t.purpose <> 'marketing' or c.status = 'active')
      and not a.conflict and not coalesce(s.conflict, false)
      and not private.is_silent_import(a)
      and coalesce(s.state, 'booked') in ('booked', 'attended')
      and case t.side
        when 'before' then a.status = 'booked' and a.starts_at > now()
          and d.due > greatest(
            p.since, private.placed_at(a.business_id, a.id, a.created_at)) + interval '2 minutes'
        else a.status = 'completed' end
      and greatest(d.due, case t.side when 'after'
        then private.next_loud(r, coalesce(c.time_zone, b.time_zone), p.since) end) between now() - interval '3 hours' and now()
      -- Classes are not confirmed seat by seat.
      and (t.key <> 'confirm_request' or a.confirmation <> 'confirmed' and s.id is null)
      and (t.key not in ('form_reminder', 'form_after') or private.lacks_forms(
        case when s.id is null then a else private.session_of(s) end,
        case when o.once is not null then t.side end, o.offset_min))
      -- Who comes anyway needs no invitation.
      and (t.key <> 'rebook' or not exists (
        select from public.appointments f
        where f.business_id = a.business_id and f.client_id = coalesce(s.client_id, a.client_id)
          and f.starts_at > a.starts_at
          and f.status in ('pending', 'booked', 'arrived', 'in_service', 'completed')
      ) and not exists (
        select from public.attendees x
        join public.appointments f on f.business_id = x.business_id and f.id = x.appointment_id
        where x.business_id = a.business_id and x.client_id = c.id
          and x.state in ('booked', 'attended') and f.starts_at > a.starts_at
          and f.status <> 'cancelled'))
      and not exists (
        select from private.mail_outbox m
        where m.data #>> '{appointment,id}' = coalesce(s.id, a.id)::text and m.kind = t.key
          and m.state <> 'cancelled' and m.data ->> 'once' is not distinct from o.once
          and (m.data #>> '{appointment,starts_at}')::timestamptz = a.starts_at)
    order by a.business_id, a.starts_at, a.id, s.id
    limit 500;
end
$$;

-- The same of forms that are wanted once a visit is paid, whenever that is.
create function private.due_after_payment()
returns table (
  key text, business_id uuid, appointment_id uuid, attendee_id uuid, starts_at timestamptz, once text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  slack constant interval := '28 hours';
begin
  return query
    select distinct 'form_after', a.business_id, a.id, s.id, a.starts_at,
      'paid:' || coalesce(f.offset_min, 0)
    from public.forms f
    join public.businesses b on b.id = f.business_id
    join public.booking_rules r on r.business_id = b.id
    left join public.message_templates own on own.business_id = b.id and own.key = 'form_after'
    cross join lateral (select coalesce(f.offset_min, 0) * interval '1 minute' as away) o
    join public.payments p on p.business_id = b.id
      and p.created_at between now() - o.away - 2 * slack and now() - o.away + interval '2 hours'
    join public.sale_lines l on l.business_id = b.id and l.sale_id = p.sale_id and l.kind <> 'fee'
    join public.appointments a on a.business_id = b.id and a.id = l.appointment_id
    left join public.sales x on a.capacity is not null and x.business_id = b.id and x.id = p.sale_id
    left join public.attendees s on s.business_id = b.id and s.appointment_id = a.id
      and s.client_id = x.client_id and s.state in ('booked', 'attended') and not s.conflict
    join public.clients c on c.business_id = b.id and c.id = coalesce(s.client_id, a.client_id)
    cross join lateral (
      select case when s.id is null then a else private.session_of(s) end as visit
    ) w
    where f.wanted = 'payment' and f.status = 'published' and coalesce(own.enabled, true)
      and (private.mail_recipient(c)).email is not null and not a.conflict
      and private.message_due(
        r, b.time_zone, 'after', coalesce(f.offset_min, 0), private.paid_at(w.visit),
        private.paid_at(w.visit)) between now() - interval '3 hours' and now()
      and private.lacks_forms(w.visit, 'payment', f.offset_min)
      and not exists (
        select from private.mail_outbox m
        where m.data #>> '{appointment,id}' = coalesce(s.id, a.id)::text and m.kind = 'form_after'
          and m.state <> 'cancelled' and m.data ->> 'once' = 'paid:' || coalesce(f.offset_min, 0))
    limit 500;
end
$$;

-- Why somebody does not get a message of a purpose; null = they do.
create function private.message_refusal(client uuid, business uuid, purpose text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  said text;
begin
  select e.state into said
    from public.consent_events e
    where e.business_id = business and e.client_id = client and e.channel = 'email'
      and e.purpose = message_refusal.purpose
    order by e.at desc, e.id desc limit 1;
  if purpose = 'marketing' then
    return case when said is distinct from 'granted' then 'no_consent' end;
  end if;
  return case when said in ('denied', 'withdrawn') then 'no_consent' end;
end
$$;

-- `begins`: when the visit is, as far as whoever calls knows.
create function private.send_timed(
  key text, appointment uuid, attendee uuid, begins timestamptz, once text default null
) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  a public.appointments;
  s public.attendees;
  t private.timed_messages;
  told public.appointments;
  data jsonb;
  token text;
  ends timestamptz;
begin
  select * into t from private.timed_messages x where x.key = send_timed.key;
  select * into a from public.appointments x where x.id = send_timed.appointment;
  perform private.lock_business(a.business_id);
  -- It may have been cancelled or moved while this waited for its turn.
  select * into a from public.appointments x where x.id = send_timed.appointment;
  select * into s from public.attendees x where x.id = send_timed.attendee;
  if a.starts_at is distinct from begins or a.conflict or coalesce(s.conflict, false)
    -- What is paid may be ahead.
    or not (once like 'paid:%' and a.status in ('booked', 'arrived', 'in_service', 'completed')
      or a.status = case t.side when 'before' then 'booked' else 'completed' end)
    or s.id is distinct from attendee or s.state not in ('booked', 'attended') then
    return;
  end if;
  token := private.new_token();
  if private.reminded_of(a, t.key) is not null then
    told := private.told_for_guest(a);
    data := private.group_mail_data(told, token);
  elsif attendee is null then
    data := private.appointment_mail_data(a, token, null, null);
  else
    data := private.seats_mail_data(s, private.session_of(s), token, null, null);
  end if;
  perform private.add_manage_token(
    a.business_id, coalesce(told.id, a.id), token, a.ends_at, attendee);
  if t.purpose = 'marketing' then
    data := data || jsonb_build_object('unsubscribe_token',
      private.unsubscribe_token(a.business_id, (data #>> '{client,id}')::uuid));
  end if;
  if send_timed.once is not null then
    data := data || jsonb_build_object('once', send_timed.once);
  end if;
  ends := case t.side when 'before' then a.starts_at end;
  perform private.queue_mail(
    a.business_id, t.key, data #>> '{client,email}',
    nullif(btrim(concat_ws(' ', data #>> '{client,first_name}', data #>> '{client,last_name}')), ''),
    data, now(), ends,
    private.message_refusal((data #>> '{client,id}')::uuid, a.business_id, t.purpose));
  if t.key = 'confirm_request' and a.confirmation = 'none' and exists (
    select from private.mail_outbox m
    where m.data #>> '{appointment,id}' = a.id::text and m.kind = t.key and m.state = 'queued'
  ) then
    update public.appointments x set confirmation = 'requested' where x.id = a.id;
  end if;
end
$$;

create function private.send_timed_messages() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select * from private.due_messages() union all select * from private.due_after_payment()
  loop
    -- One that cannot be written keeps no other, and no other job, waiting.
    begin
      perform private.send_timed(
        one.key, one.appointment_id, one.attendee_id, one.starts_at, one.once);
    exception when others then
      raise warning '% about % was not written: %', one.key, one.appointment_id, sqlerrm;
    end;
  end loop;
end
$$;

-- What still waits to be sent of a visit that is not there any more, or not then.
create function private.drop_timed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.mail_outbox m set state = 'cancelled', last_error = 'changed'
    where m.data ->> 'visit_id' = new.id::text and m.state = 'queued'
      and m.kind in (select t.key from private.timed_messages t where t.side = 'before');
  return null;
end
$$;
create trigger drop_timed after update on public.appointments
  for each row when (
    (old.starts_at, old.conflict) is distinct from (new.starts_at, new.conflict)
    or old.status = 'booked' and new.status in ('cancelled', 'pending', 'no_show'))
  execute function private.drop_timed();

-- The same of seats that were given back: the session stays.
create function private.drop_timed_of_seats() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.mail_outbox m set state = 'cancelled', last_error = 'changed'
    where m.data ->> 'visit_id' = new.appointment_id::text
      and m.data #>> '{appointment,id}' = new.id::text and m.state = 'queued'
      and m.kind in (select t.key from private.timed_messages t where t.side = 'before');
  return null;
end
$$;
create trigger drop_timed after update on public.attendees
  for each row when (old.state = 'booked' and new.state = 'cancelled')
  execute function private.drop_timed_of_seats();

-- Who wants no more invitations says so by a link in each of them. It works for a year, and GET changes
-- nothing.
create table private.unsubscribe_tokens (
  token_hash bytea primary key,
  business_id uuid not null,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete cascade
);
create index unsubscribe_tokens_client_id on private.unsubscribe_tokens (business_id, client_id);
create index unsubscribe_tokens_created_at on private.unsubscribe_tokens (created_at);
alter table private.unsubscribe_tokens enable row level security;
revoke all on private.unsubscribe_tokens, private.timed_messages from public, anon, authenticated;

create function private.unsubscribe_token(business uuid, client uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.new_token();
begin
  insert into private.unsubscribe_tokens (token_hash, business_id, client_id)
    values (private.token_hash(token), business, client);
  return token;
end
$$;

-- No more invitations; `how` they said so. Saying it again is no fault.
create function private.end_marketing(business uuid, client uuid, how text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.message_refusal(client, business, 'marketing') is null then
    perform set_config('daybook.actor', 'client', true);
    insert into public.consent_events (
      id, business_id, client_id, purpose, channel, state, source, text_version, at)
    values (
      private.new_id(), business, client, 'marketing', 'email', 'withdrawn', 'online', how, now());
  end if;
end
$$;

-- Asking again is no fault. Codes: not_found, rate_limited.
create function public.unsubscribe(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  t private.unsubscribe_tokens;
begin
  perform private.check_token_tries();
  select * into t from private.unsubscribe_tokens x
    where x.token_hash = private.token_hash(unsubscribe.token);
  if t.client_id is null then
    perform private.take_ticket('wrong_token:network', private.client_network());
    return private.refused('not_found', null);
  end if;
  perform private.lock_business(t.business_id);
  perform private.end_marketing(t.business_id, t.client_id, 'unsubscribe');
  return jsonb_build_object(
    'ok', true, 'business', (select b.name from public.businesses b where b.id = t.business_id));
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  private.message_due(public.booking_rules, text, text, int, timestamptz, timestamptz, text),
  private.placed_at(uuid, uuid, timestamptz), private.reminded_of(public.appointments, text),
  private.due_messages(), private.due_after_payment(),
  private.message_refusal(uuid, uuid, text),
  private.send_timed(text, uuid, uuid, timestamptz, text),
  private.send_timed_messages(), private.drop_timed(), private.drop_timed_of_seats(),
  private.unsubscribe_token(uuid, uuid), private.end_marketing(uuid, uuid, text),
  public.unsubscribe(text)
from public;
grant execute on function public.unsubscribe(text) to anon, authenticated, service_role;
