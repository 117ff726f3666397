import { DEMO } from './e2e.ts';

/** Used at work, measured, and with a name that takes more than a line of a phone. */
export const SHAMPOO = 'Shampoo for coloured hair, without sulphates and silicones';

export const PRODUCT_FOR_WORK = `insert into public.products (id, business_id, name, kind, unit, size_milli)
  select gen_random_uuid(), b.id, '${SHAMPOO}', 'professional', 'ml', 1000000
  from public.businesses b where b.slug = '${DEMO.slug}'
    and not exists (select from public.products p where p.business_id = b.id and p.name = '${SHAMPOO}')`;

/** Two sales a day for four weeks, by everybody and in three ways of paying: something for reports to count. */
export const PAST_SALES = `do $$
declare
  b public.businesses := (select x from public.businesses x where slug = '${DEMO.slug}');
  device uuid := gen_random_uuid();
  sold uuid;
  at timestamptz;
  what record;
begin
  if exists (select from public.sales where business_id = b.id and receipt_prefix = 'H7QKN') then
    return;
  end if;
  for what in
    with variants as (
      select v.id, s.name, v.price_cents, row_number() over (order by s.name, v.id) - 1 as place
      from public.service_variants v join public.services s on s.id = v.service_id
      where v.business_id = b.id and v.price_cents > 0
    ), people as (
      select id, row_number() over (order by display_name) - 1 as place
      from public.staff where business_id = b.id
    )
    select n, v.id as variant, v.name, v.price_cents as cents, p.id as person
    from generate_series(1, 56) n
    join variants v on v.place = n * 7 % (select count(*) from variants)
    join people p on p.place = n % (select count(*) from people)
  loop
    sold := gen_random_uuid();
    at := now() - what.n * interval '12 hours';
    insert into public.sales (id, business_id, device_id, receipt_prefix, receipt_no, occurred_at, currency,
        subtotal_cents, discount_cents, tax_cents, tip_cents, total_cents)
      values (sold, b.id, device, 'H7QKN', what.n, at, b.currency, what.cents, 0, 0, 0, what.cents);
    insert into public.sale_lines (id, business_id, sale_id, occurred_at, position, kind, variant_id, staff_id, name,
        qty, unit_price_cents, discount_cents, order_discount_cents, tax_milli_percent, tax_inclusive, tax_cents,
        total_cents)
      values (gen_random_uuid(), b.id, sold, at, 0, 'service', what.variant, what.person, what.name, 1, what.cents,
        0, 0, 0, false, 0, what.cents);
    insert into public.payments (id, business_id, sale_id, occurred_at, method, state, amount_cents, tendered_cents)
      values (gen_random_uuid(), b.id, sold, at,
        (array['cash', 'card_terminal', 'bank_transfer'])[1 + what.n % 3], 'captured', what.cents,
        case what.n % 3 when 0 then what.cents end);
  end loop;
  set constraints all immediate;
end $$`;

/** As if it had always counted in this: the currency is fixed with the first sale. */
export const countsIn = (currency: string, locale: string): string => `do $$
declare
  b uuid := (select id from public.businesses where slug = '${DEMO.slug}');
begin
  set local session_replication_role = replica;
  update public.businesses set currency = '${currency}', locale = '${locale}' where id = b;
  update public.sales set currency = '${currency}' where business_id = b;
end $$`;
