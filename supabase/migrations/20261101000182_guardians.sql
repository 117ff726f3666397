-- Who answers for a client: another client of the business. One level only: a guardian has no guardian
-- of their own, so that a message never has to look for its way. What the link means to the screens is
-- in src/domain/clients/guardian.ts.
--
-- A link opens nothing: whoever sees a dependant but not their guardian gets the guardian's id and not
-- a word more, because rows of clients are read by the rules of clients.

-- Whoever links two clients sees both: a link sends messages to an address.
create function private.guard_guardian() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  guardian public.clients;
begin
  -- Sync writes every column of a row, also those that stay as they are.
  if tg_op = 'UPDATE' and new.guardian_id is not distinct from old.guardian_id then
    return new;
  end if;
  if auth.uid() is not null
    and new.business_id <> all (private.businesses_allowing('clients.view'))
    and new.guardian_id <> all (private.own_clients('clients.view')) then
    perform private.refuse('not_allowed', 'guardian_id');
  end if;
  select * into guardian from public.clients c
    where c.business_id = new.business_id and c.id = new.guardian_id;
  if guardian.merged_into is not null and guardian.merged_into <> new.id then
    -- A device that had not heard of it yet means the person, not the record.
    new.guardian_id := guardian.merged_into;
    select * into guardian from public.clients c
      where c.business_id = new.business_id and c.id = new.guardian_id;
  end if;
  -- One who is gone altogether is the foreign key's to refuse.
  if guardian.id is not null and (
      guardian.status <> 'active' or guardian.guardian_id is not null
      or exists (
        select from public.clients d
        where d.business_id = new.business_id and d.guardian_id = new.id)
    ) then
    perform private.refuse('invalid', 'guardian_id');
  end if;
  return new;
end
$$;
create trigger a_guardian before insert or update of guardian_id on public.clients
  for each row when (new.guardian_id is not null) execute function private.guard_guardian();

-- Nobody answers for anybody any more who is archived or erased. Who became part of another record
-- goes on as that one, unless that would make a chain.
create function private.leave_dependants() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  heir constant uuid := (
    select c.id from public.clients c
    where c.business_id = new.business_id and c.id = new.merged_into
      and c.status = 'active' and c.guardian_id is null);
begin
  update public.clients c
    set guardian_id = heir, guardian_receives = c.guardian_receives and heir is not null
    where c.business_id = new.business_id and c.guardian_id = new.id;
  return null;
end
$$;
create trigger leave_dependants after update of status on public.clients
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function private.leave_dependants();

-- Whose address messages about a client go to: their own, or their guardian's where they have none or
-- the guardian is marked for it. src/domain/clients/guardian.ts says the same for what devices send.
create function private.mail_recipient(c public.clients) returns public.clients
language plpgsql stable security definer set search_path = ''
as $$
declare
  guardian public.clients;
begin
  if c.guardian_id is null or (c.email is not null and not c.guardian_receives) then
    return c;
  end if;
  select * into guardian from public.clients g
    where g.business_id = c.business_id and g.id = c.guardian_id
      and g.status = 'active' and g.email is not null;
  if not found then
    return c;
  end if;
  return guardian;
end
$$;

revoke all on function
  private.guard_guardian(), private.leave_dependants(), private.mail_recipient(public.clients)
from public;
