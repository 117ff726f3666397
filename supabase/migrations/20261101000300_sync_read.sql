-- What devices read: pull (what is new), window (a stretch of time), digest (is it still equal?).
--
-- These functions run as the caller: row-level security decides row by row what leaves the server.
-- They are STABLE, so that everything in an answer comes from one snapshot. What a caller may not
-- read themselves (clock, tombstones, devices) comes through small definer functions.

create table private.devices (
  business_id uuid not null,
  client_id uuid not null,
  user_id uuid not null,
  -- The highest mutation number that has been judged.
  last_seq bigint not null default 0,
  seen_at timestamptz not null default now(),
  primary key (business_id, client_id)
);
alter table private.devices enable row level security;

-- Moves with a member's rights: their devices start over and keep only what they may still see.
create table private.member_epochs (
  business_id uuid not null,
  user_id uuid not null,
  epoch text not null default gen_random_uuid()::text,
  primary key (business_id, user_id)
);
alter table private.member_epochs enable row level security;

create function private.rotate_member_epoch(business uuid, member uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.member_epochs (business_id, user_id) values (business, member)
  on conflict (business_id, user_id) do update set epoch = gen_random_uuid()::text
$$;

create function private.note_member_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.user_id is not null then
    perform private.rotate_member_epoch(new.business_id, old.user_id);
  end if;
  if new.user_id is not null and new.user_id is distinct from old.user_id then
    perform private.rotate_member_epoch(new.business_id, new.user_id);
  end if;
  return null;
end
$$;

create trigger note_member_change
  after update of role, custom_permissions, status, user_id on public.memberships
  for each row when (
    (old.role, old.custom_permissions, old.status, old.user_id)
      is distinct from (new.role, new.custom_permissions, new.status, new.user_id))
  execute function private.note_member_change();

-- Whose calendar is "own" changes with the link between staff and membership.
create function private.note_staff_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rotate_member_epoch(m.business_id, m.user_id)
    from public.memberships m
    where m.business_id = new.business_id and m.id in (old.membership_id, new.membership_id)
      and m.user_id is not null;
  return null;
end
$$;

create trigger note_staff_link after update of membership_id on public.staff
  for each row when (old.membership_id is distinct from new.membership_id)
  execute function private.note_staff_link();

-- Where the business stands and what the caller may do in it; null for strangers.
create function private.sync_head(
  business uuid, device uuid,
  out head bigint, out epoch text, out tombstone_floor bigint, out last_seq bigint,
  out sees_all boolean, out sees_contacts boolean, out sees_prices boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  select * into member from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active';
  if not found then
    return;
  end if;
  select c.rev, c.epoch || '.' || coalesce(e.epoch, '0'), c.tombstone_floor
    into head, epoch, tombstone_floor
    from private.business_clock c
    left join private.member_epochs e on e.business_id = c.business_id and e.user_id = auth.uid()
    where c.business_id = business;
  last_seq := coalesce((
    select d.last_seq from private.devices d
    where d.business_id = business and d.client_id = device and d.user_id = auth.uid()), 0);
  sees_contacts :=
    private.scope_of(member.role, member.custom_permissions, 'clients.contact') = 'all';
  sees_prices := private.begin_reading(business);
  -- Everybody else may miss something: at least what an author keeps to themself.
  sees_all := member.role = 'owner';
end
$$;

-- Rows of clients for members who may see them but not how to reach them.
create function private.masked_clients(business uuid, after_rev bigint, to_rev bigint, ids uuid[])
returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  member public.memberships;
  viewing text;
  reaching text;
  own uuid[];
  nothing constant jsonb := private.no_contacts();
begin
  select * into member from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active';
  viewing := private.scope_of(member.role, member.custom_permissions, 'clients.view');
  reaching := private.scope_of(member.role, member.custom_permissions, 'clients.contact');
  if viewing = 'none' or reaching = 'all' or viewing = reaching then
    return;
  end if;
  own := private.own_clients('clients.view');
  return query
    select to_jsonb(c) || nothing
    from public.clients c
    where c.business_id = business
      and c.rev > after_rev and c.rev <= to_rev
      and (ids is null or c.id = any (ids))
      and (viewing = 'all' or c.id = any (own))
      -- Those with their contact come through row-level security already.
      and not (reaching = 'own' and c.id = any (own));
end
$$;

-- Where a page ends: after `page_size` rows, and never inside a transaction. Null = everything fits.
-- Each table gives at most page_size + 1 revs, so what lies behind the end is not known here: there
-- may be more until the head is reached.
create function private.page_end(
  business uuid, after_rev bigint, page_size int, out upto bigint, out table_names text[]
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member(business) then
    return;
  end if;
  with newer as materialized (
    select * from private.newer_revs(business, after_rev, page_size + 1)
  ),
  cut as materialized (
    -- The last row that fits, if one follows it; its whole transaction belongs to the page.
    select min(e.rev) as rev
    from (select n.rev from newer n order by n.rev offset page_size - 1 limit 2) e
    having count(*) = 2
  ),
  named as (
    select distinct n.table_name as name from newer n
    where n.rev <= coalesce((select c.rev from cut c), n.rev)
  )
  select
    (select c.rev from cut c),
    array(
      select t.name from private.synced_tables t join named n on n.name = t.name
      order by t.position)
  into upto, table_names;
end
$$;

create function private.tombstones_between(business uuid, after_rev bigint, to_rev bigint)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member(business) then
    return null;
  end if;
  return (
    select jsonb_agg(jsonb_build_array(t.table_name, t.row_id, t.rev) order by t.rev)
    from private.tombstones t
    where t.business_id = business and t.rev > after_rev and t.rev <= to_rev);
end
$$;

-- All changed rows of a table by id and rev, seen or not: what a narrow view is subtracted from.
create function private.changed_keys(
  name text, business uuid, after_rev bigint, to_rev bigint
) returns table (id uuid, rev bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_member(business) then
    return query execute format(
      'select t.id, t.rev from public.%I t
       where t.business_id = $1 and t.rev > $2 and t.rev <= $3', name)
      using business, after_rev, to_rev;
  end if;
end
$$;

-- The synced tables among some names, parents first.
create function private.known_tables(names text[]) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select array(
        select t.name from private.synced_tables t
        where names is null or t.name = any (names)
        order by t.position)
  );
end
$$;

grant execute on function
  private.sync_head(uuid, uuid), private.masked_clients(uuid, bigint, bigint, uuid[]),
  private.page_end(uuid, bigint, int), private.tombstones_between(uuid, bigint, bigint),
  private.changed_keys(text, uuid, bigint, bigint), private.known_tables(text[])
to authenticated;
