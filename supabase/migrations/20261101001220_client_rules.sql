-- Rules about single clients: what they pay before a visit, whether they need a test, and when their
-- history asks for a look before their booking stands.

alter table public.clients add column payment_rule text not null default 'default'
  check (payment_rule in ('default', 'card', 'deposit', 'prepay', 'none'));

alter table public.services
  add column patch_test_required boolean not null default false,
  add column patch_test_min_hours int not null default 48
    check (patch_test_min_hours between 0 and 720),
  add column patch_test_valid_days int not null default 183
    check (patch_test_valid_days between 1 and 730),
  add column patch_test_enforce text not null default 'warn'
    check (patch_test_enforce in ('warn', 'block'));

alter table public.booking_rules add column approve_after_no_shows int
  check (approve_after_no_shows between 1 and 50);

delete from private.writable_columns
  where table_name in ('clients', 'services', 'booking_rules');
select private.grant_writes(t.name, t.operations, '{}')
from (values
  ('clients', 'insert,update,delete'),
  ('services', 'insert,update,delete'),
  ('booking_rules', 'update')
) as t (name, operations);
select private.build_row_writers();

-- Whoever has to pay first waits for that payment: until the business can take it online, a person
-- asks for it and then says yes. So does whoever stayed away too often, and who lacks a test.
create or replace function private.needs_approval(
  rules public.booking_rules, candidates private.candidate[], known public.clients
) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select rules.approval_mode = 'all'
        or (rules.approval_mode = 'new_clients' and known.id is null)
        or coalesce(known.online_booking = 'approve', false)
        or coalesce(known.payment_rule in ('card', 'deposit', 'prepay'), false)
        or (
          known.id is not null and rules.approve_after_no_shows <= (
            select count(*) from public.appointments a
            where a.business_id = known.business_id and a.client_id = known.id
              and a.status = 'no_show')
        )
        or exists (select from unnest(candidates) c where (c).needs_approval)
        -- A test that is not there yet is a matter for a person, not for a form.
        or exists (
          select from unnest(candidates) c
          join public.service_variants v
            on v.business_id = rules.business_id and v.id = (c).variant_id
          join public.services s on s.business_id = v.business_id and s.id = v.service_id
          where s.patch_test_required and not exists (
            select from public.patch_tests p
            where p.business_id = s.business_id and p.client_id = known.id
              and (p.service_id is null or p.service_id = s.id)
              and p.result = 'passed' and p.expires_on >= current_date)
        )
  );
end
$$;
