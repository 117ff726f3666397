-- What the rows of a sale add up to, and what is refused because it does not, when all rows of a
-- mutation are there (sales.sql has the tables).

-- What is left of what was paid before a visit: less what went back, what sales have taken up, and what
-- banks have taken back.
create function private.deposit_left(business uuid, appointment uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(case p.method when 'card_online' then p.amount_cents else -p.amount_cents end), 0)
    from public.payments p
    where p.business_id = business and p.appointment_id = appointment and not exists (
      select from public.refunds r
      where r.business_id = p.business_id and r.sale_id = p.sale_id and r.kind = 'void')
  ) - (
    select coalesce(sum(r.amount_cents), 0) from public.refunds r
    where r.business_id = business and r.appointment_id = appointment
  ) - (
    select coalesce(sum(e.amount_cents), 0) from public.dispute_entries e
    where e.business_id = business and e.appointment_id = appointment);
end
$$;

-- What banks have decided for the client of what was paid before a visit. Where a sale has counted it as paid,
-- as much may be collected.
create function private.deposit_lost(business uuid, appointment uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(e.amount_cents), 0) from public.dispute_entries e
    where e.business_id = business and e.appointment_id = appointment and exists (
      select from public.dispute_entries x
      where x.business_id = e.business_id and x.appointment_id = e.appointment_id
        and x.dispute_id = e.dispute_id and x.state = 'lost'));
end
$$;

-- A tip that comes after its sale, and the payment that brings it, have the same id.
create function private.brought_tip(business uuid, id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.payments p where p.business_id = business and p.id = brought_tip.id)
    and exists (select from public.tips t where t.business_id = business and t.id = brought_tip.id);
end
$$;

-- What the rows of a sale add up to.
create view private.sale_sums as
select
  s.business_id, s.id as sale_id,
  lines.count as line_count, lines.subtotal, lines.discount, lines.tax, lines.total,
  (select coalesce(sum(t.amount_cents), 0) from public.tips t
   where t.business_id = s.business_id and t.sale_id = s.id
     and not private.brought_tip(t.business_id, t.id)) as tips,
  -- A tip that came after the sale is what its payment brought, by hand.
  (select count(*) from public.tips t
   join public.payments p on p.business_id = t.business_id and p.id = t.id
   where t.business_id = s.business_id and t.sale_id = s.id
     and (t.amount_cents <> p.amount_cents or p.collects
       or p.method not in ('cash', 'card_terminal', 'bank_transfer', 'other'))
  ) + (select count(*) from public.payments p
   join public.tips t on t.business_id = p.business_id and t.id = p.id
   where p.business_id = s.business_id and p.sale_id = s.id and t.sale_id <> s.id) as odd_tips,
  paid.agreed, paid.captured, paid.promised, paid.promises, paid.collected, paid.lost,
  back.refunded, back.voided, back.voids,
  gifts.activated, gifts.redeemed, gifts.given_back, gifts.deactivated,
  lines.gifts_sold, paid.by_gift, paid.gift_captured,
  packs.sold as packs_sold, packs.used as packs_used, packs.returned as packs_returned,
  packs.cancelled as packs_cancelled, lines.packages_sold, paid.package_captured,
  back.to_package, back.of_packages,
  back.to_gift, back.of_gifts, back.of_all,
  -- Lines of which more went back than was sold.
  (select count(*) from public.sale_lines l
   where l.business_id = s.business_id and l.sale_id = s.id and (
     -- A gift card may go back to the card of its buyer in parts.
     select sum(r.qty) filter (where r.method is distinct from 'deposit') > l.qty
       or sum(r.amount_cents) > l.total_cents from public.refunds r
     where r.business_id = l.business_id and r.sale_id = l.sale_id and r.sale_line_id = l.id
   )) as overdrawn
from public.sales s
cross join lateral (
  select
    count(*) as count,
    coalesce(sum(l.qty * l.unit_price_cents), 0) as subtotal,
    coalesce(sum(l.discount_cents + l.order_discount_cents), 0) as discount,
    coalesce(sum(l.tax_cents), 0) as tax,
    coalesce(sum(l.total_cents), 0) as total,
    coalesce(sum(l.total_cents) filter (where l.kind = 'gift_card'), 0) as gifts_sold,
    coalesce(sum(l.total_cents) filter (where l.kind = 'package'), 0) as packages_sold
  from public.sale_lines l where l.business_id = s.business_id and l.sale_id = s.id
) lines
cross join lateral (
  select
    coalesce(sum(p.amount_cents) filter (
      where not p.collects and not private.brought_tip(p.business_id, p.id)), 0) as agreed,
    coalesce(sum(p.amount_cents) filter (where p.state = 'captured'), 0) as captured,
    coalesce(sum(p.amount_cents) filter (where p.state = 'to_collect'), 0) as promised,
    count(*) filter (
      where p.state = 'to_collect' and p.method not in ('gift_card', 'package')) as promises,
    coalesce(sum(p.amount_cents) filter (where p.method = 'gift_card'), 0) as by_gift,
    coalesce(sum(p.amount_cents) filter (
      where p.method = 'gift_card' and p.state = 'captured'), 0) as gift_captured,
    coalesce(sum(p.amount_cents) filter (
      where p.method = 'package' and p.state = 'captured'), 0) as package_captured,
    coalesce(sum(p.amount_cents) filter (where p.collects), 0) as collected,
    coalesce(sum(least(p.amount_cents, private.deposit_lost(p.business_id, p.appointment_id)))
      filter (where p.method = 'deposit'), 0) as lost
  from public.payments p where p.business_id = s.business_id and p.sale_id = s.id
) paid
cross join lateral (
  select
    coalesce(sum(r.amount_cents) filter (where r.kind = 'refund'), 0) as refunded,
    coalesce(sum(r.amount_cents) filter (where r.kind = 'void'), 0) as voided,
    count(*) filter (where r.kind = 'void') as voids,
    coalesce(sum(r.amount_cents) filter (where r.method = 'gift_card'), 0) as to_gift,
    coalesce(sum(r.amount_cents) filter (where r.method = 'package'), 0) as to_package,
    coalesce(sum(r.amount_cents) filter (where exists (
      select from public.sale_lines l
      where l.business_id = r.business_id and l.id = r.sale_line_id and l.kind = 'gift_card'
    )), 0) as of_gifts,
    coalesce(sum(r.amount_cents) filter (where exists (
      select from public.sale_lines l
      where l.business_id = r.business_id and l.id = r.sale_line_id and l.kind = 'package'
    )), 0) as of_packages,
    coalesce(sum(r.amount_cents) filter (
      where r.kind = 'refund' and r.sale_line_id is null), 0) as of_all
  from public.refunds r where r.business_id = s.business_id and r.sale_id = s.id
) back
cross join lateral (
  select
    coalesce(sum(a.amount_cents) filter (where a.kind = 'activate'), 0) as activated,
    -coalesce(sum(a.amount_cents) filter (where a.kind = 'redeem'), 0) as redeemed,
    coalesce(sum(a.amount_cents) filter (where a.kind = 'refund'), 0) as given_back,
    -coalesce(sum(a.amount_cents) filter (where a.kind = 'deactivate'), 0) as deactivated
  from public.gift_activities a where a.business_id = s.business_id and a.sale_id = s.id
) gifts
cross join lateral (
  select
    coalesce(sum(a.amount_cents) filter (where a.kind = 'sell'), 0) as sold,
    -coalesce(sum(a.amount_cents) filter (where a.kind = 'redeem'), 0) as used,
    coalesce(sum(a.amount_cents) filter (where a.kind = 'return'), 0) as returned,
    -coalesce(sum(a.amount_cents) filter (where a.kind = 'cancel'), 0) as cancelled
  from public.package_activities a where a.business_id = s.business_id and a.sale_id = s.id
) packs;

-- INV-10: what is wrong with a sale, in a word that devices know. Must be empty.
create view private.sale_faults as
select f.business_id, f.sale_id, f.fault
from (
  select s.business_id, s.id as sale_id, case
    when s.currency <> (select b.currency from public.businesses b where b.id = s.business_id)
      then 'currency_unsupported'
    when x.line_count = 0 or x.promises > 1 or x.odd_tips > 0
      or (s.subtotal_cents, s.discount_cents, s.tax_cents, s.tip_cents)
        is distinct from (x.subtotal, x.discount, x.tax, x.tips)
      or s.total_cents <> x.total + x.tips or s.total_cents <> x.agreed
      -- What moved on cards is what was sold, paid and given back here. No card is bought with a card,
      -- nor on trust.
      or (x.activated, x.redeemed) is distinct from (x.gifts_sold, x.gift_captured)
      or x.given_back <> x.to_gift + case x.voids when 1 then x.gift_captured else 0 end
      or x.deactivated <> x.of_gifts + case x.voids when 1 then x.gifts_sold else 0 end
      -- And so with packages.
      or (x.packs_sold, x.packs_used) is distinct from (x.packages_sold, x.package_captured)
      or x.packs_returned <> x.to_package + case x.voids when 1 then x.package_captured else 0 end
      or x.packs_cancelled <> x.of_packages + case x.voids when 1 then x.packages_sold else 0 end
      or x.by_gift > s.total_cents - x.gifts_sold
      or x.gifts_sold + x.packages_sold > 0 and x.promises > 0
      then 'does_not_add_up'
    when x.collected > x.promised + x.lost then 'already_collected'
    when x.refunded + x.voided > x.captured or x.voids > 1 or x.overdrawn > 0
      or (x.voids = 1 and (x.refunded > 0 or x.voided <> x.captured))
      -- The money for a card goes back with the card, that for a package with the package.
      or x.to_gift > x.gift_captured or x.to_package > x.package_captured
      or x.of_all > x.captured - x.gifts_sold - x.packages_sold
      then 'already_refunded'
  end as fault
  from public.sales s
  join private.sale_sums x on x.business_id = s.business_id and x.sale_id = s.id
) f
where f.fault is not null;

-- Every device counts its receipts from 1 without leaving one out, and no two sales have the same
-- number; `receipt` is the letters, or the number. Must be empty.
create view private.receipt_faults as
select s.business_id, s.receipt_prefix as receipt, 'gap' as fault
from public.sales s
group by s.business_id, s.device_id, s.receipt_prefix
having count(distinct s.receipt_no) <> max(s.receipt_no)
union all
select s.business_id, s.receipt_prefix || '-' || s.receipt_no, 'twice'
from public.sales s
group by s.business_id, s.receipt_prefix, s.receipt_no
having count(*) > 1;

-- At the end of a mutation, when all rows of it are there. Two sales about one visit are both kept,
-- because both may have been paid: a person decides.
create function private.check_sale() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sale constant uuid := coalesce(to_jsonb(new) ->> 'sale_id', new.id::text)::uuid;
  found_fault text;
  cap int;
  other public.sales;
begin
  select f.fault into found_fault from private.sale_faults f
    where f.business_id = new.business_id and f.sale_id = sale;
  -- A line of nothing would change no sum.
  if tg_table_name = 'sale_lines' and exists (
    select from public.sales s
    where s.business_id = new.business_id and s.id = sale and s.created_at < new.created_at
  ) then
    found_fault := 'does_not_add_up';
  end if;
  if found_fault is not null then
    perform private.refuse(found_fault);
  end if;
  -- The deposit went back, or another device has taken it up: what else was paid is kept.
  if tg_table_name = 'payments' and to_jsonb(new) ->> 'method' = 'deposit'
    and private.deposit_left(new.business_id, (to_jsonb(new) ->> 'appointment_id')::uuid) < 0 then
    perform private.raise_attention(
      new.business_id, 'sales', sale, 'balance',
      (select jsonb_build_object('receipt', s.receipt_prefix || '-' || s.receipt_no)
       from public.sales s where s.business_id = new.business_id and s.id = sale), '{}');
  end if;
  if tg_table_name <> 'sales' then
    return null;
  end if;
  -- Devices do not let it come to that; money that was taken is kept all the same.
  select (b.discount_caps ->> m.role)::int into cap
    from public.businesses b
    join public.memberships m on m.business_id = b.id and m.user_id = new.created_by
    where b.id = new.business_id and m.role <> 'owner';
  -- Nothing comes off money that is put on a card or into a package.
  if new.discount_cents > (
    select count(*) + (cap * coalesce(
        sum(l.qty * l.unit_price_cents) filter (
          where l.kind not in ('gift_card', 'package')), 0)::bigint + 50) / 100
    from public.sale_lines l
    where l.business_id = new.business_id and l.sale_id = sale
  ) then
    perform private.raise_attention(
      new.business_id, 'sales', sale, 'permission',
      jsonb_build_object('receipt', new.receipt_prefix || '-' || new.receipt_no), '{}');
  end if;
  select s.* into other
    from public.sale_lines mine
    join public.sale_lines theirs
      on theirs.business_id = mine.business_id and theirs.appointment_id = mine.appointment_id
        and theirs.sale_id <> mine.sale_id and (theirs.kind = 'fee') = (mine.kind = 'fee')
    join public.sales s on s.business_id = theirs.business_id and s.id = theirs.sale_id
    where mine.business_id = new.business_id and mine.sale_id = sale
      and not exists (
        select from public.refunds r
        where r.business_id = s.business_id and r.sale_id = s.id and r.kind = 'void')
    limit 1;
  if other.id is not null then
    perform private.raise_attention(
      new.business_id, 'sales', sale, 'balance',
      jsonb_build_object('receipt', new.receipt_prefix || '-' || new.receipt_no),
      jsonb_build_object('receipt', other.receipt_prefix || '-' || other.receipt_no));
  end if;
  return null;
end
$$;
create constraint trigger z_check_sale after insert on public.sales
  deferrable initially deferred for each row execute function private.check_sale();
create constraint trigger z_check_sale after insert on public.sale_lines
  deferrable initially deferred for each row execute function private.check_sale();
create constraint trigger z_check_sale after insert on public.tips
  deferrable initially deferred for each row execute function private.check_sale();
create constraint trigger z_check_sale after insert on public.payments
  deferrable initially deferred for each row execute function private.check_sale();
create constraint trigger z_check_sale after insert on public.refunds
  deferrable initially deferred for each row execute function private.check_sale();
create constraint trigger z_check_sale after insert on public.gift_activities
  deferrable initially deferred for each row when (new.sale_id is not null)
  execute function private.check_sale();
create constraint trigger z_check_sale after insert on public.package_activities
  deferrable initially deferred for each row execute function private.check_sale();
