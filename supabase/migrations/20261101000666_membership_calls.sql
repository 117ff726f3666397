-- What the team and clients do with memberships (memberships.sql).

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
  -- Without a card nobody has said yes to what would be charged.
  elsif change = 'keep' and m.state = 'active' and m.cancel_at_end and m.card_last4 is not null then
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

-- What is to be paid on the page now; 0 = nothing. Whoever may have paid is not asked to pay again.
create function private.membership_due(m public.client_memberships) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when m.state in ('pending', 'past_due') and m.decline is distinct from 'no_answer'
      and private.charges_memberships(m.business_id)
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
        and private.charges_memberships(m.business_id),
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
    m.state not in ('active', 'paused', 'past_due')
    or not private.charges_memberships(m.business_id)) then
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
