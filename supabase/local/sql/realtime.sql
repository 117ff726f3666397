-- The Realtime part of a Supabase database, for the embedded backend only: hosted Supabase brings
-- its own. Applied at every start, before the migrations; needs the roles anon, authenticated and
-- service_role, and runs as the database owner.
--
-- Schema `realtime` holds what hosted Supabase has and migrations may use. Schema `realtime_local`
-- holds what our server needs instead of logical replication; the API roles have no access to it.

create schema if not exists realtime;
create schema if not exists realtime_local;
revoke all on schema realtime_local from public;

-- realtime.messages: what SQL sends, and what policies on private channels are written against.

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default now(),
  inserted_at timestamp without time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
create index if not exists messages_inserted_at_index on realtime.messages (inserted_at);

-- The topic that a policy decides about.
create or replace function realtime.topic() returns text
language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '')::text $$;

-- Broadcasts when the caller's transaction commits. Trouble is a warning, never an error: business
-- data must not be lost because nobody could be told about it.
create or replace function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
) returns void
language plpgsql
as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when payload ? 'id' then payload
         else jsonb_set(payload, '{id}', to_jsonb(message_id)) end,
    event, topic, private, 'broadcast'
  );
exception when others then
  raise warning 'realtime.send could not send: %', sqlerrm;
end
$$;

-- For row triggers: sends what happened to the row.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'realtime.broadcast_changes works in triggers for each row only';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'realtime.broadcast_changes does not know the operation %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new,
      'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
end
$$;

grant usage on schema realtime to anon, authenticated, service_role;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant execute on all functions in schema realtime to anon, authenticated, service_role;

-- The list of tables whose changes clients may ask for (postgres_changes). Empty at first.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- How the server hears of it: NOTIFY realtime_feed, which PostgreSQL delivers at commit and forgets
-- at rollback. A payload may have 8000 bytes at most, so what is longer travels as a reference.

create or replace function realtime_local.announce_message() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  note text := json_build_object(
    'kind', 'message', 'id', new.id, 'topic', new.topic, 'event', new.event,
    'private', new.private, 'payload', new.payload
  )::text;
begin
  if octet_length(note) > 7000 then
    note := json_build_object('kind', 'message_ref', 'id', new.id)::text;
  end if;
  perform pg_notify('realtime_feed', note);
  return null;
end
$$;

create or replace trigger realtime_local_announce
after insert on realtime.messages
for each row when (new.extension = 'broadcast')
execute function realtime_local.announce_message();

-- Changes that are too long for a notification wait here until the server has read them.
create table if not exists realtime_local.changes (
  id bigint generated always as identity primary key,
  change jsonb not null,
  made_at timestamptz not null default now()
);
alter table realtime_local.changes enable row level security;
-- Makes every note different: PostgreSQL drops equal notes within one transaction.
create sequence if not exists realtime_local.change_number;

create or replace function realtime_local.primary_key(relation oid) returns text[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}')
  from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = relation and i.indisprimary
$$;

create or replace function realtime_local.only(row_data jsonb, names text[]) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(row_data) where key = any (names)
$$;

-- Fields of a row that is too large to send: only the short ones are left.
create or replace function realtime_local.short_fields(row_data jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(row_data) where octet_length(value::text) <= 64
$$;

-- The trigger on every table of the publication. Runs as its owner, because the person who changes
-- a row may neither write realtime_local.changes nor read the catalog of another schema.
create or replace function realtime_local.announce_change() returns trigger
language plpgsql security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  change jsonb;
  note text;
  change_id bigint;
begin
  change := jsonb_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'errors', null,
    'commit_timestamp',
    to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
  if tg_op <> 'DELETE' then
    change := change || jsonb_build_object('record', to_jsonb(new));
  end if;
  if tg_op <> 'INSERT' then
    change := change || jsonb_build_object('old_record', case
      when (select c.relreplident from pg_catalog.pg_class c where c.oid = tg_relid) = 'f'
      then to_jsonb(old)
      else realtime_local.only(to_jsonb(old), realtime_local.primary_key(tg_relid)) end);
  end if;
  if octet_length(change::text) > 1024 * 1024 then
    change := change || jsonb_build_object(
      'errors', jsonb_build_array('Error 413: Payload Too Large'),
      'record', realtime_local.short_fields(change -> 'record'),
      'old_record', realtime_local.short_fields(change -> 'old_record')
    );
  end if;
  note := (change || jsonb_build_object(
    'kind', 'change', 'number', nextval('realtime_local.change_number')))::text;
  if octet_length(note) > 7000 then
    insert into realtime_local.changes (change) values (change) returning id into change_id;
    note := json_build_object('kind', 'change_ref', 'id', change_id)::text;
  end if;
  perform pg_notify('realtime_feed', note);
  return null;
exception when others then
  raise warning 'a change of %.% could not be announced: %', tg_table_schema, tg_table_name, sqlerrm;
  return null;
end
$$;

-- Puts the trigger on the tables of the publication and takes it off the others.
create or replace function realtime_local.watch_publication() returns void
language plpgsql
set search_path = ''
as $$
declare
  watched record;
begin
  for watched in
    select p.schemaname, p.tablename from pg_catalog.pg_publication_tables p
    where p.pubname = 'supabase_realtime' and p.schemaname not in ('realtime', 'realtime_local')
      and not exists (
        select from pg_catalog.pg_trigger t
        where t.tgname = 'realtime_local_change'
          and t.tgrelid = to_regclass(format('%I.%I', p.schemaname, p.tablename)))
  loop
    execute format(
      'create trigger realtime_local_change after insert or update or delete on %I.%I
       for each row execute function realtime_local.announce_change()',
      watched.schemaname, watched.tablename);
  end loop;
  for watched in
    select n.nspname, c.relname
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'realtime_local_change' and not exists (
      select from pg_catalog.pg_publication_tables p
      where p.pubname = 'supabase_realtime'
        and p.schemaname = n.nspname and p.tablename = c.relname)
  loop
    execute format('drop trigger realtime_local_change on %I.%I', watched.nspname, watched.relname);
  end loop;
end
$$;

-- May this person read from, or send to, a private channel? Answers {broadcast, presence}.
-- The policies are asked with real rows: reading looks for two rows that exist only inside the
-- block, sending tries to insert them. Raising at the end of the block undoes rows, role and
-- settings; the variables keep what was found.
create or replace function realtime_local.access(
  asked_topic text, asked_role text, asked_claims text, asked_kind text
) returns jsonb
language plpgsql
as $$
declare
  broadcast_id constant uuid := gen_random_uuid();
  presence_id constant uuid := gen_random_uuid();
  may_broadcast boolean := false;
  may_presence boolean := false;
begin
  begin
    if asked_kind = 'read' then
      insert into realtime.messages (id, topic, extension, private)
      values (broadcast_id, asked_topic, 'broadcast', true), (presence_id, asked_topic, 'presence', true);
    end if;
    perform set_config('realtime.topic', asked_topic, true),
            set_config('request.jwt.claims', asked_claims, true),
            set_config('request.headers', '{}', true);
    perform set_config('role', asked_role, true);
    if asked_kind = 'read' then
      select coalesce(bool_or(m.id = broadcast_id), false), coalesce(bool_or(m.id = presence_id), false)
      into may_broadcast, may_presence
      from realtime.messages m where m.id in (broadcast_id, presence_id);
    else
      begin
        insert into realtime.messages (id, topic, extension, private)
        values (broadcast_id, asked_topic, 'broadcast', true);
        may_broadcast := true;
      exception when insufficient_privilege then null;
      end;
      begin
        insert into realtime.messages (id, topic, extension, private)
        values (presence_id, asked_topic, 'presence', true);
        may_presence := true;
      exception when insufficient_privilege then null;
      end;
    end if;
    raise exception using errcode = 'RTUND';
  exception when sqlstate 'RTUND' then null;
  end;
  return jsonb_build_object('broadcast', may_broadcast, 'presence', may_presence);
end
$$;

-- Does the row pass all filters? A filter is {column, operator, values, negated}. An absent column
-- or an unknown answer (null) does not pass.
create or replace function realtime_local.passes(relation oid, row_data jsonb, filters jsonb)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  filter jsonb;
  type_name text;
  actual text;
  wanted text;
  hit boolean;
begin
  for filter in select value from jsonb_array_elements(filters) loop
    if not row_data ? (filter ->> 'column') then
      return false;
    end if;
    select pg_catalog.format_type(a.atttypid, -1) into type_name
    from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attname = filter ->> 'column' and not a.attisdropped;
    actual := row_data ->> (filter ->> 'column');
    wanted := filter -> 'values' ->> 0;
    execute case filter ->> 'operator'
      when 'eq' then format('select %L::%s = %L::%s', actual, type_name, wanted, type_name)
      when 'neq' then format('select %L::%s <> %L::%s', actual, type_name, wanted, type_name)
      when 'lt' then format('select %L::%s < %L::%s', actual, type_name, wanted, type_name)
      when 'lte' then format('select %L::%s <= %L::%s', actual, type_name, wanted, type_name)
      when 'gt' then format('select %L::%s > %L::%s', actual, type_name, wanted, type_name)
      when 'gte' then format('select %L::%s >= %L::%s', actual, type_name, wanted, type_name)
      when 'in' then format(
        'select %L::%s in (select v::%s from jsonb_array_elements_text(%L::jsonb) v)',
        actual, type_name, type_name, filter ->> 'values')
      when 'isdistinct' then format(
        'select %L::%s is distinct from %L::%s', actual, type_name, wanted, type_name)
      when 'is' then case lower(wanted)
        when 'null' then format('select %L::text is null', actual)
        when 'true' then format('select %L::boolean is true', actual)
        when 'false' then format('select %L::boolean is false', actual)
        when 'unknown' then format('select %L::boolean is unknown', actual) end
      when 'like' then format('select %L::text like %L', actual, wanted)
      when 'ilike' then format('select %L::text ilike %L', actual, wanted)
    end into hit;
    if not coalesce(hit <> (filter ->> 'negated')::boolean, false) then
      return false;
    end if;
  end loop;
  return true;
end
$$;

-- Why a postgres_changes subscription cannot work, or null when it can.
create or replace function realtime_local.subscription_problem(
  wanted_schema text, wanted_table text, filters jsonb, asked_role text
) returns text
language plpgsql
set search_path = ''
as $$
declare
  relation regclass;
  filter jsonb;
  probe jsonb;
begin
  if not exists (
    select from pg_catalog.pg_publication_tables p
    where p.pubname = 'supabase_realtime'
      and (wanted_schema = '*' or p.schemaname = wanted_schema)
      and (wanted_table = '*' or p.tablename = wanted_table)
  ) then
    return 'Please check Realtime is enabled for the given connect parameters';
  end if;
  if jsonb_array_length(filters) = 0 then
    return null;
  end if;
  relation := to_regclass(format('%I.%I', wanted_schema, wanted_table));
  if relation is null then
    return 'A filter needs one schema and one table';
  end if;
  for filter in select value from jsonb_array_elements(filters) loop
    if not exists (
      select from pg_catalog.pg_attribute a
      where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
        and a.attname = filter ->> 'column'
        and pg_catalog.has_column_privilege(asked_role, relation, a.attnum, 'select')
    ) then
      return format('invalid column for filter %s', filter ->> 'column');
    end if;
    probe := jsonb_build_object(filter ->> 'column', null);
    perform realtime_local.passes(relation, probe, jsonb_build_array(filter));
  end loop;
  return null;
exception when others then
  return sqlerrm;
end
$$;

-- Who may hear of a change, and what of it. `groups` are people with equal claims:
-- [{role, claims, wants: [{number, filters, select}]}]; each passing want answers one row.
-- No search_path of its own: the policies it asks may call functions that rely on the usual one.
create or replace function realtime_local.audience(change jsonb, groups jsonb)
returns table (number int, columns jsonb, record jsonb, old_record jsonb, errors jsonb)
language plpgsql
as $$
declare
  relation regclass := to_regclass(format('%I.%I', change ->> 'schema', change ->> 'table'));
  is_deleted constant boolean := change ->> 'type' = 'DELETE';
  has_policies boolean;
  key_names text[];
  visibility text;
  people jsonb;
  want jsonb;
  names text[];
  is_visible boolean;
begin
  if relation is null then
    return;
  end if;
  select c.relrowsecurity into has_policies from pg_catalog.pg_class c where c.oid = relation;
  key_names := realtime_local.primary_key(relation);
  select case when count(*) > 0 then format(
    'select exists (select from %s where %s)', relation,
    string_agg(format('%I = %L::%s', a.attname, change -> 'record' ->> a.attname::text,
                      pg_catalog.format_type(a.atttypid, a.atttypmod)), ' and ')) end
  into visibility
  from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attname = any (key_names);

  for people in select value from jsonb_array_elements(groups) loop
    begin
      is_visible := true;
      errors := change -> 'errors';
      -- A deleted row can no longer be asked for, so everybody hears of it, but only its key.
      if has_policies and not is_deleted then
        if visibility is null then
          errors := jsonb_build_array('Error 400: Bad Request, no primary key');
        else
          perform set_config('request.jwt.claims', (people -> 'claims')::text, true);
          perform set_config('role', people ->> 'role', true);
          execute visibility into is_visible;
          perform set_config('role', 'none', true);
        end if;
      end if;
      if is_visible then
        for want in select value from jsonb_array_elements(people -> 'wants') loop
          select array_agg(a.attname::text),
                 jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum)
          into names, columns
          from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
          where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
            and pg_catalog.has_column_privilege(people ->> 'role', relation, a.attnum, 'select')
            and (coalesce(jsonb_typeof(want -> 'select'), 'null') <> 'array'
                 or want -> 'select' ? a.attname::text or a.attname = any (key_names));
          continue when names is null;
          begin
            continue when not realtime_local.passes(relation, case
              when not is_deleted then change -> 'record'
              when has_policies then realtime_local.only(change -> 'old_record', key_names)
              else change -> 'old_record' end, want -> 'filters');
          exception when others then
            continue; -- a value that the filter cannot be compared with does not pass
          end;
          number := (want ->> 'number')::int;
          record := null;
          old_record := null;
          if visibility is not null or not has_policies then
            record := realtime_local.only(change -> 'record', names);
            old_record := realtime_local.only(change -> 'old_record', case
              when is_deleted and has_policies
              then array(select unnest(names) intersect select unnest(key_names))
              else names end);
          end if;
          return next;
        end loop;
      end if;
    exception when others then
      -- One person's failing policy must not silence the others. Leaving the block undoes the role.
      raise warning 'a change of % could not be judged for role %: %',
        relation, people ->> 'role', sqlerrm;
    end;
  end loop;
end
$$;

-- Hosted Supabase keeps messages for three days.
create or replace function realtime_local.prune() returns void
language sql
set search_path = ''
as $$
  delete from realtime.messages where inserted_at < now() - interval '3 days';
  delete from realtime_local.changes where made_at < now() - interval '10 minutes';
$$;

revoke all on all functions in schema realtime_local from public;
revoke all on all tables in schema realtime_local from public;
