-- The waitlist: who wants a time that is not there. An entry says what (`items`) and when (`windows`);
-- src/domain/waitlist says the same to devices. Entered by staff, offline too, or by clients themselves
-- (waitlist.sql).
--
--   waiting ──▶ booked      by staff, with the appointment it became
--      │  ──▶ cancelled     by staff, or by the client through their link
--      └  ──▶ expired       by the server, when the last window is over
--   waiting ──▶ offered, and back, or on to booked and cancelled: with an offer (waitlist_offers.sql)
--   booked, cancelled, expired ──▶ waiting   by staff, while a window is left

-- One to ten services, each by these people, or by anybody when there are none. Parts of a bundle name it.
create function private.is_waitlist_items(items jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return items <> '[]'
    and private.is_list_of(items, 10, '{variant_id,staff_ids,add_on_ids}', '{bundle_id}')
    and not exists (
      select from jsonb_array_elements(items) item
      where not coalesce(
        (not item ? 'bundle_id' or (item ->> 'bundle_id')::uuid is not null)
        and (item ->> 'variant_id')::uuid is not null
        and jsonb_array_length(item -> 'staff_ids') <= 100
        and jsonb_array_length(item -> 'add_on_ids') <= 100
        and not exists (
          select from jsonb_array_elements_text((item -> 'staff_ids') || (item -> 'add_on_ids')) x (id)
          where x.id::uuid is null),
      false));
exception when others then
  return false;
end
$$;

-- One to five windows: days by the calendar of the business, on all or some weekdays (0 = Monday), and
-- minutes of the day between which the whole visit has to lie.
create function private.is_waitlist_windows(windows jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return windows <> '[]'
    and private.is_list_of(windows, 5, '{from_day,to_day,weekdays,from_min,to_min}')
    and not exists (
      select from jsonb_array_elements(windows) one
      where not coalesce(
        one ->> 'from_day' ~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$'
        and one ->> 'to_day' ~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$'
        and (one ->> 'to_day')::date
          between (one ->> 'from_day')::date and (one ->> 'from_day')::date + 366
        and (one ->> 'from_min')::int >= 0
        and (one ->> 'from_min')::int < (one ->> 'to_min')::int
        and (one ->> 'to_min')::int <= 1440
        and jsonb_array_length(one -> 'weekdays') <= 7
        and not exists (
          select from jsonb_array_elements(one -> 'weekdays') d (day)
          where jsonb_typeof(d.day) <> 'number' or d.day #>> '{}' !~ '^[0-6]$')
        -- As numbers, like the days: what devices count with.
        and jsonb_typeof(one -> 'from_min') = 'number' and jsonb_typeof(one -> 'to_min') = 'number',
      false));
exception when others then
  return false;
end
$$;

create table public.waitlist_entries (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid not null,
  items jsonb not null check (private.is_waitlist_items(items)),
  windows jsonb not null check (private.is_waitlist_windows(windows)),
  -- Where they want it; null = at the business, where it is had there.
  location_type text check (location_type in ('business', 'client', 'remote', 'phone')),
  -- At the client's: where to come to; null = where their record says that they live.
  address jsonb check (private.is_address(address)),
  -- So many minutes earlier or later, on the same day, suit them as well.
  flexible_min int not null default 0 check (flexible_min between 0 and 240),
  note text check (length(note) <= 1000),
  -- Higher ones are looked at first, then who has waited longest.
  priority int not null default 0 check (priority between 0 and 9),
  source text not null default 'staff' check (source in ('staff', 'public')),
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'booked', 'cancelled', 'expired')),
  -- What it became.
  appointment_id uuid,
  -- The end of the last window. Kept true by the server.
  expires_at timestamptz not null,
  -- Set by the server alone: the start of a time that came free and fits; a person decides.
  fits_at timestamptz,
  -- … as are the last offers, the newest first (waitlist_offers.sql).
  offers jsonb not null default '[]',
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id),
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id)
);
create index waitlist_entries_rev on public.waitlist_entries (business_id, rev);
create index waitlist_entries_client_id on public.waitlist_entries (business_id, client_id);
create index waitlist_entries_appointment_id on public.waitlist_entries (business_id, appointment_id)
  where appointment_id is not null;
create index waitlist_entries_open on public.waitlist_entries (business_id, expires_at)
  where state in ('waiting', 'offered');
create index waitlist_entries_due on public.waitlist_entries (expires_at)
  where state in ('waiting', 'offered');

-- After those who sit in classes.
select private.sync_table('waitlist_entries', 197);

-- The files before this one have closed all tables that they knew.
alter table public.waitlist_entries enable row level security;
revoke all on public.waitlist_entries from public, anon, authenticated;
grant all on public.waitlist_entries to service_role;
grant select on public.waitlist_entries to authenticated;

-- Whether this entry was already about this client when the statement began.
create function private.is_waiting_client(business uuid, entry uuid, client uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.waitlist_entries e
    where e.business_id = business and e.id = entry and e.client_id = client);
end
$$;
grant execute on function private.is_waiting_client(uuid, uuid, uuid) to authenticated, service_role;
-- Checks run with the rights of whoever writes the row.
grant execute on function private.is_waitlist_items(jsonb), private.is_waitlist_windows(jsonb)
to authenticated, service_role;

-- Who manages the waitlist sees all of it, but as with visits adds nobody whom they do not see. What is
-- over is closed, never deleted.
create policy waitlist_entries_select on public.waitlist_entries for select to authenticated
  using (business_id = any ((select private.businesses_allowing('waitlist'))::uuid[]));
create policy waitlist_entries_insert on public.waitlist_entries for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('waitlist'))::uuid[])
    and (
      business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
      or client_id = any ((select private.own_clients('clients.view'))::uuid[])
    )
  );
create policy waitlist_entries_update on public.waitlist_entries for update to authenticated
  using (business_id = any ((select private.businesses_allowing('waitlist'))::uuid[]))
  with check (
    business_id = any ((select private.businesses_allowing('waitlist'))::uuid[])
    and (
      business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
      -- Who waits already stays, seen or not.
      or private.is_waiting_client(business_id, id, client_id)
      or client_id = any ((select private.own_clients('clients.view'))::uuid[])
    )
  );

-- Which steps people may take: WAITLIST_STEPS of src/domain/waitlist, and a test compares the two.
create table private.waitlist_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
alter table private.waitlist_transitions enable row level security;
revoke all on private.waitlist_transitions from public, anon, authenticated;
insert into private.waitlist_transitions (from_state, to_state) values
  ('waiting', 'booked'), ('waiting', 'cancelled'),
  ('offered', 'booked'), ('offered', 'cancelled'),
  ('booked', 'waiting'), ('cancelled', 'waiting'), ('expired', 'waiting');

-- What follows from an entry, for every writer. Wrong windows are the table's to refuse.
create function private.complete_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  zone text;
begin
  if tg_op = 'INSERT' or new.windows is distinct from old.windows then
    select b.time_zone into zone from public.businesses b where b.id = new.business_id;
    new.expires_at := case when private.is_waitlist_windows(new.windows) then (
        select max(private.local_to_instant((w ->> 'to_day')::date, (w ->> 'to_min')::int, zone))
        from jsonb_array_elements(new.windows) w)
      else now() end;
  end if;
  -- What was free for an older wish, or for who does not wait any more, is not theirs.
  if new.state <> 'waiting'
    or tg_op = 'UPDATE' and (new.items, new.windows, new.flexible_min, new.location_type)
      is distinct from (old.items, old.windows, old.flexible_min, old.location_type) then
    new.fits_at := null;
  end if;
  return new;
end
$$;
create trigger b_complete before insert or update on public.waitlist_entries
  for each row execute function private.complete_entry();

-- The steps of people; the server takes its own. (Asked in WHEN, because the function runs as its
-- owner.)
create function private.check_entry_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('waiting', 'booked') then
      perform private.refuse('illegal_transition', 'state');
    end if;
  elsif not exists (
    select from private.waitlist_transitions t
    where t.from_state = old.state and t.to_state = new.state
  ) then
    perform private.refuse('illegal_transition', 'state');
  end if;
  if new.state = 'booked' and new.appointment_id is null then
    perform private.refuse('invalid', 'appointment_id');
  elsif new.state = 'waiting' and tg_op = 'UPDATE' and new.expires_at <= now() then
    perform private.refuse('past', 'windows');
  end if;
  return new;
end
$$;
create trigger c_step_first before insert on public.waitlist_entries
  for each row when (current_user = 'authenticated')
  execute function private.check_entry_step();
create trigger c_step before update of state on public.waitlist_entries
  for each row when (current_user = 'authenticated' and old.state is distinct from new.state)
  execute function private.check_entry_step();
