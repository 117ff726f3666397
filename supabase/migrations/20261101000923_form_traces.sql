-- What became of the link of a form, for who waits for the answers: a mail with it has left, its page was
-- shown. Kept in form_requests, so that devices know it without a connection. That it was filled in says the
-- submission.

-- As devices make it: src/db/commands/form-requests.ts.
create function private.form_request_id(form uuid, appointment uuid, client uuid) returns uuid
language sql immutable set search_path = ''
as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-8' || substr(h, 14, 3) || '-8'
    || substr(h, 18, 3) || '-' || substr(h, 21, 12))::uuid
  from (select encode(sha256(convert_to(
    concat('form_request:', form, ':', appointment, ':', client), 'UTF8')), 'hex') as h) x
$$;

create function private.trace_form(
  business uuid, form uuid, appointment uuid, client uuid, sent timestamptz, opened timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.lock_business(business);
  update public.form_requests r
    set sent_at = coalesce(sent, r.sent_at), opened_at = coalesce(opened, r.opened_at)
    where r.business_id = business and r.form_id = form and r.client_id = client
      and r.appointment_id is not distinct from appointment
      -- Opened once is opened, until they are asked again.
      and (opened is null or r.opened_at is null or r.opened_at < r.asked_at);
  if not exists (
    select from public.form_requests r
    where r.business_id = business and r.form_id = form and r.client_id = client
      and r.appointment_id is not distinct from appointment
  ) then
    insert into public.form_requests (
      id, business_id, form_id, client_id, appointment_id, channel, sent_at, opened_at)
    select private.form_request_id(form, appointment, client), business, form, c.id, appointment,
      'email', sent, opened
    from public.clients c
    where c.business_id = business and c.id = client
      and (appointment is null or exists (
        select from public.appointments a where a.business_id = business and a.id = appointment))
    on conflict do nothing;
  end if;
end
$$;

-- The forms that a mail leads to. The clock of the business comes before the mail: whoever cancels mails has
-- it as well.
create function private.note_forms_sent(m private.mail_outbox) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.trace_form(
    m.business_id, f.id, (m.data ->> 'visit_id')::uuid, (m.data ->> 'client_id')::uuid, now(), null)
  from public.forms f
  where f.business_id = m.business_id and m.data ->> 'client_id' is not null
    and f.public_key in (
      select x ->> 'key' from jsonb_array_elements(
        case jsonb_typeof(m.data -> 'forms') when 'array' then m.data -> 'forms' else '[]' end
        || case jsonb_typeof(m.data -> 'form') when 'object' then m.data -> 'form' else '[]' end) x);
end
$$;

-- The page of a form was shown to whoever has its link: said by the page itself, because what only looks at
-- addresses (scanners of mails) reads nothing. Of whoever comes by the open link nobody knows who they are.
-- Codes: not_found, rate_limited.
create function public.form_opened(key text, token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  f public.forms;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network');
  end if;
  a := private.visit_of_token(form_opened.token);
  if a.business_id is not null then
    f := private.form_of_key(form_opened.key, a);
  end if;
  if f.id is null then
    return private.refused('not_found', null);
  end if;
  if a.client_id is not null and not exists (
    select from public.form_requests r
    where r.business_id = f.business_id and r.form_id = f.id and r.client_id = a.client_id
      and r.appointment_id is not distinct from a.id and r.opened_at is not null
      and (r.asked_at is null or r.opened_at >= r.asked_at)
  ) then
    perform set_config('daybook.actor', 'client', true);
    perform private.trace_form(f.business_id, f.id, a.id, a.client_id, null, now());
  end if;
  return jsonb_build_object('ok', true);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  private.form_request_id(uuid, uuid, uuid),
  private.trace_form(uuid, uuid, uuid, uuid, timestamptz, timestamptz),
  private.note_forms_sent(private.mail_outbox), public.form_opened(text, text)
from public;
grant execute on function public.form_opened(text, text) to anon, authenticated, service_role;
