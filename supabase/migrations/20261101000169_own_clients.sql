-- Whose client somebody is, and everything else that could carry a colleague's clients to a device.
--
-- A practitioner's device holds the contacts of their own clients and of nobody else's. Rows of
-- `clients` were never the only way there: what decides about "own", and the questions that keep
-- what people typed, are ways as well.

-- An appointment that was handed on, deleted or given to another client before it took place leaves
-- nobody behind who "has worked for" its client. Looked at when everything is written: a merge moves
-- appointments first and says only then which record they came from, and who knew that record goes on
-- knowing it.
create function private.forget_pairs(business uuid, client uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  lost boolean;
begin
  if exists (
    select from public.clients c
    where c.business_id = business and c.id = client and c.merged_into is not null
  ) then
    return;
  end if;
  delete from private.client_staff k
    where k.business_id = business and k.client_id = client and not exists (
      select from public.appointments a
      join public.appointment_segments s
        on s.business_id = a.business_id and s.appointment_id = a.id
      where a.business_id = business and a.client_id = client and s.staff_id = k.staff_id)
    and not exists (
      select from public.attendees t
      join public.appointment_segments s
        on s.business_id = t.business_id and s.appointment_id = t.appointment_id
      where t.business_id = business and t.client_id = client and s.staff_id = k.staff_id);
  lost := found;
  if lost then
    -- Sent again, so that whoever has lost sight of it is told that it is dead for them.
    update public.clients c set rev = -1
      where c.business_id = business and c.id = client
        and c.rev <> private.held_rev(c.business_id);
    perform private.resend_records(array[client]);
  end if;
end
$$;

create function private.note_handed_on() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name in ('appointments', 'attendees') then
    perform private.forget_pairs(old.business_id, old.client_id);
  else
    perform private.forget_pairs(old.business_id, c.id)
      from (
        select a.client_id as id from public.appointments a
        where a.business_id = old.business_id and a.id = old.appointment_id
          and a.client_id is not null
        union
        select t.client_id from public.attendees t
        where t.business_id = old.business_id and t.appointment_id = old.appointment_id
      ) c;
  end if;
  return null;
end
$$;
create constraint trigger note_handed_on after update of staff_id on public.appointment_segments
  deferrable initially deferred
  for each row when (old.staff_id <> new.staff_id) execute function private.note_handed_on();
create constraint trigger note_part_gone after delete on public.appointment_segments
  deferrable initially deferred
  for each row execute function private.note_handed_on();
create constraint trigger note_other_client after update of client_id on public.appointments
  deferrable initially deferred
  for each row when (old.client_id is not null and old.client_id is distinct from new.client_id)
  execute function private.note_handed_on();
create constraint trigger note_visit_gone after delete on public.appointments
  deferrable initially deferred
  for each row when (old.client_id is not null) execute function private.note_handed_on();

-- Taking over a column of the calendar opens its clients. Who does not see all of them anyway is
-- given their column by somebody else.
create function private.guard_own_column() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- As the API's role: an invitation that somebody accepts is written by the server.
  if current_user = 'authenticated'
    -- Sync writes every column of a row, also those that stay as they are.
    and (tg_op = 'INSERT' or new.membership_id is distinct from old.membership_id)
    and exists (
      select from public.memberships m
      where m.business_id = new.business_id and m.id = new.membership_id and m.user_id = auth.uid())
    and not (
      private.has_permission(new.business_id, 'appointments.view')
      and private.has_permission(new.business_id, 'clients.view')
      and private.has_permission(new.business_id, 'clients.contact')
    ) then
    perform private.refuse('not_allowed', 'membership_id');
  end if;
  return new;
end
$$;
create trigger a_own_column before insert or update of membership_id on public.staff
  for each row when (new.membership_id is not null) execute function private.guard_own_column();

-- Whether the caller may know how to reach a client.
create function private.reaches_client(business uuid, client uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return business = any (private.businesses_with_contacts())
    or client = any (private.own_clients_with_contact());
end
$$;

-- Whether a row is there, whoever may see it.
create function private.is_there(name text, business uuid, row_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_it boolean;
begin
  if private.known_tables(array[name]) = '{}' then
    return false;
  end if;
  execute format(
    'select exists (select from public.%I t where t.business_id = $1 and t.id = $2)', name)
    into found_it using business, row_id;
  return found_it;
end
$$;

-- … and out of the caller's sight. Runs as the caller, whose policies answer.
create function private.is_hidden(name text, business uuid, row_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  seen boolean;
begin
  -- A question about a question would ask itself.
  if name = 'attention_items' or not private.is_there(name, business, row_id) then
    return false;
  end if;
  execute format(
    'select exists (select from public.%I t where t.business_id = $1 and t.id = $2)', name)
    into seen using business, row_id;
  return not seen;
end
$$;

-- Which of some operations tell how to reach clients whom the caller may not reach. New clients are
-- nobody else's yet.
create function private.foreign_contacts(business uuid, ops jsonb) returns int[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  contacts constant text[] := array(select jsonb_object_keys(private.no_contacts()));
begin
  if jsonb_typeof(ops) is distinct from 'array' then
    return '{}';
  end if;
  return array(
    select op.ordinality::int from jsonb_array_elements(ops) with ordinality op
    where op.value ->> 'table' = 'clients' and jsonb_typeof(op.value -> 'value') = 'object'
      and op.value -> 'value' ?| contacts
      and private.is_there('clients', business, private.as_uuid(op.value -> 'id'))
      and not private.reaches_client(business, private.as_uuid(op.value -> 'id')));
end
$$;

-- What was refused is kept with everything that its maker typed, but for contacts of clients whom
-- they may not reach (any more).
create function private.strip_contacts() returns trigger
language plpgsql set search_path = ''
as $$
declare
  contacts constant text[] := array(select jsonb_object_keys(private.no_contacts()));
  places int[] := private.foreign_contacts(new.business_id, new.mine -> 'ops');
begin
  if auth.uid() is not null and places <> '{}' then
    new.mine := jsonb_set(new.mine, '{ops}', (
      select jsonb_agg(
        case when op.ordinality = any (places) then jsonb_set(op.value, '{value}',
          (op.value -> 'value') - contacts)
        else op.value end order by op.ordinality)
      from jsonb_array_elements(new.mine -> 'ops') with ordinality op));
  end if;
  return new;
end
$$;
create trigger b_strip_contacts before insert on public.attention_items
  for each row when (new.mine ? 'ops') execute function private.strip_contacts();

-- An item outlives the rights with which it was made. It shows values of a row only to those who see
-- the row itself, contacts only to those who may reach the client, and what somebody else typed about
-- costs and suppliers only to those who may know them.
create function private.tells_too_much(item public.attention_items) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
      (item.kind = 'stale_field' or item.entity in ('staff_contacts', 'client_notes'))
      and private.is_hidden(item.entity, item.business_id, item.entity_id)
    ) or (
      -- A note that was refused is in no table that could hide it.
      item.mine @? '$.ops[*].value.author_only ? (@ == true)'
      and item.created_by is distinct from auth.uid()
      and item.business_id <> all (private.owned_businesses())
    ) or (
      item.mine ? 'ops' and private.foreign_contacts(item.business_id, item.mine -> 'ops') <> '{}'
    ) or (
      -- What things cost, whom they are ordered from and what people earn is not for everybody who may decide the rest.
      item.created_by is distinct from auth.uid() and exists (
        select from (values
            ('product_costs', 'inventory.cost'), ('purchase_orders', 'inventory.cost'),
            ('purchase_orders', 'inventory'), ('stock_costs', 'inventory.cost'),
            ('suppliers', 'inventory'), ('commission_rules', 'staff'),
            ('pay_runs', 'staff'), ('pay_runs', 'transactions'))
          t (name, permission)
        where not private.has_permission(item.business_id, t.permission)
          and (
            item.entity = t.name
            or jsonb_path_exists(
              item.mine, '$.ops[*] ? (@.table == $name)', jsonb_build_object('name', t.name))
          ))
    ) or (
      -- Questions about money are for who sees it. Of others sync takes sums out; they stay away where
      -- nobody does, or where a sum is all that is asked.
      not private.has_permission(item.business_id, 'prices')
      and (
        item.kind = 'balance' and item.entity <> 'products'
        or (private.without_sums(item.mine), private.without_sums(item.theirs))
          is distinct from (item.mine, item.theirs)
        and (
          item.business_id <> all (private.businesses_with_prices())
          or item.kind = 'stale_field' and private.without_sums(item.theirs) = '{}'
        )
      )
    );
end
$$;

revoke all on function
  private.forget_pairs(uuid, uuid), private.note_handed_on(), private.guard_own_column(),
  private.reaches_client(uuid, uuid), private.is_there(text, uuid, uuid),
  private.is_hidden(text, uuid, uuid), private.foreign_contacts(uuid, jsonb),
  private.strip_contacts(), private.tells_too_much(public.attention_items)
from public;
grant execute on function
  private.is_there(text, uuid, uuid), private.is_hidden(text, uuid, uuid),
  private.foreign_contacts(uuid, jsonb), private.tells_too_much(public.attention_items)
to authenticated, service_role;
