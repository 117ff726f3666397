-- Bundles in a booking request: its items name the bundle that they are parts of.
--
--   read_items ─▶ menu_items        whether they are one, and how many things are asked for
--   plan ─▶ price_bundles           each part its share, before anything is written
--
-- What plans, holds and stores a visit knows of services alone.

-- How many items of the menu are asked for: the parts of a bundle are one. They stand side by side in its
-- order; a request that says otherwise is refused.
create function private.menu_items(business uuid, items jsonb) returns int
language plpgsql stable set search_path = ''
as $$
declare
  asked record;
  asked_for int := jsonb_array_length(items);
begin
  for asked in
    select i.value -> 'bundle_id' as id, max(i.place) - min(i.place) + 1 as reach,
      array_agg(private.as_uuid(i.value -> 'variant_id') order by i.place) as parts
    from jsonb_array_elements(items) with ordinality i (value, place)
    where jsonb_typeof(i.value -> 'bundle_id') <> 'null'
    group by 1
  loop
    if private.as_uuid(asked.id) is null then
      perform private.refuse('invalid', 'bundle_id');
    elsif asked.reach <> cardinality(asked.parts) or not exists (
      select from private.offered_bundles b
      where b.business_id = business and b.id = private.as_uuid(asked.id)
        and b.variant_ids = asked.parts
    ) then
      perform private.refuse('not_offered', 'bundle_id');
    end if;
    asked_for := asked_for - cardinality(asked.parts) + 1;
  end loop;
  return asked_for;
end
$$;

-- A plan with the prices of the bundles that were asked for, each part by what it costs whoever does it.
-- Add-ons cost the same beside a part of a bundle.
create function private.price_bundles(
  business uuid, items jsonb, plan private.planned_item[]
) returns private.planned_item[]
language plpgsql stable set search_path = ''
as $$
declare
  b public.bundles;
  places int[];
  extras bigint[];
  prices bigint[];
  c private.candidate;
begin
  for b in
    select x.* from public.bundles x
    where x.business_id = business and x.id in (
      select private.as_uuid(i.value -> 'bundle_id') from jsonb_array_elements(items) i)
  loop
    select array_agg(p.place::int order by p.place), array_agg(extra.cents order by p.place),
        array_agg((p.candidate).price_cents - extra.cents order by p.place)
      into places, extras, prices
      from unnest(plan) with ordinality p (candidate, start_min, place)
      cross join lateral (
        select coalesce(sum(a.price_cents), 0)::bigint as cents
        from public.add_ons a
        where a.business_id = business and a.id = any ((p.candidate).add_on_ids)
      ) extra
      -- Whoever helps costs nothing of their own.
      where (p.candidate).people is distinct from 0
        and private.as_uuid(items -> ((p.candidate).item - 1) -> 'bundle_id') = b.id;
    prices := private.bundle_prices(b, prices);
    for i in 1 .. coalesce(cardinality(places), 0) loop
      c := (plan[places[i]]).candidate;
      c.price_cents := prices[i] + extras[i];
      if b.price_mode = 'fixed' then
        c.price_kind := 'fixed';
      end if;
      plan[places[i]] := row(c, (plan[places[i]]).start_min)::private.planned_item;
    end loop;
  end loop;
  return plan;
end
$$;

-- What a request costs by the cheapest of those who could do each item.
create function private.lowest_total(
  business uuid, items jsonb, candidates private.candidate[]
) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  cheapest private.planned_item[] := '{}';
  c private.candidate;
begin
  foreach c in array array(
    select x from unnest(candidates) x order by (x).item, (x).price_cents)
  loop
    if c.item is distinct from ((cheapest[cardinality(cheapest)]).candidate).item then
      cheapest := cheapest || row(c, 0)::private.planned_item;
    end if;
  end loop;
  return (
    select sum(((p).candidate).price_cents)
    from unnest(private.price_bundles(business, items, cheapest)) p);
end
$$;
