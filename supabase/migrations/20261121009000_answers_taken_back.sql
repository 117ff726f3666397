-- The answer to a request can be taken back until its client is told, two minutes later.

insert into private.appointment_transitions (from_status, to_status, within) values
  ('booked', 'pending', '2 minutes'),
  ('declined', 'pending', '2 minutes');

-- What nobody has been told is not told any more. A device that was offline may come with it long
-- after the mail has left: then the answer stands.
create function private.take_answer_back() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What was never asked for has no answer.
  if new.source not in ('online', 'waitlist') then
    perform private.refuse('illegal_transition', 'status');
  end if;
  if exists (
    select from private.mail_outbox m
    where m.data #>> '{appointment,id}' = new.id::text
      and m.kind in ('booking_confirmed', 'cancelled_by_business')
      and (m.state <> 'queued' or m.attempts > 0)
  ) then
    perform private.refuse('undo_expired', 'status');
  end if;
  delete from private.mail_outbox m
    where m.data #>> '{appointment,id}' = new.id::text
      and m.kind in ('booking_confirmed', 'cancelled_by_business');
  return new;
end
$$;

create trigger a_take_answer_back before update of status on public.appointments
  for each row when (new.status = 'pending' and old.status <> 'pending')
  execute function private.take_answer_back();
