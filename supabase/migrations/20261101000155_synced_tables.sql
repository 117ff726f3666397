-- Which tables devices keep a copy of, and what every one of them brings along.

-- Parents before children, as TABLES in src/domain/rows.ts: the order of every answer.
create table private.synced_tables (
  name text primary key,
  position int not null unique
);

-- A generated function with one plan for all synced tables: the revs that are newer than a cursor,
-- at most `most` per table. Written again whenever a table joins (private.sync_table).
create function private.build_newer_revs() returns void
language plpgsql set search_path = ''
as $build$
declare
  parts text;
begin
  select string_agg(format(
      '(select %L, t.rev from public.%I t where t.business_id = business and t.rev > after_rev '
      'order by t.rev limit most)', name, name), ' union all ' order by position)
    into parts from private.synced_tables;
  execute format($create$
    create or replace function private.newer_revs(business uuid, after_rev bigint, most int)
    returns table (table_name text, rev bigint)
    language plpgsql stable security definer set search_path = ''
    as $body$
    begin
      return query %s
        union all
        (select '', t.rev from private.tombstones t
         where t.business_id = business and t.rev > after_rev order by t.rev limit most);
    end
    $body$;
  $create$, parts);
end
$build$;

-- Two generated functions read rows as the caller, with one kept statement per table: with EXECUTE
-- every pull and every push would pay for planning the policies of each table again.
--   rows_between: everything with after_rev < rev <= to_rev
--   rows_named: the named rows and what the transaction with a rev has changed, with their ids
--
-- Rows travel as json, not jsonb: PostgreSQL writes them four times as fast, and nobody reads them
-- before they are text again.
create function private.build_row_readers() returns void
language plpgsql set search_path = ''
as $build$
declare
  between_parts text;
  named_parts text;
begin
  select
    string_agg(format($sql$
        when %L then
          return (
            select json_agg(t) from public.%I t
            where t.business_id = business and t.rev > after_rev and t.rev <= to_rev);$sql$,
      name, name), '' order by position),
    string_agg(format($sql$
        when %L then
          select json_agg(t), array_agg(t.id) into body, seen
            from (
              select x.* from public.%I x where x.business_id = business and x.id = any (ids)
              union all
              select x.* from public.%I x
              where x.business_id = business and x.rev = my_rev and x.id <> all (ids)
            ) t;$sql$,
      name, name, name), '' order by position)
    into between_parts, named_parts from private.synced_tables;
  execute format($create$
    create or replace function private.rows_between(
      name text, business uuid, after_rev bigint, to_rev bigint
    ) returns json
    language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $body$
    begin
      case name %s
      end case;
    end $body$;
    create or replace function private.rows_named(
      name text, business uuid, ids uuid[], my_rev bigint, out body json, out seen uuid[]
    )
    language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
    -- An import gives thousands of rows one rev, so that any rev seems to have thousands.
    set enable_seqscan = off as $body$
    begin
      case name %s
      end case;
    end $body$;
    grant execute on function
      private.rows_between(text, uuid, bigint, bigint), private.rows_named(text, uuid, uuid[], bigint)
    to authenticated;
  $create$, between_parts, named_parts);
end
$build$;

-- Makes a table synced. Later migrations call it for their tables.
create function private.sync_table(table_name text, at_position int) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.synced_tables values (table_name, at_position);
  execute format(
    'create trigger zz_stamp before insert or update on public.%I
       for each row execute function private.stamp_row()', table_name);
  execute format(
    'create trigger zz_bury after delete on public.%I
       for each row execute function private.bury_row()', table_name);
  perform private.ask_second_factor(table_name);
  perform private.build_newer_revs();
  perform private.build_row_readers();
end
$$;

select private.sync_table(t.name, t.position::int * 10)
from unnest(array[
  'businesses', 'booking_rules', 'policy_texts', 'memberships', 'staff', 'work_patterns',
  'date_exceptions', 'block_off_reasons', 'time_off', 'time_blocks', 'service_categories',
  'services', 'service_variants', 'staff_service_overrides', 'add_on_groups', 'add_ons',
  'clients', 'appointments', 'appointment_segments', 'attention_items'
]) with ordinality as t (name, position);
