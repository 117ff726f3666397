-- The currency of a business may still change while nobody has agreed to a price in it. A price counts
-- from the moment somebody is booked, or asks for a booking, at it; what was cancelled, declined or ran
-- out counts no more, so that a booking made to try things out does not fix anything for ever, unless
-- somebody owes a fee for it. A sale fixes it for good: its receipt names the currency.
-- src/db/queries/agreed-prices.ts is the same rule.

create function private.guard_currency() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.appointment_segments s
    join public.appointments a on a.business_id = s.business_id and a.id = s.appointment_id
    where s.business_id = new.id and s.price_cents > 0
      and (a.status not in ('cancelled', 'declined', 'expired')
        or a.fee_state in ('proposed', 'owed'))
  ) or exists (select from public.sales s where s.business_id = new.id) then
    perform private.refuse('currency_fixed', 'currency');
  end if;
  return new;
end
$$;
create trigger a_guard_currency before update of currency on public.businesses
  for each row when (old.currency <> new.currency) execute function private.guard_currency();
