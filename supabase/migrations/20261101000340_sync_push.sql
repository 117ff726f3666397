-- Push: an ordered batch of mutations, each judged in a savepoint of its own.
--
--   seq ≤ last_seq, or a known mutation id ──► duplicate: the first answer again
--   seq ≤ last_seq with another id than then ──► the whole batch is refused: client_reused
--   seq = last_seq + 1 ──► applied | conflict (applied, but a person must look) | refused
--   seq > last_seq + 1 ──► a gap: stop, last_seq tells where
--
-- A transient fault (deadlock, timeout, no disk) aborts the whole batch; the device sends it again.

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
  business uuid, named jsonb, my_rev bigint, sees_contacts boolean, sees_prices boolean,
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
    select r.body, r.seen into body, seen from private.rows_named(name, business, wanted, my_rev) r;
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
    if not sees_prices then
      body := private.without_money(name, body);
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

-- Why a batch is not even looked at; null = it is. The second factor is asked for first of all: judging
-- the mutations of a batch would write each of them off.
create function private.batch_refusal(schema int, client_id uuid, mutations json)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return case
    when schema is null or schema < 1 then 'upgrade_needed'
    when client_id is null or json_typeof(mutations) is distinct from 'array' then 'invalid'
    when json_array_length(mutations) > 100 then 'payload_too_large'
    -- A single large mutation (a long form, a step of an import) may travel alone.
    when octet_length(mutations::text)
      > case when json_array_length(mutations) > 1 then 262144 else 4194304 end
      then 'payload_too_large'
  end;
end
$$;

-- `mutations` is json, not jsonb, so that a character that jsonb refuses is met here and not while
-- the arguments are read, where it would take the whole batch with it.
create function public.sync_push(
  business_id uuid, client_id uuid, schema int, mutations json,
  -- Whose numbers `base_rev` are. Null = nothing was pulled yet, or an app that does not say.
  epoch text default null
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
  mutation_id uuid;
  entry private.mutation_log;
  result jsonb;
  -- Arrays, not a growing jsonb, which would be written anew for every mutation.
  results jsonb[] := '{}';
  judged private.mutation_log[] := '{}';
  known uuid[];
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
        when start.last_seq is null then 'not_allowed'
        -- A first number above the last one, as in nearly every batch, is nobody else's.
        when (batch #>> '{0,seq}')::bigint <= start.last_seq
          and private.is_reused(
            sync_push.business_id, sync_push.client_id, batch, start.last_seq)
          then 'client_reused'
      end;
    end if;
  end if;
  if refusal is not null then
    return json_build_object('ok', false, 'code', refusal, 'server_time', clock_timestamp());
  end if;
  select * into stand from private.sync_head(sync_push.business_id, sync_push.client_id);
  if sync_push.epoch <> stand.epoch then
    -- A server restored from a backup counts differently: these mutations do not tell what was seen.
    return json_build_object(
      'ok', false, 'code', 'reset', 'epoch', stand.epoch, 'server_time', clock_timestamp());
  end if;
  next_seq := start.last_seq + 1;
  known := private.logged_ids(sync_push.business_id, batch);

  for mutation in select value from jsonb_array_elements(batch) loop
    seq := (mutation ->> 'seq')::bigint;
    exit when seq > next_seq;
    mutation_id := (mutation ->> 'id')::uuid;
    entry := null;
    if seq < next_seq or mutation_id = any (known) then
      -- The earlier answer may be one of this very batch.
      perform private.log_mutations(judged);
      judged := '{}';
      entry := private.logged_mutation(
        sync_push.business_id, mutation_id, sync_push.client_id, seq, seq < next_seq);
    end if;
    if entry.mutation_id is not null or seq < next_seq then
      result := jsonb_strip_nulls(jsonb_build_object(
        'seq', seq, 'id', mutation -> 'id',
        'status', coalesce(nullif(entry.status, 'applied'), 'duplicate'),
        'code', entry.code, 'field', entry.field, 'attention_id', entry.attention_id));
    else
      result := private.judge_mutation(sync_push.business_id, mutation);
      judged := judged || private.log_entry(
        sync_push.business_id, sync_push.client_id, mutation, result, stand.head);
      known := known || mutation_id;
    end if;
    results := results || result;
    next_seq := greatest(next_seq, seq + 1);
  end loop;
  perform private.log_mutations(judged);

  rev_after := private.end_push(
    sync_push.business_id, sync_push.client_id, next_seq - 1, stand.head);
  select * into answer from private.push_rows(
    sync_push.business_id, private.named_rows(batch, next_seq),
    -- Only when something was written is the newest rev this transaction's.
    case when rev_after > stand.head then rev_after end, stand.sees_contacts,
    stand.sees_prices);
  return json_build_object(
    'ok', true, 'rev', rev_after, 'last_seq', next_seq - 1, 'results', array_to_json(results),
    'tables', answer.tables, 'dead', answer.dead, 'server_time', clock_timestamp());
end
$$;

revoke all on function public.sync_push(uuid, uuid, int, json, text) from public, anon;
grant execute on function
  private.begin_push(uuid, uuid), private.logged_mutation(uuid, uuid, uuid, bigint, boolean),
  private.is_reused(uuid, uuid, jsonb, bigint),
  private.logged_ids(uuid, jsonb), private.log_entry(uuid, uuid, jsonb, jsonb, bigint),
  private.log_mutations(private.mutation_log[]), private.end_push(uuid, uuid, bigint, bigint),
  private.constraint_field(text, text, text),
  private.refusal_of(text, text, text, text, text, jsonb), private.unreadable_field(jsonb),
  private.judge_mutation(uuid, jsonb), private.dead_keys(uuid, text[], uuid[], bigint),
  private.push_rows(uuid, jsonb, bigint, boolean, boolean),
  private.readable(json), private.is_mutation(jsonb), private.named_rows(jsonb, bigint),
  private.batch_refusal(int, uuid, json), public.sync_push(uuid, uuid, int, json, text)
to authenticated;
