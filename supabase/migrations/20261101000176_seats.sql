-- Seats of a session, counted under the business's turn: never more are sold than there are.
--
--   somebody wants more than they have (new, back again, a larger party)
--        └─ take_seat: enough left? ──▶ theirs
--                         └─ no ──▶ new ones are kept, flagged `conflict`, and a person is asked;
--                                   who sits there already is refused the larger party
--   seats come free (given back, smaller party, more chairs, the session takes place after all)
--        └─ offer_seats: those that wait, oldest first, whole parties only

create function private.seats_sold(business uuid, session uuid, except_attendee uuid default null)
returns int
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(t.seats), 0)::int from public.attendees t
    where t.business_id = business and t.appointment_id = session
      and t.state <> 'cancelled' and not t.conflict and t.id is distinct from except_attendee);
end
$$;

-- What an attendee occupies.
create function private.seats_of(attendee public.attendees) returns int
language sql immutable set search_path = ''
as $$
  select case when attendee.conflict or attendee.state = 'cancelled' then 0 else attendee.seats end
$$;

-- Volatile: each statement in it sees what others have committed while it waited for the turn.
create function private.take_seat() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  session public.appointments;
  had constant int := case when tg_op = 'UPDATE' then private.seats_of(old) else 0 end;
  wanted constant int := case when new.state = 'cancelled' then 0 else new.seats end;
  was_waiting constant boolean := tg_op = 'UPDATE' and old.conflict;
  lacking boolean := false;
begin
  perform private.lock_business(new.business_id);
  select * into session from public.appointments a
    where a.business_id = new.business_id and a.id = new.appointment_id;
  -- One that is not there is the foreign key's to refuse.
  if session.id is not null and (
    session.capacity is null or tg_op = 'UPDATE' and new.appointment_id <> old.appointment_id
  ) then
    perform private.refuse('invalid', 'appointment_id');
  end if;
  if new.state = 'no_show' and (tg_op = 'INSERT' or old.state <> 'no_show')
    and private.acting_at() < session.starts_at then
    perform private.refuse('too_soon', 'state');
  end if;

  if wanted > had then
    lacking := private.place_kind(session.status) = 'free' or session.capacity <
      private.seats_sold(new.business_id, new.appointment_id, new.id) + wanted;
    if lacking and had > 0 then
      perform private.refuse('class_full', 'seats');
    end if;
  end if;
  new.conflict := coalesce(lacking, false);

  -- Whoever asked online to wait knows; nobody has to be asked about it.
  if new.conflict and not was_waiting
    and coalesce(current_setting('daybook.actor', true), '') <> 'client' then
    perform private.raise_attention(
      new.business_id, 'attendees', new.id, 'slot_taken',
      jsonb_build_object(
        'appointment_id', new.appointment_id, 'client_id', new.client_id, 'seats', new.seats),
      jsonb_build_object(
        'capacity', session.capacity, 'status', session.status,
        'sold', private.seats_sold(new.business_id, new.appointment_id, new.id)));
  elsif was_waiting and not new.conflict then
    update public.attention_items i
      set state = case when wanted = 0 then 'kept_theirs' else 'kept_mine' end
      where i.business_id = new.business_id and i.entity = 'attendees' and i.entity_id = new.id
        and i.kind = 'slot_taken' and i.state = 'open';
  end if;
  return new;
end
$$;
create trigger b_seat before insert or update on public.attendees
  for each row execute function private.take_seat();

-- Gives seats that came free to those that wait. Asking again is an update of nothing: take_seat
-- answers.
create function private.offer_seats(business uuid, session uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  seats_left int := (
    select a.capacity from public.appointments a
    where a.business_id = business and a.id = session and private.place_kind(a.status) <> 'free'
  ) - private.seats_sold(business, session);
  waiting record;
begin
  for waiting in
    select t.id, t.seats from public.attendees t
    join public.clients c on c.business_id = t.business_id and c.id = t.client_id
    where t.business_id = business and t.appointment_id = session and t.conflict
      -- Who was erased waits for nothing.
      and c.status <> 'anonymised'
    order by t.created_at, t.id
  loop
    if waiting.seats <= seats_left then
      update public.attendees t set rev = -1 where t.id = waiting.id;
      seats_left := seats_left - waiting.seats;
    end if;
  end loop;
end
$$;

create function private.note_seats_free() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.offer_seats(old.business_id, old.appointment_id);
  return null;
end
$$;
create trigger offer_seats after update on public.attendees
  for each row when (
    not old.conflict and old.state <> 'cancelled'
    and (new.state = 'cancelled' or new.seats < old.seats))
  execute function private.note_seats_free();
create trigger offer_seats_of_gone after delete on public.attendees
  for each row when (not old.conflict and old.state <> 'cancelled')
  execute function private.note_seats_free();

-- Chairs are added, also to sell more than there were; those that are sold are not taken away. What
-- is a visit stays a visit.
create function private.check_capacity() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (old.capacity is null) <> (new.capacity is null) then
    perform private.refuse('invalid', 'capacity');
  end if;
  perform private.lock_business(new.business_id);
  if new.capacity < private.seats_sold(new.business_id, new.id) then
    perform private.refuse('class_full', 'capacity');
  end if;
  return new;
end
$$;
create trigger b_capacity before update of capacity on public.appointments
  for each row when (old.capacity is distinct from new.capacity)
  execute function private.check_capacity();

create function private.note_more_seats() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.offer_seats(new.business_id, new.id);
  return null;
end
$$;
create trigger offer_seats after update of capacity, status on public.appointments
  for each row when (
    new.capacity is not null
    and (new.capacity, new.status) is distinct from (old.capacity, old.status))
  execute function private.note_more_seats();

-- Whoever leads a session may look at those who sit in it from then on (private.own_clients).
create function private.note_attendee() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.note_own_clients(array[new.appointment_id]);
  return null;
end
$$;
create trigger note_attendee after insert or update of client_id on public.attendees
  for each row execute function private.note_attendee();
-- … and whoever does not any more, may not (own_clients.sql).
create constraint trigger note_other_attendee after update of client_id on public.attendees
  deferrable initially deferred
  for each row when (old.client_id <> new.client_id) execute function private.note_handed_on();
create constraint trigger note_attendee_gone after delete on public.attendees
  deferrable initially deferred
  for each row execute function private.note_handed_on();
revoke all on function
  private.seats_sold(uuid, uuid, uuid), private.seats_of(public.attendees), private.take_seat(),
  private.offer_seats(uuid, uuid), private.note_seats_free(), private.check_capacity(),
  private.note_more_seats(), private.note_attendee()
from public;
