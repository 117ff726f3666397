-- Appointments without a place: flagged, and a person is asked, until they have one again.

-- Who sits where an appointment wants to be: what its attention item shows as `theirs`. People come
-- before chairs; of a pool any chair would have done, so whoever sits in one of them is named.
create function private.place_holder(appointment uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with needed as (
    select s.business_id, s.resource_fixed, s.resource_ids, n.pool_id, private.resource_range(
      s.starts_at, s.duration_min, s.processing_min, s.finishing_min,
      s.buffer_before_min, s.buffer_after_min) as during
    from public.appointments a
    join public.appointment_segments s on s.business_id = a.business_id and s.appointment_id = a.id
    cross join lateral jsonb_to_recordset(
      private.active_needs(s.business_id, s.resource_needs)) n (pool_id uuid, qty int)
    where a.id = appointment
  ),
  wanted as (
    select w.owner_id, w.during, c.pool_id, w.shareable
    from private.wanted_places(array[appointment]) w
    left join public.resources c on c.business_id = w.business_id and c.id = w.owner_id
    union
    select c.id, n.during, n.pool_id, false
    from needed n
    join public.resources c on c.business_id = n.business_id and c.pool_id = n.pool_id
    where c.status = 'active' and (not n.resource_fixed or c.id = any (n.resource_ids))
  )
  select coalesce((
    select case when b.appointment_id is null
      then jsonb_build_object('hold', true, 'expires_at', h.expires_at)
      else jsonb_build_object(
        'appointment_id', b.appointment_id, 'client_id', other.client_id,
        'starts_at', other.starts_at, 'ends_at', other.ends_at)
    end || case when w.pool_id is null
      then jsonb_build_object('staff_id', b.owner_id)
      else jsonb_build_object('resource_id', b.owner_id, 'pool_id', w.pool_id)
    end
    from wanted w
    join private.busy_segments b
      on b.owner_id = w.owner_id and b.during && w.during and not b.overlap
      and not (b.shareable and w.shareable)
      and b.appointment_id is distinct from appointment
    left join public.appointments other
      on other.business_id = b.business_id and other.id = b.appointment_id
    left join private.slot_holds h on h.hold_key = b.hold_key
    order by w.pool_id is not null, lower(b.during), b.id
    limit 1
  ),
  -- Nobody is in the way: there is nothing in service.
  (select jsonb_build_object('pool_id', n.pool_id) from needed n order by n.pool_id limit 1))
$$;

-- Flags appointments without a place and asks a person; one open item per appointment.
create function private.flag_homeless(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  a public.appointments;
  asked uuid;
  wanted jsonb;
begin
  for a in select * from public.appointments x where x.id = any (ids) order by x.id loop
    if not a.conflict then
      update public.appointments x set conflict = true where x.id = a.id;
    end if;
    select jsonb_build_object(
        'starts_at', a.starts_at, 'ends_at', a.ends_at,
        'staff_ids', coalesce(jsonb_agg(distinct s.staff_id), '[]'))
      into wanted
      from public.appointment_segments s
      where s.business_id = a.business_id and s.appointment_id = a.id;
    select i.id into asked from public.attention_items i
      where i.business_id = a.business_id and i.entity = 'appointments' and i.entity_id = a.id
        and i.kind = 'slot_taken' and i.state = 'open';
    if found then
      update public.attention_items i
        set mine = wanted, theirs = coalesce(private.place_holder(a.id), '{}')
        where i.id = asked;
      perform set_config('daybook.raised', 'slot_taken ' || asked, true);
    else
      perform private.raise_attention(
        a.business_id, 'appointments', a.id, 'slot_taken',
        wanted, coalesce(private.place_holder(a.id), '{}'));
    end if;
  end loop;
end
$$;

-- Takes the flag from those that have a place again, or need none any more. `became` is the answer
-- of the attention item: the appointment moved, or it kept its wish because the other one went.
create function private.unflag_settled(ids uuid[], became text) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  with settled as (
    update public.appointments a set conflict = false
    where a.id = any (ids) and a.conflict
    returning a.business_id, a.id, a.overlap_accepted,
      a.status in ('cancelled', 'no_show', 'declined', 'expired') as given_up
  )
  update public.attention_items i
    set state = case
      when s.given_up then 'kept_theirs'
      when s.overlap_accepted then 'kept_mine'
      else became end
    from settled s
    where i.business_id = s.business_id and i.entity = 'appointments' and i.entity_id = s.id
      and i.kind = 'slot_taken' and i.state = 'open';
end
$$;
