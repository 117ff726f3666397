-- Rests of free time that can be given to nobody: `gap_mode`. Which starts a page offers or suggests is
-- worked out there (src/domain/availability/gap-mode.ts), as all starts are; here is what it needs to
-- know, and who is preferred when the client leaves it open.

-- The rules as they are for somebody who has been here before: `rulesFor` of
-- src/domain/availability/gap-mode.ts.
create function private.rules_for_returning(rules public.booking_rules)
returns public.booking_rules
language plpgsql immutable set search_path = ''
as $$
begin
  rules.gap_mode := coalesce(rules.gap_mode_returning, rules.gap_mode);
  return rules;
end
$$;

-- Minutes of the shortest service that clients can book, with its buffers; null = there is none.
create function private.shortest_work(business uuid) returns int
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select min(v.buffer_before_min + least(v.duration_min, coalesce(o.duration_min, v.duration_min))
      + v.processing_min + v.finishing_min + v.buffer_after_min)
    from public.service_variants v
    join private.offered_services s on s.business_id = v.business_id and s.id = v.service_id
    left join public.staff_service_overrides o
      on o.business_id = v.business_id and o.variant_id = v.id and o.offered
    -- Classes are planned, nobody books them into a rest.
    where v.business_id = business and v.status = 'active' and s.capacity is null);
end
$$;

-- Whether work over [from_min, to_min) leaves a rest beside it that is too short for anything. What is
-- left after the first minute that can be booked shrinks by itself.
create function private.leaves_gap(
  free int4multirange, from_min int, to_min int, shortest int, earliest int
) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return exists (
    select from unnest(
      free * int4multirange(int4range(least(earliest, from_min), null))
        - int4multirange(int4range(from_min, to_min))) r
    where (upper(r) = from_min or lower(r) = to_min) and upper(r) - lower(r) < shortest
      and lower(r) <> earliest);
end
$$;
