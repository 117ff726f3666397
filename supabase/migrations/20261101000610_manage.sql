-- What the holder of a manage link may do: look, cancel, move. Seats of a class are looked at as the
-- appointment of whoever holds them (session_of) and given back; they are not moved. By the business's
-- rules and by server time. A wrong, old or guessed token gets the same short answer, and guessing is
-- counted.

-- Before a token is looked at.
create function private.check_token_tries() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  network constant text := private.client_network();
begin
  if not private.has_ticket('wrong_token:network', network)
    or not private.take_ticket('manage:network', network) then
    perform private.refuse('rate_limited');
  end if;
end
$$;

-- Finds the appointment or refuses in the one neutral way.
create function private.managed_appointment(token text) returns public.appointments
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_one public.appointments;
begin
  perform private.check_token_tries();
  found_one := private.appointment_of_token(token);
  if found_one.id is null then
    perform private.take_ticket('wrong_token:network', private.client_network());
  end if;
  return found_one;
end
$$;

-- Why a client may not cancel (or move) now; null = they may. Hours count as they elapse.
create function private.manage_refusal(
  a public.appointments, allowed boolean, notice_min int, disabled_code text
) returns text
language sql stable
as $$
  select case
    when a.status in ('cancelled', 'declined', 'expired') then 'already_cancelled'
    when a.starts_at <= now() or a.status not in ('pending', 'booked') then 'past'
    when not allowed then disabled_code
    -- Whoever only asked may always withdraw the question.
    when a.status = 'booked' and now() > a.starts_at - notice_min * interval '1 minute'
      then 'too_late'
  end
$$;

-- Minutes before the start until which a client may cancel by themselves. Where a late cancellation
-- has its price they may until it starts: a time that is given back late is worth more than a no-show.
create function private.cancel_notice(a public.appointments, r public.booking_rules) returns int
language plpgsql stable set search_path = ''
as $$
begin
  if a.capacity is null and private.has_fee(private.fee_terms_of(a), 'late_cancel') then
    return 0;
  end if;
  return r.cancel_notice_min;
end
$$;

-- What cancelling and staying away cost, and until when cancelling is free; null = nothing ever.
create function private.public_fees(a public.appointments) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  terms constant jsonb := private.fee_terms_of(a);
  prices constant jsonb := private.prices_of(a);
  late_cancel constant bigint := private.visit_fee(terms, 'late_cancel', prices);
  no_show constant bigint := private.visit_fee(terms, 'no_show', prices);
begin
  if a.client_id is null or (late_cancel = 0 and no_show = 0) then
    return null;
  end if;
  return jsonb_build_object(
    'late_cancel', late_cancel, 'no_show', no_show,
    'free_until', greatest(
      a.starts_at - (terms ->> 'notice_min')::int * interval '1 minute',
      a.created_at + (terms ->> 'grace_min')::int * interval '1 minute'),
    -- Of a deposit it is kept.
    'owed', case when a.fee_state in ('proposed', 'owed')
      then greatest(a.fee_cents - private.paid_before(a.business_id, a.id), 0) else 0 end);
end
$$;

-- The same of everybody whom a link is about: what it will cost of those who come, what is owed of all.
create function private.fees_by_link(a public.appointments) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  lead constant uuid := (private.lead_visit(a)).id;
begin
  return (
    select jsonb_build_object(
      'late_cancel', coalesce(sum((f.own ->> 'late_cancel')::bigint) filter (where f.ahead), 0),
      'no_show', coalesce(sum((f.own ->> 'no_show')::bigint) filter (where f.ahead), 0),
      'free_until', min((f.own ->> 'free_until')::timestamptz) filter (where f.ahead),
      'owed', sum((f.own ->> 'owed')::bigint))
    from (
      select private.public_fees(l.visit) as own,
        (l.visit).id = lead or not private.is_off((l.visit).status) as ahead
      from private.visits_by_link(a) l
    ) f
    where f.own is not null
    having count(*) > 0);
end
$$;

-- Why they may not move it; null = they may.
create function private.move_refusal(
  a public.appointments, b public.businesses, r public.booking_rules
) returns text
language sql stable
as $$
  select coalesce(
    private.manage_refusal(a, r.allow_reschedule, r.reschedule_notice_min, 'reschedule_disabled'),
    case when a.reschedule_count >= r.max_reschedules then 'reschedule_limit' end,
    -- All of them would have to move with it.
    case when private.has_guests_ahead(a) then 'reschedule_disabled' end,
    case when not private.books_online(b) then 'paused' end)
$$;

create function public.booking_status(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  lead public.appointments;
  seats public.attendees;
  b public.businesses;
  r public.booking_rules;
  cancel_refusal text;
  move_refusal text;
begin
  a := private.managed_appointment(token);
  if a.id is null then
    return private.refused('not_found', null);
  end if;
  seats := private.seats_of_token(token);
  if seats.id is not null then
    a := private.session_of(seats);
  end if;
  lead := case when seats.id is null then private.lead_visit(a) else a end;
  select * into b from public.businesses x where x.id = a.business_id;
  select * into r from public.booking_rules x where x.business_id = a.business_id;
  cancel_refusal := private.manage_refusal(
    lead, r.allow_cancel, private.cancel_notice(lead, r), 'cancel_disabled');
  move_refusal := case when seats.id is not null then 'reschedule_disabled'
    else private.move_refusal(a, b, r) end;
  return jsonb_build_object(
    'ok', true, 'server_time', clock_timestamp(),
    'appointment', case when seats.id is not null then private.public_seats(seats.id)
      else private.public_appointment(a.id) end || jsonb_build_object(
      'location_type', a.location_type, 'address', a.address, 'ical_uid', a.ical_uid,
      'ical_sequence', a.ical_sequence, 'cancel_reason', a.cancel_reason,
      'confirmation', case when seats.id is null then a.confirmation end),
    'business', private.public_business(b) - 'privacy_text',
    'staff', (
      select coalesce(jsonb_agg(distinct jsonb_build_object(
        'id', p.id, 'display_name', case when r.staff_choice = 'hidden' then ''
          else p.display_name end)), '[]')
      from public.appointment_segments s
      join public.staff p on p.business_id = s.business_id and p.id = s.staff_id
      where s.business_id = a.business_id and s.appointment_id = any (a.id || array(
        select g.appointment_id from private.guest_visits g
        where g.business_id = a.business_id and g.organiser_id = a.id))),
    -- Whoever holds the link has booked before.
    'rules', private.public_rules(private.rules_for_returning(r)),
    -- Who could do each part at another time, and how long it takes them: what the page needs to lay
    -- slots on public_availability, the same way as `move` plans.
    'needs', (
      select coalesce(jsonb_agg(n.by order by n.item), '[]')
      from (
        select (c).item as item, jsonb_agg(jsonb_build_object(
          'staff_id', (c).staff_id, 'duration_min', (c).duration_min,
          'processing_min', (c).processing_min, 'finishing_min', (c).finishing_min,
          'buffer_before_min', (c).buffer_before_min, 'buffer_after_min', (c).buffer_after_min,
          'processing_bookable', (c).processing_bookable, 'shares_buffers', (c).shares_buffers,
          'resource_needs', (c).resource_needs)
          || case when (c).people > 1 then jsonb_build_object(
            'people', (c).people, 'helpers', (c).helpers) else '{}' end order by (c).staff_id) as by
        from unnest(private.candidates_of(a, r)) c
        where move_refusal is null
        group by (c).item
      ) n),
    -- What it has itself counts as free for it, as with people.
    'resources', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.owner_id, 'free', jsonb_build_array(
          private.epoch_min(lower(o.during)), private.epoch_min_up(upper(o.during))),
        'is_shareable', o.shareable)), '[]')
      from private.busy_segments o
      join public.resources t on t.business_id = o.business_id and t.id = o.owner_id
      where o.business_id = a.business_id and o.appointment_id = a.id),
    'can_cancel', cancel_refusal is null, 'cancel_refusal', cancel_refusal,
    'can_reschedule', move_refusal is null, 'reschedule_refusal', move_refusal,
    'cancel_until', case when r.allow_cancel
      then lead.starts_at - private.cancel_notice(lead, r) * interval '1 minute' end,
    'reschedule_until', case when r.allow_reschedule
      then a.starts_at - r.reschedule_notice_min * interval '1 minute' end,
    'fees', case when a.capacity is null then private.fees_by_link(a) end,
    'people', case when seats.id is null then private.parts_by_link(a, r) end,
    'deposit', private.public_deposit(a),
    -- A deposit, or a card, that the business asks for.
    'asked', nullif(private.asked_left(a), 0), 'asked_until', a.deposit_due_at,
    'asks_card', private.card_asked(a),
    'forms', private.visit_forms(a),
    'cancel_fee', case when cancel_refusal is null then private.cancel_cost(a, r) else 0 end);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

-- All whom the link is about, or one of them (`person`: 0 = whoever booked): the others come all the same.
-- `fee`: the most that the client has seen it cost.
create function private.cancel(a public.appointments, reason text, fee bigint, person int)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  r public.booking_rules;
  asked public.appointments;
  refusal text;
  visits uuid[];
begin
  perform private.lock_business(a.business_id);
  select * into a from public.appointments x where x.id = a.id;
  select * into r from public.booking_rules x where x.business_id = a.business_id;
  if person is null then
    asked := private.lead_visit(a);
  else
    select (l.visit).* into asked from private.visits_by_link(a) l
      where l.person = cancel.person;
    if not found then
      perform private.refuse('invalid', 'person');
    end if;
  end if;
  refusal := private.manage_refusal(
    asked, r.allow_cancel, private.cancel_notice(asked, r), 'cancel_disabled');
  if refusal is not null then
    perform private.refuse(refusal);
  elsif private.cancel_cost(a, r, person) > coalesce(fee, 0) then
    perform private.refuse('fee_changed', 'fee');
  end if;
  visits := private.open_visits(a, r, person);
  perform set_config('daybook.actor', 'client', true);
  update public.appointments x
    set status = 'cancelled', cancel_by = 'client', cancelled_at = now(),
      cancel_reason = left(private.typed_note(to_jsonb(reason), 'reason'), 500)
    where x.business_id = a.business_id and x.id = any (visits);
  -- Whoever booked has one event in their calendar for all of them.
  update public.appointments x set ical_sequence = x.ical_sequence + 1
    where x.business_id = a.business_id and x.id = a.id and x.id <> all (visits);
  perform private.settle_pending();
  select * into a from public.appointments x where x.id = a.id;
  if person is null or private.is_off((private.lead_visit(a)).status) then
    perform private.mail_appointment(a.id, 'cancelled_by_client', now(), null, null);
  else
    perform private.mail_called_off(a, person);
  end if;
  perform private.mail_appointment(x.id, 'cancelled_by_client', now(), null, null)
    from public.appointments x
    where x.business_id = a.business_id and x.id = any (visits)
      and x.id <> a.id and x.client_id is not null;
  return jsonb_build_object(
    'ok', true, 'status', (private.lead_visit(a)).status,
    'appointment', private.public_appointment(a.id));
end
$$;

-- One of a group does not come any more: who still does, with a link of its own.
create function private.mail_called_off(a public.appointments, person int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.new_token();
begin
  perform private.add_manage_token(
    a.business_id, a.id, token, (private.lead_visit(a)).ends_at);
  perform private.mail_at_once(
    a.id, 'changed', token, jsonb_build_object('called_off', case when person > 0
      then private.name_by_link(a, person) else '' end));
end
$$;

create function private.move(a public.appointments, starts_at timestamptz, hold_key uuid)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.businesses;
  r public.booking_rules;
  refusal text;
  candidates private.candidate[];
  plan private.planned_item[];
begin
  perform private.take_turn(a.business_id);
  select * into a from public.appointments x where x.id = a.id;
  select * into b from public.businesses x where x.id = a.business_id;
  select * into r from public.booking_rules x where x.business_id = a.business_id;
  refusal := private.move_refusal(a, b, r);
  if refusal is not null then
    perform private.refuse(refusal);
  end if;
  perform private.check_start(r, b.time_zone, starts_at);
  candidates := private.candidates_of(a, r);
  plan := private.plan_request(b, private.rules_for_returning(r), candidates, starts_at, (
    select h.hold_key from private.slot_holds h
    where h.hold_key = move.hold_key and h.business_id = b.id), a.id);
  if plan is null then
    perform private.refuse(private.no_plan_code(b, r, candidates, starts_at), 'starts_at');
  end if;
  delete from private.slot_holds h
    where h.hold_key = move.hold_key and h.business_id = b.id;
  perform set_config('daybook.actor', 'client', true);
  update public.appointments x
    set reschedule_count = x.reschedule_count + 1, confirmation = 'none',
      client_moved_at = now(), client_moved_from = a.starts_at
    where x.id = a.id;
  update public.appointment_segments s
    set staff_id = (p.candidate).staff_id, starts_at = private.min_to_instant(p.start_min),
      buffer_before_min = (p.candidate).buffer_before_min,
      buffer_after_min = (p.candidate).buffer_after_min,
      travel_before_min = (p.candidate).travel_before_min,
      travel_after_min = (p.candidate).travel_after_min,
      -- A room chosen by hand was chosen for the old time.
      resource_fixed = false
    from (
      select i.item, g.segment_id as id, g.place
      from private.visit_items(a.business_id, a.id) i,
        unnest(i.segment_ids) with ordinality g (segment_id, place)
    ) parts
    join (
      select q.candidate, q.start_min,
        row_number() over (partition by (q.candidate).item order by q.place) as place
      from unnest(plan) with ordinality q (candidate, start_min, place)
    ) p on (p.candidate).item = parts.item and p.place = parts.place
    where s.id = parts.id;
  perform private.settle_pending();
  if (select x.conflict from public.appointments x where x.id = a.id) then
    -- Nothing was lost: the caller undoes all of it and the old time stays.
    perform private.refuse('slot_taken', 'starts_at');
  end if;
  update private.public_tokens t
    set expires_at = greatest(t.expires_at, (
      select x.ends_at from public.appointments x where x.id = a.id) + private.token_life())
    where t.business_id = a.business_id and t.subject_id = a.id;
  perform private.mail_appointment(
    a.id, 'rescheduled', now(), private.new_token(), null, a.starts_at);
  return jsonb_build_object(
    'ok', true, 'status', a.status, 'appointment', private.public_appointment(a.id));
end
$$;

-- `seats`: of a party that holds more, only so many are given back. `fee`: what the page said it costs.
-- `person`: only this one of those who come together, 0 = whoever booked; the others come all the same.
create function public.cancel_booking(
  token text, op_id uuid, reason text default null, seats int default null,
  fee bigint default null, person int default null
)
returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  held public.attendees;
  who text;
  reply jsonb;
  field text;
begin
  a := private.managed_appointment(token);
  if a.id is null then
    return private.refused('not_found', null);
  elsif cancel_booking.op_id is null then
    return private.refused('invalid', 'op_id');
  end if;
  held := private.seats_of_token(token);
  who := coalesce('seats:' || held.id, 'appointment:' || a.id);
  reply := private.known_answer(who, cancel_booking.op_id);
  if reply is not null then
    return reply;
  end if;
  begin
    reply := case when held.id is not null
      then private.give_seats_back(held, cancel_booking.seats)
      else private.cancel(a, reason, fee, cancel_booking.person) end;
  exception when sqlstate 'PT409' then
    get stacked diagnostics field = column_name;
    reply := private.refused(sqlerrm, field);
  end;
  return private.remember_answer(who, cancel_booking.op_id, reply);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

create function public.reschedule_booking(
  token text, starts_at text, op_id uuid, hold_key uuid default null
) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  who text;
  reply jsonb;
  field text;
begin
  a := private.managed_appointment(token);
  if a.id is null then
    return private.refused('not_found', null);
  elsif reschedule_booking.op_id is null then
    return private.refused('invalid', 'op_id');
  elsif (private.seats_of_token(token)).id is not null then
    return private.refused('reschedule_disabled', null);
  end if;
  who := 'appointment:' || a.id;
  reply := private.known_answer(who, reschedule_booking.op_id);
  if reply is not null then
    return reply;
  end if;
  begin
    reply := private.move(
      a, private.as_instant(to_jsonb(reschedule_booking.starts_at)), reschedule_booking.hold_key);
  exception when sqlstate 'PT409' then
    get stacked diagnostics field = column_name;
    reply := private.refused(sqlerrm, field);
  end;
  return private.remember_answer(who, reschedule_booking.op_id, reply);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  public.booking_status(text), public.cancel_booking(text, uuid, text, int, bigint, int),
  public.reschedule_booking(text, text, uuid, uuid)
from public;
grant execute on function
  public.booking_status(text), public.cancel_booking(text, uuid, text, int, bigint, int),
  public.reschedule_booking(text, text, uuid, uuid)
to anon, authenticated, service_role;
