-- What the provider has paid out to the bank of a business, against what stands here. A payout is the sum of its
-- lines (charges, refunds, disputes, fees); each line that carries our name for a payment is compared with what
-- was noted of it. Asked for once a day beside the daily comparison (provider_days.sql); nothing is ever put right
-- by writing into the ledger.

create table private.payouts (
  business_id uuid not null references public.businesses (id) on delete cascade,
  payee text not null,
  payout_id text not null check (length(payout_id) <= 200),
  state text not null check (state in ('pending', 'paid', 'failed')),
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  begun_at timestamptz not null,
  arrives_on date not null,
  -- Whether the provider tells what it is made of: `later`, it is still adding up; `never`, somebody took the money
  -- out by hand, which is of no payments in particular.
  parts text not null check (parts in ('told', 'later', 'never')),
  -- When its lines were here and compared; null = not yet.
  listed_at timestamptz,
  primary key (business_id, payee, payout_id)
);
alter table private.payouts enable row level security;

create table private.payout_lines (
  business_id uuid not null,
  payee text not null,
  payout_id text not null,
  line_id text not null check (length(line_id) <= 200),
  -- `dispute` takes, `dispute_back` gives back what one took; `payout_back`: an earlier payout that the bank did not
  -- take; `other`: the owner's own business with the provider.
  kind text not null check (kind in (
    'charge', 'refund', 'refund_failed', 'dispute', 'dispute_back', 'fee', 'payout_back', 'other')),
  -- Our payment, as the provider was told its name; null = nothing of ours.
  payment_id uuid,
  happened_at timestamptz not null,
  -- What it adds to the payout, in the payout's currency: the amount less the fee.
  amount_cents bigint not null,
  fee_cents bigint not null,
  -- The amount in the money that the client paid in.
  paid_cents bigint not null,
  paid_currency text not null check (paid_currency ~ '^[A-Z]{3}$'),
  primary key (business_id, payee, payout_id, line_id),
  foreign key (business_id, payee, payout_id)
    references private.payouts (business_id, payee, payout_id) on delete cascade
);
create index payout_lines_payment_id on private.payout_lines (business_id, payment_id)
  where payment_id is not null;
alter table private.payout_lines enable row level security;

-- When an account was asked for its payouts.
create table private.payout_looks (
  business_id uuid not null references public.businesses (id) on delete cascade,
  payee text not null,
  tried_at timestamptz not null default now(),
  -- null = not everything was answered the last time.
  looked_at timestamptz,
  -- Everything was answered once.
  is_known boolean not null default false,
  primary key (business_id, payee)
);
alter table private.payout_looks enable row level security;

-- Accounts that are to be asked, once a day: {business_id, payee, from, until}. A payout may still fail after it
-- was sent, so the last month is asked for again. After an hour where nobody answered.
create function public.payouts_due(most int default 5) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  here constant text := private.server_setting('payment_provider');
  due jsonb;
begin
  with places as (
    select i.business_id, i.payee, min(i.created_at) as since
    from private.payment_intents i
    where i.provider = here and i.state = 'captured' and i.amount_cents > 0
    group by i.business_id, i.payee
    -- What was left on an account that was left has been paid out by then.
    having i.payee is not distinct from private.payee_of(i.business_id)
      or max(i.created_at) > now() - interval '60 days'
  ), next as (
    select p.*, coalesce(k.is_known, false) as is_known
    from places p
    left join private.payout_looks k on k.business_id = p.business_id and k.payee = p.payee
    where k.tried_at is null
      or k.looked_at is null and k.tried_at < now() - interval '1 hour'
      or k.looked_at < now() - interval '20 hours'
    order by k.tried_at nulls first, p.business_id, p.payee
    limit most
  ), tried as (
    insert into private.payout_looks as k (business_id, payee)
      select n.business_id, n.payee from next n
    on conflict on constraint payout_looks_pkey do update set tried_at = now(), looked_at = null
    returning k.business_id, k.payee
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'business_id', n.business_id, 'payee', n.payee,
      'from', case when n.is_known then greatest(n.since, now() - interval '30 days')
        else n.since end,
      -- Clocks differ.
      'until', now() + interval '10 minutes')), '[]')
    into due from next n join tried t using (business_id, payee);
  return jsonb_build_object('ok', true, 'places', due);
end
$$;

-- What was noted of a payment, for lines of a kind: with its sign, in the money of the payment.
create function private.noted_of(business uuid, payee text, payment uuid, kind text, money text)
returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  i private.payment_intents;
begin
  select * into i from private.payment_intents x
    where x.business_id = business and x.id = payment;
  if i.id is null or i.payee <> noted_of.payee or i.currency <> money or i.state <> 'captured' then
    return 0;
  end if;
  return case noted_of.kind
    when 'charge' then coalesce((
      select p.amount_cents from public.payments p
      where p.business_id = business and p.id = payment), 0)
    when 'refund' then -(i.returned_cents + i.refund_failed_cents)
    when 'refund_failed' then i.refund_failed_cents
    when 'dispute' then -(
      select coalesce(sum(e.amount_cents) filter (where e.amount_cents > 0), 0)
      from public.dispute_entries e where e.business_id = business and e.payment_id = payment)
    when 'dispute_back' then -(
      select coalesce(sum(e.amount_cents) filter (where e.amount_cents < 0), 0)
      from public.dispute_entries e where e.business_id = business and e.payment_id = payment)
    else 0 end;
end
$$;

-- What each line about a payment of ours says more (above zero: more money came) than was noted. Refunds and
-- disputes come in parts and may be noted before they are paid out, so only what is too much of them differs; a
-- charge comes once and whole.
create function private.payout_differences(business uuid, payee text, payouts text[])
returns table (payout_id text, line_id text, payment_id uuid, noted_cents bigint, off_cents bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with about as (
    select distinct l.payment_id as id from private.payout_lines l
    where l.business_id = business and l.payee = payout_differences.payee
      and l.payout_id = any (payouts) and l.payment_id is not null
  ), lines as (
    select l.*,
      sum(l.paid_cents) over so_far as told,
      row_number() over so_far
        = count(*) over (partition by l.payment_id, l.kind) as is_last
    from private.payout_lines l
    where l.business_id = business and l.payee = payout_differences.payee
      and l.payment_id in (select a.id from about a)
    window so_far as (partition by l.payment_id, l.kind order by l.happened_at, l.line_id)
  ), both_sides as (
    select l.*, private.noted_of(l.business_id, l.payee, l.payment_id, l.kind, l.paid_currency) as noted
    from lines l
    where l.payout_id = any (payouts)
      and l.kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_back')
  )
  select b.payout_id, b.line_id, b.payment_id, b.noted,
    case
      when abs(b.told) > abs(b.noted) then (sign(b.paid_cents)
        * least(abs(b.paid_cents), abs(b.told) - abs(b.noted)))::bigint
      when b.kind = 'charge' and b.is_last then (b.told - b.noted)::bigint
      else 0 end
  from both_sides b;
end
$$;

-- Takes in what the provider has paid out: [{id, state, cents, currency, begun_at, arrives_on, parts}]. Answers the
-- ids whose lines are still to be told. Codes: not_found (nobody has asked).
create function public.note_payouts(business_id uuid, payee text, said jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  if not exists (
    select from private.payout_looks k
    where k.business_id = note_payouts.business_id and k.payee = note_payouts.payee
  ) then
    return private.refused('not_found', null);
  end if;
  insert into private.payouts as p (
    business_id, payee, payout_id, state, amount_cents, currency, begun_at, arrives_on, parts)
  select note_payouts.business_id, note_payouts.payee, s.id, s.state, s.cents, upper(s.currency),
    s.begun_at, s.arrives_on, s.parts
  from jsonb_to_recordset(said) s (
    id text, state text, cents bigint, currency text, begun_at timestamptz, arrives_on date,
    parts text)
  on conflict on constraint payouts_pkey do update
    set state = excluded.state, arrives_on = excluded.arrives_on, parts = excluded.parts;
  perform private.end_payout_look(note_payouts.business_id, note_payouts.payee);
  return jsonb_build_object('ok', true, 'look', (
    select coalesce(jsonb_agg(p.payout_id order by p.begun_at), '[]') from private.payouts p
    where p.business_id = note_payouts.business_id and p.payee = note_payouts.payee
      and p.parts = 'told' and p.listed_at is null));
end
$$;

-- An account is asked again tomorrow when nothing of it is missing today.
create function private.end_payout_look(business uuid, payee text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.payout_looks k set looked_at = now(), is_known = true
    where k.business_id = business and k.payee = end_payout_look.payee and not exists (
      select from private.payouts p
      where p.business_id = k.business_id and p.payee = k.payee and p.parts = 'told'
        and p.listed_at is null);
end
$$;

-- Takes in what a payout is made of, as a whole: [{id, kind, ref, at, cents, fee_cents, paid_cents,
-- paid_currency}]. Answers the payments that differ, to be looked up; `is_final`: they were, and somebody is told
-- of what differs then, once. Codes: not_found.
create function public.note_payout_lines(
  business_id uuid, payee text, payout_id text, said jsonb, is_final boolean
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  p private.payouts;
  sums record;
begin
  perform private.lock_business(note_payout_lines.business_id);
  select * into p from private.payouts x
    where x.business_id = note_payout_lines.business_id and x.payee = note_payout_lines.payee
      and x.payout_id = note_payout_lines.payout_id;
  if p.payout_id is null then
    return private.refused('not_found', null);
  end if;
  insert into private.payout_lines (
    business_id, payee, payout_id, line_id, kind, payment_id, happened_at, amount_cents, fee_cents,
    paid_cents, paid_currency)
  select p.business_id, p.payee, p.payout_id, s.id, s.kind, private.as_uuid(to_jsonb(s.ref)), s.at,
    s.cents, s.fee_cents, s.paid_cents, upper(s.paid_currency)
  from jsonb_to_recordset(said) s (
    id text, kind text, ref text, at timestamptz, cents bigint, fee_cents bigint, paid_cents bigint,
    paid_currency text)
  on conflict on constraint payout_lines_pkey do nothing;
  if not is_final then
    return jsonb_build_object('ok', true, 'look', (
      select coalesce(jsonb_agg(distinct i.id), '[]')
      from private.payout_differences(p.business_id, p.payee, array[p.payout_id]) d
      join private.payment_intents i
        on i.business_id = p.business_id and i.id = d.payment_id and i.provider_id is not null
      where d.off_cents <> 0));
  end if;
  if p.listed_at is null then
    update private.payouts x set listed_at = now()
      where x.business_id = p.business_id and x.payee = p.payee and x.payout_id = p.payout_id;
    perform private.end_payout_look(p.business_id, p.payee);
    select * into sums from private.payout_sums(p.business_id, p.payee, array[p.payout_id]);
    if sums.differing > 0 or sums.gap_cents <> 0 then
      raise warning 'Payout % of % is not what was noted.', p.payout_id, p.business_id;
      perform private.raise_attention(
        p.business_id, 'payments', p.business_id, 'balance',
        jsonb_build_object('payout', p.arrives_on, 'amount_cents', p.amount_cents), '{}');
    end if;
  end if;
  return jsonb_build_object('ok', true, 'look', '[]'::jsonb);
end
$$;

-- What payouts come to. `differing`: lines that are not what was noted; `off_cents`, by how much in all;
-- `gap_cents`: what the payout is more than its lines.
create function private.payout_sums(business uuid, payee text, payouts text[])
returns table (
  payout_id text, lines bigint, charges_cents bigint, refunds_cents bigint, disputes_cents bigint,
  other_cents bigint, fees_cents bigint, differing bigint, off_cents bigint, gap_cents bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select p.payout_id, count(l.line_id),
    coalesce(sum(l.amount_cents) filter (where l.kind = 'charge'), 0)::bigint,
    coalesce(sum(l.amount_cents) filter (where l.kind in ('refund', 'refund_failed')), 0)::bigint,
    coalesce(sum(l.amount_cents) filter (where l.kind in ('dispute', 'dispute_back')), 0)::bigint,
    coalesce(sum(l.amount_cents) filter (where l.kind in ('payout_back', 'other')), 0)::bigint,
    -- A fee of its own is money that goes; the fee of a line is said as what it costs.
    coalesce(sum(case when l.kind = 'fee' then l.amount_cents else 0 end - l.fee_cents), 0)::bigint,
    count(*) filter (where d.off_cents <> 0),
    coalesce(sum(d.off_cents), 0)::bigint,
    case when p.listed_at is null and count(l.line_id) = 0 then 0
      else p.amount_cents - coalesce(sum(l.amount_cents - l.fee_cents), 0) end::bigint
  from private.payouts p
  left join private.payout_lines l
    on l.business_id = p.business_id and l.payee = p.payee and l.payout_id = p.payout_id
  left join private.payout_differences(business, payout_sums.payee, payouts) d
    on d.payout_id = l.payout_id and d.line_id = l.line_id
  where p.business_id = business and p.payee = payout_sums.payee and p.payout_id = any (payouts)
  group by p.business_id, p.payee, p.payout_id, p.amount_cents, p.listed_at;
end
$$;

-- What the owner reads, the newest first: {currency, locale, looked_at, is_more, waiting_cents and waiting: what
-- was charged and is in no payout yet, payouts: [{payee, id, state, parts, arrives_on, begun_at, amount_cents,
-- currency, is_listed, lines, charges_cents, refunds_cents, disputes_cents, other_cents, fees_cents, differing,
-- off_cents, gap_cents}]}. `before`: the `begun_at` of the last one that is here. Codes: not_allowed.
create function public.payouts(business_id uuid, before timestamptz default null) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  page constant int := 40;
  shown private.payouts[];
  answer jsonb;
begin
  perform private.require_second_factor();
  if not private.has_permission(payouts.business_id, 'billing') then
    return private.refused('not_allowed', null);
  end if;
  shown := array(
    select p from private.payouts p
    where p.business_id = payouts.business_id
      and (payouts.before is null or p.begun_at < payouts.before)
    order by p.begun_at desc, p.payout_id
    limit page + 1);
  select coalesce(jsonb_agg(jsonb_build_object(
      'payee', p.payee, 'id', p.payout_id, 'state', p.state, 'parts', p.parts,
      'arrives_on', p.arrives_on, 'begun_at', p.begun_at, 'amount_cents', p.amount_cents,
      'currency', p.currency, 'is_listed', p.listed_at is not null, 'lines', s.lines,
      'charges_cents', s.charges_cents, 'refunds_cents', s.refunds_cents,
      'disputes_cents', s.disputes_cents, 'other_cents', s.other_cents, 'fees_cents', s.fees_cents,
      'differing', s.differing, 'off_cents', s.off_cents, 'gap_cents', s.gap_cents)
      order by p.begun_at desc, p.payout_id), '[]')
    into answer
    from (
      select x.payee, array_agg(x.payout_id) as ids from unnest(shown[:page]) x group by x.payee
    ) accounts
    cross join lateral private.payout_sums(payouts.business_id, accounts.payee, accounts.ids) s
    join private.payouts p
      on p.business_id = payouts.business_id and p.payee = accounts.payee
        and p.payout_id = s.payout_id;
  return (
    select jsonb_build_object(
      'ok', true, 'currency', b.currency, 'locale', b.locale,
      'looked_at', (
        select max(k.looked_at) from private.payout_looks k where k.business_id = b.id),
      'is_more', coalesce(array_length(shown, 1), 0) > page,
      'payouts', answer,
      'waiting', w.payments, 'waiting_cents', w.cents)
    from public.businesses b
    cross join lateral (
      select count(*) as payments, coalesce(sum(i.amount_cents - i.returned_cents
          - private.dispute_taken(i.business_id, i.id)), 0) as cents
      from private.payment_intents i
      where i.business_id = b.id and i.state = 'captured' and i.amount_cents > i.returned_cents
        and i.payee = private.payee_of(b.id) and not exists (
          select from private.payout_lines l
          where l.business_id = i.business_id and l.payment_id = i.id and l.kind = 'charge')
    ) w
    where b.id = payouts.business_id);
end
$$;

-- What one payout is made of: {lines: [{id, kind, at, amount_cents, fee_cents, paid_cents, paid_currency, noted_cents
-- and off_cents (null: there is nothing to compare with), purpose, appointment_id, sale_id, title}]}, those that
-- differ first. Codes: not_allowed, not_found.
create function public.payout_lines(business_id uuid, payee text, payout_id text) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  perform private.require_second_factor();
  if not private.has_permission(payout_lines.business_id, 'billing') then
    return private.refused('not_allowed', null);
  elsif not exists (
    select from private.payouts p
    where p.business_id = payout_lines.business_id and p.payee = payout_lines.payee
      and p.payout_id = payout_lines.payout_id
  ) then
    return private.refused('not_found', null);
  end if;
  return jsonb_build_object('ok', true, 'lines', (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.line_id, 'kind', l.kind, 'at', l.happened_at, 'amount_cents', l.amount_cents,
        'fee_cents', l.fee_cents, 'paid_cents', l.paid_cents, 'paid_currency', l.paid_currency,
        'noted_cents', d.noted_cents, 'off_cents', d.off_cents,
        'purpose', i.purpose, 'appointment_id', i.appointment_id, 'sale_id', i.sale_id,
        'title', case when i.id is not null then private.payment_title(i) end)
      order by coalesce(d.off_cents, 0) = 0, l.happened_at desc, l.line_id), '[]')
    from private.payout_lines l
    left join private.payout_differences(
      payout_lines.business_id, payout_lines.payee, array[payout_lines.payout_id]) d
      on d.payout_id = l.payout_id and d.line_id = l.line_id
    left join private.payment_intents i
      on i.business_id = l.business_id and i.id = l.payment_id
    where l.business_id = payout_lines.business_id and l.payee = payout_lines.payee
      and l.payout_id = payout_lines.payout_id));
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'public.payouts_due(int)', 'public.note_payouts(uuid, text, jsonb)',
    'public.note_payout_lines(uuid, text, text, jsonb, boolean)'
  ] loop
    execute format('revoke all on function %s from public, anon, authenticated', name);
    execute format('grant execute on function %s to service_role', name);
  end loop;
  foreach name in array array[
    'public.payouts(uuid, timestamptz)', 'public.payout_lines(uuid, text, text)'
  ] loop
    execute format('revoke all on function %s from public, anon', name);
    execute format('grant execute on function %s to authenticated, service_role', name);
  end loop;
end
$$;
