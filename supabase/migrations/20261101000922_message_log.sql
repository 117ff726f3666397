-- What was sent about visits and to clients, and what was not and why: for those who see them.

-- Addresses only for who may know them; what a mail server said is for the operator's logs.
-- `clients`: of whom also what is about no visit is told.
create function private.messages_of(
  business uuid, visits text[], clients text[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  sees_contacts constant boolean := business = any (private.businesses_with_contacts());
  seen constant uuid[] := private.own_clients_with_contact();
begin
  if not private.is_member(business) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', private.template_of(m.kind, m.data), 
        'state', case m.state when 'sent' then coalesce(m.delivery, 'sent') else m.state end,
        'at', coalesce(m.sent_at, m.created_at),
        'reason', case when m.state = 'suppressed' or m.last_error = 'too_late'
          then m.last_error end,
        'to', case when sees_contacts or (m.data #>> '{client,id}')::uuid = any (seen)
          then m.to_email end)
      order by m.created_at desc, m.id desc), '[]')
    from (
      select x.* from private.mail_outbox x
      where x.business_id = business and (
        x.data ->> 'visit_id' = any (visits)
        or x.data ->> 'client_id' = any (clients) and x.data ->> 'visit_id' is null)
      order by x.created_at desc, x.id desc
      limit 100
    ) m);
end
$$;

-- The newest first. Runs as the caller: who does not see the appointment hears that there is none.
create function public.appointment_messages(business_id uuid, appointment_id uuid) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
begin
  perform private.require_second_factor();
  perform private.begin_reading(appointment_messages.business_id);
  if not exists (
    select from public.appointments a
    where a.business_id = appointment_messages.business_id
      and a.id = appointment_messages.appointment_id
  ) then
    return jsonb_build_object('ok', false, 'code', 'not_found');
  end if;
  return jsonb_build_object('ok', true, 'messages', private.messages_of(
    appointment_messages.business_id, array[appointment_messages.appointment_id::text]));
end
$$;

-- The same of a client: of their visits that the caller sees, of records that became theirs, and, for who
-- sees the client, what is about no visit: the waitlist, forms, birthdays.
create function public.client_messages(business_id uuid, client_id uuid) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  records uuid[];
  visits text[];
begin
  perform private.require_second_factor();
  perform private.begin_reading(client_messages.business_id);
  records := client_messages.client_id || array(
    select c.id from public.clients c
    where c.business_id = client_messages.business_id
      and c.merged_into = client_messages.client_id);
  visits := array(
    select a.id::text from public.appointments a
    where a.business_id = client_messages.business_id and a.client_id = any (records));
  if visits = '{}' and not exists (
    select from public.clients c
    where c.business_id = client_messages.business_id and c.id = client_messages.client_id
  ) then
    return jsonb_build_object('ok', false, 'code', 'not_found');
  end if;
  return jsonb_build_object('ok', true, 'messages', private.messages_of(
    client_messages.business_id, visits,
    array(
      select c.id::text from public.clients c
      where c.business_id = client_messages.business_id and c.id = any (records))));
end
$$;

revoke all on function
  private.messages_of(uuid, text[], text[]), public.appointment_messages(uuid, uuid),
  public.client_messages(uuid, uuid)
from public, anon;
grant execute on function
  private.messages_of(uuid, text[], text[]), public.appointment_messages(uuid, uuid),
  public.client_messages(uuid, uuid)
to authenticated;
