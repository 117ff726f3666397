-- The daily comparison with who charges cards: what they say of a day against what stands here. A function
-- asks them and tells it here (service role alone); what differs is looked up once more, and what differs then
-- is put before the owner. Nothing is changed by it but what looking up changes. P11 of the test plan.

create table private.provider_days (
  business_id uuid not null references public.businesses (id) on delete cascade,
  -- An account that was left is compared as long as there is something on it.
  payee text not null,
  on_day date not null,
  tried_at timestamptz not null default now(),
  -- null = nobody has answered yet.
  compared_at timestamptz,
  primary key (business_id, payee, on_day)
);
alter table private.provider_days enable row level security;

-- What differs. `subject` is our payment, or where there is none the provider's name for it.
create table private.provider_findings (
  business_id uuid not null references public.businesses (id) on delete cascade,
  payee text not null,
  on_day date not null,
  kind text not null check (
    kind in (
      'unknown', 'other_account', 'twice', 'missing', 'amount', 'state', 'returned', 'dispute',
      'ledger')),
  subject text not null check (length(subject) <= 200),
  -- {state, cents, currency, returned_cents, is_disputed} of each side; null = it has none.
  ours jsonb,
  theirs jsonb,
  found_at timestamptz not null default now(),
  -- When somebody was told; when it was not so any more.
  told_at timestamptz,
  resolved_at timestamptz,
  primary key (business_id, payee, on_day, kind, subject)
);
alter table private.provider_findings enable row level security;

-- A day of a business, by its own clock.
create function private.day_span(business uuid, day date) returns tstzrange
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select tstzrange(private.day_start(day, b.time_zone), private.day_start(day + 1, b.time_zone))
    from public.businesses b where b.id = business);
end
$$;

-- What is here of a day: charged, held or gone back on it.
create function private.payments_of_day(business uuid, payee text, day date)
returns setof private.payment_intents
language plpgsql stable security definer set search_path = ''
as $$
declare
  span constant tstzrange := private.day_span(business, day);
begin
  return query
    select i.* from private.payment_intents i
    where i.business_id = business and i.payee = payments_of_day.payee
      -- A card that is kept is no money.
      and i.amount_cents > 0
      and i.state in ('authorised', 'captured')
      and (i.authorised_at <@ span or exists (
        select from public.payments p
        where p.business_id = i.business_id and p.id = i.id and p.occurred_at <@ span));
end
$$;

-- Days that are over and were not compared, or of which something still differs: {business_id, payee, on_day,
-- from, until, payments: [{id, provider_id}]}. Asked again after an hour where nobody answered.
create function public.provider_days_due(most int default 5) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  here constant text := private.server_setting('payment_provider');
  -- What happened in its last minutes has been told by then.
  settled constant timestamptz := now() - interval '2 hours';
  due jsonb;
begin
  with places as (
    select i.business_id, i.payee, min(i.created_at) as since
    from private.payment_intents i
    where i.provider = here
    group by i.business_id, i.payee
  ), days as (
    select p.business_id, p.payee, d.day::date as on_day
    from places p
    join public.businesses b on b.id = p.business_id
    cross join lateral generate_series(
      greatest((p.since at time zone b.time_zone)::date, (now() at time zone b.time_zone)::date - 7),
      (settled at time zone b.time_zone)::date - 1, interval '1 day') d (day)
    union
    select f.business_id, f.payee, f.on_day
    from private.provider_findings f
    where f.resolved_at is null and f.found_at > now() - interval '30 days'
  ), next as (
    select d.*
    from days d
    left join private.provider_days k
      on k.business_id = d.business_id and k.payee = d.payee and k.on_day = d.on_day
    where k.tried_at is null
      or k.compared_at is null and k.tried_at < now() - interval '1 hour'
      or k.compared_at < now() - interval '20 hours' and exists (
        select from private.provider_findings f
        where f.business_id = d.business_id and f.payee = d.payee and f.on_day = d.on_day
          and f.resolved_at is null)
    order by d.on_day, d.business_id, d.payee
    limit most
  ), tried as (
    insert into private.provider_days as k (business_id, payee, on_day)
      select n.business_id, n.payee, n.on_day from next n
    on conflict on constraint provider_days_pkey do update
      set tried_at = now(), compared_at = null
    returning k.business_id, k.payee, k.on_day
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'business_id', t.business_id, 'payee', t.payee, 'on_day', t.on_day,
      'from', lower(private.day_span(t.business_id, t.on_day)),
      'until', upper(private.day_span(t.business_id, t.on_day)),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'provider_id', i.provider_id)), '[]')
        from private.payments_of_day(t.business_id, t.payee, t.on_day) i))), '[]')
    into due from tried t;
  return jsonb_build_object('ok', true, 'days', due);
end
$$;

-- What differs between both sides of a day. `said`: [{ref, id, state, cents, currency, returned_cents,
-- is_disputed}], `ref` our id as the provider was told it.
create function private.day_differences(business uuid, payee text, day date, said jsonb)
returns table (kind text, subject text, ours jsonb, theirs jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  money constant text[] := array['authorised', 'captured'];
begin
  return query
  with told as (
    select t.*, (t.state = any (money)) as moves,
      jsonb_build_object('state', t.state, 'cents', t.cents, 'currency', upper(t.currency),
        'returned_cents', t.returned_cents, 'is_disputed', t.is_disputed) as facts
    from jsonb_to_recordset(said) t (
      ref text, id text, state text, cents bigint, currency text, returned_cents bigint,
      is_disputed boolean)
  ), known as (
    select i.* from private.payment_intents i
    where i.business_id = business and i.id::text in (select x.ref from told x)
      and i.amount_cents > 0
    union
    select i.* from private.payments_of_day(business, day_differences.payee, day) i
  ), own as (
    select k.*, exists (
        select from private.payment_disputes d
        where d.business_id = k.business_id and d.payment_id = k.id) as disputed
    from known k
  ), mine as (
    select o.*, jsonb_build_object('state', o.state, 'cents', o.amount_cents, 'currency', o.currency,
      'returned_cents', o.returned_cents, 'is_disputed', o.disputed) as facts
    from own o
  ), pairs as (
    select m.id, m.state, m.amount_cents, m.currency as our_currency, m.returned_cents as our_returned,
      m.disputed, m.facts as our_facts, t.state as their_state, t.cents, t.currency, t.returned_cents,
      t.is_disputed, t.facts as their_facts, t.moves
    from mine m
    join told t on t.ref = m.id::text and m.payee = day_differences.payee
  )
  -- Charged, and nothing here has asked for it.
  select 'unknown', t.id, null::jsonb, t.facts from told t
    where t.moves and not exists (select from mine m where m.id::text = t.ref)
  union all
  select 'other_account', m.id::text, m.facts, t.facts from told t
    join mine m on m.id::text = t.ref
    where t.moves and m.payee <> day_differences.payee
  union all
  select 'twice', t.ref, null::jsonb, jsonb_build_object('cents', sum(t.cents), 'times', count(*))
    from told t
    where t.moves and t.ref is not null
    group by t.ref having count(*) > 1
  union all
  select 'missing', m.id::text, m.facts, null::jsonb from mine m
    where m.payee = day_differences.payee and m.state = any (money)
      and not exists (select from told t where t.ref = m.id::text)
  union all
  select 'amount', p.id::text, p.our_facts, p.their_facts from pairs p
    where p.moves and (p.cents <> p.amount_cents or upper(p.currency) <> p.our_currency)
  union all
  select 'state', p.id::text, p.our_facts, p.their_facts from pairs p
    where p.state <> p.their_state and (p.moves or p.state = any (money))
  union all
  select 'returned', p.id::text, p.our_facts, p.their_facts from pairs p
    where p.state = 'captured' and p.their_state = 'captured' and p.our_returned <> p.returned_cents
  union all
  select 'dispute', p.id::text, p.our_facts, p.their_facts from pairs p
    where p.moves and p.disputed <> p.is_disputed
  union all
  -- Our own two books.
  select 'ledger', m.id::text, m.facts, null::jsonb from mine m
    left join public.payments l on l.business_id = m.business_id and l.id = m.id
    where m.payee = day_differences.payee and m.state = 'captured' and (
      l.id is null or l.amount_cents <> m.amount_cents
      -- What went back is known by the visit.
      or m.appointment_id is not null and (
        select coalesce(sum(r.amount_cents), 0) from public.refunds r
        where r.business_id = m.business_id and r.appointment_id = m.appointment_id
      ) <> (
        select coalesce(sum(i.returned_cents + i.refund_failed_cents), 0)
        from private.payment_intents i
        where i.business_id = m.business_id and i.appointment_id = m.appointment_id
          and i.state = 'captured'));
end
$$;

-- Takes in what the provider says of a day, and answers the payments that are to be looked up because they
-- differ. `is_final`: they were. What differs then stays until it does not, and somebody is told once.
create function public.note_provider_day(
  business_id uuid, payee text, on_day date, said jsonb, is_final boolean
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  look jsonb;
  news int;
begin
  if not exists (
    select from private.provider_days k
    where k.business_id = note_provider_day.business_id and k.payee = note_provider_day.payee
      and k.on_day = note_provider_day.on_day
  ) then
    return private.refused('not_found', null);
  end if;
  if not is_final then
    select coalesce(jsonb_agg(distinct i.id), '[]') into look
      from private.day_differences(
        note_provider_day.business_id, note_provider_day.payee, note_provider_day.on_day, said) d
      join private.payment_intents i
        on i.business_id = note_provider_day.business_id and i.id::text = d.subject
          and i.provider_id is not null;
    return jsonb_build_object('ok', true, 'look', look);
  end if;
  perform private.lock_business(note_provider_day.business_id);
  with found_now as (
    select d.* from private.day_differences(
      note_provider_day.business_id, note_provider_day.payee, note_provider_day.on_day, said) d
  ), noted as (
    insert into private.provider_findings as f
      (business_id, payee, on_day, kind, subject, ours, theirs)
    select note_provider_day.business_id, note_provider_day.payee, note_provider_day.on_day, n.kind,
      n.subject, n.ours, n.theirs
    from found_now n
    on conflict on constraint provider_findings_pkey do update
      set ours = excluded.ours, theirs = excluded.theirs, resolved_at = null
  )
  update private.provider_findings f set resolved_at = now()
    where f.business_id = note_provider_day.business_id and f.payee = note_provider_day.payee
      and f.on_day = note_provider_day.on_day and f.resolved_at is null
      and not exists (
        select from found_now n where n.kind = f.kind and n.subject = f.subject);
  update private.provider_days k set compared_at = now()
    where k.business_id = note_provider_day.business_id and k.payee = note_provider_day.payee
      and k.on_day = note_provider_day.on_day;
  update private.provider_findings f set told_at = now()
    where f.business_id = note_provider_day.business_id and f.payee = note_provider_day.payee
      and f.on_day = note_provider_day.on_day and f.resolved_at is null and f.told_at is null;
  get diagnostics news = row_count;
  if news > 0 then
    raise warning 'Payments of %: % are not what their provider says.',
      note_provider_day.business_id, news;
    perform private.raise_attention(
      note_provider_day.business_id, 'payments', note_provider_day.business_id, 'balance',
      jsonb_build_object('compared', note_provider_day.on_day, 'findings', news), '{}');
  end if;
  return jsonb_build_object('ok', true, 'look', '[]'::jsonb);
end
$$;

-- What the owner reads: {currency, locale, compared_until: the last day that was compared, or null, findings:
-- [{on_day, kind, ours, theirs, appointment_id, id (the provider's name for it), is_resolved}]}, the newest
-- first. What is settled stands there for a month. Codes: not_allowed.
create function public.payment_findings(business_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  perform private.require_second_factor();
  if not private.has_permission(payment_findings.business_id, 'billing') then
    return private.refused('not_allowed', null);
  end if;
  return (
    select jsonb_build_object('currency', b.currency, 'locale', b.locale)
    from public.businesses b where b.id = payment_findings.business_id
  ) || jsonb_build_object(
    'ok', true,
    'compared_until', (
      select max(k.on_day) from private.provider_days k
      where k.business_id = payment_findings.business_id and k.compared_at is not null),
    'findings', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'on_day', f.on_day, 'kind', f.kind, 'ours', f.ours, 'theirs', f.theirs,
          'appointment_id', i.appointment_id, 'id', coalesce(i.provider_id, f.subject),
          'is_resolved', f.resolved_at is not null)
        order by f.resolved_at is not null, f.on_day desc, f.kind, f.subject), '[]')
      from private.provider_findings f
      left join private.payment_intents i
        on i.business_id = f.business_id and i.id::text = f.subject
      where f.business_id = payment_findings.business_id
        and (f.resolved_at is null or f.resolved_at > now() - interval '30 days')));
end
$$;

revoke all on function
  public.provider_days_due(int), public.note_provider_day(uuid, text, date, jsonb, boolean)
from public, anon, authenticated;
grant execute on function
  public.provider_days_due(int), public.note_provider_day(uuid, text, date, jsonb, boolean)
to service_role;
revoke all on function public.payment_findings(uuid) from public, anon;
grant execute on function public.payment_findings(uuid) to authenticated, service_role;
