-- Booking seats of a class: the same request as for a time, with `session: {id, seats, waiting}` instead
-- of items. Nothing is held: seats are counted when they are booked, under the business's turn, by the
-- function that counts for everybody (private.seats_sold, and take_seat as the floor). Who would have to wait
-- for the turn looks first whether there are any left (queue_for).
--
--   enough left ─▶ booked, whoever asked to wait included
--   too few     ─▶ class_full, or a place among those who wait when they asked for it and the
--                  business lets people wait

-- The session as an appointment of whoever sits in it: its status is that of the seats, and its event
-- in calendars is theirs alone.
create function private.session_of(seats public.attendees) returns public.appointments
language plpgsql stable security definer set search_path = ''
as $$
declare
  a public.appointments;
begin
  select * into a from public.appointments x
    where x.business_id = seats.business_id and x.id = seats.appointment_id;
  a.client_id := seats.client_id;
  a.status := case
    when seats.state = 'cancelled' then 'cancelled'
    when a.status <> 'booked' then a.status
    when seats.conflict then 'pending'
    else a.status end;
  -- Grows with every change of the session or of the seats.
  a.ical_sequence := greatest(a.rev, seats.rev);
  a.ical_uid := seats.id || '@daybook.app';
  -- What was written about the session is not about them.
  a.client_note := null;
  return a;
end
$$;

-- The parts of a session as they cost a party of so many.
create function private.party_segments(segments jsonb, party int) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(
        s.value || jsonb_build_object('price_cents', (s.value ->> 'price_cents')::bigint * party)
        order by s.place), '[]')
    from jsonb_array_elements(segments) with ordinality s (value, place));
end
$$;

-- How seats are told to whoever holds them: as an appointment, with how many they are.
create function private.public_seats(attendee uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  t public.attendees;
  told jsonb;
begin
  select * into t from public.attendees x where x.id = attendee;
  told := private.public_appointment(t.appointment_id);
  return told || jsonb_build_object(
    'id', t.id, 'status', (private.session_of(t)).status, 'seats', t.seats,
    'is_waiting', t.conflict,
    'segments', private.party_segments(told -> 'segments', t.seats),
    'total', (told ->> 'total')::bigint * t.seats);
end
$$;

-- What is asked of somebody before they may have seats. A session is planned for whoever comes, so the
-- business's wish to answer every booking does not hold here; what is said about this client or this
-- service does, and a person decides.
create function private.check_guest(
  rules public.booking_rules, variant uuid, audience text, for_client text, known public.clients,
  on_day date
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  c private.candidate;
begin
  c.item := 1;
  c.variant_id := variant;
  c.audience := audience;
  c.for_client := for_client;
  c.needs_approval := false;
  rules.approval_mode := 'auto';
  perform private.check_audience(rules, array[c], known);
  if private.needs_approval(rules, array[c], known, on_day) then
    perform private.refuse('blocked');
  end if;
end
$$;

-- Seats for a client, again for whoever gave theirs back. Answers the attendee.
create function private.seat_party(business uuid, session uuid, client uuid, party int)
returns public.attendees
language plpgsql volatile security definer set search_path = ''
as $$
declare
  t public.attendees;
begin
  perform set_config('daybook.actor', 'client', true);
  select * into t from public.attendees x
    where x.business_id = business and x.appointment_id = session and x.client_id = client
    order by x.state = 'cancelled', x.created_at limit 1;
  if t.state <> 'cancelled' then
    perform private.refuse('duplicate', 'session');
  elsif t.id is not null then
    update public.attendees x set state = 'booked', seats = party where x.id = t.id returning * into t;
  else
    insert into public.attendees (id, business_id, appointment_id, client_id, seats)
      values (private.new_id(), business, session, client, party) returning * into t;
  end if;
  return t;
end
$$;

-- How many seats a request asks for; null = that is no number of people.
create function private.party_of(asked jsonb) returns int
language sql immutable
as $$
  select case when asked ->> 'seats' ~ '^[0-9]{1,2}$' then (asked ->> 'seats')::int end
$$;

-- Whether a party finds no place: neither seats, nor one among those who wait for them.
create function private.is_full_for(asked jsonb, capacity int, sold int, allow_waitlist boolean)
returns boolean
language sql immutable
as $$
  select capacity - sold < private.party_of(asked)
    and not (coalesce(asked -> 'waiting' = 'true', false) and allow_waitlist
      and private.party_of(asked) <= capacity)
$$;

-- The same of a class as it is now: what is left to ask of who was found to be right otherwise.
create function private.is_class_full(business uuid, asked jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.appointments a
    join public.booking_rules r on r.business_id = a.business_id
    where a.business_id = business and a.id = private.as_uuid(asked -> 'id')
      and private.is_full_for(
        asked, a.capacity, private.seats_sold(business, a.id), r.allow_waitlist));
end
$$;

-- Everything that is looked at before seats are somebody's, up to whether there are enough. Refuses with
-- its code.
create function private.judge_seats(
  b public.businesses, request jsonb,
  out rules public.booking_rules, out person private.booking_person, out known public.clients,
  out session uuid, out variant uuid, out party int, out seats_left int, out is_full boolean
)
language plpgsql stable set search_path = ''
as $$
declare
  asked constant jsonb := request -> 'session';
  s record;
begin
  select * into rules from public.booking_rules r where r.business_id = b.id;
  party := private.party_of(asked);
  if not private.books_online(b) then
    perform private.refuse('paused');
  elsif party is null or party not between 1 and 20 then
    perform private.refuse('invalid', 'seats');
  elsif private.guest_count(request) > 0 then
    -- Who comes along to a class has a seat of the party.
    perform private.refuse('not_offered', 'guests');
  end if;
  -- Those of its time alone: of a business of some years all would be looked at.
  select o.* into s
    from public.appointments a
    cross join lateral private.offered_sessions(
      b.id, a.starts_at, a.starts_at + interval '1 minute', a.id) o
    where a.business_id = b.id and a.id = private.as_uuid(asked -> 'id');
  if s.id is null then
    perform private.refuse('not_offered', 'session');
  elsif private.as_instant(request -> 'starts_at') is distinct from s.starts_at then
    -- It was moved while the client was reading.
    perform private.refuse('stale', 'starts_at');
  end if;
  -- Classes begin when they were planned to: no grid.
  rules.slot_step_min := 0;
  perform private.check_start(rules, b.time_zone, s.starts_at);
  person := private.read_person(request -> 'client', rules, b.country_code);
  perform private.check_policy(b.id, request -> 'policy_version');
  if jsonb_typeof(request -> 'expected_total') = 'number'
    and s.price_cents * party > (request ->> 'expected_total')::numeric then
    perform private.refuse('price_changed', 'expected_total');
  end if;

  known := private.find_client(b.id, person);
  perform private.check_guest(
    rules, s.variant_id, s.audience, s.for_client, known,
    (s.starts_at at time zone b.time_zone)::date);
  perform private.check_open_bookings(rules, known);
  session := s.id;
  variant := s.variant_id;
  seats_left := s.seats_left;
  is_full := private.is_full_for(
    asked, s.capacity, s.capacity - s.seats_left, rules.allow_waitlist);
end
$$;

create function private.book_seats(b public.businesses, request jsonb, op_id uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  judged record;
  t public.attendees;
begin
  perform private.take_turn(b.id);
  -- What was read before the turn came may have changed while waiting for it.
  select * into b from public.businesses x where x.id = b.id;
  select * into judged from private.judge_seats(b, request);
  if judged.is_full then
    perform private.refuse('class_full', 'seats');
  end if;
  perform private.check_forms(b.id, array[judged.variant], request -> 'answers');
  t := private.seat_party(
    b.id, judged.session,
    coalesce((judged.known).id, private.make_client(b.id, judged.person, null)), judged.party);
  if t.conflict and judged.seats_left >= judged.party then
    -- The floor under everything above.
    perform private.refuse('class_full', 'seats');
  end if;
  perform private.file_forms(
    private.session_of(t), array[judged.variant], request -> 'answers');
  perform private.note_differing(judged.known, judged.person, 'Booked');
  perform private.note_news(b.id, t.client_id, judged.person, request -> 'news');
  perform private.mail_seats(
    t.id, case when t.conflict then 'seats_waiting' else 'booking_confirmed' end, now(),
    private.token_of_op(op_id), to_jsonb(judged.person));
  return jsonb_build_object(
    'ok', true, 'status', case when t.conflict then 'waiting' else 'booked' end,
    'appointment', private.public_seats(t.id));
end
$$;

-- Gives back all seats, or `given` of them. Those that come free go to who waits (seats.sql).
create function private.give_seats_back(t public.attendees, given int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  r public.booking_rules;
  refusal text;
  is_all boolean;
  was_waiting boolean;
begin
  perform private.lock_business(t.business_id);
  select * into t from public.attendees x where x.id = t.id;
  select * into r from public.booking_rules x where x.business_id = t.business_id;
  refusal := private.manage_refusal(
    private.session_of(t), r.allow_cancel, r.cancel_notice_min, 'cancel_disabled');
  if refusal is not null then
    perform private.refuse(refusal);
  elsif given not between 1 and t.seats then
    perform private.refuse('invalid', 'seats');
  end if;
  is_all := coalesce(given, t.seats) = t.seats;
  was_waiting := t.conflict;
  perform set_config('daybook.actor', 'client', true);
  if is_all then
    update public.attendees x set state = 'cancelled' where x.id = t.id;
  else
    update public.attendees x set seats = x.seats - given where x.id = t.id returning * into t;
  end if;
  -- Of seats that a smaller party gets after all the trigger tells (tell_guest).
  if is_all or not was_waiting then
    perform private.mail_seats(
      t.id, case when is_all then 'cancelled_by_client' else 'seats_changed' end, now(),
      case when not is_all then private.new_token() end);
  end if;
  return jsonb_build_object(
    'ok', true, 'status', case when is_all then 'cancelled' else 'booked' end,
    'appointment', private.public_seats(t.id));
end
$$;

revoke all on function
  private.check_guest(public.booking_rules, uuid, text, text, public.clients, date),
  private.session_of(public.attendees), private.party_segments(jsonb, int),
  private.public_seats(uuid), private.seat_party(uuid, uuid, uuid, int),
  private.is_class_full(uuid, jsonb),
  private.book_seats(public.businesses, jsonb, uuid), private.give_seats_back(public.attendees, int)
from public;
