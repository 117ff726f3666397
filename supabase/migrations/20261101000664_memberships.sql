-- Memberships that renew themselves: the team offers one, its client leaves a card and pays the first period on
-- a page of the provider's, and every further period is charged to that card. What a period brings is sold by
-- the server as a package, in the transaction in which its charge is noted: once. supabase/decisions/0040
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

-- To whoever pays: the client, under the record that theirs became part of. It is about their money, so it goes
-- whatever the business pays for the product itself.
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
      'business', private.business_mail_data(b), 'to', data, 'client_id', c.id,
      'membership', jsonb_build_object(
        'id', m.id, 'name', m.name, 'cents', m.price_cents, 'last4', m.card_last4,
        'decline', m.decline, 'paid_until', m.paid_until, 'next_try_at', m.next_try_at),
      'token', token),
    now());
end
$$;

-- The card that a page has kept, for the periods to come; of one that was ended meanwhile none is kept.
create function private.keep_membership_card(i private.payment_intents)
returns private.payment_intents
language plpgsql volatile security definer set search_path = ''
as $$
declare
  had_card boolean;
begin
  if i.card is not null then
    had_card := exists (
      select from private.membership_cards k
      where k.business_id = i.business_id and k.membership_id = i.membership_id);
    insert into private.membership_cards as k (business_id, membership_id, payee, card)
      select i.business_id, m.id, i.payee, i.card
      from public.client_memberships m
      where m.business_id = i.business_id and m.id = i.membership_id and m.state <> 'ended'
      on conflict on constraint membership_cards_pkey do update
        set payee = excluded.payee, card = excluded.card;
    update public.client_memberships m
      set card_brand = left(i.card ->> 'brand', 40), card_last4 = right(i.card ->> 'last4', 4),
        -- What was sold at the desk ends with its period, until its client leaves a card for it.
        cancel_at_end = m.cancel_at_end and had_card,
        -- What the old one could not pay is charged to it at once.
        next_try_at = case when m.state = 'past_due' and m.decline is distinct from 'no_answer'
          then now() else m.next_try_at end,
        tries = case when m.state = 'past_due' then 0 else m.tries end
      where m.business_id = i.business_id and m.id = i.membership_id and m.state <> 'ended';
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

-- Sold at the desk, for whatever way of paying: a period of a membership is a package until its last day. The
-- first one begins a membership that ends with it, under the id of the holding; a further one goes on with that
-- of the client, also when its card was refused. The next period begins on the day after.
create function private.begin_desk_period() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  h public.package_holdings;
  m public.client_memberships;
begin
  select x.* into h
    from public.package_holdings x
    join public.packages p on p.business_id = x.business_id and p.id = x.package_id
    where x.business_id = new.business_id and x.id = new.holding_id
      and p.renews_months is not null and x.client_id is not null and x.expires_on is not null
      -- What a card was charged for the server has sold (grant_membership_period).
      and not exists (
        select from public.sales s
        where s.business_id = new.business_id and s.id = new.sale_id
          and s.device_id = s.business_id);
  if h.id is null then
    return null;
  end if;
  select * into m from public.client_memberships x
    where x.business_id = h.business_id and x.client_id = h.client_id
      and x.package_id = h.package_id and x.state in ('active', 'past_due', 'paused')
    order by x.id desc limit 1 for update;
  if m.id is null then
    insert into public.client_memberships (
      id, business_id, client_id, package_id, name, price_cents, credits, service_ids,
      renews_months, state, cancel_at_end, period_no, paid_until, anchor_on, anchor_no)
    select h.id, h.business_id, h.client_id, p.id, h.name, p.price_cents, h.credits, h.service_ids,
      p.renews_months, 'active', true, 1, h.expires_on, h.expires_on + 1, 2
    from public.packages p where p.business_id = h.business_id and p.id = h.package_id;
  elsif exists (
    select from private.payment_intents i
    where i.business_id = m.business_id and i.membership_id = m.id and i.period_no = m.period_no + 1
      and i.state <> 'cancelled'
  ) then
    -- Its card may be charged for the same days just now: both are kept, and a person looks.
    perform private.raise_attention(
      m.business_id, 'client_memberships', m.id, 'balance',
      jsonb_build_object('membership', m.name, 'client_id', m.client_id, 'decline', 'paid_twice'),
      '{}');
  elsif h.expires_on > m.paid_until then
    update public.client_memberships x
      set period_no = m.period_no + 1, paid_until = h.expires_on, anchor_on = h.expires_on + 1,
        anchor_no = m.period_no + 2, decline = null, past_due_on = null, tries = 0,
        next_try_at = null, state = case x.state when 'past_due' then 'active' else x.state end
      where x.business_id = m.business_id and x.id = m.id;
  end if;
  return null;
end
$$;
create trigger z_begin_desk_period after insert on public.package_activities
  for each row when (new.kind = 'sell') execute function private.begin_desk_period();

-- What was sold at the desk and goes back ends it, or takes its period away where another one was paid.
create function private.end_desk_period() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  h public.package_holdings;
  m public.client_memberships;
  until date;
begin
  select * into h from public.package_holdings x
    where x.business_id = new.business_id and x.id = new.holding_id;
  select * into m from public.client_memberships x
    where x.business_id = h.business_id and x.client_id = h.client_id
      and x.package_id = h.package_id and x.paid_until = h.expires_on and x.state <> 'ended'
    order by x.id desc limit 1 for update;
  if m.id is null then
    return null;
  end if;
  select max(o.expires_on) into until
    from public.package_holdings o
    where o.business_id = h.business_id and o.client_id = h.client_id
      and o.package_id = h.package_id and o.id <> h.id
      and o.expires_on >= private.business_day(h.business_id)
      and not exists (
        select from public.package_activities a
        where a.business_id = o.business_id and a.holding_id = o.id and a.kind = 'cancel');
  if until is null then
    perform private.end_membership(m);
  else
    update public.client_memberships x
      set paid_until = until, anchor_on = until + 1, anchor_no = m.period_no + 1, cancel_at_end = true
      where x.business_id = m.business_id and x.id = m.id;
  end if;
  return null;
end
$$;
create trigger z_end_desk_period after insert on public.package_activities
  for each row when (new.kind = 'cancel') execute function private.end_desk_period();

-- A card was refused: it is tried again after one, three and seven days, and its client is told each time. Where
-- the bank wants its client, or there is no card, only they can do something: by the link. Where nobody knows
-- whether it was charged (`no_answer`), a person has to look.
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
        when why in ('authentication_required', 'no_card', 'no_answer') then null
        when x.tries = 0 then now() + interval '1 day'
        when x.tries = 1 then now() + interval '2 days'
        when x.tries = 2 then now() + interval '4 days' end
    where x.business_id = business and x.id = membership and x.state in ('active', 'past_due')
    returning * into m;
  if m.id is null then
    return;
  end if;
  -- Whoever may have paid is not asked to.
  if why is distinct from 'no_answer' then
    perform private.mail_membership(m, 'membership_failed');
  end if;
  -- The clock does nothing more: a person may.
  if m.next_try_at is null then
    perform private.raise_attention(
      business, 'client_memberships', membership, 'balance',
      jsonb_build_object('membership', m.name, 'client_id', m.client_id, 'decline', m.decline),
      '{}');
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

-- Whether anybody is charged for memberships now: not by a business that was closed.
create function private.charges_memberships(business uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.takes_payments(business) and not exists (
    select from private.closed_businesses c where c.business_id = business);
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
  from_minute constant int := 9 * 60;
  due record;
  m public.client_memberships;
  account text;
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
        and private.wall_minute(now(), b.time_zone) >= from_minute
      or x.state = 'past_due' and x.next_try_at <= now())
      and private.charges_memberships(x.business_id)
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
    account := private.payee_of(due.business_id);
    today := private.business_day(due.business_id);
    if m.id is null or account is null
      or m.state = 'active' and m.paid_until >= today
      or m.state = 'past_due' and (m.next_try_at is null or m.next_try_at > now()) then
      continue;
    end if;
    if not exists (
      select from private.membership_cards k
      where k.business_id = m.business_id and k.membership_id = m.id and k.payee = account
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
      b.currency, private.server_setting('payment_provider'), account, m.id, m.period_no + 1,
      now() + trying
    from public.businesses b
    where b.id = m.business_id and not exists (
      select from private.payment_intents i
      where i.business_id = m.business_id and i.membership_id = m.id
        and i.period_no = m.period_no + 1 and i.state <> 'cancelled');
  end loop;
end
$$;
