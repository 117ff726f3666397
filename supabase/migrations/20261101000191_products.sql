-- Products and what happens to their stock. The stock itself is nowhere: it is counted from a ledger
-- that only grows (stock.sql), so that devices may sell, count and receive without a connection.
-- Quantities are thousandths of the product's unit.

-- Whom products are ordered from.
create table public.suppliers (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  contact_name text check (length(btrim(contact_name)) between 1 and 120),
  email text check (private.is_email(email)),
  phone text check (length(btrim(phone)) between 1 and 40),
  -- What the business is to them.
  account_no text check (length(btrim(account_no)) between 1 and 60),
  lead_days int check (lead_days between 0 and 365),
  note text check (length(btrim(note)) between 1 and 5000),
  status text not null default 'active' check (status in ('active', 'archived')),
  unique (business_id, id)
);
create index suppliers_rev on public.suppliers (business_id, rev);

create table public.products (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  brand text check (length(btrim(brand)) between 1 and 120),
  -- Words, no rows of their own: two devices that think of one category without a connection make one.
  category text check (length(btrim(category)) between 1 and 120),
  -- Devices warn when one is there twice; two that meet here are both kept, and so are their sales.
  sku text check (length(btrim(sku)) between 1 and 60),
  barcode text check (barcode ~ '^[0-9]{8,14}$'),
  kind text not null default 'retail' check (kind in ('retail', 'professional', 'both')),
  -- What stock is counted in, and how much of it one piece, as it is sold and ordered, holds.
  unit text not null default 'piece' check (unit in ('piece', 'ml', 'g')),
  size_milli bigint not null default 1000 check (size_milli between 1 and 100000000),
  price_cents bigint not null default 0 check (price_cents between 0 and 10000000),
  tax_rate_id uuid,
  supplier_id uuid,
  -- At this much it is low; null = never.
  low_stock_milli bigint default 2000 check (low_stock_milli between 0 and 100000000000),
  -- Pieces that are ordered at once.
  reorder_qty int check (reorder_qty between 1 and 9999),
  status text not null default 'active' check (status in ('active', 'archived')),
  constraint products_size_milli_of_unit check (unit <> 'piece' or size_milli = 1000),
  unique (business_id, id),
  foreign key (business_id, tax_rate_id) references public.tax_rates (business_id, id),
  foreign key (business_id, supplier_id) references public.suppliers (business_id, id)
);
create index products_rev on public.products (business_id, rev);
create index products_tax_rate_id on public.products (business_id, tax_rate_id)
  where tax_rate_id is not null;
create index products_supplier_id on public.products (business_id, supplier_id)
  where supplier_id is not null;

alter table public.sale_lines
  add foreign key (business_id, product_id) references public.products (business_id, id);
create index sale_lines_product_id on public.sale_lines (business_id, product_id)
  where product_id is not null;

-- What one piece costs the business. A row of its own: not everybody who sells products may know it.
create table public.product_costs (
  -- Of the product: two devices that write it make one row.
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  cost_cents bigint check (cost_cents between 0 and 10000000),
  unique (business_id, id),
  foreign key (business_id, id) references public.products (business_id, id) on delete cascade
);
create index product_costs_rev on public.product_costs (business_id, rev);

-- What is ordered: products, each once, with the pieces and what one piece is to cost (null = nobody
-- said).
create function private.is_order_lines(lines jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_list_of(lines, 200, '{product_id,qty,cost_cents}')
    and not exists (
      select from jsonb_array_elements(lines) line
      where not coalesce(
        jsonb_typeof(line -> 'qty') = 'number'
        and (line ->> 'qty')::int between 1 and 9999
        and (
          line -> 'cost_cents' = 'null'
          or jsonb_typeof(line -> 'cost_cents') = 'number'
            and (line ->> 'cost_cents')::int between 0 and 10000000),
      false))
    and jsonb_array_length(lines)
      = (select count(distinct (line ->> 'product_id')::uuid) from jsonb_array_elements(lines) line);
exception when others then
  return false;
end
$$;
revoke all on function private.is_order_lines(jsonb) from public;
grant execute on function private.is_order_lines(jsonb) to authenticated, service_role;

-- What is ordered from a supplier. What came of it is in the ledger of stock: devices without a
-- connection may each receive a part, so an order never says itself how much there is still to come.
create table public.purchase_orders (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  supplier_id uuid not null,
  -- received: nothing more of it is to come, whatever came.
  state text not null default 'draft' check (state in ('draft', 'ordered', 'received', 'cancelled')),
  lines jsonb not null default '[]' check (private.is_order_lines(lines)),
  ordered_at timestamptz,
  note text check (length(btrim(note)) between 1 and 5000),
  constraint purchase_orders_ordered_at_of_state
    check (state in ('draft', 'cancelled') or ordered_at is not null),
  unique (business_id, id),
  foreign key (business_id, supplier_id) references public.suppliers (business_id, id)
);
create index purchase_orders_rev on public.purchase_orders (business_id, rev);
create index purchase_orders_supplier_id on public.purchase_orders (business_id, supplier_id);

create table public.stock_movements (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  product_id uuid not null,
  occurred_at timestamptz not null,
  kind text not null check (kind in ('count', 'receive', 'sale', 'return', 'use', 'adjust')),
  -- What came in or, below zero, went out. Of a count: what was there.
  qty_milli bigint not null check (abs(qty_milli) <= 100000000000),
  -- Why it was adjusted.
  reason text check (length(btrim(reason)) between 1 and 200),
  -- The line that sold it, or for which it was used.
  sale_id uuid,
  sale_line_id uuid,
  -- The order that it came with, or of which it was taken back.
  order_id uuid,
  -- The visit at which it was used, noted before its sale.
  appointment_id uuid,
  -- The movement that it takes back; of a receipt that is what it cost, too.
  undoes_id uuid,
  constraint stock_movements_qty_milli_of_kind check (
    case kind
      when 'count' then qty_milli >= 0
      when 'receive' then qty_milli > 0
      when 'return' then qty_milli > 0
      when 'sale' then qty_milli < 0
      else qty_milli <> 0
    end),
  constraint stock_movements_reason_of_kind check ((kind = 'adjust') = (reason is not null)),
  constraint stock_movements_sale_id_of_kind check (
    case
      when kind in ('sale', 'return') then sale_id is not null
      when kind <> 'use' then sale_id is null
      else true
    end
    and (sale_id is null) = (sale_line_id is null)),
  constraint stock_movements_order_id_of_kind
    check (order_id is null or kind in ('receive', 'adjust')),
  constraint stock_movements_appointment_id_of_kind
    check (appointment_id is null or kind = 'use' and sale_id is null),
  constraint stock_movements_undoes_id_of_kind check (undoes_id is null or kind = 'adjust'),
  unique (business_id, id),
  foreign key (business_id, product_id) references public.products (business_id, id)
    on delete cascade,
  foreign key (business_id, sale_id, sale_line_id)
    references public.sale_lines (business_id, sale_id, id) on delete cascade,
  foreign key (business_id, order_id) references public.purchase_orders (business_id, id)
    on delete set null (order_id),
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id),
  foreign key (business_id, undoes_id) references public.stock_movements (business_id, id)
    on delete set null (undoes_id)
);
create index stock_movements_rev on public.stock_movements (business_id, rev);
create index stock_movements_product_id
  on public.stock_movements (business_id, product_id, occurred_at, id);
create index stock_movements_sale_id
  on public.stock_movements (business_id, sale_id, sale_line_id) where sale_id is not null;
create index stock_movements_order_id
  on public.stock_movements (business_id, order_id) where order_id is not null;
create index stock_movements_appointment_id
  on public.stock_movements (business_id, appointment_id) where appointment_id is not null;
create index stock_movements_undoes_id
  on public.stock_movements (business_id, undoes_id) where undoes_id is not null;

-- What one piece cost that came in: what products cost moves with it (src/domain/inventory/value.ts). A
-- row of its own, like what a product costs as it is listed.
create table public.stock_costs (
  -- Of the movement that brought it in.
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  cost_cents bigint not null check (cost_cents between 0 and 10000000),
  unique (business_id, id),
  foreign key (business_id, id) references public.stock_movements (business_id, id)
    on delete cascade
);
create index stock_costs_rev on public.stock_costs (business_id, rev);

-- Products before the lines that sell them; movements behind everything that they speak of.
select private.sync_table(t.name, t.position)
from (values
  ('suppliers', 106), ('products', 107), ('product_costs', 108), ('purchase_orders', 265),
  ('stock_movements', 270), ('stock_costs', 275)
) t (name, position);

do $$
declare
  name text;
begin
  foreach name in array array[
    'suppliers', 'products', 'product_costs', 'purchase_orders', 'stock_movements',
    'stock_costs'
  ] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public, anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('grant select on public.%I to authenticated', name);
  end loop;
end
$$;

-- suppliers: whoever keeps the inventory; archived, never deleted
create policy suppliers_select on public.suppliers for select to authenticated
  using (business_id = any ((select private.businesses_allowing('inventory'))::uuid[]));
create policy suppliers_insert on public.suppliers for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('inventory'))::uuid[]));
create policy suppliers_update on public.suppliers for update to authenticated
  using (business_id = any ((select private.businesses_allowing('inventory'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('inventory'))::uuid[]));

-- products: seen by the whole team, which sells and uses them; archived, never deleted
create policy products_select on public.products for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy products_insert on public.products for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('inventory'))::uuid[]));
create policy products_update on public.products for update to authenticated
  using (business_id = any ((select private.businesses_allowing('inventory'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('inventory'))::uuid[]));

-- product_costs: whoever may know what things cost
create policy product_costs_select on public.product_costs for select to authenticated
  using (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));
create policy product_costs_insert on public.product_costs for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));
create policy product_costs_update on public.product_costs for update to authenticated
  using (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));

-- stock_costs: the same
create policy stock_costs_select on public.stock_costs for select to authenticated
  using (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));
create policy stock_costs_insert on public.stock_costs for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));
create policy stock_costs_update on public.stock_costs for update to authenticated
  using (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));

-- purchase_orders: whoever keeps the inventory and may know what things cost; cancelled, never deleted
create policy purchase_orders_select on public.purchase_orders for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('inventory'))::uuid[])
    and business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));
create policy purchase_orders_insert on public.purchase_orders for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('inventory'))::uuid[])
    and business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));
create policy purchase_orders_update on public.purchase_orders for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('inventory'))::uuid[])
    and business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]))
  with check (
    business_id = any ((select private.businesses_allowing('inventory'))::uuid[])
    and business_id = any ((select private.businesses_allowing('inventory.cost'))::uuid[]));

-- stock_movements: what is left is for the whole team to see; whoever rings up a sale writes down what
-- it takes and uses, who refunds what comes back, and everything else is for who keeps the inventory
create policy stock_movements_select on public.stock_movements for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy stock_movements_insert on public.stock_movements for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('inventory'))::uuid[])
    or sale_id is not null and (
      business_id = any ((select private.businesses_allowing('checkout'))::uuid[])
      or sale_id = any ((select private.own_sales('checkout'))::uuid[])
      or kind = 'return' and business_id = any ((select private.businesses_allowing('refund'))::uuid[])
    )
  );

select private.grant_writes(t.name, t.operations, '{}')
from (values
  ('suppliers', 'insert,update'), ('products', 'insert,update'),
  ('product_costs', 'insert,update'), ('purchase_orders', 'insert,update'),
  ('stock_movements', 'insert'), ('stock_costs', 'insert,update')
) t (name, operations);
