-- Judging mutations: the log that remembers the answers, the words for refusals, and the savepoint
-- around each mutation.

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
  insert into private.devices as d (business_id, client_id, user_id, user_device_id)
    values (business, device, auth.uid(), private.own_device())
    on conflict (business_id, client_id) do update set seen_at = now(),
      user_device_id = coalesce(excluded.user_device_id, d.user_device_id)
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

-- Whether a number that was judged already comes with a mutation that nobody knows: two devices, a
-- copied profile, use one client_id. Numbers whose answers are forgotten are believed.
create function private.is_reused(business uuid, device uuid, batch jsonb, last_seq bigint)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from jsonb_array_elements(batch) m
    join private.mutation_log l
      on l.business_id = business and l.client_id = device and l.seq = (m ->> 'seq')::bigint
    where (m ->> 'seq')::bigint <= last_seq and l.mutation_id <> (m ->> 'id')::uuid
      and not exists (
        select from private.mutation_log known
        where known.business_id = business and known.mutation_id = (m ->> 'id')::uuid));
end
$$;

-- Which mutations of a batch have an answer already: most batches are spared the look at each.
create function private.logged_ids(business uuid, batch jsonb) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select l.mutation_id from private.mutation_log l
    where l.business_id = business and l.mutation_id = any (array(
      select (m ->> 'id')::uuid from jsonb_array_elements(batch) m)));
end
$$;

-- What the log keeps of a judged mutation. `rev_before`: where the business stood, for a mutation
-- before which this transaction has written nothing.
create function private.log_entry(
  business uuid, device uuid, mutation jsonb, result jsonb, rev_before bigint
) returns private.mutation_log
language plpgsql stable security definer set search_path = ''
as $$
declare
  entry private.mutation_log;
begin
  entry.business_id := business;
  entry.mutation_id := (result ->> 'id')::uuid;
  entry.client_id := device;
  entry.seq := (result ->> 'seq')::bigint;
  entry.name := left(coalesce(mutation ->> 'name', ''), 120);
  entry.at := nullif(current_setting('daybook.at', true), '')::timestamptz;
  entry.base_rev := case when jsonb_typeof(mutation -> 'base_rev') = 'number'
    then trunc((mutation ->> 'base_rev')::numeric)::bigint end;
  entry.ops := coalesce(mutation -> 'ops', '[]');
  entry.status := result ->> 'status';
  entry.code := result ->> 'code';
  entry.field := result ->> 'field';
  entry.attention_id := (result ->> 'attention_id')::uuid;
  entry.rev := coalesce(private.held_rev(business), rev_before);
  return entry;
end
$$;

create function private.log_mutations(entries private.mutation_log[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if cardinality(entries) > 0 then
    insert into private.mutation_log (
      business_id, mutation_id, client_id, seq, user_id, name, at, base_rev, ops,
      status, code, field, attention_id, rev)
    select
      e.business_id, e.mutation_id, e.client_id, e.seq, auth.uid(), e.name, e.at, e.base_rev, e.ops,
      e.status, e.code, e.field, e.attention_id, e.rev
    from unnest(entries) e;
  end if;
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
  if rev > rev_before
    and current_setting('daybook.touched', true) ~ '\y(appointments|appointment_segments) ' then
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
    -- What has to add up is looked at when all rows of the mutation are there.
    if current_setting('daybook.touched', true)
      ~ '\y(sales|sale_lines|tips|payments|refunds|gift_activities|package_activities) ' then
      set constraints public.z_check_sale immediate;
      set constraints public.z_check_sale deferred;
    end if;
    if current_setting('daybook.unsettled', true) <> '' or current_setting('daybook.freed', true) <> ''
    then
      perform private.settle_pending();
    end if;
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
