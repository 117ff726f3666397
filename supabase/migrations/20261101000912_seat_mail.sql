-- Mails to those who sit in classes: the same kinds as about appointments and two more (seats_waiting,
-- seats_changed), about the session as if it were theirs alone.
--
--   booked or given back on the page ─▶ book_seats, give_seats_back
--   seats given, taken or changed by staff, or free for who waits ─▶ tell_guest, row by row
--   session cancelled, back, moved ─▶ mail_changes, at the end of the push

-- What a mail about a session says to a party that sits in it.
create function private.seats_mail_data(
  t public.attendees, a public.appointments, manage_token text, previous_starts_at timestamptz,
  person jsonb
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  data constant jsonb :=
    private.appointment_mail_data(a, manage_token, previous_starts_at, person);
begin
  return data || jsonb_build_object('appointment', (data -> 'appointment') || jsonb_build_object(
    'id', t.id, 'seats', t.seats,
    'segments', private.party_segments(data #> '{appointment,segments}', t.seats)));
end
$$;

create function private.mail_seats(
  attendee uuid, kind text, due_at timestamptz, manage_token text default null,
  person jsonb default null
) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  t public.attendees;
  a public.appointments;
  remaining text;
  data jsonb;
begin
  select * into t from public.attendees x where x.id = attendee;
  a := private.session_of(t);
  if manage_token is not null then
    perform private.add_manage_token(a.business_id, a.id, manage_token, a.ends_at, t.id);
  end if;
  remaining := private.collapse_mails(t.id, kind);
  -- What has begun is news to nobody.
  if remaining is null or a.starts_at <= now() then
    return;
  end if;
  data := private.seats_mail_data(t, a, manage_token, case when kind = 'rescheduled' then (
      select (m.data #>> '{appointment,starts_at}')::timestamptz from private.mail_outbox m
      where m.data #>> '{appointment,id}' = t.id::text order by m.created_at desc limit 1)
    end, person);
  if data #>> '{client,email}' is null then
    return;
  end if;
  perform private.queue_mail(
    a.business_id, remaining, data #>> '{client,email}',
    nullif(btrim(concat_ws(' ', data #>> '{client,first_name}', data #>> '{client,last_name}')), ''),
    data, mail_seats.due_at);
end
$$;

-- Later, so that a correction made meanwhile goes into the same mail.
create function private.mail_seats_later(attendee uuid, kind text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.mail_seats(
    attendee, kind, now() + interval '2 minutes',
    case when kind <> 'cancelled_by_business' then private.new_token() end);
end
$$;

create function private.tell_guest() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  has_seats constant boolean := new.state = 'booked' and not new.conflict;
  by_staff constant boolean := nullif(current_setting('daybook.device', true), '') is not null;
begin
  if tg_op = 'UPDATE' and old.conflict and has_seats then
    perform private.mail_seats_later(new.id, 'booking_confirmed');
  elsif not by_staff then
    return null;
  elsif has_seats and (tg_op = 'INSERT' or old.state = 'cancelled') then
    perform private.mail_seats_later(new.id, 'booking_confirmed');
  elsif tg_op = 'UPDATE' and has_seats and old.state = 'booked' and new.seats <> old.seats then
    perform private.mail_seats_later(new.id, 'seats_changed');
  elsif tg_op = 'UPDATE' and old.state = 'booked' and new.state = 'cancelled' then
    perform private.mail_seats_later(new.id, 'cancelled_by_business');
  end if;
  return null;
end
$$;
create trigger tell_guest after insert or update on public.attendees
  for each row execute function private.tell_guest();

-- What a push did to sessions, for each who sits there; who waits hears only that it is cancelled.
create function private.mail_session_changes(business uuid, my_rev bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select t.id, n.news
    from public.appointments x
    cross join lateral (
      select coalesce(array_agg(distinct u), '{}') as fields
      from private.row_changes c, unnest(c.fields) u
      where c.business_id = business and c.row_id = x.id and c.rev = my_rev
    ) f
    cross join lateral (
      select case
        when x.status = 'cancelled' and 'status' = any (f.fields) then 'cancelled_by_business'
        when x.status <> 'booked' or x.conflict then null
        when 'status' = any (f.fields) and not f.fields && array['arrived_at', 'finished_at']
          then 'booking_confirmed'
        when f.fields && array['starts_at', 'ends_at']
          and not private.is_told_already(business, x.id, my_rev) then 'rescheduled'
      end as news
    ) n
    join public.attendees t on t.business_id = business and t.appointment_id = x.id
    where x.business_id = business and x.rev = my_rev and x.capacity is not null
      and x.starts_at > now() and n.news is not null and t.state = 'booked'
      and (not t.conflict or n.news = 'cancelled_by_business')
    order by x.starts_at, t.created_at, t.id
  loop
    perform private.mail_seats_later(one.id, one.news);
  end loop;
end
$$;

revoke all on function
  private.seats_mail_data(public.attendees, public.appointments, text, timestamptz, jsonb),
  private.mail_seats(uuid, text, timestamptz, text, jsonb), private.mail_seats_later(uuid, text),
  private.tell_guest(), private.mail_session_changes(uuid, bigint)
from public;
