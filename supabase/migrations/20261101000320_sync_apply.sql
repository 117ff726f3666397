-- One row operation of a mutation, judged like `applyOp` of src/domain/commands/apply-op.ts.
--
-- These functions run as the caller, so row-level security, column grants, constraints and
-- triggers judge every operation. What they refuse is an exception with a code (private.refuse) or
-- PostgreSQL's own; sync_push turns both into answers.

-- Fields of a row that somebody else has changed since `base_rev`: another device, a client on the
-- public pages, or the server.
create function private.foreign_changes(business uuid, row_id uuid, base_rev bigint, device uuid)
returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct f
    from private.row_changes c, unnest(c.fields) f
    where c.business_id = business and c.row_id = foreign_changes.row_id and c.rev > base_rev
      and c.client_id is distinct from device);
end
$$;

-- Nothing was hit: the row is out of the caller's reach, or it is gone.
create function private.refuse_missing(name text, business uuid, row_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_there boolean;
begin
  execute format(
    'select exists (select from public.%I t where t.business_id = $1 and t.id = $2)', name)
    into is_there using business, row_id;
  if is_there then
    perform private.refuse('not_allowed');
  end if;
  perform private.refuse('deleted');
end
$$;

create function private.unbury(business uuid, name text, row_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.tombstones t
    where t.business_id = business and t.table_name = name and t.row_id = unbury.row_id;
end
$$;

-- Fields and marks that follow from others or from the server's own rules: no merge question about them.
create function private.derived_fields(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select case name
    when 'appointments' then array[
      'starts_at', 'ends_at', 'arrived_at', 'started_at', 'finished_at', 'cancelled_at',
      'cancel_late', 'cancel_by', 'cancel_reason', 'fee_kind', 'fee_cents', 'fee_state',
      'ical_sequence', 'reschedule_count', 'series_detached']
    when 'appointment_segments' then array['ends_at']
    when 'attention_items' then array['resolved_at']
    else '{}'::text[]
  end
$$;

-- The same field changed by two: a stale edit steps back, a fresh one wins, and either way both
-- values are kept for a person. Answers what is left to write.
create function private.merge_contested(
  name text, business uuid, row_id uuid, change jsonb, contested text[], is_stale boolean,
  out left_over jsonb, out mine jsonb, out theirs jsonb
)
language plpgsql stable set search_path = ''
as $$
declare
  now_there jsonb;
  wanted jsonb;
  field text;
begin
  left_over := change;
  execute format(
    'select to_jsonb(t), to_jsonb(jsonb_populate_record(null::public.%1$I, $3))
     from public.%1$I t where t.business_id = $1 and t.id = $2', name)
    into now_there, wanted using business, row_id, change;
  if now_there is null then
    return;
  end if;
  foreach field in array contested loop
    continue when now_there -> field = wanted -> field;
    mine := coalesce(mine, '{}') || jsonb_build_object(field, change -> field);
    theirs := coalesce(theirs, '{}') || jsonb_build_object(field, now_there -> field);
    -- The steps of a lifecycle are judged by their own table, whenever they were made.
    if is_stale and not (name = 'appointments' and field = 'status') then
      left_over := left_over - field;
    end if;
  end loop;
end
$$;

create function private.patch_row(
  name text, business uuid, row_id uuid, change jsonb, base_rev bigint, is_stale boolean
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  device constant uuid := current_setting('daybook.device', true)::uuid;
  contested text[];
  mine jsonb;
  theirs jsonb;
begin
  contested := private.foreign_changes(business, row_id, base_rev, device);
  if contested <> '{}' then
    contested := array(
      select f from unnest(contested) f
      where change ? f and f <> all (private.derived_fields(name)));
  end if;
  if contested <> '{}' then
    select m.left_over, m.mine, m.theirs into change, mine, theirs
      from private.merge_contested(name, business, row_id, change, contested, is_stale) m;
  end if;
  if change <> '{}' and private.update_row(name, business, row_id, change) = 0 then
    perform private.refuse_missing(name, business, row_id);
  end if;
  if mine is not null then
    perform private.raise_attention(business, name, row_id, 'stale_field', mine, theirs);
  end if;
end
$$;

-- True when the row was made, false when its id exists already. Not ON CONFLICT (id): that asks the
-- select policy about the new row, and what makes a row one's own may be written only after it.
create function private.make_row(name text, whole jsonb) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  broken text;
begin
  perform private.insert_row(name, whole);
  return true;
exception when unique_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> name || '_pkey' then
    raise;
  end if;
  return false;
end
$$;

-- Makes the row, or changes the given columns of the one that is there.
create function private.put_row(
  name text, business uuid, row_id uuid, whole jsonb, base_rev bigint, is_stale boolean
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  changeable text[];
begin
  if private.writable(name, 'insert') is not null and private.make_row(
    name, whole || jsonb_build_object('id', row_id, 'business_id', business)) then
    perform private.unbury(business, name, row_id);
    return;
  end if;
  changeable := private.writable(name, 'update');
  if changeable is null then
    perform private.refuse('not_allowed');
  end if;
  perform private.patch_row(
    name, business, row_id,
    (select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(whole) e
     where e.key = any (changeable)),
    base_rev, is_stale);
end
$$;

-- Sets take and lose single elements, so that two people may change the same list.
create function private.change_set(
  name text, business uuid, row_id uuid, elements jsonb, adding boolean
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  field text;
  element_type text;
  hit int;
begin
  for field in select jsonb_object_keys(elements) loop
    select pg_catalog.format_type(t.typelem, null) into element_type
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type t on t.oid = a.atttypid and t.typcategory = 'A'
      where a.attrelid = format('public.%I', name)::regclass and a.attname = field;
    if not found then
      perform private.refuse('invalid', field);
    end if;
    execute format(
      case when adding then
        'update public.%1$I t set %2$I = case when $1::%3$s = any (t.%2$I) then t.%2$I
           else array_append(t.%2$I, $1::%3$s) end
         where t.business_id = $2 and t.id = $3'
      else
        'update public.%1$I t set %2$I = array_remove(t.%2$I, $1::%3$s)
         where t.business_id = $2 and t.id = $3'
      end, name, field, element_type)
      using elements ->> field, business, row_id;
    get diagnostics hit = row_count;
    if hit = 0 then
      perform private.refuse_missing(name, business, row_id);
    end if;
  end loop;
end
$$;

create function private.delete_row(name text, business uuid, row_id uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  hit int;
begin
  execute format('delete from public.%I t where t.business_id = $1 and t.id = $2', name)
    using business, row_id;
  get diagnostics hit = row_count;
  if hit = 0 then
    begin
      perform private.refuse_missing(name, business, row_id);
    exception when sqlstate 'PT409' then
      -- Already gone is what was asked for.
      if sqlerrm <> 'deleted' then
        raise;
      end if;
    end;
  end if;
end
$$;

create function private.apply_op(business uuid, op jsonb, base_rev bigint, is_stale boolean)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  name constant text := op ->> 'table';
  row_id constant uuid := (op ->> 'id')::uuid;
  kind constant text := op ->> 'op';
  value jsonb := op -> 'value';
  known constant text[] := private.writable(name, 'select');
  allowed text[];
  field text;
begin
  if row_id is null then
    perform private.refuse('invalid', 'id');
  end if;
  -- Tables that no client writes are not in the list.
  if known is null then
    perform private.refuse('not_allowed', 'table');
  end if;
  if kind = 'delete' then
    perform private.delete_row(name, business, row_id);
    return;
  end if;
  if jsonb_typeof(value) is distinct from 'object' then
    perform private.refuse('invalid', 'value');
  end if;
  -- What somebody is not told they do not write either.
  if current_setting('daybook.prices', true) = 'masked' then
    value := value - array(select jsonb_object_keys(private.no_money() -> name));
  end if;

  allowed := private.writable(name, 'update');
  for field in select jsonb_object_keys(value) loop
    if field <> all (known) then
      perform private.refuse('invalid', field);
    elsif kind <> 'put' and (allowed is null or field <> all (allowed)) then
      perform private.refuse('not_allowed', field);
    end if;
  end loop;

  case kind
    when 'put' then
      perform private.put_row(name, business, row_id, value, base_rev, is_stale);
    when 'patch' then
      perform private.patch_row(name, business, row_id, value, base_rev, is_stale);
    when 'add' then
      perform private.change_set(name, business, row_id, value, true);
    when 'remove' then
      perform private.change_set(name, business, row_id, value, false);
    else
      perform private.refuse('invalid', 'op');
  end case;
end
$$;

grant execute on function
  private.writable(text, text), private.foreign_changes(uuid, uuid, bigint, uuid),
  private.refuse_missing(text, uuid, uuid), private.unbury(uuid, text, uuid),
  private.derived_fields(text), private.refuse(text, text),
  private.merge_contested(text, uuid, uuid, jsonb, text[], boolean),
  private.patch_row(text, uuid, uuid, jsonb, bigint, boolean),
  private.make_row(text, jsonb),
  private.put_row(text, uuid, uuid, jsonb, bigint, boolean),
  private.change_set(text, uuid, uuid, jsonb, boolean),
  private.delete_row(text, uuid, uuid),
  private.apply_op(uuid, jsonb, bigint, boolean),
  private.raise_attention(uuid, text, uuid, text, jsonb, jsonb),
  private.settle_pending()
to authenticated;
