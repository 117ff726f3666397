-- Asking a client by mail to fill in a form, in the transaction in which the request arrives: whoever asked
-- without signal did so when they are back.

-- What still waits to be sent for a request.
create function private.drop_form_mail(request uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.mail_outbox m set state = 'cancelled', last_error = 'changed'
    where m.kind = 'form_request' and m.state = 'queued' and m.data ->> 'request_id' = request::text;
end
$$;
create index mail_outbox_request on private.mail_outbox ((data ->> 'request_id'))
  where kind = 'form_request';

-- The link is that of the visit, of a class that of the guest's own seats, or, without one, it lasts a month
-- and names the client.
create function private.form_link_token(
  r public.form_requests, a public.appointments, seats public.attendees
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.new_token();
begin
  if a.id is not null then
    perform private.add_manage_token(a.business_id, a.id, token, a.ends_at, seats.id);
  else
    insert into private.public_tokens (token_hash, business_id, purpose, request_id, expires_at)
      values (
        private.token_hash(token), r.business_id, 'form', r.id, now() + private.token_life());
  end if;
  return token;
end
$$;

-- Two minutes later, so that it can be taken back.
create function private.mail_form_request() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  f public.forms;
  c public.clients;
  a public.appointments;
  seats public.attendees;
  data jsonb;
begin
  -- It may only have become another client's.
  if tg_op = 'UPDATE' and (new.channel, new.asked_at) is not distinct from (old.channel, old.asked_at) then
    return null;
  end if;
  perform private.drop_form_mail(new.id);
  if new.asked_at is null or new.channel <> 'email' or tg_op = 'UPDATE' and new.asked_at <= old.asked_at then
    return null;
  end if;
  select * into f from public.forms x
    where x.business_id = new.business_id and x.id = new.form_id and x.status = 'published'
      and exists (
        select from public.form_versions v where v.business_id = x.business_id and v.form_id = x.id);
  select * into b from public.businesses x where x.id = new.business_id;
  select * into c from public.clients x
    where x.business_id = new.business_id and x.id = new.client_id;
  select * into seats from public.attendees x
    where x.business_id = new.business_id and x.appointment_id = new.appointment_id
      and x.client_id = new.client_id and x.state <> 'cancelled' and not x.conflict
    order by x.created_at, x.id
    limit 1;
  select * into a from public.appointments x
    where x.business_id = new.business_id and x.id = new.appointment_id
      -- Nobody gets the link of somebody else's visit.
      and (x.client_id = new.client_id or seats.id is not null);
  data := private.client_mail_data(c, null);
  if f.id is null or data ->> 'email' is null then
    return null;
  end if;
  perform private.queue_mail(
    b.id, 'form_request', data ->> 'email',
    nullif(btrim(concat_ws(' ', data ->> 'first_name', data ->> 'last_name')), ''),
    jsonb_build_object(
      'business', private.business_mail_data(b), 'client', data, 'client_id', c.id,
      'visit_id', a.id, 'request_id', new.id, 'starts_at', a.starts_at,
      'form', jsonb_build_object('name', f.name, 'key', f.public_key),
      'form_token', private.form_link_token(new, a, seats)),
    now() + interval '2 minutes');
  return null;
end
$$;
create trigger z_mail after insert or update on public.form_requests
  for each row execute function private.mail_form_request();

create function private.forget_form_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.drop_form_mail(old.id);
  return null;
end
$$;
create trigger z_forget after delete on public.form_requests
  for each row execute function private.forget_form_request();

-- Filled in, wherever that was: nobody is asked or reminded any more.
create function private.end_form_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  a public.appointments;
begin
  perform private.drop_form_mail(r.id) from public.form_requests r
    where r.business_id = new.business_id and r.form_id = new.form_id
      and r.client_id = new.client_id
      and (r.appointment_id is null or r.appointment_id = new.appointment_id);
  select * into a from public.appointments x
    where x.business_id = new.business_id and x.id = new.appointment_id;
  if a.client_id = new.client_id and not private.lacks_forms(a) then
    update private.mail_outbox m set state = 'cancelled', last_error = 'changed'
      where m.data ->> 'visit_id' = a.id::text and m.kind in ('form_reminder', 'form_after')
        and m.state = 'queued';
  end if;
  return null;
end
$$;
create trigger z_end_mails after insert on public.form_submissions
  for each row execute function private.end_form_mails();

revoke all on function
  private.drop_form_mail(uuid), private.mail_form_request(), private.forget_form_request(),
  private.form_link_token(public.form_requests, public.appointments, public.attendees),
  private.end_form_mails()
from public;
