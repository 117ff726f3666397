-- Memberships that renew themselves: the team offers one, its client leaves a card and pays the first period on
-- a page of the provider's, and every further period is charged to that card. What a period brings is sold by
-- the server as a package, in the transaction in which its charge is noted: once. supabase/decisions/0039
-- says why.


-- The first day of a period.
create function private.period_start(m public.client_memberships, number int) returns date
language sql stable set search_path = ''
as $$
  select (m.anchor_on + make_interval(months => (number - m.anchor_no) * m.renews_months))::date
$$;

create function private.business_day(business uuid) returns date
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select (now() at time zone b.time_zone)::date from public.businesses b where b.id = business);
end
$$;

-- The membership behind a link; no row for anything else. A wrong one is counted.
create function private.membership_of_token(token text) returns public.client_memberships
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.client_memberships;
begin
  perform private.check_token_tries();
  select x.* into m
    from private.public_tokens t
    join public.client_memberships x
      on x.business_id = t.business_id and x.id = t.membership_id
    where t.token_hash = private.token_hash(coalesce(token, '')) and t.expires_at > now();
  if m.id is null then
    perform private.take_ticket('wrong_token:network', private.client_network());
  end if;
  return m;
end
$$;

-- A link lasts for a year, and each mail brings a new one.
create function private.add_membership_token(m public.client_memberships, token text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.public_tokens (token_hash, business_id, purpose, membership_id, expires_at)
    values (
      private.token_hash(token), m.business_id, 'membership', m.id, now() + interval '1 year')
    on conflict (token_hash) do nothing;
end
$$;

-- To whoever pays: the client, under the record that theirs became part of.
create function private.mail_membership(m public.client_memberships, kind text) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  token constant text := private.new_token();
  b public.businesses;
  c public.clients;
  data jsonb;
begin
  select * into b from public.businesses x where x.id = m.business_id;
  select x.* into c from public.clients x
    where x.business_id = m.business_id and x.id = (
      select coalesce(o.merged_into, o.id) from public.clients o
      where o.business_id = m.business_id and o.id = m.client_id);
  data := private.client_mail_data(c, null);
  if c.id is null or data ->> 'email' is null then
    return;
  end if;
  perform private.add_membership_token(m, token);
  perform private.queue_mail(
    b.id, kind, data ->> 'email',
    nullif(btrim(concat_ws(' ', data ->> 'first_name', data ->> 'last_name')), ''),
    jsonb_build_object(
      'business', private.business_mail_data(b), 'client', data, 'client_id', c.id,
      'membership', jsonb_build_object(
        'id', m.id, 'name', m.name, 'cents', m.price_cents, 'last4', m.card_last4,
        'decline', m.decline, 'paid_until', m.paid_until, 'next_try_at', m.next_try_at),
      'token', token),
    now());
end
$$;

-- The card that a page has kept, for the periods to come.
create function private.keep_membership_card(i private.payment_intents)
returns private.payment_intents
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if i.card is not null then
    insert into private.membership_cards as k (business_id, membership_id, payee, card)
      select i.business_id, m.id, i.payee, i.card
      from public.client_memberships m
      where m.business_id = i.business_id and m.id = i.membership_id
      on conflict on constraint membership_cards_pkey do update
        set payee = excluded.payee, card = excluded.card;
    update public.client_memberships m
      set card_brand = left(i.card ->> 'brand', 40), card_last4 = right(i.card ->> 'last4', 4),
        -- What the old one could not pay is charged to it at once.
        next_try_at = case when m.state = 'past_due' then now() else m.next_try_at end,
        tries = case when m.state = 'past_due' then 0 else m.tries end
      where m.business_id = i.business_id and m.id = i.membership_id;
  end if;
  if i.purpose = 'card' then
    update private.payment_intents x set op_id = null, request = null, card = null, keeps_card = false
      where x.id = i.id returning * into i;
  end if;
  return i;
end
$$;

-- Sells what a period brings, once: the request is gone afterwards. The receipt is numbered by the server, as
-- that of a gift card that was bought online. What was paid is given also when the membership was ended
-- meanwhile.
create function private.grant_membership_period(i private.payment_intents)
returns private.payment_intents
language plpgsql volatile security definer set search_path = ''
as $$
declare
  server constant uuid := i.business_id;
  today constant date := private.business_day(i.business_id);
  sale constant uuid := private.new_id();
  line constant uuid := private.new_id();
  holding constant uuid := private.new_id();
  m public.client_memberships;
  number int;
  until date;
begin
  select * into m from public.client_memberships x
    where x.business_id = i.business_id and x.id = i.membership_id for update;
  if m.id is not null then
    if m.period_no = 0 then
      m.anchor_on := today;
      m.anchor_no := i.period_no;
    end if;
    until := private.period_start(m, i.period_no + 1);
    select coalesce(max(s.receipt_no), 0) + 1 into number
      from public.sales s where s.business_id = i.business_id and s.device_id = server;
    insert into public.package_holdings (
      id, business_id, client_id, package_id, name, price_cents, credits, service_ids, expires_on)
    values (
      holding, i.business_id, m.client_id, m.package_id, m.name, i.amount_cents, m.credits,
      m.service_ids, until - 1);
    insert into public.sales (
      id, business_id, device_id, receipt_prefix, receipt_no, occurred_at, client_id, currency,
      subtotal_cents, discount_cents, tax_cents, tip_cents, total_cents)
    values (
      sale, i.business_id, server, private.receipt_prefix(server), number, now(), m.client_id,
      i.currency, i.amount_cents, 0, 0, 0, i.amount_cents);
    insert into public.sale_lines (
      id, business_id, sale_id, occurred_at, position, kind, name, qty, unit_price_cents,
      discount_cents, order_discount_cents, tax_milli_percent, tax_inclusive, tax_cents, total_cents)
    values (
      line, i.business_id, sale, now(), 0, 'package', m.name, 1, i.amount_cents, 0, 0, 0, true, 0,
      i.amount_cents);
    insert into public.package_activities (
      id, business_id, holding_id, occurred_at, kind, credits, amount_cents, sale_id, sale_line_id)
    values (
      private.new_id(), i.business_id, holding, now(), 'sell', m.credits, i.amount_cents, sale, line);
    -- What was paid online, taken up by the sale, as that of a visit.
    insert into public.payments (
      id, business_id, sale_id, occurred_at, method, state, amount_cents)
    values (private.new_id(), i.business_id, sale, now(), 'deposit', 'captured', i.amount_cents);
    update public.client_memberships x
      set period_no = i.period_no, paid_until = until - 1, anchor_on = m.anchor_on,
        anchor_no = m.anchor_no, decline = null, past_due_on = null, tries = 0, next_try_at = null,
        state = case when x.state in ('pending', 'past_due') then 'active' else x.state end
      where x.business_id = m.business_id and x.id = m.id;
  end if;
  update private.payment_intents x set op_id = null, request = null, card = null, keeps_card = false
    where x.id = i.id returning * into i;
  return i;
end
$$;

-- A card was refused: it is tried again after one, three and seven days, and its client is told each time. Where
-- the bank wants its client, or there is no card, only they can do something: by the link.
create function private.note_membership_decline(business uuid, membership uuid, why text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.client_memberships;
begin
  update public.client_memberships x
    set state = case when x.state = 'active' then 'past_due' else x.state end,
      past_due_on = coalesce(x.past_due_on, private.business_day(business)),
      decline = coalesce(left(why, 60), 'unknown'), tries = x.tries + 1,
      next_try_at = case
        when why in ('authentication_required', 'no_card') then null
        when x.tries = 0 then now() + interval '1 day'
        when x.tries = 1 then now() + interval '2 days'
        when x.tries = 2 then now() + interval '4 days' end
    where x.business_id = business and x.id = membership and x.state in ('active', 'past_due')
    returning * into m;
  if m.id is null then
    return;
  end if;
  perform private.mail_membership(m, 'membership_failed');
  -- The clock does nothing more: a person may.
  if m.next_try_at is null then
    perform private.raise_attention(
      business, 'client_memberships', membership, 'balance',
      jsonb_build_object('membership', m.name, 'client_id', m.client_id), '{}');
  end if;
end
$$;

-- Ends it now: what is paid stays the client's until it is over; what was begun is let go.
create function private.end_membership(m public.client_memberships) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.payment_intents i set refusal = 'replaced', expires_at = least(i.expires_at, now())
    where i.business_id = m.business_id and i.membership_id = m.id
      and i.state in ('created', 'open') and i.refusal is null;
  delete from private.membership_cards k
    where k.business_id = m.business_id and k.membership_id = m.id;
  update public.client_memberships x
    set state = 'ended', cancel_at_end = false, next_try_at = null,
      card_brand = null, card_last4 = null
    where x.business_id = m.business_id and x.id = m.id;
end
$$;

-- By the clock: who has cancelled, is gone, or has not paid for two weeks, ends; whose period is over is
-- charged for the next one. The payment is written down here; a function makes the call, and as long as nobody
-- knows what came of it no other is begun.
create function private.run_memberships() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- As long as the provider knows the key of a call: then it is looked up.
  trying constant interval := '20 hours';
  grace constant int := 14;
  -- Nobody's phone rings at night with the message of a bank.
  from_hour constant time := '09:00';
  due record;
  m public.client_memberships;
  payee text;
  today date;
  op uuid;
begin
  for due in
    select x.business_id, x.id
    from public.client_memberships x
    join public.businesses b on b.id = x.business_id
    left join public.clients c on c.business_id = x.business_id and c.id = x.client_id
    where x.state <> 'ended' and (
      c.id is null or c.status = 'anonymised'
      or x.state = 'pending' and x.created_at < now() - interval '60 days'
      or x.cancel_at_end and x.paid_until < (now() at time zone b.time_zone)::date
      or x.state = 'past_due' and x.past_due_on <= (now() at time zone b.time_zone)::date - grace)
      and not exists (
        select from private.payment_intents i
        where i.business_id = x.business_id and i.membership_id = x.id and i.purpose = 'renewal'
          and i.state in ('created', 'open', 'authorised'))
    order by x.business_id, x.id
    limit 100
  loop
    perform private.lock_business(due.business_id);
    select * into m from public.client_memberships x
      where x.business_id = due.business_id and x.id = due.id and x.state <> 'ended' for update;
    if found then
      if m.state = 'past_due' then
        perform private.mail_membership(m, 'membership_ended');
      end if;
      perform private.end_membership(m);
    end if;
  end loop;

  for due in
    select x.business_id, x.id
    from public.client_memberships x
    join public.businesses b on b.id = x.business_id
    where not x.cancel_at_end and (
      x.state = 'active' and x.paid_until < (now() at time zone b.time_zone)::date
        and (now() at time zone b.time_zone)::time >= from_hour
      or x.state = 'past_due' and x.next_try_at <= now())
      and private.takes_payments(x.business_id)
      and not exists (
        select from private.payment_intents i
        where i.business_id = x.business_id and i.membership_id = x.id
          and i.period_no = x.period_no + 1 and i.state <> 'cancelled')
    order by x.business_id, x.id
    limit 100
  loop
    perform private.lock_business(due.business_id);
    select * into m from public.client_memberships x
      where x.business_id = due.business_id and x.id = due.id and not x.cancel_at_end
        and x.state in ('active', 'past_due') for update;
    payee := private.payee_of(due.business_id);
    today := private.business_day(due.business_id);
    if m.id is null or payee is null
      or m.state = 'active' and m.paid_until >= today
      or m.state = 'past_due' and (m.next_try_at is null or m.next_try_at > now()) then
      continue;
    end if;
    if not exists (
      select from private.membership_cards k
      where k.business_id = m.business_id and k.membership_id = m.id and k.payee = payee
    ) then
      perform private.note_membership_decline(m.business_id, m.id, 'no_card');
      continue;
    end if;
    -- Nobody pays for a period that is over already, because nobody could be charged meanwhile.
    if private.period_start(m, m.period_no + 2) <= today then
      update public.client_memberships x set anchor_on = today, anchor_no = m.period_no + 1
        where x.business_id = m.business_id and x.id = m.id;
    end if;
    op := private.new_id();
    insert into private.payment_intents (
      business_id, purpose, op_hash, op_id, request, amount_cents, currency, provider, payee,
      membership_id, period_no, expires_at)
    select b.id, 'renewal', private.hashed_op(op), op,
      jsonb_build_object('membership_id', m.id, 'period_no', m.period_no + 1), m.price_cents,
      b.currency, private.server_setting('payment_provider'), payee, m.id, m.period_no + 1,
      now() + trying
    from public.businesses b
    where b.id = m.business_id and not exists (
      select from private.payment_intents i
      where i.business_id = m.business_id and i.membership_id = m.id
        and i.period_no = m.period_no + 1 and i.state <> 'cancelled');
  end loop;
end
$$;

-- Offers a membership of a package to a client; its id is the op_id. Answers {token}: of the page on which the
-- client leaves a card and pays the first period. Codes: not_allowed, not_offered (nobody pays online here),
-- not_found (a client or a package that is not there, or does not renew).
create function public.offer_membership(
  business_id uuid, client_id uuid, package_id uuid, op_id uuid
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  m public.client_memberships;
  token text;
begin
  perform private.require_second_factor();
  if offer_membership.op_id is null
    or not private.has_permission(offer_membership.business_id, 'checkout') then
    return private.refused('not_allowed', null);
  elsif not private.takes_payments(offer_membership.business_id) then
    return private.refused('not_offered', null);
  end if;
  perform private.lock_business(offer_membership.business_id);
  insert into public.client_memberships as x (
    id, business_id, client_id, package_id, name, price_cents, credits, service_ids, renews_months)
  select offer_membership.op_id, p.business_id, c.id, p.id, p.name, p.price_cents, p.credits,
    p.service_ids, p.renews_months
  from public.packages p
  join public.clients c
    on c.business_id = p.business_id and c.id = offer_membership.client_id
      and c.status <> 'anonymised'
  where p.business_id = offer_membership.business_id and p.id = offer_membership.package_id
    and p.status = 'active' and p.renews_months is not null
  on conflict on constraint client_memberships_pkey do nothing;
  select * into m from public.client_memberships x
    where x.business_id = offer_membership.business_id and x.id = offer_membership.op_id;
  if m.id is null then
    return private.refused('not_found', null);
  end if;
  token := private.token_of_op(offer_membership.op_id);
  perform private.add_membership_token(m, token);
  return jsonb_build_object('ok', true, 'token', token, 'slug', (
    select b.slug from public.businesses b where b.id = m.business_id));
end
$$;

-- Another link to the page of a membership; the same op_id gets the same one. Codes: not_allowed, not_found.
create function public.membership_link(business_id uuid, membership_id uuid, op_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.client_memberships;
  token text;
begin
  perform private.require_second_factor();
  if membership_link.op_id is null
    or not private.has_permission(membership_link.business_id, 'checkout') then
    return private.refused('not_allowed', null);
  end if;
  select * into m from public.client_memberships x
    where x.business_id = membership_link.business_id and x.id = membership_link.membership_id
      and x.state <> 'ended';
  if m.id is null then
    return private.refused('not_found', null);
  end if;
  token := private.token_of_op(membership_link.op_id);
  perform private.add_membership_token(m, token);
  return jsonb_build_object('ok', true, 'token', token, 'slug', (
    select b.slug from public.businesses b where b.id = m.business_id));
end
$$;

-- What the team does with one: `change` is pause (nothing is charged any more), resume (goes on; the next
-- period begins today where the last one is over), end (with what is paid, or at once where nothing is), keep
-- (takes that back), or retry (the card is charged now). Codes: not_allowed, not_found, illegal_transition.
create function public.change_membership(
  business_id uuid, membership_id uuid, change text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  m public.client_memberships;
  today date;
begin
  perform private.require_second_factor();
  if not private.has_permission(change_membership.business_id, 'checkout') then
    return private.refused('not_allowed', null);
  end if;
  perform private.lock_business(change_membership.business_id);
  select * into m from public.client_memberships x
    where x.business_id = change_membership.business_id
      and x.id = change_membership.membership_id for update;
  if m.id is null then
    return private.refused('not_found', null);
  end if;
  today := private.business_day(m.business_id);
  if change = 'pause' and m.state = 'active' and not m.cancel_at_end then
    update public.client_memberships x set state = 'paused'
      where x.business_id = m.business_id and x.id = m.id;
  elsif change = 'resume' and m.state = 'paused' then
    -- Nobody pays for the time in which it was paused.
    update public.client_memberships x
      set state = 'active',
        anchor_on = case when m.paid_until < today then today else x.anchor_on end,
        anchor_no = case when m.paid_until < today then m.period_no + 1 else x.anchor_no end
      where x.business_id = m.business_id and x.id = m.id;
  elsif change = 'end' and m.state <> 'ended' then
    perform private.cancel_membership_of(m, today);
  elsif change = 'keep' and m.state = 'active' and m.cancel_at_end then
    update public.client_memberships x set cancel_at_end = false
      where x.business_id = m.business_id and x.id = m.id;
  elsif change = 'retry' and m.state = 'past_due' then
    update public.client_memberships x set next_try_at = now()
      where x.business_id = m.business_id and x.id = m.id;
  else
    return private.refused('illegal_transition', 'state');
  end if;
  return '{"ok": true}';
end
$$;

-- With the end of what is paid; at once where nothing is.
create function private.cancel_membership_of(m public.client_memberships, today date) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if m.state in ('active', 'paused') and m.paid_until >= today then
    update public.client_memberships x set cancel_at_end = true, state = 'active'
      where x.business_id = m.business_id and x.id = m.id;
  else
    perform private.end_membership(m);
  end if;
end
$$;

-- What is to be paid on the page now; 0 = nothing.
create function private.membership_due(m public.client_memberships) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when m.state in ('pending', 'past_due') and private.takes_payments(m.business_id)
    then m.price_cents else 0 end;
end
$$;

-- What the page of a client shows: {business, membership, due, is_test}. Codes: not_found.
create function public.membership_status(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  m public.client_memberships;
begin
  m := private.membership_of_token(membership_status.token);
  if m.id is null then
    return private.refused('not_found', null);
  end if;
  return (
    select jsonb_build_object(
      'ok', true,
      'business', jsonb_build_object(
        'name', b.name, 'slug', b.slug, 'locale', b.locale, 'currency', b.currency,
        'time_zone', b.time_zone, 'time_format', b.time_format),
      'membership', jsonb_build_object(
        'name', m.name, 'price_cents', m.price_cents, 'credits', m.credits,
        'renews_months', m.renews_months, 'state', m.state, 'cancel_at_end', m.cancel_at_end,
        'paid_until', m.paid_until, 'card_brand', m.card_brand, 'card_last4', m.card_last4,
        'decline', m.decline,
        'services', (
          select coalesce(jsonb_agg(s.name order by s.name), '[]') from public.services s
          where s.business_id = m.business_id and s.id = any (m.service_ids))),
      'due', private.membership_due(m),
      'takes_cards', m.state in ('active', 'paused', 'past_due')
        and private.takes_payments(m.business_id),
      'is_test', private.server_setting('payment_provider') = 'test')
    from public.businesses b where b.id = m.business_id);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
end
$$;

-- Begins to pay the period that is due (`pay`), or to leave another card (`card`); the same op_id is the same
-- page. One page at a time: a newer one takes over what an older one has begun. Codes: not_found, nothing_due,
-- in_use (the card is being charged just now), invalid, rate_limited.
create function public.start_membership_page(token text, what text, op_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  m public.client_memberships;
  i private.payment_intents;
  due bigint;
begin
  if start_membership_page.op_id is null or what is null or what not in ('pay', 'card') then
    return private.refused('invalid', 'op_id');
  end if;
  m := private.membership_of_token(start_membership_page.token);
  if m.id is null then
    return private.refused('not_found', null);
  elsif not private.take_ticket('pay:network', private.client_network())
    or not private.take_ticket('membership:link', m.id::text) then
    return private.rate_limited('pay:network');
  end if;
  perform private.lock_business(m.business_id);
  if exists (
    select from private.payment_intents x
    where x.business_id = m.business_id
      and x.op_hash = private.hashed_op(start_membership_page.op_id)
  ) then
    return '{"ok": true}';
  end if;
  select * into m from public.client_memberships x where x.id = m.id;
  due := case what when 'pay' then private.membership_due(m) else 0 end;
  if what = 'pay' and due = 0 or what = 'card' and (
    m.state not in ('active', 'paused', 'past_due') or not private.takes_payments(m.business_id)) then
    return private.refused('nothing_due', null);
  end if;
  select * into i from private.payment_intents x
    where x.business_id = m.business_id and x.membership_id = m.id and x.state <> 'cancelled'
      and case what when 'pay' then x.period_no = m.period_no + 1
        else x.purpose = 'card' and x.state in ('created', 'open') end
    order by x.created_at desc limit 1;
  if i.id is not null and i.purpose <> 'renewal' and i.state in ('created', 'open')
    and i.expires_at > now() then
    update private.payment_intents x
      set op_id = start_membership_page.op_id,
        op_hash = private.hashed_op(start_membership_page.op_id)
      where x.id = i.id;
    return '{"ok": true}';
  elsif i.id is not null and what = 'pay' then
    return private.refused('in_use', null);
  end if;
  insert into private.payment_intents (
    business_id, purpose, op_hash, op_id, request, amount_cents, currency, provider, payee, keeps_card,
    membership_id, period_no, expires_at)
  select b.id, case what when 'pay' then 'membership' else 'card' end,
    private.hashed_op(start_membership_page.op_id), start_membership_page.op_id,
    jsonb_build_object('membership_id', m.id), due, b.currency,
    private.server_setting('payment_provider'), private.payee_of(b.id), true, m.id,
    case what when 'pay' then m.period_no + 1 end, now() + private.pays_within()
  from public.businesses b where b.id = m.business_id;
  return '{"ok": true}';
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

-- Its client ends it: with what is paid, or at once where nothing is. Codes: not_found, rate_limited.
create function public.cancel_membership(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  m public.client_memberships;
begin
  m := private.membership_of_token(cancel_membership.token);
  if m.id is null then
    return private.refused('not_found', null);
  end if;
  perform private.lock_business(m.business_id);
  select * into m from public.client_memberships x where x.id = m.id for update;
  if m.state <> 'ended' then
    perform private.cancel_membership_of(m, private.business_day(m.business_id));
  end if;
  return '{"ok": true}';
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  public.offer_membership(uuid, uuid, uuid, uuid), public.membership_link(uuid, uuid, uuid),
  public.change_membership(uuid, uuid, text)
from public, anon;
grant execute on function
  public.offer_membership(uuid, uuid, uuid, uuid), public.membership_link(uuid, uuid, uuid),
  public.change_membership(uuid, uuid, text)
to authenticated, service_role;
revoke all on function
  public.membership_status(text), public.start_membership_page(text, text, uuid),
  public.cancel_membership(text)
from public;
grant execute on function
  public.membership_status(text), public.start_membership_page(text, text, uuid),
  public.cancel_membership(text)
to anon, authenticated, service_role;
