-- The order of a business: every committed transaction that changes rows gets the next number.
--
--   first write of a transaction ──► take the turn, rev = rev + 1 ──► kept in a local setting
--        every changed row is stamped with it            │
--        every deleted row leaves a tombstone with it     ▼
--   commit (lock released) ──► deferred trigger sends one poke {rev} on `business:{id}`
--
-- The turn is held to commit, so a lower rev is always visible before a higher one. A sequence
-- or a timestamp is taken before commit and would let a reader miss rows.

create table private.business_clock (
  business_id uuid primary key,
  rev bigint not null default 0,
  -- Devices that know another epoch start over: restored from a backup, or rebuilt.
  epoch text not null default gen_random_uuid()::text,
  -- Tombstones up to here are gone; a device that has not seen them starts over.
  tombstone_floor bigint not null default 0
)
-- Updated by every transaction: room for heap-only updates, and prompt cleaning.
with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

create table private.tombstones (
  business_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  rev bigint not null,
  deleted_at timestamptz not null default now(),
  primary key (business_id, table_name, row_id)
);
create index tombstones_rev on private.tombstones (business_id, rev);
create index tombstones_deleted_at on private.tombstones (deleted_at);

-- Which fields an update changed and who did it: the stale-edit rule, undo limits and history.
create table private.row_changes (
  business_id uuid not null,
  rev bigint not null,
  table_name text not null,
  row_id uuid not null,
  fields text[] not null,
  -- Null for changes made by the server or by a client on the public pages.
  client_id uuid,
  user_id uuid,
  at timestamptz not null default now()
);
create index row_changes_row on private.row_changes (business_id, row_id, rev);
create index row_changes_at on private.row_changes using brin (at);

-- The number this transaction already has, null before its first write. For conditions: next_rev in a
-- WHERE could be asked about rows of other businesses first, and would lock their clocks.
create function private.held_rev(business uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  held text := coalesce(current_setting('daybook.clock', true), '');
  place int := position(business::text in held);
begin
  return case when place > 0 then split_part(substr(held, place + 37), ' ', 1)::bigint end;
end
$$;

-- The number of this transaction in the business's order. The first call waits for its turn.
create function private.next_rev(business uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  taken bigint := private.held_rev(business);
begin
  if taken is not null then
    return taken;
  end if;
  perform private.lock_business(business);
  update private.business_clock c set rev = c.rev + 1
    where c.business_id = business
    returning c.rev into taken;
  if not found then
    insert into private.business_clock (business_id, rev) values (business, 1) returning rev into taken;
  end if;
  -- "<business>=<rev> " for each business this transaction writes to, nearly always one.
  perform set_config(
    'daybook.clock',
    coalesce(current_setting('daybook.clock', true), '') || business || '=' || taken || ' ', true);
  return taken;
end
$$;

-- Waits for the business's turn without taking a number: for decisions that may end in "no".
-- Whoever writes takes the same lock, so what is checked under it still holds at commit.
--
-- Not the clock row itself, which whoever has the turn changes: of sixty who wait for a row that changes,
-- each time all are woken, to find that it is another version now, and to queue again in any order. Those
-- who wait for this lock are woken one by one, in the order in which they came.
create function private.lock_business(business uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(uuid_hash_extended(business, 0));
end
$$;

-- sync_push answers with every row it changed, so it has to know where to look.
create function private.note_touched(name text) returns void
language plpgsql set search_path = ''
as $$
declare
  touched text := coalesce(current_setting('daybook.touched', true), '');
begin
  if position(name || ' ' in touched) = 0 then
    perform set_config('daybook.touched', touched || name || ' ', true);
  end if;
end
$$;

-- BEFORE trigger of every synced table, named so that it runs after the others.
create function private.stamp_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  device constant text := nullif(current_setting('daybook.device', true), '');
  was jsonb;
  changed text[];
begin
  if device is not null then
    perform private.note_touched(tg_table_name);
  end if;
  if tg_op = 'INSERT' then
    new.rev := private.next_rev(new.business_id);
    new.created_at := now();
    new.updated_at := now();
    new.created_by := auth.uid();
    return new;
  end if;

  if new.id <> old.id or new.business_id <> old.business_id then
    raise exception using errcode = '42501', message = 'a row keeps its id and its business';
  end if;
  -- The server re-sends a row by setting its rev (private.touch_*); clients cannot write rev.
  if new.rev = old.rev then
    was := to_jsonb(old);
    select array_agg(part.key) into changed
      from jsonb_each(to_jsonb(new)) part
      where part.value is distinct from was -> part.key;
    if changed is null then
      return old;
    end if;
    new.rev := private.next_rev(new.business_id);
    insert into private.row_changes (business_id, rev, table_name, row_id, fields, client_id, user_id)
    values (
      new.business_id, new.rev, tg_table_name, new.id, changed,
      device::uuid, auth.uid()
    );
  else
    new.rev := private.next_rev(new.business_id);
  end if;
  new.created_at := old.created_at;
  new.created_by := old.created_by;
  new.updated_at := now();
  return new;
end
$$;

create function private.bury_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_touched(tg_table_name);
  insert into private.tombstones (business_id, table_name, row_id, rev)
  values (old.business_id, tg_table_name, old.id, private.next_rev(old.business_id))
  on conflict (business_id, table_name, row_id)
    do update set rev = excluded.rev, deleted_at = excluded.deleted_at;
  return null;
end
$$;

-- "News up to rev n", nothing else: no rows, no names. Trouble with realtime never undoes business.
create function private.poke() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object('rev', new.rev), 'poke', 'business:' || new.business_id, true);
  return null;
exception when others then
  raise log 'poke failed: %', sqlerrm;
  return null;
end
$$;

create constraint trigger poke after update on private.business_clock
  deferrable initially deferred
  for each row execute function private.poke();
