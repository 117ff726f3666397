-- The accounting checks in one list, and the daily look at it. Whatever keeps money or stock adds what
-- must never be found about it to `accounting_faults`: tests, the daily job and whoever runs the server
-- ask there.

-- INV-10: what cards were charged and the ledger does not say (`subject`: the payment), and visits of
-- whose deposit more went back than was charged, or more was taken up than was left without anybody
-- having been asked (the visit). What a sale has given something back of may have gone back to the
-- deposit. Must be empty.
create view private.deposit_faults as
select i.business_id, i.id::text as subject, 'not_in_ledger' as fault
from private.payment_intents i
where i.state = 'captured' and i.amount_cents > 0 and not exists (
  select from public.payments p
  where p.business_id = i.business_id and p.id = i.id and p.method = 'card_online'
    and p.amount_cents = i.amount_cents)
union all
select d.business_id, d.appointment_id::text, 'below_nothing'
from (
  select
    p.business_id, p.appointment_id,
    coalesce(sum(p.amount_cents) filter (where p.method = 'card_online'), 0) as charged,
    coalesce(sum(p.amount_cents) filter (where p.method = 'deposit' and not exists (
      select from public.refunds r
      where r.business_id = p.business_id and r.sale_id = p.sale_id)), 0) as taken_up
  from public.payments p
  where p.appointment_id is not null
  group by p.business_id, p.appointment_id
) d
cross join lateral (
  select coalesce(sum(r.amount_cents), 0) as cents
  from public.refunds r
  where r.business_id = d.business_id and r.appointment_id = d.appointment_id
) back
where back.cents > d.charged
  or back.cents + d.taken_up > d.charged and not exists (
    select from public.payments p
    join public.attention_items a
      on a.business_id = p.business_id and a.entity = 'sales' and a.entity_id = p.sale_id
    where p.business_id = d.business_id and p.appointment_id = d.appointment_id);

-- INV-10 and INV-12. Must be empty. `subject`: the sale, the receipts (their letters, or
-- the number that two have), the product, what was sold as a package, the gift card, the dispute, or
-- what `deposit_faults` names.
create view private.accounting_faults as
select f.business_id, 'sale' as about, f.sale_id, f.sale_id::text as subject, f.fault
from private.sale_faults f
union all
select r.business_id, 'receipts', null::uuid, r.receipt, r.fault
from private.receipt_faults r
union all
-- Of the last month: nobody can make it not have happened.
select a.business_id, 'payment', null::uuid, a.payment_id::text, a.fault
from private.payment_alarms a where a.last_at > now() - interval '30 days'
union all
select s.business_id, 'stock', null::uuid, s.product_id::text, 'below_nothing'
from private.stock_faults s
union all
select p.business_id, 'package', null::uuid, p.holding_id::text, 'below_nothing'
from private.package_faults p
union all
select g.business_id, 'gift_card', null::uuid, g.card_id::text, 'below_nothing'
from private.gift_faults g
union all
select d.business_id, 'deposit', null::uuid, d.subject, d.fault
from private.deposit_faults d
union all
select d.business_id, 'dispute', null::uuid, d.dispute_id::text, 'does_not_add_up'
from private.dispute_faults d;

-- What the daily check has found and what is not sound since. Empty as long as all is well.
create table private.accounting_findings (
  business_id uuid not null references public.businesses (id) on delete cascade,
  about text not null,
  subject text not null,
  fault text not null,
  found_at timestamptz not null default now(),
  primary key (business_id, about, subject, fault)
);
alter table private.accounting_findings enable row level security;

-- Looks at what was written since a moment, and again at what was found before; answers how much is
-- wrong. Everything that is older was looked at when it was new.
create function private.check_accounting(since timestamptz) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  touched constant uuid[] := array(
    select s.id from public.sales s where s.created_at >= since
    union
    select p.sale_id from public.payments p where p.created_at >= since
    union
    select r.sale_id from public.refunds r where r.created_at >= since);
  -- Everything else is counted over all of a business. A card is charged a week after it was held at the
  -- latest.
  busy constant uuid[] := array(
    select s.business_id from public.sales s where s.created_at >= since
    union
    select a.business_id from private.payment_alarms a where a.last_at >= since
    union
    select m.business_id from public.stock_movements m where m.created_at >= since
    union
    select a.business_id from public.gift_activities a where a.created_at >= since
    union
    select a.business_id from public.package_activities a where a.created_at >= since
    union
    select p.business_id from public.payments p where p.created_at >= since
    union
    select r.business_id from public.refunds r where r.created_at >= since
    union
    select i.business_id from private.payment_intents i
    where i.state = 'captured' and i.created_at >= since - interval '8 days'
    union
    select e.business_id from public.dispute_entries e where e.created_at >= since);
  wrong int;
begin
  delete from private.accounting_findings f
    where not exists (
      select from private.accounting_faults x
      where x.business_id = f.business_id and x.about = f.about and x.subject = f.subject
        and x.fault = f.fault);
  insert into private.accounting_findings (business_id, about, subject, fault)
    select x.business_id, x.about, x.subject, x.fault
      from private.accounting_faults x where x.sale_id = any (touched)
    union
    select x.business_id, x.about, x.subject, x.fault
      from private.accounting_faults x where x.about <> 'sale' and x.business_id = any (busy)
    on conflict do nothing;
  select count(*) into wrong from private.accounting_findings;
  if wrong > 0 then
    raise warning 'Accounting: % faults, listed in private.accounting_findings.', wrong;
  end if;
  return wrong;
end
$$;
