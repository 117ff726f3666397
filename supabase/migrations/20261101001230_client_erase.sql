-- Erasing a person. `status = 'anonymised'` is a change like any other on the device that makes it;
-- here it takes with it everything by which the person could be known: what is kept about them, words
-- in their appointments, their links, their mails, and what devices once sent about them. Bookings
-- and their figures stay. There is no way back, and what devices send later does not bring it back.

-- Rows that were somebody's: nothing about them is written down any more.
create table private.erased_rows (
  row_id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade
);
create index erased_rows_business_id on private.erased_rows (business_id);
alter table private.erased_rows enable row level security;
revoke all on private.erased_rows from public, anon, authenticated;

create function private.is_erased(id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.erased_rows e where e.row_id = id);
end
$$;

create function private.is_sale_of_erased(business uuid, sale_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.sales s
    join private.erased_rows e on e.row_id = s.client_id
    where s.business_id = business and s.id = is_sale_of_erased.sale_id);
end
$$;

-- Operations without what they said about erased people.
create function private.without_erased(business uuid, ops jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(ops) is distinct from 'array'
    or not exists (select from private.erased_rows e where e.business_id = business) then
    return ops;
  end if;
  return (
    select coalesce(jsonb_agg(
      case
        when jsonb_typeof(op.value) is distinct from 'object'
          or jsonb_typeof(op.value -> 'value') is distinct from 'object' then op.value
        when private.is_erased(private.as_uuid(op.value -> 'id'))
          or private.is_erased(private.as_uuid(op.value #> '{value,client_id}'))
            and op.value ->> 'table' not in ('appointments', 'sales')
          then op.value || '{"value": {}}'
        when op.value ->> 'table' = 'sales'
          and private.is_erased(private.as_uuid(op.value #> '{value,client_id}'))
          then jsonb_set(op.value, '{value}', (op.value -> 'value') - 'discount_reason')
        when op.value ->> 'table' = 'sale_lines' and (
          private.is_sale_of_erased(business, private.as_uuid(op.value #> '{value,sale_id}'))
          -- Its sale comes with it, and may not be there yet.
          or exists (
            select from jsonb_array_elements(ops) s
            where s ->> 'table' = 'sales' and s -> 'id' = op.value #> '{value,sale_id}'
              and private.is_erased(private.as_uuid(s #> '{value,client_id}'))))
          then jsonb_set(op.value, '{value}', (op.value -> 'value') - 'discount_reason')
        when op.value ->> 'table' = 'gift_cards'
          and private.is_erased(private.as_uuid(op.value #> '{value,purchaser_client_id}'))
          then jsonb_set(op.value, '{value}', (op.value -> 'value') - array['recipient_name', 'message'])
        when op.value ->> 'table' = 'refunds'
          and private.is_sale_of_erased(business, private.as_uuid(op.value #> '{value,sale_id}'))
          then jsonb_set(op.value, '{value}', (op.value -> 'value') - 'reason')
        when op.value ->> 'table' = 'appointments' and (
          private.is_erased(private.as_uuid(op.value #> '{value,client_id}'))
          or exists (
            select from public.appointments a
            where a.business_id = business and a.id = private.as_uuid(op.value -> 'id')
              and private.is_erased(a.client_id)))
          then jsonb_set(op.value, '{value}',
            (op.value -> 'value') - array['client_note', 'staff_note', 'address', 'cancel_reason'])
        else op.value
      end order by op.ordinality), '[]')
    from jsonb_array_elements(ops) with ordinality op
  );
end
$$;

create function private.blank_client() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  resent constant bigint := new.rev;
begin
  if old.status = 'anonymised' then
    -- Late edits of devices that had not heard of it, and every attempt to undo it.
    new := old;
    new.rev := resent;
    return new;
  end if;
  if auth.uid() is not null and not private.has_permission(new.business_id, 'clients.edit') then
    perform private.refuse('not_allowed', 'status');
  end if;
  new.first_name := '';
  new.last_name := '';
  new.preferred_name := null;
  new.pronouns := null;
  new.email := null;
  new.phone := null;
  new.phone_raw := null;
  new.alt_phone := null;
  new.alt_phone_raw := null;
  new.emergency_contact := null;
  new.birthday := null;
  new.address := null;
  new.more_addresses := '[]';
  new.time_zone := null;
  new.source := null;
  new.client_since := null;
  new.tags := '{}';
  new.alert_note := null;
  new.note := null;
  new.guardian_id := null;
  new.guardian_receives := false;
  new.online_booking := 'allow';
  new.payment_rule := 'default';
  return new;
end
$$;
create trigger a_blank_client before update on public.clients
  for each row when (old.status = 'anonymised' or new.status = 'anonymised')
  execute function private.blank_client();

create function private.erase_client() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  business constant uuid := new.business_id;
  records constant text[] := array[
    'client_notes', 'consent_events', 'patch_tests', 'client_photos', 'waitlist_entries',
    'form_submissions', 'form_requests', 'handed_texts'];
  kind text;
  visits uuid[];
  seats uuid[];
begin
  foreach kind in array records loop
    execute format(
      'insert into private.erased_rows (row_id, business_id)
         select r.id, r.business_id from public.%I r where r.business_id = $1 and r.client_id = $2
         on conflict do nothing', kind)
      using business, new.id;
  end loop;
  -- Also records that were deleted before: the log still knows them.
  insert into private.erased_rows (row_id, business_id)
    select distinct found.id, business
    from (
      select new.id as id
      union all
      select private.as_uuid(op -> 'id')
      from private.mutation_log l,
        jsonb_array_elements(case when jsonb_typeof(l.ops) = 'array' then l.ops else '[]' end) op
      where l.business_id = business and op ->> 'table' = any (records)
        and op #>> '{value,client_id}' = new.id::text
    ) found
    where found.id is not null
    on conflict do nothing;

  foreach kind in array records loop
    execute format('delete from public.%I r where r.business_id = $1 and r.client_id = $2', kind)
      using business, new.id;
  end loop;

  visits := array(
    select a.id from public.appointments a
    where a.business_id = business and a.client_id = new.id);
  seats := array(
    select t.id from public.attendees t
    where t.business_id = business and t.client_id = new.id);
  update public.appointments a
    set client_note = null, staff_note = null, address = null, cancel_reason = null
    where a.business_id = business and a.client_id = new.id
      and (a.client_note, a.staff_note, a.address, a.cancel_reason) is distinct from
        (null::text, null::text, null::jsonb, null::text);
  -- The ledger of money stays, without anybody's words beside it.
  update public.sales s set discount_reason = null
    where s.business_id = business and s.client_id = new.id and s.discount_reason is not null;
  update public.sale_lines l set discount_reason = null
    where l.business_id = business and l.discount_reason is not null
      and private.is_sale_of_erased(business, l.sale_id);
  update public.refunds r set reason = ''
    where r.business_id = business and r.reason <> ''
      and (r.appointment_id = any (visits) or private.is_sale_of_erased(business, r.sale_id));
  update private.asked_refunds r set reason = ''
    from private.payment_intents i
    where i.business_id = business and (i.appointment_id = any (visits)
        or i.sale_id is not null and private.is_sale_of_erased(business, i.sale_id))
      and r.business_id = i.business_id and r.payment_id = i.id and r.reason <> '';
  update public.gift_cards g set recipient_name = null, message = null
    where g.business_id = business and g.purchaser_client_id = new.id
      and (g.recipient_name, g.message) is distinct from (null::text, null::text);
  update private.payment_intents i set card = null, keeps_card = false
    where i.business_id = business and i.appointment_id = any (visits) and i.card is not null;
  perform private.end_membership(m) from public.client_memberships m
    where m.business_id = business and m.client_id = new.id and m.state <> 'ended';
  delete from private.public_tokens t
    where t.business_id = business and (t.subject_id = any (visits) or t.attendee_id = any (seats)
      or t.membership_id in (
        select m.id from public.client_memberships m
        where m.business_id = business and m.client_id = new.id)
      or t.sale_id in (
        select s.id from public.sales s
        where s.business_id = business and new.id in (s.client_id, s.payer_id)));
  delete from private.client_codes k where k.business_id = business and k.client_id = new.id;
  -- Plans of the team named them; what was sent is only there so that it is not sent again.
  update private.mail_outbox m set data = m.data || '{"visits": []}'
    where m.business_id = business and m.kind = 'daily_plan' and m.state in ('sent', 'failed');
  delete from private.mail_outbox m
    where m.business_id = business
      -- Somebody else has paid for it, and nobody but this mail knows the code.
      and not (m.kind = 'gift_card' and m.state in ('queued', 'sending'))
      and (
        m.to_email = old.email or m.data #>> '{appointment,id}' = any ((visits || seats)::text[])
        -- Also at an address that they had before, or of who answers for them.
        or m.data ->> 'client_id' = new.id::text
        or m.data ? 'entry' and private.is_erased(private.as_uuid(m.data #> '{entry,id}')));
  update public.attention_items i
    set mine = '{}', theirs = '{}', state = case i.state when 'open' then 'dismissed' else i.state end
    where i.business_id = business and i.kind <> 'slot_taken' and (
      i.entity_id = new.id or i.entity_id = any (visits) or private.is_erased(i.entity_id)
      or position(new.id::text in i.mine::text) > 0);
  update private.mutation_log l set ops = private.without_erased(business, l.ops)
    where l.business_id = business and l.ops is distinct from private.without_erased(business, l.ops);

  -- The records that became part of this one were the same person's.
  update public.clients c set status = 'anonymised'
    where c.business_id = business and c.merged_into = new.id and c.status <> 'anonymised';
  return null;
end
$$;
create trigger erase_client after update of status on public.clients
  for each row when (new.status = 'anonymised' and old.status <> 'anonymised')
  execute function private.erase_client();

-- What arrives about an erased person is let go.
create function private.drop_record_of_erased() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  return case when private.is_erased(new.client_id) then null else new end;
end
$$;
create trigger a_drop_erased before insert or update of client_id on public.client_notes
  for each row execute function private.drop_record_of_erased();
create trigger a_drop_erased before insert on public.consent_events
  for each row execute function private.drop_record_of_erased();
create trigger a_drop_erased before insert on public.handed_texts
  for each row execute function private.drop_record_of_erased();
create trigger a_drop_erased before insert or update of client_id on public.patch_tests
  for each row execute function private.drop_record_of_erased();
create trigger a_drop_erased before insert or update of client_id on public.client_photos
  for each row execute function private.drop_record_of_erased();
create trigger a_drop_erased before insert or update of client_id on public.waitlist_entries
  for each row execute function private.drop_record_of_erased();
create trigger a_drop_erased before insert or update of client_id on public.form_submissions
  for each row execute function private.drop_record_of_erased();
create trigger a_drop_erased before insert or update of client_id on public.form_requests
  for each row execute function private.drop_record_of_erased();

create function private.drop_words_about_erased() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_erased(new.client_id) then
    new.client_note := null;
    new.staff_note := null;
    new.address := null;
    new.cancel_reason := null;
  end if;
  return new;
end
$$;
create trigger a_drop_erased before insert or update on public.appointments
  for each row when (
    new.client_id is not null
    and (new.client_note, new.staff_note, new.address, new.cancel_reason) is distinct from
      (null::text, null::text, null::jsonb, null::text))
  execute function private.drop_words_about_erased();

create function private.drop_money_words_of_erased() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'gift_cards' then
    if private.is_erased(new.purchaser_client_id) then
      new.recipient_name := null;
      new.message := null;
    end if;
  elsif tg_table_name = 'sale_lines' then
    if private.is_sale_of_erased(new.business_id, new.sale_id) then
      new.discount_reason := null;
    end if;
  elsif tg_table_name = 'refunds' then
    if private.is_sale_of_erased(new.business_id, new.sale_id) then
      new.reason := '';
    end if;
  elsif private.is_erased(new.client_id) then
    new.discount_reason := null;
  end if;
  return new;
end
$$;
create trigger a_drop_erased before insert on public.sales
  for each row when (new.discount_reason is not null)
  execute function private.drop_money_words_of_erased();
create trigger a_drop_erased before insert on public.sale_lines
  for each row when (new.discount_reason is not null)
  execute function private.drop_money_words_of_erased();
create trigger a_drop_erased before insert on public.gift_cards
  for each row when (new.purchaser_client_id is not null)
  execute function private.drop_money_words_of_erased();
create trigger a_drop_erased before insert on public.refunds
  for each row when (new.reason <> '') execute function private.drop_money_words_of_erased();

-- A question about an erased person is answered: there is nothing left to decide.
create function private.drop_question_about_erased() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_erased(new.entity_id)
    or (new.kind <> 'slot_taken' and new.entity = 'appointments' and exists (
      select from public.appointments a
      where a.business_id = new.business_id and a.id = new.entity_id
        and private.is_erased(a.client_id)))
    or new.mine ? 'ops'
      and private.without_erased(new.business_id, new.mine -> 'ops') is distinct from new.mine -> 'ops' then
    new.mine := '{}';
    new.theirs := '{}';
    new.state := 'dismissed';
    new.resolved_at := now();
  end if;
  return new;
end
$$;
create trigger a_drop_erased before insert on public.attention_items
  for each row execute function private.drop_question_about_erased();

-- What devices asked for is remembered without words about erased people.
create function private.log_without_erased() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.ops := private.without_erased(new.business_id, new.ops);
  return new;
end
$$;
create trigger log_without_erased before insert on private.mutation_log
  for each row execute function private.log_without_erased();
