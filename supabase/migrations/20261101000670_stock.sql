-- What is there of a product: its last count and everything that happened after it, by the clock of
-- the business. So a count holds whatever arrives late: what was sold before it is counted in already,
-- what was sold after it comes off. Where nobody ever counted, the first receipt and everything after
-- it: what was sold before was never entered. src/domain/inventory/stock.ts counts the same on devices.
-- Nothing is known of a product that was never counted or received.
create view private.stock as
select
  p.business_id, p.id as product_id,
  together.qty_milli,
  known.id is not null as is_known
from public.products p
left join lateral (
  select b.id, b.occurred_at
  from (
    (
      select 1 as place, m.id, m.occurred_at
      from public.stock_movements m
      where m.business_id = p.business_id and m.product_id = p.id and m.kind = 'count'
      order by m.occurred_at desc, m.id desc
      limit 1
    )
    union all
    (
      select 2, m.id, m.occurred_at
      from public.stock_movements m
      where m.business_id = p.business_id and m.product_id = p.id and m.kind = 'receive'
      order by m.occurred_at, m.id
      limit 1
    )
  ) b
  order by b.place
  limit 1
) known on true
cross join lateral (
  select coalesce(sum(m.qty_milli), 0)::bigint as qty_milli
  from public.stock_movements m
  where m.business_id = p.business_id and m.product_id = p.id
    and (m.occurred_at, m.id) >= (known.occurred_at, known.id)
) together;

-- INV-12: less than nothing is there, and nobody was asked about it. Must be empty.
create view private.stock_faults as
select s.business_id, s.product_id
from private.stock s
where s.is_known and s.qty_milli < 0 and not exists (
  select from public.attention_items a
  where a.business_id = s.business_id and a.entity = 'products' and a.entity_id = s.product_id);

-- What happened has happened, also when it sold what was not there any more.
create function private.take_movement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The server did not take the product: the sale of it is kept, and there is no stock to count.
  if not private.is_there('products', new.business_id, new.product_id) then
    return null;
  end if;
  -- … nor the order: what came is there all the same.
  if new.order_id is not null
    and not private.is_there('purchase_orders', new.business_id, new.order_id) then
    new.order_id := null;
  end if;
  -- … nor what it takes back: the pieces go all the same.
  if new.undoes_id is not null
    and not private.is_there('stock_movements', new.business_id, new.undoes_id) then
    new.undoes_id := null;
  end if;
  -- A device whose clock is ahead would say the last word for as long.
  new.occurred_at := least(new.occurred_at, now() + interval '5 minutes');
  return new;
end
$$;
create trigger a_take_movement before insert on public.stock_movements
  for each row execute function private.take_movement();

-- … and what it cost is known of what is there alone.
create function private.take_stock_cost() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_there('stock_movements', new.business_id, new.id) then
    return null;
  end if;
  return new;
end
$$;
create trigger a_take_stock_cost before insert on public.stock_costs
  for each row execute function private.take_stock_cost();

create function private.check_stock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_over private.stock;
begin
  select s.* into left_over from private.stock s
    where s.business_id = new.business_id and s.product_id = new.product_id;
  if left_over.is_known and left_over.qty_milli < 0 and not exists (
    select from public.attention_items a
    where a.business_id = new.business_id and a.entity = 'products'
      and a.entity_id = new.product_id and a.kind = 'balance' and a.state = 'open'
  ) then
    perform private.raise_attention(
      new.business_id, 'products', new.product_id, 'balance',
      jsonb_build_object('product', (
        select p.name from public.products p
        where p.business_id = new.business_id and p.id = new.product_id)), '{}');
  end if;
  return null;
end
$$;
create trigger z_check_stock after insert on public.stock_movements
  for each row when (new.kind <> 'return') execute function private.check_stock();

-- Two devices that received the same parcel without knowing of each other have both counted it: what
-- came counts, and a person is asked.
create function private.check_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  product public.products;
  ordered int;
  came numeric;
begin
  select p.* into product from public.products p
    where p.business_id = new.business_id and p.id = new.product_id;
  select coalesce(sum((l.line ->> 'qty')::int), 0) into ordered
    from public.purchase_orders o, jsonb_array_elements(o.lines) l (line)
    where o.business_id = new.business_id and o.id = new.order_id
      and l.line ->> 'product_id' = new.product_id::text;
  select sum(m.qty_milli)::numeric / product.size_milli into came
    from public.stock_movements m
    where m.business_id = new.business_id and m.order_id = new.order_id
      and m.product_id = new.product_id;
  if came > ordered and not exists (
    select from public.attention_items a
    where a.business_id = new.business_id and a.entity = 'purchase_orders'
      and a.entity_id = new.order_id and a.kind = 'balance' and a.state = 'open'
  ) then
    perform private.raise_attention(
      new.business_id, 'purchase_orders', new.order_id, 'balance',
      jsonb_build_object('product', product.name, 'ordered', ordered, 'came', round(came, 3)), '{}');
  end if;
  return null;
end
$$;
create trigger z_check_order after insert on public.stock_movements
  for each row when (new.order_id is not null) execute function private.check_order();
