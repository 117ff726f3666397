-- What a booking page shows before anybody has chosen anything. Fixed lists of columns: a new column
-- of a table is private until somebody writes its name here.

create function private.public_business(b public.businesses) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'name', b.name, 'slug', b.slug, 'logo_path', b.logo_path, 'brand_colour', b.brand_colour,
    'email', b.email, 'phone', b.phone, 'address', b.address, 'country_code', b.country_code,
    'currency', b.currency, 'time_zone', b.time_zone, 'locale', b.locale,
    'week_start', b.week_start, 'time_format', b.time_format,
    'booking_enabled', private.books_online(b), 'paused_message', b.paused_message,
    -- Only while it says something.
    'paused_until', case when not private.books_online(b)
      and private.day_start(b.paused_until, b.time_zone) > now() then b.paused_until end,
    'privacy_text', b.privacy_text)
$$;

create function private.public_rules(r public.booking_rules) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'slot_step_min', r.slot_step_min, 'min_notice_min', r.min_notice_min,
    'window_days', r.window_days, 'cancel_notice_min', r.cancel_notice_min,
    'reschedule_notice_min', r.reschedule_notice_min, 'allow_cancel', r.allow_cancel,
    'allow_reschedule', r.allow_reschedule, 'max_reschedules', r.max_reschedules,
    'hold_min', r.hold_min, 'approval_mode', r.approval_mode, 'staff_choice', r.staff_choice,
    'multi_service', r.multi_service, 'max_services', r.max_services,
    'max_gap_min', r.max_gap_min, 'share_buffers', r.share_buffers, 'gap_mode', r.gap_mode,
    'gap_mode_returning', r.gap_mode_returning,
    'shortest_min', case when r.gap_mode <> 'off' or r.gap_mode_returning <> 'off'
      then private.shortest_work(r.business_id) end,
    'audience', r.audience,
    'allow_waitlist', r.allow_waitlist, 'require_phone', r.require_phone,
    'require_email', r.require_email, 'zone_mode', r.zone_mode, 'group_max', r.group_max,
    'guests_in_turn', r.max_per_day_per_staff is null,
    'travel_before_min', r.travel_before_min, 'travel_after_min', r.travel_after_min,
    'visit_postal_codes', r.visit_postal_codes, 'fee_terms', r.fee_terms,
    'deposit_rule', case when private.takes_payments(r.business_id) then r.deposit_rule end,
    -- Those that may fit whoever books here; nobody reads what follows from staying away.
    'deposit_rules', case when private.takes_payments(r.business_id) then (
      select coalesce(jsonb_agg(d order by place), '[]')
      from jsonb_array_elements(r.deposit_rules) with ordinality x (d, place)
      where d -> 'no_shows' = 'null' and d ->> 'source' <> 'waitlist') else '[]' end,
    'asks_card', r.asks_card and private.takes_payments(r.business_id))
$$;

-- What is offered online. Hidden services and categories do not exist for the public.
create view private.offered_services as
  select s.* from public.services s
  left join public.service_categories c on c.business_id = s.business_id and c.id = s.category_id
  where s.status = 'active' and s.visibility <> 'hidden' and coalesce(c.visible_online, true);

-- Bundles of which every part is offered, to new clients as to known ones.
create view private.offered_bundles as
  select b.* from public.bundles b
  where b.status = 'active' and b.visibility <> 'hidden'
    and not exists (
      select from unnest(b.variant_ids) p (id)
      where not exists (
        select from public.service_variants v
        join private.offered_services s on s.business_id = v.business_id and s.id = v.service_id
        where v.business_id = b.business_id and v.id = p.id and v.status = 'active'
          and v.for_client = 'any' and s.capacity is null));

create view private.online_staff as
  select s.* from public.staff s
  where s.status = 'active' and s.bookable and s.online_visible
    -- Who has left is not offered without a time; which day it is where they worked, free time knows.
    and coalesce(s.employed_until, 'infinity') >= current_date - 1;

-- How people appear; a business that hides its staff shows them as numbers only.
create function private.public_staff(business uuid, hidden boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'display_name', case when hidden then '' else s.display_name end,
        'title', case when not hidden then s.title end, 'bio', case when not hidden then s.bio end,
        'photo_path', case when not hidden then s.photo_path end,
        'colour', s.colour, 'rank', s.rank,
        'works_at', s.works_at) order by s.rank, s.id), '[]')
      from private.online_staff s where s.business_id = business
  );
end
$$;

create function private.public_catalogue(business uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  takes_payments constant boolean := private.takes_payments(business);
begin
  return (
    with services as materialized (
        select * from private.offered_services s where s.business_id = business
      ),
      variants as materialized (
        select v.* from public.service_variants v
        join services s on s.id = v.service_id
        where v.business_id = business and v.status = 'active'
      ),
      groups as materialized (
        select g.* from public.add_on_groups g
        where g.business_id = business and g.service_ids && (select array_agg(s.id) from services s)
      )
      select jsonb_build_object(
        'categories', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', c.id, 'name', c.name, 'image_path', c.image_path, 'colour', c.colour,
            'sort_key', c.sort_key)
            order by c.sort_key, c.id), '[]')
          from public.service_categories c
          where c.business_id = business and c.visible_online
            and c.id in (select s.category_id from services s)),
        'services', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', s.id, 'category_id', s.category_id, 'name', s.name, 'description', s.description,
            'image_path', s.image_path, 'colour', s.colour, 'visibility', s.visibility,
            'audience', s.audience, 'location_types', s.location_types, 'approval', s.approval,
            'is_class', s.capacity is not null, 'staff_needed', s.staff_needed,
            'deposit_rule', case when takes_payments then s.deposit_rule end,
            'fee_terms', s.fee_terms,
            'resource_needs', private.active_needs(business, s.resource_needs),
            'sort_key', s.sort_key) order by s.sort_key, s.id), '[]')
          from services s),
        'variants', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', v.id, 'service_id', v.service_id, 'name', v.name, 'price_kind', v.price_kind,
            'price_cents', v.price_cents, 'price_label', v.price_label,
            'duration_min', v.duration_min,
            'processing_min', v.processing_min, 'finishing_min', v.finishing_min,
            'buffer_before_min', v.buffer_before_min, 'buffer_after_min', v.buffer_after_min,
            'processing_bookable', v.processing_bookable, 'for_client', v.for_client,
            'deposit_rule', case when takes_payments then v.deposit_rule end,
            'sort_key', v.sort_key) order by v.sort_key, v.id), '[]')
          from variants v),
        'overrides', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'staff_id', o.staff_id, 'variant_id', o.variant_id, 'offered', o.offered,
            'price_cents', o.price_cents, 'duration_min', o.duration_min)), '[]')
          from public.staff_service_overrides o
          join variants v on v.id = o.variant_id
          join private.online_staff s on s.business_id = o.business_id and s.id = o.staff_id
          where o.business_id = business),
        'bundles', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', b.id, 'name', b.name, 'description', b.description, 'visibility', b.visibility,
            'variant_ids', b.variant_ids, 'price_mode', b.price_mode, 'price_cents', b.price_cents,
            'percent_bp', b.percent_bp, 'sort_key', b.sort_key) order by b.sort_key, b.id), '[]')
          from private.offered_bundles b
          where b.business_id = business),
        'add_on_groups', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', g.id, 'name', g.name, 'service_ids', g.service_ids, 'min_count', g.min_count,
            'max_count', g.max_count, 'sort_key', g.sort_key) order by g.sort_key, g.id), '[]')
          from groups g),
        'add_ons', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', a.id, 'group_id', a.group_id, 'name', a.name, 'price_cents', a.price_cents,
            'extra_min', a.extra_min, 'sort_key', a.sort_key) order by a.sort_key, a.id), '[]')
          from public.add_ons a
          join groups g on g.id = a.group_id
          where a.business_id = business and a.status = 'active'))
  );
end
$$;

create function private.current_policy(business uuid) returns public.policy_texts
language plpgsql stable set search_path = ''
as $$
declare
  newest public.policy_texts;
begin
  select * into newest from public.policy_texts p
    where p.business_id = business order by p.version desc limit 1;
  return newest;
end
$$;

create function public.public_profile(slug text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  b public.businesses;
  r public.booking_rules;
  policy public.policy_texts;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network');
  end if;
  select * into b from public.businesses x where x.slug = lower(public_profile.slug);
  if not found then
    return private.refused('not_found', null);
  end if;
  select * into r from public.booking_rules x where x.business_id = b.id;
  select * into policy from private.current_policy(b.id) where version is not null;
  return jsonb_build_object(
      'ok', true, 'server_time', clock_timestamp(),
      'business', private.public_business(b),
      'rules', private.public_rules(r),
      'policy', case when policy.id is not null then jsonb_build_object(
        'version', policy.version, 'body', policy.body, 'hash', policy.hash) end,
      'sells_gift_cards',
        b.sells_gift_cards and private.books_online(b) and private.takes_payments(b.id),
      'staff', private.public_staff(b.id, r.staff_choice = 'hidden'),
      'forms', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', f.public_key, 'name', f.name, 'service_ids', f.service_ids)), '[]')
        from private.blocking_forms(b.id, null) f))
    || private.public_catalogue(b.id);
end
$$;

-- A multirange as [start, end, start, end, …]: as text it is {[1,2),[3,4)}, and without its signs it is
-- the list, with no need to take it apart into rows.
create function private.window_list(windows int4multirange) returns json
language sql immutable
as $$ select ('[' || translate(windows::text, '{[)}', '') || ']')::json $$;

-- Free windows only, no reasons: `free` is [start, end, start, end, …] in minutes since 1970, and
-- `for_buffers` where buffers may lie as well, told where neighbours share them. Slots are laid on them by src/domain/availability, the same code that the calendar uses offline.
create function public.public_availability(slug text, from_day date, to_day date) returns json
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  most_days constant int := 62;
  b public.businesses;
  r public.booking_rules;
  today date;
  from_min int;
  to_min int;
  people json;
  resources json;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network')::json;
  end if;
  select * into b from public.businesses x where x.slug = lower(public_availability.slug);
  if not found then
    return private.refused('not_found', null)::json;
  elsif from_day is null or not isfinite(from_day) then
    return private.refused('invalid', 'from_day')::json;
  elsif to_day is null or not isfinite(to_day) then
    return private.refused('invalid', 'to_day')::json;
  elsif to_day < from_day or to_day - from_day >= most_days then
    return private.refused('invalid', 'to_day')::json;
  end if;
  select * into r from public.booking_rules x where x.business_id = b.id;
  today := (now() at time zone b.time_zone)::date;
  -- One day more on both ends of what can be booked: work may end after midnight, and a buffer before it
  -- may have begun by now. Days far beyond are no number of minutes.
  from_day := least(greatest(from_day, today - 1), today + r.window_days + 3);
  to_day := least(greatest(to_day, today - 2), today + r.window_days + 1);
  from_min := private.epoch_min(private.day_start(from_day, b.time_zone));
  to_min := private.epoch_min(private.day_start(to_day + 1, b.time_zone));
  if private.books_online(b) and from_min < to_min then
    select json_agg(json_strip_nulls(json_build_object(
        'id', f.staff_id, 'free', private.window_list(f.free),
        'for_buffers', case when r.share_buffers then private.window_list(f.for_buffers) end
      )) order by f.staff_id)
      into people
      from private.free_time(
        b.id, b.time_zone,
        array(select s.id from private.online_staff s where s.business_id = b.id),
        from_min, to_min, null, null) f;
    -- One entry per resource, without its name: how many are free is what slots need.
    select json_agg(json_strip_nulls(json_build_object(
        'id', f.resource_id, 'pool_id', f.pool_id, 'free', private.window_list(f.free),
        'for_buffers', case when r.share_buffers then private.window_list(f.for_buffers) end
      )) order by f.pool_id, f.resource_id)
      into resources
      from private.free_resources(
        b.id, b.time_zone,
        array(
          select distinct n.pool_id
          from private.offered_services s,
            jsonb_to_recordset(s.resource_needs) n (pool_id uuid, qty int)
          where s.business_id = b.id),
        from_min, to_min, null, null) f;
  end if;
  return json_build_object(
    'ok', true, 'server_time', clock_timestamp(), 'staff', coalesce(people, '[]'),
    'resources', coalesce(resources, '[]'));
end
$$;

revoke all on function public.public_profile(text), public.public_availability(text, date, date)
from public;
grant execute on function
  public.public_profile(text), public.public_availability(text, date, date)
to anon, authenticated, service_role;
