-- A booking request, read and judged: which services, by whom, how long, for how much. The request
-- is never trusted: every length and price comes from the catalogue.

-- One way to do one item of a request.
create type private.candidate as (
  item int,
  staff_id uuid,
  any_staff boolean,
  variant_id uuid,
  service_name text,
  add_on_ids uuid[],
  location_types text[],
  needs_approval boolean,
  audience text,
  for_client text,
  duration_min int,
  processing_min int,
  finishing_min int,
  buffer_before_min int,
  buffer_after_min int,
  processing_bookable boolean,
  price_kind text,
  price_cents bigint,
  resource_needs jsonb,
  -- How much of the buffers is the way to a visit at the client's, and back.
  travel_before_min int,
  travel_after_min int,
  -- Its buffers may lie on those of the visits before and after it.
  shares_buffers boolean,
  -- How many do it at the same time; 0 = somebody who helps with the item of a plan before it.
  people int,
  -- Who could help whoever does it; they themself may be among them.
  helpers uuid[],
  -- Whose item it is: 0 = whoever books, from 1 on their guests (guests.sql).
  person int,
  -- Minutes that have to pass before the next item, besides its own.
  pause_min int
);

-- Texts and ids in a request may be anything; a wrong shape is a refusal, not an error.
create function private.as_uuid(value jsonb) returns uuid
language sql immutable
as $$
  select case when value #>> '{}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (value #>> '{}')::uuid end
$$;

create function private.as_uuids(value jsonb) returns uuid[]
language plpgsql immutable set search_path = ''
as $$
begin
  if value is null or jsonb_typeof(value) = 'null' then
    return '{}';
  elsif jsonb_typeof(value) <> 'array' or jsonb_array_length(value) > 50 then
    return null;
  end if;
  return array(
    select distinct (v.text)::uuid from jsonb_array_elements_text(value) v (text) order by 1);
exception when others then
  return null;
end
$$;

-- With its offset, as programs write it: "tomorrow" and "infinity" are instants to PostgreSQL alone.
create function private.as_instant(value jsonb) returns timestamptz
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
begin
  return case when jsonb_typeof(value) = 'string' and value #>> '{}' ~ (
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?'
      || '(Z|[+-][0-9]{2}(:?[0-9]{2})?)$')
    then (value #>> '{}')::timestamptz end;
exception when others then
  return null;
end
$$;

-- A text without what nobody sees: spaces, joiners, marks of direction, fillers.
create function private.visible(typed text) returns text
language sql immutable
as $$
  select regexp_replace(
    typed,
    '[ \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f'
    || '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]',
    '', 'g')
$$;

-- One line that somebody typed: '' when there is nothing to see in it, null when it is no text or holds
-- what no line does, which is line breaks, control characters and turned directions.
create function private.typed_line(value jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  typed constant text := btrim(coalesce(value #>> '{}', ''));
begin
  if coalesce(jsonb_typeof(value), 'null') not in ('null', 'string')
    or typed ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
    return null;
  end if;
  return case when private.visible(typed) = '' then '' else typed end;
end
$$;

-- A mail address in small letters; '' for none, null when nobody can be reached by it.
create function private.typed_email(value jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  typed constant text := lower(private.typed_line(value));
begin
  return case when typed = '' or private.is_email(typed) and typed = private.visible(typed)
    then typed end;
end
$$;

-- Lines that somebody typed, null when there is nothing to see in them. What came along with them from
-- another program is left out; anything but a text is refused with its field.
create function private.typed_note(value jsonb, field text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  typed constant text := btrim(regexp_replace(
    coalesce(value #>> '{}', ''),
    '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]', '', 'g'));
begin
  if coalesce(jsonb_typeof(value), 'null') not in ('null', 'string') then
    perform private.refuse('invalid', field);
  end if;
  return case when not private.is_blank(private.visible(typed)) then typed end;
end
$$;

-- What a service is called in one of its variants.
create function private.variant_name(service text, variant text) returns text
language sql immutable
as $$ select case when variant = '' then service else service || ' – ' || variant end $$;

-- The chosen add-ons belong to the service, and each group gets as many as it asks for.
create function private.add_ons_fit(business uuid, service uuid, chosen uuid[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (
      select from unnest(chosen) x (id)
      where not exists (
        select from public.add_ons a
        join public.add_on_groups g on g.business_id = a.business_id and g.id = a.group_id
        where a.business_id = business and a.id = x.id and a.status = 'active'
          and service = any (g.service_ids)))
    and not exists (
      select from public.add_on_groups g
      cross join lateral (
        select count(*) as offered, count(*) filter (where a.id = any (chosen)) as taken
        from public.add_ons a
        where a.business_id = business and a.group_id = g.id and a.status = 'active'
      ) n
      where g.business_id = business and service = any (g.service_ids)
        and (n.taken > g.max_count or n.taken < least(g.min_count, n.offered)));
end
$$;

-- The candidates of all items, or a refusal: too_many, not_offered, invalid with the field.
create function private.read_items(business uuid, rules public.booking_rules, items jsonb)
returns private.candidate[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  most constant int := case when rules.multi_service then rules.max_services else 1 end;
  item jsonb;
  place int := 0;
  variant uuid;
  wanted_staff uuid;
  chosen uuid[];
  service uuid;
  found_ones private.candidate[];
  all_ones private.candidate[] := '{}';
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    perform private.refuse('invalid', 'items');
  elsif jsonb_array_length(items) > 20 or private.menu_items(business, items) > most then
    perform private.refuse('too_many', 'items');
  end if;

  for item in select value from jsonb_array_elements(items) loop
    place := place + 1;
    variant := private.as_uuid(item -> 'variant_id');
    wanted_staff := private.as_uuid(item -> 'staff_id');
    chosen := private.as_uuids(item -> 'add_on_ids');
    if variant is null then
      perform private.refuse('invalid', 'variant_id');
    elsif chosen is null then
      perform private.refuse('invalid', 'add_on_ids');
    elsif wanted_staff is null and jsonb_typeof(item -> 'staff_id') <> 'null' then
      perform private.refuse('invalid', 'staff_id');
    elsif wanted_staff is not null and rules.staff_choice <> 'client' then
      perform private.refuse('not_offered', 'staff_id');
    end if;
    select v.service_id into service from public.service_variants v
      where v.business_id = business and v.id = variant;
    if not private.add_ons_fit(business, service, chosen) then
      perform private.refuse('invalid', 'add_on_ids');
    end if;

    select array_agg(row(
        place, p.id, wanted_staff is null, v.id,
        private.variant_name(s.name, v.name),
        chosen, s.location_types, s.approval, s.audience, v.for_client,
        coalesce(o.duration_min, v.duration_min) + extra.minutes,
        v.processing_min, v.finishing_min, v.buffer_before_min, v.buffer_after_min,
        v.processing_bookable, v.price_kind,
        extra.cents + case when v.price_kind in ('fixed', 'from')
          then coalesce(o.price_cents, v.price_cents) else 0 end,
        needs.active, 0, 0, rules.share_buffers, s.staff_needed, team.helpers,
        0, 0
      )::private.candidate)
      into found_ones
      from public.service_variants v
      join private.offered_services s on s.business_id = v.business_id and s.id = v.service_id
      join private.online_staff p on p.business_id = v.business_id
      left join public.staff_service_overrides o
        on o.business_id = v.business_id and o.variant_id = v.id and o.staff_id = p.id
      cross join lateral (
        select coalesce(sum(a.extra_min), 0)::int as minutes,
          coalesce(sum(a.price_cents), 0) as cents
        from public.add_ons a where a.business_id = business and a.id = any (chosen)
      ) extra
      cross join lateral (
        select private.active_needs(business, s.resource_needs) as active) needs
      -- Where one person is enough nobody helps.
      cross join lateral (
        select array(
          select h.id from private.online_staff h
          where s.staff_needed > 1 and h.business_id = business
            and not exists (
              select from public.staff_service_overrides n
              where n.business_id = business and n.variant_id = v.id and n.staff_id = h.id
                and not n.offered)
          order by h.id) as helpers
      ) team
      where v.business_id = business and v.id = variant and v.status = 'active'
        -- Of a class seats are booked (seat_booking.sql).
        and s.capacity is null
        and (wanted_staff is null or p.id = wanted_staff)
        and coalesce(o.offered, true)
        and cardinality(array_remove(team.helpers, p.id)) >= s.staff_needed - 1;
    if found_ones is null then
      perform private.refuse('not_offered', case when wanted_staff is null
        then 'variant_id' else 'staff_id' end);
    end if;
    all_ones := all_ones || found_ones;
  end loop;
  return all_ones;
end
$$;

-- Whether a start can be asked for at all, by notice, window and grid.
--
-- The grid: minutes since local midnight, read from the wall clock, divisible by slot_step_min.
-- With step 0 ("every length of the service") slots hang on the free windows, which change with
-- every booking; the page proposes them, and any free minute is accepted here.
create function private.check_start(
  rules public.booking_rules, zone text, starts_at timestamptz
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  today constant date := (now() at time zone zone)::date;
begin
  if starts_at is null or date_trunc('minute', starts_at) <> starts_at then
    perform private.refuse('invalid', 'starts_at');
  elsif starts_at <= now() then
    perform private.refuse('past', 'starts_at');
  elsif starts_at < date_trunc('minute', now()) + rules.min_notice_min * interval '1 minute' then
    perform private.refuse('too_soon', 'starts_at');
  elsif starts_at >= private.day_start(today + rules.window_days + 1, zone) then
    perform private.refuse('too_far', 'starts_at');
  elsif rules.slot_step_min > 0
    and private.wall_minute(starts_at, zone) % rules.slot_step_min <> 0 then
    perform private.refuse('off_grid', 'starts_at');
  end if;
end
$$;
