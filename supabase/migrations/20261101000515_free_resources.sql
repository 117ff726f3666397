-- Free time of rooms, chairs and machines: all of it − out of service − everything that occupies them.
-- src/domain/availability/pools.ts computes the same for the calendar offline.

-- When each resource of some pools is free, in epoch minutes; one row per resource. `for_buffers` as
-- with people.
create function private.free_resources(
  business uuid, zone text, pools uuid[], from_min int, to_min int,
  except_hold uuid, except_appointment uuid
) returns table (
  pool_id uuid, resource_id uuid, free int4multirange, for_buffers int4multirange
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  span constant tstzrange :=
    tstzrange(private.min_to_instant(from_min), private.min_to_instant(to_min));
begin
  return query
    select r.pool_id, r.id,
      int4multirange(int4range(from_min, to_min)) - coalesce(t.occupied, '{}'),
      int4multirange(int4range(from_min, to_min)) - coalesce(t.for_buffers, '{}')
    from public.resources r
    join public.resource_pools p on p.business_id = r.business_id and p.id = r.pool_id
    cross join lateral (
      select range_agg(y.during) as occupied,
        range_agg(y.during) filter (where not y.shareable) as for_buffers
      from (
        select x.shareable, int4range(
          coalesce(private.epoch_min(lower(x.during)), from_min),
          coalesce(private.epoch_min_up(upper(x.during)), to_min)) as during
        from (
          select o.during, false as shareable
            from (values (private.out_range(r.out_from, r.out_until, zone))) o (during)
            where o.during && span
          union all
          select b.during, b.shareable
            from private.busy_segments b
            left join private.slot_holds h on h.hold_key = b.hold_key
            where b.owner_id = r.id and b.during && span and not b.overlap
              and (except_hold is null or b.hold_key is distinct from except_hold)
              and (except_appointment is null
                or b.appointment_id is distinct from except_appointment)
              and (h.expires_at is null or h.expires_at > now())
          union all
          select b.during, b.shareable
            from private.busy_segments b
            where b.business_id = business and b.overlap and b.owner_id = r.id and b.during && span
              and (except_appointment is null
                or b.appointment_id is distinct from except_appointment)
        ) x
      ) y
    ) t
    where r.business_id = business and r.pool_id = any (pools)
      and r.status = 'active' and p.status = 'active'
    order by r.pool_id, r.id;
end
$$;
