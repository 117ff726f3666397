-- Erasing clients who have not been there for years, when the business wants that (it does not unless
-- somebody says so): `retention_years`. It is the erasing of client_erase.sql, by the clock.
--
-- The first are erased a week after the number was chosen, so that a slip of the finger can be noticed.

create function private.note_retention() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.retention_since := case when new.retention_years is not null then now() end;
  return new;
end
$$;
-- Writers name all columns: only another number counts.
create trigger a_note_retention before update of retention_years on public.businesses
  for each row when (old.retention_years is distinct from new.retention_years)
  execute function private.note_retention();

-- Who has not been there since a moment, and when they were there last: visits that did not take place
-- do not count, those still to come do. Whoever is new counts from when they were entered. Runs as the
-- caller: nobody learns of clients whom they do not see.
create function private.absent_clients(business uuid, since timestamptz, how_many int)
returns table (client_id uuid, last_visit_at timestamptz, absent_since timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select c.id, v.last, greatest(v.last, c.created_at)
    from public.clients c
    left join lateral (
      select max(x.starts_at) as last
      from (
        select a.starts_at, a.status from public.appointments a
        where a.business_id = c.business_id and a.client_id = c.id
        union all
        select a.starts_at, a.status from public.attendees t
        join public.appointments a on a.business_id = t.business_id and a.id = t.appointment_id
        where t.business_id = c.business_id and t.client_id = c.id and t.state <> 'cancelled'
        union all
        -- Whoever waits means to come.
        select e.expires_at, e.state from public.waitlist_entries e
        where e.business_id = c.business_id and e.client_id = c.id
          and e.state in ('waiting', 'offered')
        union all
        -- Whoever bought something was there; sales of records that became theirs stay where they were.
        select s.occurred_at, 'sold' from public.sales s
        where s.business_id = c.business_id and s.client_id in (
          select k.id from public.clients k
          where k.business_id = c.business_id and (k.id = c.id or k.merged_into = c.id))
      ) x
      where x.status not in ('cancelled', 'declined', 'expired')
    ) v on true
    where c.business_id = business and c.status <> 'anonymised' and c.merged_into is null
      and c.created_at < since and (v.last is null or v.last < since)
      -- Whoever answers for somebody is kept as long as they are.
      and not exists (
        select from public.clients d
        where d.business_id = c.business_id and d.guardian_id = c.id)
    order by 3, 1
    limit how_many;
end
$$;

-- Whom a number of years means: how many are due at once, and the first of them and of those who
-- follow within a month. Codes: not_allowed, invalid (years).
create function public.retention_preview(business_id uuid, years int) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  ahead constant interval := '30 days';
  most constant int := 50;
  business constant uuid := retention_preview.business_id;
  kept constant interval := make_interval(years => retention_preview.years);
begin
  perform private.require_second_factor();
  perform private.begin_reading(business);
  if not private.has_permission(business, 'settings')
    or not private.has_permission(business, 'clients.edit') then
    return jsonb_build_object('ok', false, 'code', 'not_allowed');
  elsif retention_preview.years is null or retention_preview.years not between 1 and 20 then
    return jsonb_build_object('ok', false, 'code', 'invalid', 'field', 'years');
  end if;
  return jsonb_build_object(
    'ok', true,
    'due', (
      select count(*) from private.absent_clients(business, now() - kept, null)),
    'clients', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', n.client_id, 'last_visit_at', n.last_visit_at, 'due_at', n.absent_since + kept)
          order by n.absent_since, n.client_id), '[]')
      from private.absent_clients(business, now() - kept + ahead, most) n));
end
$$;

-- A bounded number for each business and run; the job comes again tomorrow.
create function private.retire_clients() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  patience constant interval := '7 days';
  most constant int := 200;
  b record;
begin
  for b in
    select x.id, make_interval(years => x.retention_years) as kept from public.businesses x
    where x.retention_years is not null and x.retention_since <= now() - patience
      and not exists (select from private.closed_businesses c where c.business_id = x.id)
    order by x.id
  loop
    perform private.lock_business(b.id);
    update public.clients c set status = 'anonymised'
      from private.absent_clients(b.id, now() - b.kept, most) gone
      where c.business_id = b.id and c.id = gone.client_id;
  end loop;
end
$$;

revoke all on function public.retention_preview(uuid, int) from public, anon;
grant execute on function public.retention_preview(uuid, int) to authenticated;
grant execute on function private.absent_clients(uuid, timestamptz, int) to authenticated;
