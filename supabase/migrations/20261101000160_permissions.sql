-- Who may do what. A role brings a preset, a membership may override single permissions, and
-- every permission is held for nothing, for one's own things, or for all of the business. `block`
-- knows one step between nothing and own: `ask`, for one's own time with somebody else's yes.
--
-- The functions are SECURITY DEFINER because policies on memberships would otherwise ask
-- themselves. They return whole sets, so that a policy evaluates them once per statement:
--     business_id = any ((select private.businesses_allowing('services'))::uuid[])

create table private.role_permissions (
  role text not null,
  permission text not null,
  scope text not null check (scope in ('own', 'all')),
  primary key (role, permission)
);

insert into private.role_permissions (role, permission, scope)
select 'owner', p, 'all' from unnest(array[
  'appointments.view', 'appointments.edit', 'appointments.delete', 'block',
  'clients.view', 'clients.edit', 'clients.contact', 'clients.merge', 'clients.export',
  'services', 'forms', 'inventory', 'inventory.cost', 'checkout', 'refund', 'drawer',
  'transactions', 'analytics', 'giftcards', 'waitlist', 'staff', 'settings', 'billing', 'prices'
]) p;
-- All but billing; ownership is no permission, it moves by transfer_ownership alone.
insert into private.role_permissions (role, permission, scope)
select 'manager', permission, 'all' from private.role_permissions
where role = 'owner' and permission <> 'billing';
insert into private.role_permissions (role, permission, scope) values
  ('front_desk', 'appointments.view', 'all'),
  ('front_desk', 'appointments.edit', 'all'),
  ('front_desk', 'appointments.delete', 'all'),
  ('front_desk', 'block', 'all'),
  ('front_desk', 'clients.view', 'all'),
  ('front_desk', 'clients.edit', 'all'),
  ('front_desk', 'clients.contact', 'all'),
  ('front_desk', 'clients.merge', 'all'),
  ('front_desk', 'forms', 'all'),
  ('front_desk', 'checkout', 'all'),
  ('front_desk', 'drawer', 'all'),
  ('front_desk', 'giftcards', 'all'),
  ('front_desk', 'waitlist', 'all'),
  ('front_desk', 'prices', 'all'),
  ('practitioner', 'appointments.view', 'own'),
  ('practitioner', 'appointments.edit', 'own'),
  ('practitioner', 'appointments.delete', 'own'),
  ('practitioner', 'block', 'own'),
  ('practitioner', 'clients.view', 'own'),
  ('practitioner', 'clients.edit', 'own'),
  ('practitioner', 'clients.contact', 'own'),
  ('practitioner', 'checkout', 'own'),
  ('practitioner', 'transactions', 'own'),
  ('practitioner', 'prices', 'all'),
  ('assistant', 'appointments.view', 'all'),
  ('assistant', 'clients.view', 'all'),
  ('assistant', 'prices', 'all');

-- What a membership holds: 'none', 'ask', 'own' or 'all'. An owner cannot be narrowed.
create function private.scope_of(role text, custom jsonb, permission text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case
        when role <> 'owner' and custom ? permission then custom ->> permission
        else coalesce((
          select p.scope from private.role_permissions p
          where p.role = scope_of.role and p.permission = scope_of.permission), 'none')
      end
  );
end
$$;

create function private.is_member(business uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active');
end
$$;

-- True when the caller holds the permission at least for `scope` ('own' or 'all').
create function private.has_permission(business uuid, permission text, scope text default 'all')
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  held text;
begin
  select private.scope_of(m.role, m.custom_permissions, has_permission.permission) into held
    from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active';
  return coalesce(held = 'all' or held = scope, false);
end
$$;

create function private.my_businesses() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select m.business_id from public.memberships m
    where m.user_id = auth.uid() and m.status = 'active');
end
$$;

-- Businesses in which the caller holds a permission for everything. The hottest function of all
-- policies, hence one plain query instead of scope_of.
create function private.businesses_allowing(permission text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select m.business_id
    from public.memberships m
    left join private.role_permissions p
      on p.role = m.role and p.permission = businesses_allowing.permission
    where m.user_id = auth.uid() and m.status = 'active'
      and case
        when m.role = 'owner' or m.custom_permissions = '{}' then p.scope
        else coalesce(m.custom_permissions ->> businesses_allowing.permission, p.scope)
      end = 'all');
end
$$;

-- … at least for own things.
create function private.businesses_with_own(permission text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select m.business_id
    from public.memberships m
    left join private.role_permissions p
      on p.role = m.role and p.permission = businesses_with_own.permission
    where m.user_id = auth.uid() and m.status = 'active'
      and case
        when m.role = 'owner' or m.custom_permissions = '{}' then p.scope
        else coalesce(m.custom_permissions ->> businesses_with_own.permission, p.scope)
      end in ('own', 'all'));
end
$$;

-- The staff rows that are the caller, where the caller holds the permission at least for own things.
create function private.own_staff(permission text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select s.id
    from public.memberships m
    join public.staff s on s.business_id = m.business_id and s.membership_id = m.id
    where m.user_id = auth.uid() and m.status = 'active'
      and m.business_id = any (private.businesses_with_own(permission)));
end
$$;

-- The businesses that are the caller's. Who owns one answers for all that is kept in it.
create function private.owned_businesses() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select m.business_id from public.memberships m
    where m.user_id = auth.uid() and m.status = 'active' and m.role = 'owner');
end
$$;

-- The staff rows that are the caller, where they may at least ask for time of their own.
create function private.asking_staff() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select s.id
    from public.memberships m
    join public.staff s on s.business_id = m.business_id and s.membership_id = m.id
    where m.user_id = auth.uid() and m.status = 'active'
      and private.scope_of(m.role, m.custom_permissions, 'block') <> 'none');
end
$$;

-- The staff rows that are the caller, whatever they may.
create function private.my_staff() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select s.id
    from public.memberships m
    join public.staff s on s.business_id = m.business_id and s.membership_id = m.id
    where m.user_id = auth.uid() and m.status = 'active');
end
$$;

-- Which clients a staff member has ever worked for: their own clients. Kept by settle.sql.
create table private.client_staff (
  business_id uuid not null,
  client_id uuid not null,
  staff_id uuid not null,
  primary key (client_id, staff_id),
  -- None for staff: what is left of a deleted person opens nothing, and each key costs every booking.
  foreign key (business_id, client_id) references public.clients (business_id, id) on delete cascade
);
create index client_staff_staff_id on private.client_staff (business_id, staff_id);
create index client_staff_client_id on private.client_staff (business_id, client_id);

-- Own = I have worked for them, they ask for me, or I entered them and nobody else has them since.
-- Whoever moves from the front desk to a chair does not take the whole book along.
create function private.own_clients(permission text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  businesses uuid[] := private.businesses_with_own(permission);
  mine uuid[] := private.own_staff(permission);
begin
  return array(
    select c.client_id from private.client_staff c
      where c.business_id = any (businesses) and c.staff_id = any (mine)
    union
    select c.id from public.clients c
      where c.business_id = any (businesses) and c.preferred_staff_id = any (mine)
    union
    select c.id from public.clients c
      where c.business_id = any (businesses) and c.created_by = auth.uid()
        and (c.preferred_staff_id is null or c.preferred_staff_id = any (mine))
        and not exists (
          select from private.client_staff k
          where k.business_id = c.business_id and k.client_id = c.id and k.staff_id <> all (mine)));
end
$$;

-- How a client is reached, and what stands there for whoever may see the client but not that. The
-- one list of these columns.
create function private.no_contacts() returns jsonb
language sql immutable
as $$
  select '{"email": null, "phone": null, "phone_raw": null, "alt_phone": null,
    "alt_phone_raw": null, "emergency_contact": null, "address": null, "more_addresses": []}'::jsonb
$$;

-- A whole client row needs two permissions: to see the client and to see how to reach them.
create function private.businesses_with_contacts() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- One query instead of two functions: every reading and writing of clients asks this.
  return array(
    select m.business_id
    from public.memberships m
    left join private.role_permissions v on v.role = m.role and v.permission = 'clients.view'
    left join private.role_permissions c on c.role = m.role and c.permission = 'clients.contact'
    where m.user_id = auth.uid() and m.status = 'active'
      and case
        when m.role = 'owner' or m.custom_permissions = '{}' then v.scope = 'all' and c.scope = 'all'
        else coalesce(m.custom_permissions ->> 'clients.view', v.scope) = 'all'
          and coalesce(m.custom_permissions ->> 'clients.contact', c.scope) = 'all'
      end);
end
$$;

create function private.own_clients_with_contact() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select unnest(private.own_clients('clients.view'))
    intersect
    select unnest(private.own_clients('clients.contact')));
end
$$;

-- Own = some part of it is done by me (`mine` are my staff rows), or I made it and it has no parts
-- yet: it is being made.
create function private.is_own_appointment(business uuid, appointment uuid, mine uuid[])
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if mine = '{}' then
    return false;
  elsif exists (
    select from public.appointment_segments s
    where s.business_id = business and s.appointment_id = appointment
  ) then
    return exists (
      select from public.appointment_segments s
      where s.business_id = business and s.appointment_id = appointment
        and s.staff_id = any (mine));
  end if;
  return exists (
      select from public.appointments a where a.id = appointment and a.created_by = auth.uid())
    and exists (select from public.staff s where s.business_id = business and s.id = any (mine));
end
$$;

-- Whether an appointment had this client when the statement began.
create function private.is_client_of(business uuid, appointment uuid, client uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.appointments a
    where a.business_id = business and a.id = appointment and a.client_id = client);
end
$$;

-- The business of a realtime topic `business:<uuid>`, null for any other topic.
create function private.may_listen(topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return topic ~ '^business:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and private.is_proven()
    and private.is_member(substr(topic, 10)::uuid);
end
$$;

grant execute on function
  private.is_member(uuid), private.has_permission(uuid, text, text), private.my_businesses(),
  private.owned_businesses(),
  private.businesses_allowing(text), private.businesses_with_own(text),
  private.own_staff(text), private.asking_staff(), private.my_staff(), private.own_clients(text), private.no_contacts(),
  private.businesses_with_contacts(), private.own_clients_with_contact(),
  private.is_own_appointment(uuid, uuid, uuid[]), private.is_client_of(uuid, uuid, uuid),
  private.may_listen(text)
to authenticated, service_role;
