-- What is to be collected of a sale, charged to the card that its client left for the visit (0051). They left it for
-- fees: so a person asks them first, and says here that they agree. The payment is written down before anybody is
-- asked for it, and is one of the sale like one by its link (bills.sql), only without a page.

-- The card that a sale may be charged to: the last one left for one of its visits, by the client whose sale it is;
-- null = none, or one that another account knows.
create function private.card_of_sale(business uuid, sale uuid, payee text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select i.card
    from public.sales s
    join public.sale_lines l on l.business_id = s.business_id and l.sale_id = s.id
    join public.appointments a on a.business_id = l.business_id and a.id = l.appointment_id
      and a.client_id in (s.client_id, s.payer_id)
    join private.payment_intents i on i.business_id = a.business_id and i.appointment_id = a.id
      and i.payee = card_of_sale.payee and i.card is not null
    where s.business_id = business and s.id = sale
    order by i.created_at desc limit 1);
end
$$;

-- What of a sale is being charged to a kept card, and not decided: nobody else is asked for it meanwhile.
create function private.charging_of_sale(business uuid, sale uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(i.amount_cents), 0) from private.payment_intents i
    where i.business_id = business and i.sale_id = sale and i.agreed_by is not null
      and i.state in ('created', 'open'));
end
$$;

-- How a sale stands with the card: {card: {brand, last4} or null, amount (what would be charged now), state and
-- decline of the last try or null}. Codes: not_allowed.
create function public.sale_card(business_id uuid, sale_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  s public.sales;
  last private.payment_intents;
  card jsonb;
begin
  perform private.require_second_factor();
  if not private.may_collect(sale_card.business_id, sale_card.sale_id) then
    return private.refused('not_allowed', null);
  end if;
  select * into s from public.sales x
    where x.business_id = sale_card.business_id and x.id = sale_card.sale_id;
  card := private.card_of_sale(s.business_id, s.id, private.payee_of(s.business_id));
  select * into last from private.payment_intents i
    where i.business_id = s.business_id and i.sale_id = s.id and i.agreed_by is not null
    order by i.created_at desc limit 1;
  return jsonb_build_object('ok', true,
    'card', case when card is not null
      then jsonb_build_object('brand', card -> 'brand', 'last4', card -> 'last4') end,
    'amount', case when s.id is null then 0 else private.bill_due(s) end,
    'state', last.state, 'decline', last.decline);
end
$$;

-- A person says that the client agrees to so much, and the card is charged now: no more than that, and no more than
-- is still to be collected. The same op_id is the same payment. A page of the bill that nobody has paid on is let
-- go. Codes: not_allowed, not_found (no card, or not synced yet), nothing_due, in_use (another try is on its way).
create function public.charge_sale(
  business_id uuid, sale_id uuid, op_id uuid, agreed_cents bigint
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  least_charge constant bigint := 50;
  -- As long as the provider knows the key of a call: later it might charge a second time.
  trying constant interval := '20 hours';
  s public.sales;
  payee text;
  due bigint;
begin
  perform private.require_second_factor();
  if charge_sale.op_id is null
    or not private.may_collect(charge_sale.business_id, charge_sale.sale_id) then
    return private.refused('not_allowed', null);
  end if;
  perform private.lock_business(charge_sale.business_id);
  if exists (
    select from private.payment_intents i
    where i.business_id = charge_sale.business_id
      and i.op_hash = private.hashed_op(charge_sale.op_id)
  ) then
    return jsonb_build_object('ok', true);
  end if;
  select * into s from public.sales x
    where x.business_id = charge_sale.business_id and x.id = charge_sale.sale_id;
  payee := private.payee_of(s.business_id);
  if private.card_of_sale(s.business_id, s.id, payee) is null then
    return private.refused('not_found', null);
  elsif private.charging_of_sale(s.business_id, s.id) > 0 then
    return private.refused('in_use', null);
  end if;
  due := least(private.bill_due(s), coalesce(charge_sale.agreed_cents, 0));
  if due < least_charge then
    return private.refused('nothing_due', null);
  end if;
  update private.payment_intents o set refusal = 'replaced', expires_at = least(o.expires_at, now())
    where o.business_id = s.business_id and o.sale_id = s.id
      and o.state in ('created', 'open') and o.refusal is null;
  insert into private.payment_intents (
    business_id, purpose, op_hash, amount_cents, currency, provider, payee, sale_id, agreed_by,
    expires_at)
  values (
    s.business_id, 'sale', private.hashed_op(charge_sale.op_id), due, s.currency,
    private.server_setting('payment_provider'), payee, s.id, auth.uid(), now() + trying);
  return jsonb_build_object('ok', true);
end
$$;

revoke all on function public.sale_card(uuid, uuid), public.charge_sale(uuid, uuid, uuid, bigint)
from public, anon;
grant execute on function
  public.sale_card(uuid, uuid), public.charge_sale(uuid, uuid, uuid, bigint)
to authenticated, service_role;
