-- Who on the waitlist a time that came free fits.
--
--   a visit is cancelled, moved or deleted ─▶ its stretch of the calendar is noted (waitlist_changes)
--        └─ within a minute (match_waitlists): for each who waits the first start that touches what
--           changed and that a request for the same would get
--   hours grow, a block or time off goes, somebody can be booked again ─▶ noted as well
--   a visit is made or moved there ─▶ noted as well: what no longer fits is taken back
--
-- Nobody's cancelling waits for this, and nothing of it can make cancelling fail. Nobody is told by a
-- match (`fits_at`) and nothing is held: what becomes of it a person decides, or waitlist_offers.sql,
-- whose offers are noted as changes too.

create table private.waitlist_changes (
  id bigint generated always as identity primary key,
  -- No foreign key: also what goes with its business is noted.
  business_id uuid not null,
  during tstzrange not null
);
create index waitlist_changes_business_id on private.waitlist_changes (business_id);
alter table private.waitlist_changes enable row level security;
revoke all on private.waitlist_changes from public, anon, authenticated;

-- Only what is still ahead, and only where somebody waits.
create function private.note_calendar_change() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.waitlist_changes (business_id, during)
    select distinct r.business_id, r.during
    from changed_rows r
    where r.appointment_id is not null and upper(r.during) > now()
      and exists (
        select from public.waitlist_entries e
        where e.business_id = r.business_id and e.state in ('waiting', 'offered'));
  return null;
end
$$;
create trigger note_free after delete on private.busy_segments
  referencing old table as changed_rows
  for each statement execute function private.note_calendar_change();
create trigger note_taken after insert on private.busy_segments
  referencing new table as changed_rows
  for each statement execute function private.note_calendar_change();

-- The same of hours, blocks, time off and who can be booked: whatever makes somebody free, or not free
-- any more. Only as far ahead as somebody waits and times are given out.
create function private.note_free_change(business uuid, during tstzrange) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.waitlist_changes (business_id, during)
    select business, s.span
    from public.booking_rules r
    cross join lateral (
      select note_free_change.during * tstzrange(
        now(), least(max(e.expires_at), now() + (r.window_days + 1) * interval '1 day')) as span
      from public.waitlist_entries e
      where e.business_id = business and e.state in ('waiting', 'offered') and e.expires_at > now()
      having count(*) > 0
    ) s
    where r.business_id = business and not isempty(s.span)
      -- With an erased business goes everything.
      and not exists (
        select from private.erased_businesses x where x.business_id = business);
end
$$;

create function private.note_hours_change() returns trigger
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  one jsonb;
  zone text;
begin
  foreach one in array array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end], null)
  loop
    select b.time_zone into zone from public.businesses b
      where b.id = (one ->> 'business_id')::uuid;
    perform private.note_free_change((one ->> 'business_id')::uuid, case
      when one ? 'starts_at' then
        tstzrange((one ->> 'starts_at')::timestamptz, (one ->> 'ends_at')::timestamptz)
      when one ? 'on_day' then tstzrange(
        private.day_start((one ->> 'on_day')::date, zone),
        private.day_start((one ->> 'on_day')::date + 1, zone))
      when one ? 'valid_from' then
        tstzrange(private.day_start((one ->> 'valid_from')::date, zone), null)
      else tstzrange(now(), null) end);
  end loop;
  return null;
end
$$;

create trigger note_blocks after insert or delete on public.time_blocks
  for each row execute function private.note_hours_change();
create trigger note_changed_blocks after update on public.time_blocks
  for each row when ((old.staff_id, old.starts_at, old.ends_at, old.blocks_online)
    is distinct from (new.staff_id, new.starts_at, new.ends_at, new.blocks_online))
  execute function private.note_hours_change();
create trigger note_time_off after insert or delete on public.time_off
  for each row execute function private.note_hours_change();
create trigger note_changed_time_off after update on public.time_off
  for each row when ((old.staff_id, old.starts_at, old.ends_at, old.status)
    is distinct from (new.staff_id, new.starts_at, new.ends_at, new.status))
  execute function private.note_hours_change();
create trigger note_exceptions after insert or update or delete on public.date_exceptions
  for each row execute function private.note_hours_change();
create trigger note_patterns after insert or update or delete on public.work_patterns
  for each row execute function private.note_hours_change();
create trigger note_staff after update on public.staff
  for each row when ((old.bookable, old.status) is distinct from (new.bookable, new.status))
  execute function private.note_hours_change();

-- Whoever hears of a time has to be able to come.
create function private.waitlist_notice() returns interval
language sql immutable
as $$ select interval '60 minutes' $$;

create function private.lies_in_window(
  windows jsonb, zone text, starts_at timestamptz, ends_at timestamptz
) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  day constant date := (starts_at at time zone zone)::date;
begin
  return exists (
    select from jsonb_to_recordset(windows)
      w (from_day date, to_day date, weekdays int[], from_min int, to_min int)
    where day between w.from_day and w.to_day
      and (w.weekdays = '{}' or extract(isodow from day)::int - 1 = any (w.weekdays))
      and starts_at >= private.local_to_instant(day, w.from_min, zone)
      and ends_at <= private.local_to_instant(day, w.to_min, zone));
end
$$;

-- Windows with so much before and after them, never past midnight.
create function private.widened(windows jsonb, by_min int) returns jsonb
language sql immutable
as $$
  select jsonb_agg(w || jsonb_build_object(
      'from_min', greatest(0, (w ->> 'from_min')::int - by_min),
      'to_min', least(1440, (w ->> 'to_min')::int + by_min)) order by place)
  from jsonb_array_elements(windows) with ordinality t (w, place)
$$;
revoke all on function private.widened(jsonb, int) from public;

-- Who could do what an entry asks for, as booking online would say; null when that is not to be had.
create function private.entry_candidates(rules public.booking_rules, e public.waitlist_entries)
returns private.candidate[]
language plpgsql stable set search_path = ''
as $$
declare
  candidates private.candidate[];
  place text;
begin
  -- Staff enter more at once than clients may.
  rules.multi_service := true;
  rules.max_services := jsonb_array_length(e.items);
  candidates := private.read_items(e.business_id, rules, e.items);
  place := private.place_of_request(candidates, e.location_type);
  candidates := array(
    select c
    from unnest(private.candidates_at(candidates, place, rules)) c
    cross join lateral (select e.items -> ((c).item - 1) -> 'staff_ids' as ids) wanted
    where wanted.ids = '[]' or wanted.ids ? (c).staff_id::text);
  return case when (select count(distinct (c).item) from unnest(candidates) c)
    = jsonb_array_length(e.items) then candidates end;
exception when sqlstate 'PT409' then
  return null;
end
$$;

-- When a visit of these services that starts then would be over; null when it cannot be had, or is too
-- soon to come to.
create function private.planned_end(
  b public.businesses, rules public.booking_rules, candidates private.candidate[],
  starts_at timestamptz
) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  plan private.planned_item[];
begin
  if candidates is null or starts_at < now() + private.waitlist_notice() then
    return null;
  end if;
  plan := private.plan_request(b, rules, candidates, starts_at, null, null);
  return (
    select private.min_to_instant(max((p).start_min + private.visible_min((p).candidate)))
    from unnest(plan) p);
end
$$;

-- Whether it lies in a window of an entry, its client is not here already then, and has not let an offer
-- of it pass.
create function private.suits_entry(
  zone text, e public.waitlist_entries, starts_at timestamptz, over_at timestamptz
) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.lies_in_window(
      private.widened(e.windows, e.flexible_min), zone, starts_at, over_at)
    and not exists (
      select from public.appointments a
      where a.business_id = e.business_id and a.client_id = e.client_id
        and a.starts_at < over_at and a.ends_at > suits_entry.starts_at
        and private.place_kind(a.status) <> 'free')
    and not exists (
      select from private.waitlist_offers o
      where o.business_id = e.business_id and o.entry_id = e.id
        and o.state in ('declined', 'expired', 'withdrawn')
        and o.starts_at < over_at and o.ends_at > suits_entry.starts_at);
end
$$;

-- Starts within an entry's windows, on the grid, on the days on which something changed.
create function private.wished_starts(
  b public.businesses, rules public.booking_rules, e public.waitlist_entries, span tstzrange
) returns timestamptz[]
language plpgsql stable set search_path = ''
as $$
declare
  step constant int := coalesce(nullif(rules.slot_step_min, 0), 15);
begin
  return array(
    select distinct private.local_to_instant(d.day::date, m.minute, b.time_zone) as at
    from jsonb_to_recordset(private.widened(e.windows, e.flexible_min))
      w (from_day date, to_day date, weekdays int[], from_min int, to_min int)
    cross join lateral generate_series(
      greatest(w.from_day, (lower(span) at time zone b.time_zone)::date)::timestamp,
      least(w.to_day, (upper(span) at time zone b.time_zone)::date)::timestamp,
      interval '1 day') d (day)
    cross join lateral generate_series(
      (w.from_min + step - 1) / step * step, w.to_min - 1, step) m (minute)
    where w.weekdays = '{}' or extract(isodow from d.day)::int - 1 = any (w.weekdays)
    order by at);
end
$$;

-- Minutes at which the first service could begin. `staff`, `free` and `for_buffers` side by side: who is
-- free when, and where their buffers may lie.
create function private.first_starts(
  candidates private.candidate[], staff uuid[], free int4multirange[],
  for_buffers int4multirange[]
) returns int4multirange
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(range_agg(s), '{}')
    from unnest(candidates) c
    cross join lateral unnest(private.possible_starts(
      c, coalesce(free[array_position(staff, (c).staff_id)], '{}'),
      coalesce(for_buffers[array_position(staff, (c).staff_id)], '{}'))) s
    where (c).item = 1);
end
$$;

-- From the first buffer to the last one, with the longest waits in between.
create function private.longest_visit(candidates private.candidate[], gap_min int) returns interval
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select sum(n.longest + gap_min) * interval '1 minute'
    from (
      select max(private.visible_min(c) + (c).buffer_before_min + (c).buffer_after_min) as longest
      from unnest(candidates) c group by (c).item
    ) n);
end
$$;

-- Entries of a business for which something else fits now than before: the first start that touches
-- what changed, or none. Who is free is asked once for all of them, and what many wait for is planned
-- once. Without the business's turn: nobody waits for this, and what changes meanwhile is noted again.
create function private.new_fits(business uuid)
returns table (entry_id uuid, seen_rev bigint, fit timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.businesses;
  rules public.booking_rules;
  e public.waitlist_entries;
  changed tstzmultirange;
  staff uuid[];
  free int4multirange[];
  for_buffers int4multirange[];
  -- Of the services that are looked for at the moment, and where.
  items jsonb;
  place text;
  candidates private.candidate[];
  possible int4multirange;
  reach interval;
  ends jsonb;
  at timestamptz;
begin
  with noted as (
    delete from private.waitlist_changes c where c.business_id = business returning c.during
  )
  select range_agg(n.during) into changed from noted n;
  select * into b from public.businesses x where x.id = business;
  if changed is null or b.id is null then
    return;
  end if;
  select * into rules from public.booking_rules r where r.business_id = business;
  select array_agg(f.staff_id), array_agg(f.free), array_agg(f.for_buffers)
    into staff, free, for_buffers
    from private.free_time(
      business, b.time_zone,
      array(select s.id from private.online_staff s where s.business_id = business),
      private.epoch_min(lower(range_merge(changed))) - 1440,
      private.epoch_min_up(upper(range_merge(changed))) + 1440, null, null) f;
  for e in
    select w.* from public.waitlist_entries w
    join public.clients c on c.business_id = w.business_id and c.id = w.client_id
    where w.business_id = business and w.state = 'waiting' and w.expires_at > now()
      and c.online_booking <> 'block'
    order by w.items, w.location_type
  loop
    if (e.items, e.location_type) is distinct from (items, place) then
      items := e.items;
      place := e.location_type;
      candidates := private.entry_candidates(rules, e);
      possible := private.first_starts(candidates, staff, free, for_buffers);
      reach := private.longest_visit(candidates, rules.max_gap_min);
      ends := '{}';
    end if;
    fit := null;
    -- What was found before is kept as long as it is there.
    foreach at in array array_remove(array[e.fits_at], null)
      || private.wished_starts(b, rules, e, range_merge(changed))
    loop
      continue when at is distinct from e.fits_at and (
        not coalesce(private.epoch_min(at) <@ possible, false)
        or not tstzrange(at - reach, at + reach) && changed);
      if not ends ? at::text then
        ends := ends || jsonb_build_object(
          at::text, private.planned_end(b, rules, candidates, at));
      end if;
      if private.suits_entry(b.time_zone, e, at, (ends ->> at::text)::timestamptz) then
        fit := at;
        exit;
      end if;
    end loop;
    if fit is distinct from e.fits_at then
      entry_id := e.id;
      seen_rev := e.rev;
      return next;
    end if;
  end loop;
end
$$;

-- First everything is looked for, then written: only writing takes turns.
create function private.match_waitlists() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  until constant timestamptz := clock_timestamp() + interval '5 seconds';
  business uuid;
  entries uuid[] := '{}';
  revs bigint[] := '{}';
  fits timestamptz[] := '{}';
begin
  for business in
    select distinct c.business_id from private.waitlist_changes c order by c.business_id
  loop
    -- The others keep their changes for the next minute.
    exit when clock_timestamp() > until;
    select entries || array_agg(f.entry_id), revs || array_agg(f.seen_rev), fits || array_agg(f.fit)
      into entries, revs, fits
      from private.new_fits(business) f;
  end loop;
  for business in
    select distinct e.business_id from public.waitlist_entries e
    where e.id = any (entries) order by e.business_id
  loop
    perform private.lock_business(business);
    update public.waitlist_entries e set fits_at = f.fit
      from unnest(entries, revs, fits) f (id, rev, fit)
      -- Whoever changed it meanwhile is looked at when something changes again.
      where e.business_id = business and e.id = f.id and e.rev = f.rev;
  end loop;
end
$$;

-- Entries whose last window is over.
create function private.expire_waitlist() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  business uuid;
begin
  for business in
    select distinct e.business_id from public.waitlist_entries e
    where e.state in ('waiting', 'offered') and e.expires_at <= now()
    order by e.business_id limit 200
  loop
    perform private.lock_business(business);
    update public.waitlist_entries e set state = 'expired'
      where e.business_id = business and e.state in ('waiting', 'offered') and e.expires_at <= now();
    perform private.settle_pending();
  end loop;
end
$$;
