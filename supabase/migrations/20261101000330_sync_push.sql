-- Push: an ordered batch of mutations, each judged in a savepoint of its own.
--
--   seq ≤ last_seq, or a known mutation id ──► duplicate: the first answer again
--   seq = last_seq + 1 ──► applied | conflict (applied, but a person must look) | refused
--   seq > last_seq + 1 ──► a gap: stop, last_seq tells where
--
-- A transient fault (deadlock, timeout, no disk) aborts the whole batch; the device sends it again.

create table private.mutation_log (
  business_id uuid not null,
  mutation_id uuid not null,
  client_id uuid not null,
  seq bigint not null,
  user_id uuid,
  name text not null,
  -- Device time, for people; the order is rev.
  at timestamptz,
  base_rev bigint,
  ops jsonb not null,
  status text not null check (status in ('applied', 'conflict', 'refused')),
  code text,
  field text,
  attention_id uuid,
  rev bigint,
  applied_at timestamptz not null default now(),
  primary key (business_id, mutation_id)
);
create index mutation_log_device on private.mutation_log (business_id, client_id, seq);
create index mutation_log_applied_at on private.mutation_log using brin (applied_at);
alter table private.mutation_log enable row level security;

-- Takes the business's turn, so that everything judged below still holds at commit, and finds the
-- device. last_seq null = this client_id belongs to somebody else.
create function private.begin_push(
  business uuid, device uuid, out is_member boolean, out last_seq bigint
)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  is_member := private.is_member(business);
  if not is_member then
    return;
  end if;
  perform private.lock_business(business);
  insert into private.devices as d (business_id, client_id, user_id)
    values (business, device, auth.uid())
    on conflict (business_id, client_id) do update set seen_at = now()
      where d.user_id = excluded.user_id
    returning d.last_seq into last_seq;
  perform set_config('daybook.device', device::text, true),
    set_config('daybook.touched', '', true);
end
$$;

-- The earlier answer to a mutation: by its id (a device that lost its memory sends it again under a
-- new client_id), or, for a number that was judged already, by device and number.
create function private.logged_mutation(
  business uuid, mutation uuid, device uuid, seq bigint, is_judged boolean
) returns private.mutation_log
language plpgsql stable security definer set search_path = ''
as $$
declare
  entry private.mutation_log;
begin
  select * into entry from private.mutation_log l
    where l.business_id = business and l.mutation_id = mutation;
  if not found and is_judged then
    select * into entry from private.mutation_log l
      where l.business_id = business and l.client_id = device and l.seq = logged_mutation.seq;
  end if;
  return entry;
end
$$;

create function private.log_mutation(business uuid, device uuid, mutation jsonb, result jsonb)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.mutation_log (
    business_id, mutation_id, client_id, seq, user_id, name, at, base_rev, ops,
    status, code, field, attention_id, rev)
  values (
    business, (result ->> 'id')::uuid, device, (result ->> 'seq')::bigint, auth.uid(),
    left(coalesce(mutation ->> 'name', ''), 120),
    nullif(current_setting('daybook.at', true), '')::timestamptz,
    case when jsonb_typeof(mutation -> 'base_rev') = 'number'
      then trunc((mutation ->> 'base_rev')::numeric)::bigint end,
    coalesce(mutation -> 'ops', '[]'),
    result ->> 'status', result ->> 'code', result ->> 'field',
    (result ->> 'attention_id')::uuid,
    (select c.rev from private.business_clock c where c.business_id = business));
end
$$;

create function private.end_push(
  business uuid, device uuid, seq bigint, rev_before bigint, out rev bigint
)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.devices d set last_seq = seq
    where d.business_id = business and d.client_id = device and d.last_seq < seq;
  select c.rev into rev from private.business_clock c where c.business_id = business;
  if rev > rev_before and current_setting('daybook.touched', true) like '%appointments %' then
    perform private.mail_changes(business, rev);
  end if;
  perform set_config('daybook.device', '', true), set_config('daybook.at', '', true),
    set_config('daybook.mutation', '', true);
end
$$;

-- Columns a constraint speaks about, without the tenant that stands in each of them.
create function private.constraint_field(schema_name text, table_name text, constraint_name text)
returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (select a.attname::text
     from pg_catalog.pg_constraint c
     join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.conrelid = to_regclass(format('%I.%I', schema_name, table_name))
       and c.conname = constraint_name and a.attname not in ('business_id', 'id')
     order by array_position(c.conkey, a.attnum) limit 1),
    -- Unique indexes that are no constraint (one owner, names in lower case) carry it in their name.
    substr(constraint_name, length(table_name) + 2))
$$;

-- What a device may know of an error: our code and the field. Null = a fault, not a refusal.
create function private.refusal_of(
  state text, message text, constraint_name text, column_name text, table_name text, op jsonb,
  out code text, out field text
)
language plpgsql stable set search_path = ''
as $$
begin
  field := nullif(column_name, '');
  case
    when state = 'PT409' then
      code := message;
    when state = '42501' then
      code := 'not_allowed';
    when state = '23505' then
      field := private.constraint_field('public', table_name, constraint_name);
      code := case field when 'slug' then 'slug_taken' when 'name' then 'name_taken'
        else 'duplicate' end;
    when state = '23503' then
      -- A row that others still point at stays; a row may not point at one that is gone.
      code := case when op ->> 'op' = 'delete' then 'in_use' else 'deleted' end;
      field := private.constraint_field('public', table_name, constraint_name);
    when constraint_name = 'businesses_slug_reserved' then
      code := 'slug_reserved';
      field := 'slug';
    when state like '23%' then
      code := 'invalid';
      if constraint_name <> '' then
        field := private.constraint_field('public', table_name, constraint_name);
      end if;
    when state like '22%' then
      code := 'invalid';
      field := coalesce(field, private.unreadable_field(op));
    else
      null;
  end case;
end
$$;

-- Which value of an operation cannot be read as its column's type. Only asked after a failure.
create function private.unreadable_field(op jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  part record;
begin
  for part in select * from jsonb_each(op -> 'value') loop
    begin
      execute format('select jsonb_populate_record(null::public.%I, $1)', op ->> 'table')
        using jsonb_build_object(part.key, part.value);
    exception when others then
      return part.key;
    end;
  end loop;
  return null;
exception when others then
  return null;
end
$$;

-- One mutation in its savepoint. Answers its result; lets transient faults through.
create function private.judge_mutation(business uuid, mutation jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  -- An edit that reaches the server later than this after it was made does not overwrite what
  -- somebody else has changed meanwhile.
  stale_after constant interval := '15 minutes';
  clock_tolerance constant interval := '5 minutes';
  result jsonb := jsonb_build_object('seq', mutation -> 'seq', 'id', mutation -> 'id');
  made_at timestamptz;
  op jsonb;
  raised text;
  state text;
  message text;
  constraint_name text;
  column_name text;
  table_name text;
  refusal record;
  first_table text;
  first_id uuid;
begin
  perform set_config('daybook.raised', '', true), set_config('daybook.at', '', true),
    set_config('daybook.mutation', left(coalesce(mutation ->> 'name', ''), 120), true);
  begin
    if jsonb_typeof(mutation -> 'ops') is distinct from 'array' then
      perform private.refuse('invalid', 'ops');
    end if;
    made_at := least((mutation ->> 'at')::timestamptz, now() + clock_tolerance);
    perform set_config('daybook.at', coalesce(made_at, now())::text, true);
    for op in select value from jsonb_array_elements(mutation -> 'ops') loop
      perform private.apply_op(
        business, op, coalesce((mutation ->> 'base_rev')::bigint, 0),
        coalesce(made_at, now()) < now() - stale_after);
    end loop;
    perform private.settle_pending();
  exception when others then
    get stacked diagnostics state = returned_sqlstate, message = message_text,
      constraint_name = constraint_name, column_name = column_name, table_name = table_name;
    select * into refusal
      from private.refusal_of(state, message, constraint_name, column_name, table_name, op);
    if refusal.code is null then
      raise;
    end if;
    result := result || jsonb_build_object('status', 'refused', 'code', refusal.code)
      || case when refusal.field is null then '{}'
           else jsonb_build_object('field', refusal.field) end;
  end;

  if result ? 'code' then
    -- What was asked for is kept for a person; the savepoint has undone everything else.
    first_table := left(coalesce(nullif(mutation -> 'ops' -> 0 ->> 'table', ''), 'unknown'), 63);
    first_id := case when mutation -> 'ops' -> 0 ->> 'id' ~ '^[0-9a-fA-F-]{36}$'
      then (mutation -> 'ops' -> 0 ->> 'id')::uuid else (mutation ->> 'id')::uuid end;
    perform private.raise_attention(
      business, first_table, first_id,
      case result ->> 'code'
        when 'not_allowed' then 'permission' when 'deleted' then 'deleted' else 'validation' end,
      jsonb_build_object('ops', coalesce(mutation -> 'ops', '[]')),
      result - 'seq' - 'id' - 'status');
  end if;

  raised := nullif(current_setting('daybook.raised', true), '');
  if raised is not null then
    result := jsonb_build_object('status', 'conflict', 'code', split_part(raised, ' ', 1))
      || result || jsonb_build_object('attention_id', split_part(raised, ' ', 2));
  end if;
  return jsonb_build_object('status', 'applied') || result;
end
$$;

-- The present state of the named rows and of all rows that this transaction has changed.
create function private.dead_keys(business uuid, names text[], ids uuid[], my_rev bigint)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  dead jsonb;
  name text;
  hidden jsonb;
begin
  if not private.is_member(business) then
    return '[]';
  end if;
  select coalesce(jsonb_agg(jsonb_build_array(d.table_name, d.row_id, d.rev)), '[]') into dead
    from (
      select t.table_name, t.row_id, t.rev from private.tombstones t
      where t.business_id = business and t.rev = my_rev
      union
      select t.table_name, t.row_id, t.rev
      from unnest(names, ids) k (name, id)
      join private.tombstones t
        on t.business_id = business and t.table_name = k.name and t.row_id = k.id
    ) d;
  -- Rows that exist but that the caller does not see are dead for them.
  for name in select distinct unnest(names) loop
    execute format(
      'select jsonb_agg(jsonb_build_array(%L, t.id, t.rev)) from public.%I t
       where t.business_id = $1 and t.id = any ($2)', name, name)
      into hidden
      using business, array(select k.id from unnest(names, ids) k (n, id) where k.n = name);
    dead := dead || coalesce(hidden, '[]');
  end loop;
  return dead;
end
$$;

create function private.push_rows(
  business uuid, named jsonb, my_rev bigint, sees_contacts boolean,
  out tables json, out dead jsonb
)
language plpgsql stable set search_path = ''
as $$
declare
  names text[] := private.known_tables(
    array(select jsonb_object_keys(named))
      || string_to_array(rtrim(current_setting('daybook.touched', true)), ' '));
  name text;
  wanted uuid[];
  body json;
  seen uuid[];
  bodies json[] := '{}';
  lost_names text[] := '{}';
  lost_ids uuid[] := '{}';
begin
  foreach name in array names loop
    wanted := array(select jsonb_array_elements_text(named -> name)::uuid);
    execute format(
      'select json_agg(t), array_agg(t.id) from public.%I t
       where t.business_id = $1 and (t.id = any ($2) or t.rev = $3)', name)
      into body, seen using business, wanted, my_rev;
    wanted := array(select unnest(wanted) except select unnest(coalesce(seen, '{}')));
    if name = 'clients' and not sees_contacts and cardinality(wanted) > 0 then
      select json_agg(r), array_agg((r ->> 'id')::uuid) into body, seen
        from (
          select value::jsonb as r from json_array_elements(coalesce(body, '[]'))
          union all
          select m from private.masked_clients(business, -1, 9223372036854775807, wanted) m
        ) x;
      wanted := array(select unnest(wanted) except select unnest(coalesce(seen, '{}')));
    end if;
    bodies := bodies || body;
    lost_names := lost_names || array_fill(name, array[cardinality(wanted)]);
    lost_ids := lost_ids || wanted;
  end loop;
  tables := private.pack_tables(names, bodies);
  dead := private.dead_keys(business, lost_names, lost_ids, my_rev);
end
$$;

-- jsonb cannot hold a NUL or half of a surrogate pair, which a paste or a cut emoji brings along.
-- One such character must not stop a device's queue for ever: it becomes the replacement character.
create function private.readable(raw json) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return raw::jsonb;
exception when untranslatable_character or invalid_text_representation then
  return regexp_replace(
    raw::text,
    -- An odd number of backslashes, then NUL, a high half without its low one, or the reverse.
    '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])'
      || '|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u)[dD][c-fC-F][0-9a-fA-F]{2})',
    '\1\\ufffd', 'g')::jsonb;
end
$$;

create function private.is_mutation(mutation jsonb) returns boolean
language sql immutable
as $$
  select jsonb_typeof(mutation) = 'object' and jsonb_typeof(mutation -> 'seq') = 'number'
    and mutation ->> 'seq' ~ '^[0-9]{1,15}$'
    and coalesce(mutation ->> 'id', '') ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;

-- {table: [id, …]} of all rows that mutations below a number name.
create function private.named_rows(mutations jsonb, below_seq bigint) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(n.name, n.ids), '{}')
      from (
        select op ->> 'table' as name, jsonb_agg(distinct op -> 'id') as ids
        from jsonb_array_elements(mutations) m,
          jsonb_array_elements(
            case when jsonb_typeof(m -> 'ops') = 'array' then m -> 'ops' else '[]' end) op
        where (m ->> 'seq')::bigint < below_seq and op ->> 'table' is not null
          and op ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        group by 1
      ) n
  );
end
$$;

-- Why a batch is not even looked at; null = it is.
create function private.batch_refusal(schema int, client_id uuid, mutations json) returns text
language sql stable
as $$
  select case
    when schema is null or schema < 1 then 'upgrade_needed'
    when client_id is null or json_typeof(mutations) is distinct from 'array' then 'invalid'
    when json_array_length(mutations) > 100 then 'payload_too_large'
    -- A single large mutation (a long form, a step of an import) may travel alone.
    when octet_length(mutations::text)
      > case when json_array_length(mutations) > 1 then 262144 else 4194304 end
      then 'payload_too_large'
  end
$$;

-- `mutations` is json, not jsonb, so that a character that jsonb refuses is met here and not while
-- the arguments are read, where it would take the whole batch with it.
create function public.sync_push(
  business_id uuid, client_id uuid, schema int, mutations json
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  refusal text := private.batch_refusal(
    sync_push.schema, sync_push.client_id, sync_push.mutations);
  batch jsonb;
  start record;
  stand record;
  answer record;
  mutation jsonb;
  seq bigint;
  next_seq bigint;
  entry private.mutation_log;
  result jsonb;
  results jsonb := '[]';
  rev_after bigint;
begin
  if refusal is null then
    select coalesce(jsonb_agg(private.readable(m)), '[]') into batch
      from json_array_elements(sync_push.mutations) m;
    if exists (select from jsonb_array_elements(batch) m where not private.is_mutation(m)) then
      refusal := 'invalid';
    else
      select * into start from private.begin_push(sync_push.business_id, sync_push.client_id);
      refusal := case
        when not start.is_member then 'access_lost'
        when start.last_seq is null then 'not_allowed' end;
    end if;
  end if;
  if refusal is not null then
    return json_build_object('ok', false, 'code', refusal, 'server_time', clock_timestamp());
  end if;
  select * into stand from private.sync_head(sync_push.business_id, sync_push.client_id);
  next_seq := start.last_seq + 1;

  for mutation in select value from jsonb_array_elements(batch) loop
    seq := (mutation ->> 'seq')::bigint;
    exit when seq > next_seq;
    entry := private.logged_mutation(
      sync_push.business_id, (mutation ->> 'id')::uuid, sync_push.client_id, seq, seq < next_seq);
    if entry.mutation_id is not null or seq < next_seq then
      result := jsonb_strip_nulls(jsonb_build_object(
        'seq', seq, 'id', mutation -> 'id',
        'status', coalesce(nullif(entry.status, 'applied'), 'duplicate'),
        'code', entry.code, 'field', entry.field, 'attention_id', entry.attention_id));
    else
      result := private.judge_mutation(sync_push.business_id, mutation);
      perform private.log_mutation(
        sync_push.business_id, sync_push.client_id, mutation, result);
    end if;
    results := results || result;
    next_seq := greatest(next_seq, seq + 1);
  end loop;

  rev_after := private.end_push(
    sync_push.business_id, sync_push.client_id, next_seq - 1, stand.head);
  select * into answer from private.push_rows(
    sync_push.business_id, private.named_rows(batch, next_seq),
    -- Only when something was written is the newest rev this transaction's.
    case when rev_after > stand.head then rev_after end, stand.sees_contacts);
  return json_build_object(
    'ok', true, 'rev', rev_after, 'last_seq', next_seq - 1, 'results', results,
    'tables', answer.tables, 'dead', answer.dead, 'server_time', clock_timestamp());
end
$$;

revoke all on function public.sync_push(uuid, uuid, int, json) from public, anon;
grant execute on function
  private.begin_push(uuid, uuid), private.logged_mutation(uuid, uuid, uuid, bigint, boolean),
  private.log_mutation(uuid, uuid, jsonb, jsonb), private.end_push(uuid, uuid, bigint, bigint),
  private.constraint_field(text, text, text),
  private.refusal_of(text, text, text, text, text, jsonb), private.unreadable_field(jsonb),
  private.judge_mutation(uuid, jsonb), private.dead_keys(uuid, text[], uuid[], bigint),
  private.push_rows(uuid, jsonb, bigint, boolean),
  private.readable(json), private.is_mutation(jsonb), private.named_rows(jsonb, bigint),
  private.batch_refusal(int, uuid, json), public.sync_push(uuid, uuid, int, json)
to authenticated;
