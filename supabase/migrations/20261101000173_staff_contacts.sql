-- Whom to call when something happens to somebody of the team. A row of its own beside `staff`, which
-- the whole team reads: only who it is about and who manages the team may ever receive it.

create table public.staff_contacts (
  -- Of the staff member: everybody has one at most, and two devices that write it make one row.
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  emergency_contact jsonb check (private.is_emergency_contact(emergency_contact)),
  unique (business_id, id),
  foreign key (business_id, id) references public.staff (business_id, id) on delete cascade
);
create index staff_contacts_rev on public.staff_contacts (business_id, rev);

-- Behind the people it is about.
select private.sync_table('staff_contacts', 55);
alter table public.staff_contacts enable row level security;
revoke all on public.staff_contacts from public, anon, authenticated;
grant all on public.staff_contacts to service_role;
grant select on public.staff_contacts to authenticated;

-- staff_contacts: one's own, and everybody's for who manages the team
create policy staff_contacts_select on public.staff_contacts for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    or id = any ((select private.my_staff())::uuid[])
  );
create policy staff_contacts_insert on public.staff_contacts for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    or (
      business_id = any ((select private.my_businesses())::uuid[])
      and id = any ((select private.my_staff())::uuid[])
    )
  );
create policy staff_contacts_update on public.staff_contacts for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    or id = any ((select private.my_staff())::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_allowing('staff'))::uuid[])
    or (
      business_id = any ((select private.my_businesses())::uuid[])
      and id = any ((select private.my_staff())::uuid[])
    )
  );
