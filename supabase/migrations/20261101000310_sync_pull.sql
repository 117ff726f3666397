-- The three reading functions of sync. The wire is described in sync/SPEC.md.

-- What every sync function checks first. Null = go on.
create function private.sync_refusal(
  head bigint, epoch text, known_epoch text, schema int
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return case
    -- Version 1 is the first; below the oldest one served, the device waits for its update.
    when schema is null or schema < 1 then jsonb_build_object('ok', false, 'code', 'upgrade_needed')
    when head is null then jsonb_build_object('ok', false, 'code', 'access_lost')
    when known_epoch is not null and known_epoch <> epoch
      then jsonb_build_object('ok', false, 'code', 'reset', 'epoch', epoch)
  end || jsonb_build_object('server_time', clock_timestamp());
end
$$;

-- Clients for members who may not see how to reach all of them: the rows that they may read
-- themselves, and the others without their contact.
create function private.clients_between(business uuid, after_rev bigint, to_rev bigint) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select json_agg(r.body)
      from (
        select row_to_json(t) as body from public.clients t
        where t.business_id = business and t.rev > after_rev and t.rev <= to_rev
        union all
        select m::json from private.masked_clients(business, after_rev, to_rev, null) m
      ) r
  );
end
$$;

-- For members with a narrow view: the changed rows that they do not (or no longer) see, as dead.
create function private.unseen_keys(
  name text, business uuid, after_rev bigint, to_rev bigint, seen json
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_array(name, k.id, k.rev)), '[]')
      from private.changed_keys(name, business, after_rev, to_rev) k
      where k.id not in (
        select (r ->> 'id')::uuid from json_array_elements(coalesce(seen, '[]')) r)
  );
end
$$;

-- {name: rows, …} from two arrays, leaving out tables without rows.
create function private.pack_tables(names text[], bodies json[]) returns json
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(json_object_agg(t.name, t.body) filter (where t.body is not null), '{}')
      from unnest(names, bodies) t (name, body)
  );
end
$$;

create function public.sync_pull(
  business_id uuid, client_id uuid, cursor bigint, epoch text default null,
  schema int default 1, page_size int default 2000
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  stand record;
  page record;
  refusal jsonb;
  upto bigint;
  name text;
  bodies json[] := '{}';
  dead jsonb;
begin
  select * into stand from private.sync_head(sync_pull.business_id, sync_pull.client_id);
  refusal := private.sync_refusal(stand.head, stand.epoch, sync_pull.epoch, sync_pull.schema);
  if refusal is null and (
    sync_pull.cursor > stand.head
    or (sync_pull.cursor > 0
      and (sync_pull.epoch is null or sync_pull.cursor < stand.tombstone_floor))
  ) then
    refusal := jsonb_build_object(
      'ok', false, 'code', 'reset', 'epoch', stand.epoch, 'server_time', clock_timestamp());
  end if;
  if refusal is not null then
    return refusal::json;
  end if;

  select * into page from private.page_end(
    sync_pull.business_id, sync_pull.cursor, least(greatest(sync_pull.page_size, 1), 5000));
  upto := coalesce(page.upto, stand.head);
  dead := coalesce(
    private.tombstones_between(sync_pull.business_id, sync_pull.cursor, upto), '[]');
  -- A page is megabytes: what is said here in one expression is not copied from one variable to the
  -- next.
  foreach name in array page.table_names loop
    if name = 'clients' and not stand.sees_contacts then
      bodies := bodies || private.clients_between(sync_pull.business_id, sync_pull.cursor, upto);
    else
      bodies := bodies || private.rows_between(name, sync_pull.business_id, sync_pull.cursor, upto);
    end if;
    if not stand.sees_prices then
      bodies[cardinality(bodies)] := private.without_money(name, bodies[cardinality(bodies)]);
    end if;
    -- A device at the beginning has nothing that could die.
    if not stand.sees_all and sync_pull.cursor > 0 then
      dead := dead || private.unseen_keys(
        name, sync_pull.business_id, sync_pull.cursor, upto, bodies[cardinality(bodies)]);
    end if;
  end loop;

  return (
    select json_build_object(
        'ok', true, 'epoch', stand.epoch, 'cursor', upto, 'head', stand.head,
        'more', upto < stand.head,
        'tables', coalesce(
          json_object_agg(page.table_names[n], bodies[n]) filter (where bodies[n] is not null), '{}'),
        'dead', dead, 'last_seq', stand.last_seq, 'server_time', clock_timestamp())
      from generate_subscripts(bodies, 1) n
  );
end
$$;

-- The moment that says in which month a row is, of tables that devices load month by month.
create function private.month_of(name text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when name in ('appointments', 'appointment_segments', 'time_blocks', 'time_off') then 'starts_at'
    when name in ('sales', 'sale_lines', 'tips', 'payments', 'refunds') then 'occurred_at'
  end
$$;

-- The rows of one table for a window: {from, to, referenced, after, limit}.
create function private.window_rows(
  name text, business uuid, wanted jsonb, sees_contacts boolean,
  out rows_found json, out more boolean
)
language plpgsql stable set search_path = ''
as $$
declare
  moment constant text := private.month_of(name);
  most constant int := (wanted ->> 'limit')::int;
  source text := format(
    '(select x.id, row_to_json(x) as body from public.%I x where x.business_id = $1', name);
begin
  if moment is not null and wanted ? 'from' then
    source := source || format(' and x.%I >= $2', moment);
  end if;
  if moment is not null and wanted ? 'to' then
    source := source || format(' and x.%I < $3', moment);
  end if;
  source := source || ')';
  if name = 'clients' and not sees_contacts then
    source := format(
      '(select * from %s known union all select (m ->> ''id'')::uuid, m::json
        from private.masked_clients($1, -1, 9223372036854775807, null) m)', source);
  end if;
  -- One row more than asked for tells whether there are more.
  source := format(
    'select coalesce(json_agg(part.body) filter (where $5 is null or part.place <= $5), ''[]''),
       coalesce(max(part.place) > $5, false)
     from (select t.body, row_number() over (order by t.id) as place from %s t where true', source);
  if name = 'clients' and coalesce((wanted ->> 'referenced')::boolean, false) then
    source := source || ' and t.id in (
      select a.client_id from public.appointments a
      where a.business_id = $1 and a.starts_at >= $2 and a.starts_at < $3
      union all
      select s.client_id from public.attendees s
      join public.appointments a on a.business_id = s.business_id and a.id = s.appointment_id
      where s.business_id = $1 and a.starts_at >= $2 and a.starts_at < $3
      union all
      select unnest(array[p.client_id, p.payer_id]) from public.sales p
      where p.business_id = $1 and p.occurred_at >= $2 and p.occurred_at < $3
      union all
      select w.client_id from public.waitlist_entries w
      where w.business_id = $1 and w.state in (''waiting'', ''offered''))';
  end if;
  if wanted ? 'after' then
    source := source || ' and t.id > $4';
  end if;
  if wanted ? 'limit' then
    source := source || ' order by t.id limit $5 + 1';
  end if;
  execute source || ') part' into rows_found, more
    using business, (wanted ->> 'from')::timestamptz, (wanted ->> 'to')::timestamptz,
      (wanted ->> 'after')::uuid, most;
end
$$;

create function public.sync_window(business_id uuid, "window" jsonb, schema int default 1)
returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  wanted jsonb := jsonb_strip_nulls(sync_window."window");
  names text[];
  stand record;
  refusal jsonb;
  name text;
  part record;
  bodies json[] := '{}';
  more boolean := false;
begin
  select * into stand from private.sync_head(sync_window.business_id, null);
  refusal := private.sync_refusal(stand.head, stand.epoch, null, sync_window.schema);
  if refusal is not null then
    return refusal::json;
  end if;
  names := private.known_tables(case when wanted ? 'tables'
    then array(select jsonb_array_elements_text(wanted -> 'tables')) end);
  if cardinality(names) <> 1 then
    wanted := wanted - 'after' - 'limit';
  elsif wanted ? 'limit' then
    wanted := jsonb_set(
      wanted, '{limit}', to_jsonb(least(greatest((wanted ->> 'limit')::int, 1), 10000)));
  end if;
  foreach name in array names loop
    select * into part
      from private.window_rows(name, sync_window.business_id, wanted, stand.sees_contacts);
    bodies := bodies || case when stand.sees_prices then part.rows_found
      else private.without_money(name, part.rows_found) end;
    more := more or part.more;
  end loop;
  return json_build_object(
    'ok', true, 'epoch', stand.epoch, 'head', stand.head, 'more', more,
    'tables', private.pack_tables(names, bodies), 'server_time', clock_timestamp());
end
$$;

-- Count and hash of the rows that the caller may see, per table and month.
create function public.sync_digest(business_id uuid) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  stand record;
  name text;
  parts jsonb;
  tables jsonb := '{}';
begin
  select * into stand from private.sync_head(sync_digest.business_id, null);
  if stand.head is null then
    return private.sync_refusal(null, null, null, 1);
  end if;
  foreach name in array private.known_tables(null) loop
    -- The last 48 bits of the id and 48 bits of the scrambled rev: the device computes the same.
    execute format($sql$
      select coalesce(jsonb_agg(jsonb_build_array(p.part, p.n, p.hash::text) order by p.part), '[]')
      from (
        select d.part, count(*) as n, sum(
          ('x' || right(d.id::text, 12))::bit(48)::bigint
            # ((d.rev * 2654435761) & 281474976710655)) as hash
        from (
          select t.id, t.rev, %s as part from public.%I t where t.business_id = $1 %s
        ) d
        group by d.part
      ) p $sql$,
      case when private.month_of(name) is null then $part$'all'$part$
        else format('to_char(t.%I, ''YYYY-MM'')', private.month_of(name)) end,
      name,
      case when name = 'clients' and not stand.sees_contacts then
        $masked$union all select (m ->> 'id')::uuid, (m ->> 'rev')::bigint, 'all'
          from private.masked_clients($1, -1, 9223372036854775807, null) m$masked$ else '' end)
      into parts using sync_digest.business_id;
    tables := tables || jsonb_build_object(name, parts);
  end loop;
  return jsonb_build_object(
    'ok', true, 'epoch', stand.epoch, 'rev', stand.head, 'tables', tables,
    'server_time', clock_timestamp());
end
$$;

revoke all on function
  public.sync_pull(uuid, uuid, bigint, text, int, int), public.sync_window(uuid, jsonb, int),
  public.sync_digest(uuid)
from public, anon;
grant execute on function
  private.sync_refusal(bigint, text, text, int),
  private.clients_between(uuid, bigint, bigint),
  private.unseen_keys(text, uuid, bigint, bigint, json),
  private.pack_tables(text[], json[]),
  private.month_of(text),
  private.window_rows(text, uuid, jsonb, boolean),
  public.sync_pull(uuid, uuid, bigint, text, int, int), public.sync_window(uuid, jsonb, int),
  public.sync_digest(uuid)
to authenticated;
