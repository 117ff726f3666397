-- What the provider hears of a mail after it has left us: that it is in the mailbox, was opened, came back,
-- or was called spam. Such messages arrive late, twice and in any order.
--
--   sent ─▶ delivered ─▶ opened ─▶ bounced ─▶ complained      only ever forwards

-- `for_good`: there is no such mailbox; a full one is written to again. Codes: not_found.
create function public.note_mail_event(
  mail_id uuid, event text, for_good boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  ranks constant text[] := '{delivered,opened,bounced,complained}';
  m private.mail_outbox;
  client uuid;
begin
  update private.mail_outbox x set delivery = note_mail_event.event
    where x.id = note_mail_event.mail_id
      and array_position(ranks, note_mail_event.event) > coalesce(array_position(ranks, x.delivery), 0);
  select * into m from private.mail_outbox x where x.id = note_mail_event.mail_id;
  if m.id is null then
    return private.refused('not_found', null);
  elsif m.business_id is null or not exists (
    select from public.businesses b where b.id = m.business_id
  ) then
    return '{"ok": true}';
  end if;
  if event = 'bounced' and for_good then
    perform private.lock_business(m.business_id);
    update public.clients c set email_bounced_at = now()
      where c.business_id = m.business_id and c.email = lower(m.to_email)
        and c.email_bounced_at is null;
  elsif event = 'complained' then
    -- Whoever calls it spam wants no more invitations, and still hears of their visits.
    perform private.lock_business(m.business_id);
    select c.id into client from public.clients c
      where c.business_id = m.business_id
        and c.id = private.as_uuid(coalesce(m.data #> '{client,id}', m.data -> 'client_id'));
    perform private.end_marketing(m.business_id, client, 'spam')
      where client is not null;
  end if;
  return '{"ok": true}';
end
$$;
revoke all on function public.note_mail_event(uuid, text, boolean) from public, anon, authenticated;
grant execute on function public.note_mail_event(uuid, text, boolean) to service_role;

-- Another address is another mailbox, and so is the same one that somebody typed anew.
create function private.forget_bounce() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.email_bounced_at := null;
  return new;
end
$$;
create trigger a_forget_bounce before update of email on public.clients
  for each row when (old.email is distinct from new.email)
  execute function private.forget_bounce();
revoke all on function private.forget_bounce() from public;
