-- Fees of visits that were cancelled late or missed, charged to the card that the deposit was paid with: its
-- client agreed to that on the provider's page. Nobody is charged before a person has said so, and that is
-- what charge_fee is. What is charged is a payment about the visit, as its deposit is: checkout takes it
-- up, and waiving the fee gives it back.

-- Whether the caller may decide about the money of a visit.
create function private.may_charge(business uuid, appointment uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.has_permission(business, 'checkout')
    or private.has_permission(business, 'checkout', 'own')
      and private.is_own_appointment(business, appointment, private.own_staff('checkout'));
end
$$;

-- What of a fee is not paid yet, by card or in a sale; less than cards can be charged for is nothing.
create function private.fee_left(a public.appointments) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  least_charge constant bigint := 50;
  due constant bigint := case when a.fee_state in ('proposed', 'owed')
    then a.fee_cents - private.paid_before(a.business_id, a.id) else 0 end;
begin
  if due < least_charge or exists (
    select from public.sale_lines l
    where l.business_id = a.business_id and l.appointment_id = a.id and l.kind = 'fee'
      and not exists (
        select from public.refunds r
        where r.business_id = l.business_id and r.sale_id = l.sale_id and r.kind = 'void')
  ) then
    return 0;
  end if;
  return due;
end
$$;

-- How a fee stands with the card: {card: {brand, last4} or null, amount (what would be charged now), state
-- and decline of the last try or null}. Codes: not_allowed.
create function public.fee_payment(business_id uuid, appointment_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  a public.appointments;
  last private.payment_intents;
  card jsonb;
begin
  perform private.require_second_factor();
  select * into a from public.appointments x
    where x.business_id = fee_payment.business_id and x.id = fee_payment.appointment_id;
  if a.id is null or not private.may_charge(a.business_id, a.id) then
    return private.refused('not_allowed', null);
  end if;
  card := private.card_of(a.business_id, a.id, private.payee_of(a.business_id));
  select * into last from private.payment_intents i
    where i.business_id = a.business_id and i.appointment_id = a.id and i.purpose = 'fee'
    order by i.created_at desc limit 1;
  return jsonb_build_object('ok', true,
    'card', case when card is not null
      then jsonb_build_object('brand', card -> 'brand', 'last4', card -> 'last4') end,
    'amount', private.fee_left(a), 'state', last.state, 'decline', last.decline);
end
$$;

-- A person says that a fee is charged now. The payment is written down before anybody is asked for it; the
-- same op_id is the same payment. Codes: not_allowed, not_found (no card), nothing_due, in_use (another
-- try is on its way).
create function public.charge_fee(business_id uuid, appointment_id uuid, op_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  -- As long as the provider knows the key of a call: later it might charge a second time.
  trying constant interval := '20 hours';
  a public.appointments;
  payee text;
  due bigint;
begin
  perform private.require_second_factor();
  if charge_fee.op_id is null
    or not private.may_charge(charge_fee.business_id, charge_fee.appointment_id) then
    return private.refused('not_allowed', null);
  end if;
  perform private.lock_business(charge_fee.business_id);
  if exists (
    select from private.payment_intents i
    where i.business_id = charge_fee.business_id
      and i.op_hash = private.hashed_op(charge_fee.op_id)
  ) then
    return jsonb_build_object('ok', true);
  end if;
  select * into a from public.appointments x
    where x.business_id = charge_fee.business_id and x.id = charge_fee.appointment_id;
  payee := private.payee_of(a.business_id);
  due := private.fee_left(a);
  if private.card_of(a.business_id, a.id, payee) is null then
    return private.refused('not_found', null);
  elsif exists (
    select from private.payment_intents i
    where i.business_id = a.business_id and i.appointment_id = a.id and i.purpose = 'fee'
      and i.state in ('created', 'open')
  ) then
    return private.refused('in_use', null);
  elsif coalesce(due, 0) = 0 then
    return private.refused('nothing_due', null);
  end if;
  update public.appointments x set fee_state = 'owed'
    where x.business_id = a.business_id and x.id = a.id and x.fee_state = 'proposed';
  insert into private.payment_intents (
    business_id, purpose, op_hash, amount_cents, currency, provider, payee, appointment_id, expires_at)
  select b.id, 'fee', private.hashed_op(charge_fee.op_id), due, b.currency,
    private.server_setting('payment_provider'), payee, a.id, now() + trying
  from public.businesses b where b.id = a.business_id;
  return jsonb_build_object('ok', true);
end
$$;

revoke all on function public.fee_payment(uuid, uuid), public.charge_fee(uuid, uuid, uuid)
from public, anon;
grant execute on function public.fee_payment(uuid, uuid), public.charge_fee(uuid, uuid, uuid)
to authenticated, service_role;
