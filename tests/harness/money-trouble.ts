import { DEMO } from './e2e.ts';

/**
 * What else takes a provider, and weeks: a membership whose card failed, and deposits that banks want back: one
 * dispute is open, one was won, one was lost.
 */
export const MONEY_TROUBLE = `do $$
declare
  b uuid := (select id from public.businesses where slug = '${DEMO.slug}');
  plan uuid := gen_random_uuid();
  visit public.appointments;
  outcome text;
  sold uuid;
  charged uuid;
  disputed uuid;
begin
  insert into public.packages (id, business_id, name, price_cents, credits, service_ids, renews_months)
    select plan, b, 'Two cuts a month and a beard trim whenever it is needed', 6000, 2, array[s.id], 1
    from public.services s where s.business_id = b limit 1;
  insert into public.client_memberships (id, business_id, client_id, package_id, name, price_cents, credits,
      service_ids, renews_months, state, period_no, paid_until, card_last4, decline, past_due_on, tries, next_try_at)
    select gen_random_uuid(), b, c.id, p.id, p.name, p.price_cents, p.credits, p.service_ids, 1, 'past_due', 3,
      current_date - 1, '0002', 'insufficient_funds', current_date, 1, now() + interval '3 days'
    from public.packages p, (select id from public.clients where business_id = b and status = 'active' limit 1) c
    where p.id = plan;
  foreach outcome in array array['open', 'won', 'lost'] loop
    sold := gen_random_uuid();
    charged := gen_random_uuid();
    disputed := gen_random_uuid();
    select a.* into visit from public.appointments a
      where a.business_id = b and a.client_id is not null and a.starts_at < now()
        and not exists (select from public.dispute_entries d where d.appointment_id = a.id)
      order by a.starts_at desc limit 1;
    insert into public.payments (id, business_id, appointment_id, occurred_at, method, state, amount_cents)
      values (charged, b, visit.id, now() - interval '9 days', 'card_online', 'captured', 4800);
    insert into public.sales (id, business_id, device_id, receipt_prefix, receipt_no, occurred_at, client_id, currency,
        subtotal_cents, discount_cents, tax_cents, tip_cents, total_cents)
      values (sold, b, gen_random_uuid(), 'H7QKM', 12, now() - interval '2 days', visit.client_id, 'USD',
        4800, 0, 0, 0, 4800);
    insert into public.sale_lines (id, business_id, sale_id, occurred_at, position, kind, appointment_id, name, qty,
        unit_price_cents, discount_cents, order_discount_cents, tax_milli_percent, tax_inclusive, tax_cents, total_cents)
      values (gen_random_uuid(), b, sold, now() - interval '2 days', 0, 'service', visit.id, 'Cut and finish', 1,
        4800, 0, 0, 0, false, 0, 4800);
    insert into public.payments (id, business_id, sale_id, appointment_id, occurred_at, method, state, amount_cents)
      values (gen_random_uuid(), b, sold, visit.id, now() - interval '2 days', 'deposit', 'captured', 4800);
    insert into public.dispute_entries (id, business_id, dispute_id, payment_id, appointment_id, occurred_at, state,
        amount_cents, fee_cents, answer_by)
      values (gen_random_uuid(), b, disputed, charged, visit.id, now() - interval '1 day', 'open', 4800, 1500,
        now() + interval '9 days');
    if outcome <> 'open' then
      insert into public.dispute_entries (id, business_id, dispute_id, payment_id, appointment_id, occurred_at,
          state, amount_cents, fee_cents)
        values (gen_random_uuid(), b, disputed, charged, visit.id, now(), outcome,
          case outcome when 'won' then -4800 else 0 end, 0);
    end if;
  end loop;
  -- Nobody is asked about it: a device that has everything says so.
  set constraints all immediate;
  delete from public.attention_items where business_id = b;
end $$`;
