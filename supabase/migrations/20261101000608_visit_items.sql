-- A visit as what was asked for: its services, each with everybody who does it at the same time, and who
-- could do them at another time.

-- The services of a visit in order, each with everybody who does it at the same time, the first one at the
-- head: whoever helps is a segment of their own after it, the same service from the same start on.
-- `visitItems` of src/domain/appointments/visit-items.ts is the same rule.
create function private.visit_items(business uuid, appointment uuid)
returns table (item int, segment_ids uuid[], staff_ids uuid[], price_cents bigint)
language plpgsql stable security definer rows 3 set search_path = ''
as $$
begin
  return query
    select n.item, array_agg(n.id order by n.place), array_agg(n.staff_id order by n.place),
      sum(n.price_cents)::bigint
    from (
      select p.id, p.staff_id, p.price_cents, p.place,
        (count(*) filter (where not p.helps) over (order by p.place))::int as item
      from (
        select s.id, s.staff_id, s.price_cents, row_number() over w as place,
          coalesce(s.variant_id = lag(s.variant_id) over w
            and s.starts_at = lag(s.starts_at) over w
            and s.service_name like '% – second person', false) as helps
        from public.appointment_segments s
        where s.business_id = business and s.appointment_id = appointment
        window w as (order by s.position, s.id)
      ) p
    ) n
    group by n.item
    order by n.item;
end
$$;

-- Whether somebody can be booked online for a variant at a place.
create function private.does_online(p public.staff, variant uuid, place text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p.status = 'active' and p.bookable and p.online_visible
    and (place not in ('business', 'client') or p.works_at in ('both', place))
    and not exists (
      select from public.staff_service_overrides o
      where o.business_id = p.business_id and o.staff_id = p.id and o.variant_id = variant
        and not o.offered);
end
$$;

-- The items of an appointment as a request would name them: same people unless anybody would do,
-- same lengths and prices as agreed, and the same way to it for whoever serves. Where one of those who
-- help was chosen by name, all of them stay.
create function private.candidates_of(a public.appointments, rules public.booking_rules)
returns private.candidate[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  agreed private.candidate[];
begin
  agreed := array(
    select row(
        i.item, p.id, s.any_staff,
        s.variant_id, s.service_name, s.add_on_ids, array[a.location_type], false, 'all', 'any',
        l.duration_min, l.processing_min, l.finishing_min,
        l.buffer_before_min - l.travel_before_min, l.buffer_after_min - l.travel_after_min,
        l.processing_bookable, s.price_kind, i.price_cents,
        private.active_needs(a.business_id, s.resource_needs), 0, 0, rules.share_buffers,
        cardinality(i.staff_ids), team.helpers, 0, 0
      )::private.candidate
    from private.visit_items(a.business_id, a.id) i
    join public.appointment_segments s
      on s.business_id = a.business_id and s.id = i.segment_ids[1]
    -- Where the team has changed how long one of them is there: the longest of them has to fit.
    cross join lateral (
      select x.* from public.appointment_segments x
      where x.business_id = a.business_id and x.id = any (i.segment_ids)
      order by x.duration_min + x.processing_min + x.finishing_min desc, x.position limit 1
    ) l
    join public.staff p on p.business_id = s.business_id
      and (p.id = s.staff_id
        or s.any_staff and private.does_online(p, s.variant_id, a.location_type))
    cross join lateral (
      select array(
        select h.id from public.staff h
        where cardinality(i.staff_ids) > 1 and h.business_id = a.business_id
          and (h.id = any (i.staff_ids[2:])
            or private.does_online(h, s.variant_id, a.location_type) and not exists (
              select from public.appointment_segments x
              where x.business_id = a.business_id and x.id = any (i.segment_ids[2:])
                and not x.any_staff))
        order by h.id) as helpers
    ) team
    order by i.item, p.id);
  if a.location_type <> 'client' then
    return agreed;
  end if;
  return array(
    select private.add_way(c, w.way_there, w.way_back)
    from unnest(agreed) c
    cross join (
      select max(s.travel_before_min) as way_there, max(s.travel_after_min) as way_back
      from public.appointment_segments s
      where s.business_id = a.business_id and s.appointment_id = a.id
    ) w);
end
$$;
