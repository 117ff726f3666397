-- The history of an appointment: a line for everything that happens to it or to one of its services,
-- written once and never changed. Devices put lines of one change together and find the words
-- (src/domain/appointments/history.ts); decisions/0010-history-of-an-appointment.md has the reasons.
--
--   row changes ──trigger──▶ line: what (from, to) · who · which device · made when, arrived when
--
-- Not private.row_changes: those know no values and no beginnings, and are thrown away with their use.

create table private.appointment_history (
  -- The order of the lines of an appointment: whoever writes has the business's turn.
  id bigint generated always as identity primary key,
  business_id uuid not null,
  appointment_id uuid not null,
  -- Lines of one change have these three in common.
  rev bigint not null,
  mutation_name text,
  -- When the person did it, by their device's corrected clock; null when it was done on the server.
  made_at timestamptz,
  kind text not null check (kind in (
    'booked', 'changed', 'removed', 'service_added', 'service_changed', 'service_removed'
  )),
  segment_id uuid,
  service_name text,
  -- {field: [from, to]}. Ids, never names; of texts and addresses only whether there was one.
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  done_by text not null check (done_by in ('member', 'client', 'system')),
  user_id uuid,
  -- The number under which sync knows the device.
  client_id uuid,
  at timestamptz not null default now()
);
create index appointment_history_appointment
  on private.appointment_history (business_id, appointment_id, id desc);
alter table private.appointment_history enable row level security;

create function private.refuse_rewriting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- With an erased business goes everything (erase_business.sql).
  if tg_op = 'DELETE' and exists (
    select from private.erased_businesses e where e.business_id = old.business_id
  ) then
    return old;
  end if;
  raise exception using errcode = '42501', message = 'history is only ever added to';
end
$$;
create trigger keep before update or delete on private.appointment_history
  for each row execute function private.refuse_rewriting();

-- Which of the person's devices a number of sync belongs to (private.user_devices); null = the device
-- has not told of itself yet.
alter table private.devices add column user_device_id uuid;

create function private.own_device() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select d.id from private.user_devices d
    where d.user_id = auth.uid() and d.session_id = (auth.jwt() ->> 'session_id')::uuid
    order by d.seen_at desc limit 1);
end
$$;

-- {field: [from, to]} of the fields that differ; of `hidden` ones only whether there was something. One
-- end of a span is told with the other one. (`historyChanges` of the domain is the same rule.)
create function private.row_history(was jsonb, now_is jsonb, shown text[], hidden text[])
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  -- Both ends are told when one of them moves.
  moved constant boolean := was -> 'starts_at' is distinct from now_is -> 'starts_at'
    or was -> 'ends_at' is distinct from now_is -> 'ends_at';
begin
  return (
    select coalesce(jsonb_object_agg(f.name, case when f.name = any (hidden)
        then jsonb_build_array(f.old is not null, f.new is not null)
        else jsonb_build_array(f.old, f.new) end), '{}')
    from (
      -- An empty text is none.
      select n.name, nullif(nullif(was -> n.name, 'null'), '""') as old,
        nullif(nullif(now_is -> n.name, 'null'), '""') as new
      from unnest(shown || hidden) n (name)
    ) f
    where f.old is distinct from f.new or (moved and f.name in ('starts_at', 'ends_at')));
end
$$;

create function private.add_history(
  business uuid, appointment uuid, rev bigint, kind text, segment uuid, service text, changes jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  device constant text := nullif(current_setting('daybook.device', true), '');
  -- Said by the functions of the public pages, whoever is signed in in that browser.
  is_client constant boolean := coalesce(current_setting('daybook.actor', true), '') = 'client';
begin
  insert into private.appointment_history (
    business_id, appointment_id, rev, mutation_name, made_at, kind, segment_id, service_name, changes,
    done_by, user_id, client_id)
  values (
    business, appointment, rev, nullif(current_setting('daybook.mutation', true), ''),
    nullif(current_setting('daybook.at', true), '')::timestamptz, kind, segment, service, changes,
    case when is_client then 'client' when auth.uid() is not null then 'member' else 'system' end,
    case when not is_client then auth.uid() end, device::uuid);
end
$$;

create function private.note_appointment_history() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  shown constant text[] := array[
    'status', 'client_id', 'starts_at', 'ends_at', 'location_type', 'confirmation', 'cancel_late',
    'conflict', 'overlap_accepted', 'source', 'group_id', 'fee_state', 'fee_cents'];
  hidden constant text[] := array['address', 'client_note', 'staff_note'];
begin
  if tg_op = 'DELETE' then
    perform private.add_history(
      old.business_id, old.id, private.next_rev(old.business_id), 'removed', null, null, '{}');
  elsif tg_op = 'INSERT' then
    perform private.add_history(
      new.business_id, new.id, new.rev, 'booked', null, null,
      private.row_history('{}', to_jsonb(new), shown, hidden));
  else
    perform private.add_history(
      new.business_id, new.id, new.rev, 'changed', null, null,
      private.row_history(to_jsonb(old), to_jsonb(new), shown, hidden));
  end if;
  return null;
end
$$;

create trigger note_history after insert or delete on public.appointments
  for each row execute function private.note_appointment_history();
create trigger note_history_of_change after update on public.appointments
  for each row when (
    (old.status, old.client_id, old.starts_at, old.ends_at, old.location_type, old.confirmation,
      old.cancel_late, old.conflict, old.overlap_accepted, old.address, old.client_note,
      old.staff_note, old.group_id, old.fee_state)
    is distinct from (new.status, new.client_id, new.starts_at, new.ends_at, new.location_type,
      new.confirmation, new.cancel_late, new.conflict, new.overlap_accepted, new.address,
      new.client_note, new.staff_note, new.group_id, new.fee_state))
  execute function private.note_appointment_history();

create function private.note_segment_history() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  shown constant text[] := array[
    'staff_id', 'starts_at', 'ends_at', 'service_name', 'price_cents', 'price_kind'];
begin
  if tg_op = 'DELETE' then
    perform private.add_history(
      old.business_id, old.appointment_id, private.next_rev(old.business_id), 'service_removed',
      old.id, old.service_name, private.row_history(to_jsonb(old), '{}', shown, '{}'));
  elsif tg_op = 'INSERT' then
    perform private.add_history(
      new.business_id, new.appointment_id, new.rev, 'service_added', new.id, new.service_name,
      private.row_history('{}', to_jsonb(new), shown, '{}'));
  else
    perform private.add_history(
      new.business_id, new.appointment_id, new.rev, 'service_changed', new.id, new.service_name,
      private.row_history(to_jsonb(old), to_jsonb(new), shown, '{}'));
  end if;
  return null;
end
$$;

create trigger note_history after insert or delete on public.appointment_segments
  for each row execute function private.note_segment_history();
create trigger note_history_of_change after update on public.appointment_segments
  for each row when (
    (old.staff_id, old.starts_at, old.ends_at, old.service_name, old.price_cents, old.price_kind)
    is distinct from (new.staff_id, new.starts_at, new.ends_at, new.service_name, new.price_cents,
      new.price_kind))
  execute function private.note_segment_history();

-- A page of lines with the names that everybody who sees the appointment may read: those of columns
-- and of devices. Whether the caller sees it is asked by the function below.
create function private.history_page(business uuid, appointment uuid, before bigint, most int)
returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  sees_prices constant boolean := private.has_permission(business, 'prices');
begin
  if not private.is_member(business) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', h.id, 'rev', h.rev, 'mutation', h.mutation_name, 'made_at', h.made_at, 'at', h.at,
        'kind', h.kind, 'segment_id', h.segment_id, 'service', h.service_name,
        'changes', case when sees_prices then h.changes else private.without_sums(h.changes) end,
        'by', h.done_by, 'user_id', h.user_id,
        'who', (
          select s.display_name
          from public.memberships m
          join public.staff s on s.business_id = m.business_id and s.membership_id = m.id
          where m.business_id = business and m.user_id = h.user_id
          order by m.status = 'active' desc, s.rank limit 1),
        'device', (
          select nullif(coalesce(nullif(u.name, ''), u.platform), '')
          from private.devices d
          join private.user_devices u on u.id = d.user_device_id
          where d.business_id = business and d.client_id = h.client_id)
      ) order by h.id desc), '[]')
    from (
      select x.* from private.appointment_history x
      where x.business_id = business and x.appointment_id = appointment
        and (before is null or x.id < before)
        -- A line about a sum alone says nothing without it.
        and (
          sees_prices or x.kind not in ('changed', 'service_changed')
          or private.without_sums(x.changes) <> '{}')
      order by x.id desc
      limit most
    ) h);
end
$$;

-- The lines of an appointment, the newest first; `before`: older than the line with this id. Runs as
-- the caller: who does not see the appointment hears that there is none.
create function public.appointment_history(
  business_id uuid, appointment_id uuid, before bigint default null, page_size int default 60
) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  most constant int := least(greatest(coalesce(page_size, 60), 1), 200);
  lines jsonb;
begin
  perform private.require_second_factor();
  perform private.begin_reading(appointment_history.business_id);
  if not exists (
    select from public.appointments a
    where a.business_id = appointment_history.business_id
      and a.id = appointment_history.appointment_id
  ) then
    return jsonb_build_object('ok', false, 'code', 'not_found');
  end if;
  -- One more than asked for tells whether there are more.
  lines := private.history_page(
    appointment_history.business_id, appointment_history.appointment_id, before, most + 1);
  return jsonb_build_object(
    'ok', true, 'lines', lines - most, 'more', jsonb_array_length(lines) > most,
    'server_time', clock_timestamp());
end
$$;

revoke all on function public.appointment_history(uuid, uuid, bigint, int) from public, anon;
grant execute on function
  private.history_page(uuid, uuid, bigint, int),
  public.appointment_history(uuid, uuid, bigint, int)
to authenticated;
