-- Classes: sessions with seats, for yoga, workshops, groups. A session is an appointment without a
-- client of its own, so that its person and its rooms are taken, moved, repeated and cancelled as
-- those of a visit (decisions/0013-a-class-is-an-appointment.md). `capacity` makes it one; who sits
-- in it are its attendees.

alter table public.appointments
  -- Seats to be had; null = a visit.
  add column capacity int check (capacity between 1 and 500),
  add constraint appointments_capacity_without_client check (capacity is null or client_id is null);

create table public.attendees (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- A party: it sits together or not at all.
  seats int not null default 1 check (seats between 1 and 20),
  -- A session whose time is over keeps saying who came.
  state text not null default 'booked' check (state in ('booked', 'cancelled', 'attended', 'no_show')),
  appointment_id uuid not null,
  client_id uuid not null,
  -- Set by the server alone: no seats were left. They are not sold, and a person is asked.
  conflict boolean not null default false,
  unique (business_id, id),
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete cascade,
  foreign key (business_id, client_id) references public.clients (business_id, id)
);
create index attendees_appointment_id on public.attendees (business_id, appointment_id);
create index attendees_client_id on public.attendees (business_id, client_id);
create index attendees_rev on public.attendees (business_id, rev);

-- After what is kept about clients.
select private.sync_table('attendees', 195);

-- The files before this one have closed all tables that they knew.
alter table public.attendees enable row level security;
revoke all on public.attendees from public, anon, authenticated;
grant all on public.attendees to service_role;
grant select on public.attendees to authenticated;

-- Whether somebody had this seat when the statement began.
create function private.is_seated(business uuid, attendee uuid, client uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.attendees t
    where t.business_id = business and t.id = attendee and t.client_id = client);
end
$$;
revoke all on function private.is_seated(uuid, uuid, uuid) from public;
grant execute on function private.is_seated(uuid, uuid, uuid) to authenticated, service_role;

-- Who sees a session sees who sits in it, and who may change it may seat people: but, as with visits,
-- nobody whom they do not see. Seats are given back, never deleted.
create policy attendees_select on public.attendees for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.view'))::uuid[])
    or private.is_own_appointment(
      business_id, appointment_id, (select private.own_staff('appointments.view'))::uuid[])
  );
create policy attendees_insert on public.attendees for insert to authenticated
  with check (
    (
      business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
      or private.is_own_appointment(
        business_id, appointment_id, (select private.own_staff('appointments.edit'))::uuid[])
    )
    and (
      business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
      or client_id = any ((select private.own_clients('clients.view'))::uuid[])
    )
  );
create policy attendees_update on public.attendees for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    or private.is_own_appointment(
      business_id, appointment_id, (select private.own_staff('appointments.edit'))::uuid[])
  )
  with check (
    (
      business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
      or private.is_own_appointment(
        business_id, appointment_id, (select private.own_staff('appointments.edit'))::uuid[])
    )
    and (
      business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
      -- Who sits there already stays, seen or not.
      or private.is_seated(business_id, id, client_id)
      or client_id = any ((select private.own_clients('clients.view'))::uuid[])
    )
  );
