-- What a business has changed of its messages to clients; what it has not follows the words that are
-- built in (src/domain/messages/templates.ts). Its id is made from business and key, so that two devices
-- without a connection change one row.

create function private.is_message_key(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key = any (array[
    'booking_requested', 'booking_confirmed', 'booking_declined', 'booking_expired',
    'deposit_request', 'confirm_request', 'reminder_1', 'reminder_2', 'reminder_3', 'rescheduled',
    'changed', 'cancelled_by_client', 'cancelled_by_business', 'no_show', 'thank_you', 'rebook',
    'birthday', 'form_request', 'form_reminder', 'form_after', 'waitlist_joined', 'waitlist_offer',
    'waitlist_closed', 'seats_waiting', 'seats_changed', 'gift_card', 'bill', 'receipt', 'refund',
    'staff_new', 'staff_changed', 'staff_cancelled', 'staff_form', 'staff_waitlist', 'low_stock', 'daily_plan'])
$$;
revoke all on function private.is_message_key(text) from public;
grant execute on function private.is_message_key(text) to authenticated, service_role;

create table public.message_templates (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  key text not null check (private.is_message_key(key)),
  -- null, here and below: as it is built in.
  -- A line break in a subject would start another header.
  subject text check (length(btrim(subject)) between 1 and 200 and subject !~ '[\x01-\x1f\x7f]'),
  body text check (length(btrim(body)) between 1 and 5000),
  -- For the messages of a phone.
  sms_body text check (length(btrim(sms_body)) between 1 and 1024),
  enabled boolean,
  -- Minutes before the start, or after the end, of a message that is sent by the clock.
  offset_min int check (offset_min between 15 and 129600),
  unique (business_id, id),
  unique (business_id, key)
);
create index message_templates_rev on public.message_templates (business_id, rev);

-- message_templates: as the settings of the business; back to what is built in is null, never a deletion
create policy message_templates_select on public.message_templates for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy message_templates_insert on public.message_templates for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));
create policy message_templates_update on public.message_templates for update to authenticated
  using (business_id = any ((select private.businesses_allowing('settings'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('settings'))::uuid[]));

select private.sync_table('message_templates', 109);

alter table public.message_templates enable row level security;
revoke all on public.message_templates from public, anon, authenticated;
grant all on public.message_templates to service_role;
grant select on public.message_templates to authenticated;
select private.grant_writes('message_templates', 'insert,update', '{}');

-- Sent only once somebody has switched it on; the others that follow no clock are sent from the start.
create function private.is_off_at_first(key text) returns boolean
language sql immutable
as $$
  select key = any (array[
    'no_show', 'birthday', 'staff_new', 'staff_changed', 'staff_cancelled', 'staff_form', 'staff_waitlist',
    'low_stock'])
$$;
-- What a person has asked for just now, or paid for, cannot be switched off.
create function private.is_always_sent(key text) returns boolean
language sql immutable
as $$
  select key = any (array['gift_card', 'bill', 'receipt'])
$$;
revoke all on function private.is_off_at_first(text), private.is_always_sent(text) from public;
