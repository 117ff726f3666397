-- What a visit costs that is cancelled late or missed. The business sets its terms; a client who books
-- online agrees to them as they are then; a fee is proposed when it happens, and a person decides
-- about it. Nothing is charged here: a fee that is kept is owed.
--
--   none ──▶ proposed ──▶ owed ◀──▶ waived        back to booked: none
--
-- src/domain/appointments/fee.ts holds the same rule for the screens, and a test compares the two.

-- {"percent": 1 to 100} of the price, {"cents": …}, or null: it costs nothing.
create function private.is_fee_rule(rule jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(
    jsonb_typeof(rule) = 'null' or (
      jsonb_typeof(rule) = 'object' and (
        (rule - 'percent' = '{}' and jsonb_typeof(rule -> 'percent') = 'number'
          and rule ->> 'percent' ~ '^([1-9][0-9]?|100)$')
        or (rule - 'cents' = '{}' and jsonb_typeof(rule -> 'cents') = 'number'
          and rule ->> 'cents' ~ '^[1-9][0-9]{0,7}$'))),
    false);
end
$$;

-- `grace_min`: so long after booking it can be cancelled for nothing, however soon it starts.
create function private.is_fee_terms(terms jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(
    jsonb_typeof(terms) = 'object'
      and terms - 'late_cancel' - 'no_show' - 'grace_min' = '{}'
      and private.is_fee_rule(terms -> 'late_cancel') and private.is_fee_rule(terms -> 'no_show')
      and jsonb_typeof(terms -> 'grace_min') = 'number'
      and terms ->> 'grace_min' ~ '^([0-9]{1,3}|1[0-3][0-9]{2}|14[0-3][0-9]|1440)$',
    false);
end
$$;
-- What one service costs instead.
create function private.is_service_fees(terms jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(
    jsonb_typeof(terms) = 'object' and not terms ? 'grace_min'
      and private.is_fee_terms(terms || '{"grace_min": 0}'),
    false);
end
$$;
revoke all on function
  private.is_fee_rule(jsonb), private.is_fee_terms(jsonb), private.is_service_fees(jsonb)
from public;
grant execute on function
  private.is_fee_rule(jsonb), private.is_fee_terms(jsonb), private.is_service_fees(jsonb)
to authenticated, service_role;

-- What is paid before a visit: shaped as a fee, and 0 percent is nothing where the business asks
-- something of everybody else. deposits.sql has what it comes to.
create function private.is_deposit_rule(rule jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_fee_rule(rule) or rule = '{"percent": 0}';
end
$$;
revoke all on function private.is_deposit_rule(jsonb) from public;
grant execute on function private.is_deposit_rule(jsonb) to authenticated, service_role;

-- Rules in their order, each {client, min_total_cents, no_shows, source, rule}: of whom and of what it is.
create function private.is_deposit_rules(rules jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_list_of(rules, 20, '{client,min_total_cents,no_shows,source,rule}') then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(rules) r
    where not coalesce(
      r ->> 'client' in ('any', 'new', 'returning')
        and r ->> 'source' in ('any', 'online', 'waitlist')
        and (r -> 'min_total_cents' = 'null'
          or jsonb_typeof(r -> 'min_total_cents') = 'number'
            and r ->> 'min_total_cents' ~ '^[1-9][0-9]{0,7}$')
        and (r -> 'no_shows' = 'null'
          or jsonb_typeof(r -> 'no_shows') = 'number' and r ->> 'no_shows' ~ '^([1-9]|[1-4][0-9]|50)$')
        and r -> 'rule' <> 'null' and private.is_deposit_rule(r -> 'rule'), false));
end
$$;
revoke all on function private.is_deposit_rules(jsonb) from public;
grant execute on function private.is_deposit_rules(jsonb) to authenticated, service_role;

alter table public.booking_rules
  -- The first that fits says what is paid before a visit, for services without a rule of their own …
  add column deposit_rules jsonb not null default '[]'
    check (private.is_deposit_rules(deposit_rules)),
  -- … and this where none fits; null = nothing.
  add column deposit_rule jsonb
    check (deposit_rule is null or private.is_fee_rule(deposit_rule)),
  -- Whoever books online leaves a card, also where nothing is paid before.
  add column asks_card boolean not null default false;
alter table public.services
  -- null = as the business has it.
  add column deposit_rule jsonb
    check (deposit_rule is null or private.is_deposit_rule(deposit_rule));
alter table public.service_variants
  -- null = as its service has it.
  add column deposit_rule jsonb
    check (deposit_rule is null or private.is_deposit_rule(deposit_rule));

alter table public.booking_rules
  add column fee_terms jsonb not null
    default '{"late_cancel": null, "no_show": null, "grace_min": 0}'
    check (private.is_fee_terms(fee_terms));

alter table public.services
  -- null = as the business has it.
  add column fee_terms jsonb check (fee_terms is null or private.is_service_fees(fee_terms));

alter table public.appointments
  -- What the client agreed to when they booked online, with the notice it counts from and the services that
  -- cost something else. Set by the server alone; null = nobody was asked, and the terms of the business hold.
  add column fee_terms jsonb
    check (fee_terms is null or private.is_fee_terms(fee_terms - 'notice_min' - 'services')),
  add column fee_kind text check (fee_kind in ('late_cancel', 'no_show')),
  add column fee_cents bigint not null default 0 check (fee_cents between 0 and 1000000000),
  add column fee_state text not null default 'none'
    check (fee_state in ('none', 'proposed', 'owed', 'waived')),
  add constraint appointments_fee_state_of_fee check (
    (fee_state = 'none') = (fee_kind is null) and (fee_state = 'none') = (fee_cents = 0));

-- What a client agrees to who books these variants: the fees of the business, and those of services that have
-- their own. Where all of them have, those of the business are nothing to them. agreedTerms in TypeScript.
create function private.agreed_fee_terms(rules public.booking_rules, variants uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  own jsonb;
  is_all_own boolean;
begin
  select jsonb_object_agg(s.id, s.fee_terms) filter (where s.fee_terms is not null),
      bool_and(s.fee_terms is not null)
    into own, is_all_own
    from unnest(variants) x (id)
    left join public.service_variants v on v.business_id = rules.business_id and v.id = x.id
    left join public.services s on s.business_id = v.business_id and s.id = v.service_id;
  return rules.fee_terms
    || case when is_all_own then '{"late_cancel": null, "no_show": null}'::jsonb else '{}' end
    || jsonb_build_object('notice_min', rules.cancel_notice_min)
    || case when own is null then '{}' else jsonb_build_object('services', own) end;
end
$$;

-- Whether this costs anything by these terms, whatever is booked.
create function private.has_fee(terms jsonb, kind text) returns boolean
language sql immutable set search_path = ''
as $$
  select terms -> kind <> 'null' or exists (
    select from jsonb_each(coalesce(terms -> 'services', '{}')) s where s.value -> kind <> 'null')
$$;

-- Of the least that the visit costs as far as that is known, and never more than it costs.
create function private.fee_cents(rule jsonb, prices jsonb) returns bigint
language plpgsql immutable set search_path = ''
as $$
declare
  total bigint := (
    select coalesce(sum((p ->> 'cents')::bigint), 0) from jsonb_array_elements(prices) p);
begin
  if rule ? 'percent' then
    return round(total * (rule ->> 'percent')::numeric / 100);
  elsif rule ? 'cents' then
    -- Where a price is told on the day only, nothing says that the fee is more than it.
    if prices @> '[{"kind": "varies"}]' then
      return (rule ->> 'cents')::bigint;
    end if;
    return least((rule ->> 'cents')::bigint, total);
  end if;
  return 0;
end
$$;

-- What all of a visit costs: services with fees of their own each by itself, the others together. `prices`:
-- {kind, cents, service}. visitFee in TypeScript.
create function private.visit_fee(terms jsonb, kind text, prices jsonb) returns bigint
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(private.fee_cents(
        case when g.own is null then terms -> kind
          else terms #> array['services', g.own, kind] end, g.prices)), 0)
    from (
      select x.own, jsonb_agg(x.price) as prices
      from (
        select p as price,
          case when terms -> 'services' ? (p ->> 'service') then p ->> 'service' end as own
        from jsonb_array_elements(prices) p
      ) x
      group by x.own
    ) g);
end
$$;

-- The fee of a step in the life of an appointment as {kind, cents}; null = it costs nothing. Who only
-- asked for a time owes nothing, and neither does anybody when the business cancels.
create function private.proposed_fee(
  terms jsonb, from_status text, to_status text, cancel_by text,
  acted timestamptz, starts_at timestamptz, booked_at timestamptz, prices jsonb
) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  kind text;
  cents bigint;
begin
  if from_status = 'pending' then
    return null;
  elsif to_status = 'no_show' then
    kind := 'no_show';
  elsif to_status = 'cancelled' and cancel_by = 'client'
    and acted > starts_at - (terms ->> 'notice_min')::int * interval '1 minute'
    and acted > booked_at + (terms ->> 'grace_min')::int * interval '1 minute' then
    kind := 'late_cancel';
  else
    return null;
  end if;
  cents := private.visit_fee(terms, kind, prices);
  if cents = 0 then
    return null;
  end if;
  return jsonb_build_object('kind', kind, 'cents', cents);
end
$$;

create function private.fee_terms_of(a public.appointments) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(a.fee_terms, (
    select private.agreed_fee_terms(r, array(
        select s.variant_id from public.appointment_segments s
        where s.business_id = a.business_id and s.appointment_id = a.id))
    from public.booking_rules r
    where r.business_id = a.business_id));
end
$$;

create function private.prices_of(a public.appointments) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object(
        'kind', s.price_kind, 'cents', s.price_cents, 'service', v.service_id)), '[]')
    from public.appointment_segments s
    left join public.service_variants v on v.business_id = s.business_id and v.id = s.variant_id
    where s.business_id = a.business_id and s.appointment_id = a.id);
end
$$;

-- Nobody in particular owes for a walk-in or for a class.
create function private.fee_of(
  a public.appointments, to_status text, cancel_by text, acted timestamptz
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if a.client_id is null or a.capacity is not null then
    return null;
  end if;
  return private.proposed_fee(
    private.fee_terms_of(a), a.status, to_status, cancel_by, acted, a.starts_at, a.created_at,
    private.prices_of(a));
end
$$;

-- Which fee it is follows from what happened, for every writer alike; people only decide about it.
create function private.keep_fee() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fee jsonb;
begin
  if old.status = new.status then
    new.fee_kind := old.fee_kind;
    new.fee_cents := old.fee_cents;
    if (new.fee_state = 'none') <> (old.fee_state = 'none') then
      new.fee_state := old.fee_state;
    end if;
    return new;
  end if;
  fee := private.fee_of(old, new.status, new.cancel_by, new.cancelled_at);
  new.fee_kind := fee ->> 'kind';
  new.fee_cents := coalesce((fee ->> 'cents')::bigint, 0);
  if fee is null then
    new.fee_state := 'none';
  elsif new.fee_state = 'none' then
    new.fee_state := 'proposed';
  end if;
  return new;
end
$$;

-- After b_transition, which says when it was cancelled and by whom.
create trigger b_transition_fee before update on public.appointments
  for each row when (
    old.status is distinct from new.status
    or (old.fee_kind, old.fee_cents, old.fee_state)
      is distinct from (new.fee_kind, new.fee_cents, new.fee_state))
  execute function private.keep_fee();

-- What is new has cost nobody anything yet.
create function private.begin_without_fee() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.fee_kind := null;
  new.fee_cents := 0;
  new.fee_state := 'none';
  return new;
end
$$;

create trigger b_no_fee before insert on public.appointments
  for each row when (new.fee_state <> 'none' or new.fee_cents <> 0 or new.fee_kind is not null)
  execute function private.begin_without_fee();
