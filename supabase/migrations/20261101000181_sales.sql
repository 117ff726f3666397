-- Money that was taken: a ledger that only grows. A sale is its lines, tips and payments, all of them
-- rows of one mutation; what comes later (money that was to be collected, refunds, a void) is a row of
-- its own. Nobody changes or deletes one. Every row carries two clocks: `occurred_at` is the device's,
-- `created_at` the server's. src/domain/checkout counts the same on devices.
--
--   amount of a line   qty × unit price − its discount − its share of the order's discount
--   tax of a line      contained in that, or added to it; rounded half up on the line. Where the business
--                      says so it is the tax of qty × unit price, whatever comes off
--   total of a sale    amounts + added taxes + tips = payments + what is to be collected

-- What of an amount is tax, or comes on top as tax: thousandths of a percent, half a cent is one.
create function private.tax_of(amount_cents bigint, milli_percent int, inclusive boolean)
returns bigint
language sql immutable set search_path = ''
as $$
  select case when inclusive
    then (2 * amount_cents * milli_percent + 100000 + milli_percent)
      / (2 * (100000 + milli_percent)::bigint)
    else (2 * amount_cents * milli_percent + 100000) / 200000 end
$$;

create table public.sales (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- The number of the receipt: made without a connection, so every device counts for itself. Not
  -- unique: a copied browser profile counts on from the same number, and its cash was taken as well.
  device_id uuid not null,
  receipt_prefix text not null check (receipt_prefix ~ '^[0-9A-HJKMNP-TV-Z]{5}$'),
  receipt_no int not null check (receipt_no between 1 and 9999999),
  occurred_at timestamptz not null,
  client_id uuid,
  -- Who pays for them, in a family; null = the client.
  payer_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  discount_reason text check (length(btrim(discount_reason)) between 1 and 200),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null check (discount_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  tip_cents bigint not null check (tip_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete set null (client_id),
  foreign key (business_id, payer_id) references public.clients (business_id, id)
    on delete set null (payer_id)
);
create index sales_rev on public.sales (business_id, rev);
create index sales_occurred_at on public.sales (business_id, occurred_at);
create index sales_created_by on public.sales (business_id, created_by);
create index sales_receipt on public.sales (business_id, receipt_prefix, receipt_no);
create index sales_client_id on public.sales (business_id, client_id) where client_id is not null;
create index sales_payer_id on public.sales (business_id, payer_id) where payer_id is not null;

create table public.sale_lines (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  sale_id uuid not null,
  occurred_at timestamptz not null,
  position int not null check (position between 0 and 999),
  kind text not null check (
    kind in ('service', 'add_on', 'product', 'custom', 'fee', 'gift_card', 'package')),
  -- The visit that it settles, or whose fee it is; what was done or handed over, and by whom.
  appointment_id uuid,
  variant_id uuid,
  -- A product stays as a row of its own (products.sql), and so does the line.
  product_id uuid,
  staff_id uuid,
  -- Frozen, like the tax: what the receipt says stays as it was.
  name text not null check (length(btrim(name)) between 1 and 260),
  qty int not null check (qty between 1 and 999),
  unit_price_cents bigint not null check (unit_price_cents between 0 and 10000000),
  discount_cents bigint not null check (discount_cents >= 0),
  order_discount_cents bigint not null check (order_discount_cents >= 0),
  -- Why something came off this line.
  discount_reason text check (length(btrim(discount_reason)) between 1 and 200),
  tax_name text check (length(btrim(tax_name)) between 1 and 120),
  tax_milli_percent int not null check (tax_milli_percent between 0 and 100000),
  tax_inclusive boolean not null,
  -- The tax is that of the price before anything came off, as the business had set it.
  tax_before_discount boolean not null default false,
  tax_cents bigint not null,
  total_cents bigint not null,
  constraint sale_lines_product_id_of_kind check (product_id is null or kind = 'product'),
  -- Money for money: no tax until it is spent, and nothing off.
  constraint sale_lines_prepaid_is_money check (kind not in ('gift_card', 'package') or (
    qty = 1 and discount_cents = 0 and order_discount_cents = 0 and tax_milli_percent = 0)),
  constraint sale_lines_discount_cents_at_most
    check (discount_cents + order_discount_cents <= qty * unit_price_cents),
  constraint sale_lines_tax_cents_of_amount check (tax_cents = private.tax_of(
    qty * unit_price_cents
      - case when tax_before_discount then 0 else discount_cents + order_discount_cents end,
    tax_milli_percent, tax_inclusive)),
  constraint sale_lines_total_cents_of_amount check (
    total_cents = qty * unit_price_cents - discount_cents - order_discount_cents
      + case when tax_inclusive then 0 else tax_cents end),
  unique (business_id, id),
  unique (business_id, sale_id, id),
  unique (business_id, sale_id, position),
  foreign key (business_id, sale_id) references public.sales (business_id, id) on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id),
  foreign key (business_id, variant_id) references public.service_variants (business_id, id)
    on delete set null (variant_id),
  foreign key (business_id, staff_id) references public.staff (business_id, id)
    on delete set null (staff_id)
);
create index sale_lines_rev on public.sale_lines (business_id, rev);
create index sale_lines_occurred_at on public.sale_lines (business_id, occurred_at);
create index sale_lines_sale_id on public.sale_lines (business_id, sale_id);
create index sale_lines_appointment_id on public.sale_lines (business_id, appointment_id)
  where appointment_id is not null;
create index sale_lines_variant_id on public.sale_lines (business_id, variant_id)
  where variant_id is not null;
create index sale_lines_staff_id on public.sale_lines (business_id, staff_id);

-- One that comes after the sale has the id of the payment that brings it (brought_tip).
create table public.tips (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  sale_id uuid not null,
  occurred_at timestamptz not null,
  -- null = for the house.
  staff_id uuid,
  amount_cents bigint not null check (amount_cents between 1 and 10000000),
  unique (business_id, id),
  foreign key (business_id, sale_id) references public.sales (business_id, id) on delete cascade,
  foreign key (business_id, staff_id) references public.staff (business_id, id)
    on delete set null (staff_id)
);
create index tips_rev on public.tips (business_id, rev);
create index tips_occurred_at on public.tips (business_id, occurred_at);
create index tips_sale_id on public.tips (business_id, sale_id);
create index tips_staff_id on public.tips (business_id, staff_id);

create table public.payments (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- null = paid online before a visit. What of that a sale takes up is a payment of the sale.
  sale_id uuid,
  -- Of a deposit: the visit that it is for.
  appointment_id uuid,
  occurred_at timestamptz not null,
  method text not null check (
    method in (
      'cash', 'card_terminal', 'bank_transfer', 'other', 'gift_card', 'package', 'card', 'owed',
      'card_online', 'deposit')),
  -- What "other" was; the end of a gift card's code, the name of a package.
  label text check (length(btrim(label)) between 1 and 60),
  -- A card that needs a connection is not paid, nor what a client owes, nor what a gift card or a package
  -- turned out not to cover (gift_cards.sql, packages.sql): it is to be collected.
  state text not null check (state in ('captured', 'to_collect')),
  -- Takes what was to be collected, after the sale.
  collects boolean not null default false,
  amount_cents bigint not null check (amount_cents between 1 and 10000000000),
  -- Cash: what was handed over; the rest went back.
  tendered_cents bigint,
  constraint payments_state_of_method
    check (
      method in ('gift_card', 'package') or (method in ('card', 'owed')) = (state = 'to_collect')),
  constraint payments_collects_captured check (not collects or state = 'captured'),
  constraint payments_label_of_other
    check (label is null or method in ('other', 'gift_card', 'package')),
  constraint payments_tendered_cents_of_cash check (
    (method = 'cash') = (tendered_cents is not null)
    and coalesce(tendered_cents, amount_cents) between amount_cents and 100000000000),
  constraint payments_sale_id_of_method check ((method = 'card_online') = (sale_id is null)),
  constraint payments_appointment_id_of_method
    check (appointment_id is null or method in ('card_online', 'deposit')),
  unique (business_id, id),
  foreign key (business_id, sale_id) references public.sales (business_id, id) on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id)
);
create index payments_rev on public.payments (business_id, rev);
create index payments_occurred_at on public.payments (business_id, occurred_at);
-- Forms that are wanted after it (timed_messages.sql).
create index payments_created_at on public.payments (business_id, created_at);
create index payments_sale_id on public.payments (business_id, sale_id);
create index payments_appointment_id on public.payments (business_id, appointment_id);

create table public.refunds (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- null = a deposit that went back.
  sale_id uuid,
  appointment_id uuid,
  occurred_at timestamptz not null,
  -- A void takes a whole sale back, each payment by the way it came: nothing was sold.
  kind text not null check (kind in ('refund', 'void')),
  -- `deposit`: to what was paid online before; when that goes to a card, it is a refund without a sale.
  method text check (
    method in (
      'cash', 'card_terminal', 'bank_transfer', 'other', 'gift_card', 'package', 'card_online',
      'deposit')),
  amount_cents bigint not null check (amount_cents between 0 and 10000000000),
  reason text not null default '' check (length(reason) <= 500),
  -- So many of one line; null = an amount of the sale as a whole.
  sale_line_id uuid,
  qty int check (qty between 1 and 999),
  constraint refunds_method_of_kind check ((kind = 'void') = (method is null)),
  constraint refunds_sale_line_id_of_kind check (kind = 'refund' or sale_line_id is null),
  constraint refunds_qty_of_line check ((sale_line_id is null) = (qty is null)),
  -- A credit goes back for what it has paid.
  constraint refunds_sale_line_id_of_package
    check (method is distinct from 'package' or sale_line_id is not null),
  -- One of three for a cent is nothing.
  constraint refunds_amount_cents_of_kind
    check (kind = 'void' or sale_line_id is not null or amount_cents > 0),
  constraint refunds_sale_id_of_method
    check ((method is not distinct from 'card_online') = (sale_id is null)),
  constraint refunds_appointment_id_of_method
    check (appointment_id is null or sale_id is null),
  unique (business_id, id),
  foreign key (business_id, sale_id) references public.sales (business_id, id) on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id),
  foreign key (business_id, sale_id, sale_line_id)
    references public.sale_lines (business_id, sale_id, id) on delete cascade
);
create index refunds_rev on public.refunds (business_id, rev);
create index refunds_occurred_at on public.refunds (business_id, occurred_at);
create index refunds_sale_id on public.refunds (business_id, sale_id, sale_line_id);
create index refunds_appointment_id on public.refunds (business_id, appointment_id);

-- Behind everything that they speak of.
select private.sync_table(t.name, t.position)
from (values
  ('sales', 210), ('sale_lines', 220), ('tips', 230), ('payments', 240), ('refunds', 250)
) t (name, position);

-- The files before this one have closed all tables that they knew.
do $$
declare
  name text;
begin
  foreach name in array array['sales', 'sale_lines', 'tips', 'payments', 'refunds'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public, anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('grant select on public.%I to authenticated', name);
  end loop;
end
$$;

-- Checks run with the rights of whoever writes the row.
grant execute on function private.tax_of(bigint, int, boolean) to authenticated, service_role;

-- Whose sales somebody sees: who checks everybody out, or reads all transactions.
create function private.businesses_with_sales() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select unnest(private.businesses_allowing('checkout'))
    union
    select unnest(private.businesses_allowing('transactions')));
end
$$;

-- Own = I have rung it up, or a part of it was done by me.
create function private.own_sales(permission text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  businesses constant uuid[] := private.businesses_with_own(permission);
  mine constant uuid[] := private.own_staff(permission);
begin
  return array(
    select s.id from public.sales s
      where s.business_id = any (businesses) and s.created_by = auth.uid()
    union
    select l.sale_id from public.sale_lines l
      where l.business_id = any (businesses) and l.staff_id = any (mine));
end
$$;

create function private.own_sales_seen() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select unnest(private.own_sales('checkout'))
    union
    select unnest(private.own_sales('transactions')));
end
$$;
grant execute on function
  private.businesses_with_sales(), private.own_sales(text), private.own_sales_seen()
to authenticated, service_role;

do $$
declare
  name text;
  sale text;
  rings_up constant text := $sql$
    business_id = any ((select private.businesses_allowing('checkout'))::uuid[])
    or sale_id = any ((select private.own_sales('checkout'))::uuid[]) $sql$;
begin
  foreach name in array array['sales', 'sale_lines', 'tips', 'payments', 'refunds'] loop
    sale := case name when 'sales' then 'id' else 'sale_id' end;
    execute format($sql$
      create policy %I on public.%I for select to authenticated using (
        business_id = any ((select private.businesses_with_sales())::uuid[])
        or %I = any ((select private.own_sales_seen())::uuid[]) %s) $sql$,
      name || '_select', name, sale,
      -- A deposit is seen by whoever checks the visit out.
      case when name in ('payments', 'refunds') then $sql$
        or sale_id is null and private.is_own_appointment(
          business_id, appointment_id, (select private.own_staff('checkout'))::uuid[]) $sql$ end);
    execute format('create policy %I on public.%I for insert to authenticated with check ((%s)%s)',
      name || '_insert', name,
      case name
        -- Whoever rings it up has made it: it is theirs.
        when 'sales' then $sql$
          business_id = any ((select private.businesses_with_own('checkout'))::uuid[]) $sql$
        when 'refunds' then $sql$
          business_id = any ((select private.businesses_allowing('refund'))::uuid[])
          or kind = 'void' and ($sql$ || rings_up || ')'
        else rings_up
      end,
      -- What is paid online, also what of it pays a sale, the server alone writes down.
      case name
        when 'payments' then ' and sale_id is not null and not (method = ''deposit'' and collects)'
        when 'refunds' then $sql$ and sale_id is not null and method is distinct from 'deposit' $sql$
      end);
  end loop;
end
$$;

-- Money was taken whatever became of the visit, the service or the client meanwhile: what is gone is
-- not named any more.
create function private.drop_gone_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'sales' then
    if new.client_id is not null and not private.is_there('clients', new.business_id, new.client_id)
    then
      new.client_id := null;
    end if;
    if new.payer_id is not null and not private.is_there('clients', new.business_id, new.payer_id) then
      new.payer_id := null;
    end if;
    return new;
  end if;
  if tg_table_name = 'payments' then
    if new.appointment_id is not null
      and not private.is_there('appointments', new.business_id, new.appointment_id) then
      new.appointment_id := null;
    end if;
    return new;
  end if;
  if new.staff_id is not null and not private.is_there('staff', new.business_id, new.staff_id) then
    new.staff_id := null;
  end if;
  if tg_table_name = 'sale_lines' then
    if new.appointment_id is not null
      and not private.is_there('appointments', new.business_id, new.appointment_id) then
      new.appointment_id := null;
    end if;
    if new.variant_id is not null
      and not private.is_there('service_variants', new.business_id, new.variant_id) then
      new.variant_id := null;
    end if;
    if new.product_id is not null
      and not private.is_there('products', new.business_id, new.product_id) then
      new.product_id := null;
    end if;
  end if;
  return new;
end
$$;
create trigger a_drop_gone_links before insert on public.sales
  for each row execute function private.drop_gone_links();
create trigger a_drop_gone_links before insert on public.sale_lines
  for each row execute function private.drop_gone_links();
create trigger a_drop_gone_links before insert on public.payments
  for each row execute function private.drop_gone_links();
create trigger a_drop_gone_links before insert on public.tips
  for each row execute function private.drop_gone_links();

-- A void is for slips that are seen soon: within a day, and before the drawer is counted, because what
-- was counted should stay what was there. Later there are refunds.
create function private.check_void() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.sales s
    where s.business_id = new.business_id and s.id = new.sale_id
      and (
        new.occurred_at > s.occurred_at + interval '24 hours'
        or exists (
          select from public.drawer_events d
          where d.business_id = s.business_id and d.kind = 'close'
            and d.occurred_at > s.occurred_at and d.occurred_at <= new.occurred_at))
  ) then
    perform private.refuse('undo_expired', 'sale_id');
  end if;
  return new;
end
$$;
create trigger b_check_void before insert on public.refunds
  for each row when (new.kind = 'void') execute function private.check_void();

select private.grant_writes(t.name, 'insert', '{}')
from unnest(array['sales', 'sale_lines', 'tips', 'payments', 'refunds']) t (name);
