-- What is paid before a visit, and what becomes of it. depositCents of src/domain/services/deposit.ts is the
-- same rule for the pages of clients, and a test holds both against one table of cases.

-- The rule of the business for a booking: the first of its list that fits, else the usual one. `facts`:
-- {client, total, no_shows, source}. depositRuleFor in TypeScript.
create function private.deposit_rule_for(rules jsonb, usual jsonb, facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select r -> 'rule' from jsonb_array_elements(rules) with ordinality x (r, place)
    where r ->> 'client' in ('any', facts ->> 'client')
      and r ->> 'source' in ('any', facts ->> 'source')
      and coalesce((r ->> 'min_total_cents')::bigint, 0) <= (facts ->> 'total')::bigint
      and coalesce((r ->> 'no_shows')::int, 0) <= (facts ->> 'no_shows')::int
    order by place limit 1
  ), usual);
end
$$;

-- `items`: [{rule, kind, cents}], the rule of each service or null. The business's rule is for all
-- services without one together; a client may have to pay everything, or nothing. Less than cards
-- can be charged for is nothing.
create function private.deposit_cents(rule jsonb, items jsonb, client_rule text) returns bigint
language plpgsql immutable set search_path = ''
as $$
declare
  least_charge constant bigint := 50;
  everything constant jsonb := '{"percent": 100}';
  total bigint;
begin
  if client_rule = 'none' then
    return 0;
  elsif client_rule = 'prepay' then
    total := private.fee_cents(everything, items);
  else
    select private.fee_cents(rule, coalesce(
          jsonb_agg(i) filter (where coalesce(i -> 'rule', 'null') = 'null'), '[]'))
        + coalesce(sum(private.fee_cents(i -> 'rule', jsonb_build_array(i)))
          filter (where i -> 'rule' <> 'null'), 0)
      into total
      from jsonb_array_elements(items) i;
  end if;
  return case when total < least_charge then 0 else total end;
end
$$;

-- How much of what was paid before a visit the business keeps: as much as cancelling late or not coming
-- costs, and all of it where that has no price of its own. Nothing when it was cancelled in time or
-- by the business, or was never agreed to.
create function private.deposit_kept(a public.appointments, paid bigint) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  terms constant jsonb := private.fee_terms_of(a);
begin
  return case
    when a.status in ('declined', 'expired') then 0
    when a.status = 'cancelled' and a.cancel_by is distinct from 'client' then 0
    when a.status not in ('cancelled', 'no_show') then paid
    when private.has_fee(terms, replace(a.status, 'cancelled', 'late_cancel'))
      then case when a.fee_state in ('proposed', 'owed') then least(paid, a.fee_cents) else 0 end
    when a.status = 'cancelled' and not a.cancel_late then 0
    else paid
  end;
end
$$;
