-- Mails about places on the waitlist: that somebody is on it, what is offered to them, and that it is over
-- without a time. Of joining and of the end only those hear who joined themselves: whom staff entered they
-- call.

create function private.mail_waitlist(
  entry public.waitlist_entries, kind text, due_at timestamptz, token text default null,
  person jsonb default null, offer jsonb default null
) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  c public.clients;
  client jsonb;
begin
  if token is not null then
    perform private.add_waitlist_token(entry, token);
  end if;
  select * into b from public.businesses x where x.id = entry.business_id;
  select * into c from public.clients x
    where x.business_id = entry.business_id and x.id = entry.client_id;
  client := private.client_mail_data(c, person);
  -- Whoever typed the address has the link on the page as well.
  if client ->> 'email' is null
    or kind = 'waitlist_joined'
      and not private.take_ticket('waitlist_mail:email', client ->> 'email') then
    return;
  end if;
  perform private.queue_mail(
    entry.business_id, mail_waitlist.kind, client ->> 'email',
    nullif(btrim(concat_ws(' ', client ->> 'first_name', client ->> 'last_name')), ''),
    jsonb_build_object(
      'business', private.business_mail_data(b), 'client', client, 'client_id', c.id,
      'entry', private.public_entry(entry) || jsonb_build_object('id', entry.id), 'token', token,
      'offer', offer),
    mail_waitlist.due_at);
end
$$;

-- Later, so that what is taken back meanwhile is not told.
create function private.tell_waiting() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.state = 'waiting' then
    delete from private.mail_outbox m
      where m.data #>> '{entry,id}' = new.id::text and m.kind = 'waitlist_closed'
        and m.business_id = new.business_id and m.state = 'queued' and m.attempts = 0;
  elsif new.state in ('cancelled', 'expired') and old.state in ('waiting', 'offered')
    and coalesce(current_setting('daybook.actor', true), '') <> 'client' then
    perform private.mail_waitlist(new, 'waitlist_closed', now() + interval '2 minutes');
  end if;
  return null;
end
$$;
create trigger tell_waiting after update of state on public.waitlist_entries
  for each row when (new.source = 'public' and old.state <> new.state)
  execute function private.tell_waiting();
