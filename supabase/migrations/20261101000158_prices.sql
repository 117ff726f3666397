-- Who sees prices, agreed sums and fees (decisions/0037-prices-on-devices.md). Whoever lacks the
-- permission `prices` works with the same rows, only the sums are taken out of them where they leave.

-- What stands there instead: the one list of these columns. A price of the kind `hidden` is on the wire
-- and on devices alone, no row here has it.
create function private.no_money() returns jsonb
language sql immutable
as $$
  select '{
    "service_variants": {"price_kind": "hidden", "price_cents": 0, "price_label": null},
    "staff_service_overrides": {"price_cents": null},
    "add_ons": {"price_cents": 0},
    "bundles": {"price_mode": "hidden", "price_cents": 0, "percent_bp": null},
    "appointments": {"fee_cents": 0, "fee_terms": null},
    "appointment_segments": {"price_kind": "hidden", "price_cents": 0}
  }'::jsonb
$$;

-- Without every field that says a sum, however deep: for what is kept as json.
create function private.without_sums(whole jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case jsonb_typeof(whole)
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, private.without_sums(e.value)), '{}')
      from jsonb_each(whole) e
      where e.key !~ '(_cents|^price_kind|^price_label|^fee_terms)$')
    when 'array' then (
      select coalesce(jsonb_agg(private.without_sums(e.value) order by e.place), '[]')
      from jsonb_array_elements(whole) with ordinality e (value, place))
    else whole
  end;
end
$$;

-- Rows of a table as they are told to whoever does not see prices.
create function private.without_money(name text, found_rows json) returns json
language plpgsql immutable set search_path = ''
as $$
declare
  nothing constant jsonb := private.no_money() -> name;
begin
  if found_rows is null or (nothing is null and name <> 'attention_items') then
    return found_rows;
  end if;
  return coalesce((
    select json_agg(
      case when nothing is null then r.body || jsonb_build_object(
        'mine', private.without_sums(r.body -> 'mine'),
        'theirs', private.without_sums(r.body -> 'theirs'))
      else r.body || nothing end)
    from (
      select x.value::jsonb as body from json_array_elements(found_rows) x
    ) r), found_rows);
end
$$;

-- Said by everything that takes the sums out itself, before it reads: from here to the end of the
-- transaction whole rows are its to read. Answers whether the caller sees prices.
create function private.begin_reading(business uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees constant boolean := private.has_permission(business, 'prices');
begin
  perform set_config('daybook.prices', case when sees then '' else 'masked' end, true);
  return sees;
end
$$;

-- Whose rows with prices the caller may read as they stand. Nobody sets this word through the API.
create function private.businesses_with_prices() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if current_setting('daybook.prices', true) = 'masked' then
    return private.my_businesses();
  end if;
  return private.businesses_allowing('prices');
end
$$;

-- What a part of a visit costs: as it was agreed when it comes back, else as the menu has it for this
-- person. `offerOf` of the domain is the same rule.
create function private.unseen_price(part public.appointment_segments, out kind text, out cents bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select h.changes #>> '{price_kind,0}', (h.changes #>> '{price_cents,0}')::bigint
    into kind, cents
    from private.appointment_history h
    where h.business_id = part.business_id and h.appointment_id = part.appointment_id
      and h.segment_id = part.id and h.kind = 'service_removed'
      and h.service_name = part.service_name
    order by h.id desc limit 1;
  if kind is not null and cents is not null then
    return;
  end if;
  -- Who helps with a service at the same time has no price of their own.
  if exists (
    select from public.appointment_segments s
    where s.business_id = part.business_id and s.appointment_id = part.appointment_id
      and s.id <> part.id and s.variant_id = part.variant_id and s.starts_at = part.starts_at
  ) then
    kind := 'fixed';
    cents := 0;
    return;
  end if;
  select case when v.price_kind = 'free' and extra.cents > 0 then 'fixed' else v.price_kind end,
      coalesce(o.price_cents, v.price_cents) + extra.cents
    into kind, cents
    from public.service_variants v
    left join public.staff_service_overrides o
      on o.business_id = v.business_id and o.variant_id = v.id and o.staff_id = part.staff_id
    cross join lateral (
      select coalesce(sum(a.price_cents), 0)::bigint as cents
      from public.add_ons a where a.business_id = v.business_id and a.id = any (part.add_on_ids)
    ) extra
    where v.business_id = part.business_id and v.id = part.variant_id;
  kind := coalesce(kind, 'varies');
  cents := coalesce(cents, 0);
end
$$;

-- Whoever does not see prices books all the same, and names none.
create function private.price_unseen() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- As the API's role: what clients book and what the clock does has its price already.
  if current_user <> 'authenticated' or private.has_permission(new.business_id, 'prices') then
    return new;
  end if;
  if tg_op = 'UPDATE' and (old.variant_id, old.add_on_ids)
    is not distinct from (new.variant_id, new.add_on_ids) then
    new.price_kind := old.price_kind;
    new.price_cents := old.price_cents;
  else
    select p.kind, p.cents into new.price_kind, new.price_cents from private.unseen_price(new) p;
  end if;
  return new;
end
$$;
create trigger a_price_unseen before insert on public.appointment_segments
  for each row execute function private.price_unseen();
create trigger a_price_unseen_again before update on public.appointment_segments
  for each row when (
    (old.variant_id, old.add_on_ids, old.price_kind, old.price_cents)
    is distinct from (new.variant_id, new.add_on_ids, new.price_kind, new.price_cents))
  execute function private.price_unseen();

grant execute on function
  private.no_money(), private.without_sums(jsonb), private.without_money(text, json),
  private.begin_reading(uuid), private.businesses_with_prices(),
  private.unseen_price(public.appointment_segments)
to authenticated, service_role;
