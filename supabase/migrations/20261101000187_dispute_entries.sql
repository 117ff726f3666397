-- What disputes move: a client's bank takes back what was paid online, and gives it back when the business
-- wins. A ledger like that of sales: each row says what has moved since the one before it, and how the
-- dispute stands. The server alone writes them (payment_disputes.sql);
-- src/domain/checkout/disputes.ts counts the same on devices.
create table public.dispute_entries (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  dispute_id uuid not null,
  -- What was paid online, and the visit that it was for.
  payment_id uuid not null,
  appointment_id uuid,
  occurred_at timestamptz not null,
  state text not null check (state in ('open', 'won', 'lost')),
  -- What the bank has taken, and the provider for its work; below zero: given back.
  amount_cents bigint not null check (abs(amount_cents) <= 10000000000),
  fee_cents bigint not null check (abs(fee_cents) <= 10000000000),
  -- Until when the business can object.
  answer_by timestamptz,
  unique (business_id, id),
  foreign key (business_id, payment_id) references public.payments (business_id, id)
    on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id)
);
create index dispute_entries_rev on public.dispute_entries (business_id, rev);
create index dispute_entries_payment_id on public.dispute_entries (business_id, payment_id);
create index dispute_entries_appointment_id on public.dispute_entries (business_id, appointment_id);
select private.sync_table('dispute_entries', 252);

alter table public.dispute_entries enable row level security;
revoke all on public.dispute_entries from public, anon, authenticated;
grant all on public.dispute_entries to service_role;
grant select on public.dispute_entries to authenticated;
-- Whoever checks a client out has to know what is not there any more.
create policy dispute_entries_select on public.dispute_entries for select to authenticated using (
  business_id = any ((select private.businesses_with_own('checkout'))::uuid[])
  or business_id = any ((select private.businesses_allowing('transactions'))::uuid[]));

-- What banks have taken of a payment and not given back.
create function private.dispute_taken(business uuid, payment uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(e.amount_cents), 0) from public.dispute_entries e
    where e.business_id = business and e.payment_id = payment);
end
$$;

-- INV-10: disputes whose rows do not add up: more was taken than was paid, or given back than was taken,
-- or one that was won keeps money. Must be empty.
create view private.dispute_faults as
select s.business_id, s.dispute_id
from (
  select e.business_id, e.dispute_id, e.payment_id, sum(e.amount_cents) as taken,
    count(distinct e.state) filter (where e.state <> 'open') as ends
  from public.dispute_entries e
  group by e.business_id, e.dispute_id, e.payment_id
) s
join public.payments p on p.business_id = s.business_id and p.id = s.payment_id
where s.taken not between 0 and p.amount_cents or s.ends > 1;
