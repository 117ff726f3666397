-- Erasing a closed business when its time has come: rows, logs, mails, answers, and the names of its
-- files for the sweep that takes those away (file_sweep.sql). What stays is the id, so that devices
-- which ask later are told.

create function private.erase_business(business uuid) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  part text;
begin
  insert into private.erased_businesses (business_id, farewell)
    select b.id, jsonb_build_object(
        'to', m.email,
        'data', jsonb_build_object(
          'business', jsonb_build_object(
            'name', b.name, 'brand_colour', b.brand_colour, 'time_zone', b.time_zone,
            'locale', b.locale, 'time_format', b.time_format),
          'erase_at', now()))
      from public.businesses b
      left join public.memberships m
        on m.business_id = b.id and m.role = 'owner' and m.status <> 'removed'
          and m.email not like '%@users.invalid'
      where b.id = business;
  insert into private.file_trash (bucket_id, name, business_id)
    select o.bucket_id, o.name, business from storage.objects o
      where starts_with(o.name, business || '/')
      on conflict do nothing;
  -- Everything public hangs on this row.
  delete from public.businesses b where b.id = business;
  -- Whatever the server remembers beside it, in tables of today and of tomorrow.
  for part in
    select c.relname
      from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
      where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
        and c.relname not in ('erased_businesses', 'file_trash')
      order by c.relname
  loop
    execute format('delete from private.%I x where x.business_id = $1', part) using business;
  end loop;
  delete from private.op_answers o
    where o.asker in ('business:' || business, 'waitlist:' || business, 'forms:' || business)
      or o.answer ->> 'business_id' = business::text;
end
$$;

-- One in a run: a large one takes its time, and the next run is a minute away.
create function private.erase_closed() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid;
begin
  select c.business_id into due from private.closed_businesses c
    where c.erase_at <= now() order by c.erase_at limit 1;
  if due is null then
    return;
  end if;
  perform private.lock_business(due);
  -- Its owner may have taken it back while this waited for its turn.
  if exists (select from private.closed_businesses c where c.business_id = due) then
    perform private.erase_business(due);
  end if;
end
$$;

-- The owner hears that it is done when it is: with the last file.
create function private.tell_erased() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  with done as (
    update private.erased_businesses e set farewell = null
      from private.erased_businesses was
      where was.business_id = e.business_id and was.farewell is not null
        and not exists (select from private.file_trash f where f.business_id = e.business_id)
      returning was.farewell
  )
  insert into private.mail_outbox (kind, to_email, data)
    select 'business_erased', d.farewell ->> 'to', d.farewell -> 'data' from done d
    where d.farewell ->> 'to' is not null;
end
$$;
