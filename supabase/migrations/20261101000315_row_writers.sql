-- Writing rows by name: which columns a client may write, and one kept statement per table.

-- The list of columns is asked two or three times for every operation: as an expression, made once from
-- the table, it costs nothing worth measuring, and a look-up cost one part in twenty of a push.
create function private.build_writable() returns void
language plpgsql set search_path = ''
as $build$
declare
  arms text;
begin
  select string_agg(
      format('when %L then %L::text[]', w.table_name || ' ' || w.operation, w.column_names), ' '
      order by w.table_name, w.operation)
    into arms from private.writable_columns w;
  execute format($create$
    create or replace function private.writable(name text, operation text) returns text[]
    language plpgsql immutable set search_path = ''
    as $body$
    begin
      return case name || ' ' || operation %s end;
    end
    $body$;
  $create$, arms);
end
$build$;

select private.build_writable();

-- Two generated functions write rows: one statement per table, so that plans are kept. With EXECUTE
-- every operation would pay for planning its policies again, a third of its whole cost.
--   insert_row: a row of defaults overlaid with the given values
--   update_row: the row as it is overlaid with the given values
create function private.build_row_writers() returns void
language plpgsql set search_path = ''
as $build$
declare
  inserts text := '';
  updates text := '';
  t record;
begin
  for t in
    select w.table_name as name, w.operation,
      (select string_agg(format('%I', c), ', ') from unnest(w.column_names) c) as columns,
      (select string_agg(format('r.%I', c), ', ') from unnest(w.column_names) c) as values_
    from private.writable_columns w order by w.table_name
  loop
    if t.operation = 'insert' then
      inserts := inserts || format($sql$
        when %L then
          insert into public.%I (%s)
          select %s from jsonb_populate_record(null::public.%I, %L::jsonb || whole) r;$sql$,
        t.name, t.name, t.columns, t.values_, t.name, private.default_values(t.name));
    elsif t.operation = 'update' then
      updates := updates || format($sql$
        when %L then
          update public.%I t set (%s) = (
            select %s from jsonb_populate_record(t, change) r)
          where t.business_id = business and t.id = row_id;$sql$,
        t.name, t.name, t.columns, t.values_);
    end if;
  end loop;
  execute format($create$
    create or replace function private.insert_row(name text, whole jsonb) returns void
    language plpgsql volatile set search_path = '' as $body$
    begin
      case name %s
      end case;
    end $body$;
    create or replace function private.update_row(
      name text, business uuid, row_id uuid, change jsonb
    ) returns int
    language plpgsql volatile set search_path = '' as $body$
    declare hit int;
    begin
      case name %s
      end case;
      get diagnostics hit = row_count;
      return hit;
    end $body$;
    grant execute on function
      private.insert_row(text, jsonb), private.update_row(text, uuid, uuid, jsonb)
    to authenticated;
  $create$, inserts, updates);
end
$build$;

-- What a column holds when nobody says anything. Those that the server stamps are not needed.
create function private.default_values(name text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parts text;
  found_defaults jsonb;
begin
  select string_agg(format('%L, %s', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid)), ', ')
    into parts
    from pg_catalog.pg_attrdef d
    join pg_catalog.pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = format('public.%I', name)::regclass
      and a.attname = any (private.writable(name, 'insert'));
  execute 'select jsonb_build_object(' || coalesce(parts, '') || ')' into found_defaults;
  return found_defaults;
end
$$;

select private.build_row_writers();
