-- Whose money it is that clients pay online: each business has an account of its own with the provider, and
-- its clients' cards are charged for it. Who the business is, its bank and its papers are told to the
-- provider on the provider's own pages; here is only how that stands.
--
--   new ──▶ incomplete ◀──▶ review ◀──▶ ready        refused, ended: by the provider or the business
--
-- The row is written before the provider hears of it, and its key is what that call is known by.

create table private.payment_accounts (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  provider text not null,
  key uuid not null default private.new_id(),
  account_id text check (length(account_id) between 1 and 200),
  state text not null default 'new'
    check (state in ('new', 'incomplete', 'review', 'ready', 'refused', 'ended')),
  created_at timestamptz not null default now(),
  noted_at timestamptz not null default now(),
  constraint payment_accounts_account_id_known check ((state = 'new') = (account_id is null)),
  unique (provider, account_id)
);
alter table private.payment_accounts enable row level security;

-- Where the money of a business goes at the provider of this server; null = its clients cannot pay online.
-- The test bank has no accounts.
create function private.payee_of(business uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  here constant text := private.server_setting('payment_provider');
begin
  return case when here = 'test' then business::text else (
    select a.account_id from private.payment_accounts a
    where a.business_id = business and a.provider = here and a.state = 'ready') end;
end
$$;

-- Whether clients of a business can pay online.
create function private.takes_payments(business uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.payee_of(business) is not null;
end
$$;

-- How clients can pay online here: `mode` is who takes their cards at this server (`test`: no real card is
-- charged; null: nobody), `account` how the business stands with them, for its members; `may_connect`
-- whether who asks may say where its money goes.
create function public.payment_mode(business_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  here constant text := private.server_setting('payment_provider');
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true, 'mode', here, 'account', (
    select a.state from private.payment_accounts a
    where a.business_id = payment_mode.business_id and a.provider = here
      and private.is_member(a.business_id)),
    'may_connect', coalesce(
      private.has_permission(payment_mode.business_id, 'billing'), false));
end
$$;
revoke all on function public.payment_mode(uuid) from public, anon;
grant execute on function public.payment_mode(uuid) to authenticated, service_role;

-- Begins or goes on with the account of a business, for who may say where its money goes. Answers what the
-- provider is asked with: {key, account_id, state, name, email, country_code}. An account that was
-- ended makes way for another. Codes: not_allowed, not_offered (this server has no such provider).
create function public.begin_payment_account(business_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  here constant text := private.server_setting('payment_provider');
  answer jsonb;
begin
  perform private.require_second_factor();
  if not private.has_permission(begin_payment_account.business_id, 'billing') then
    return private.refused('not_allowed', null);
  elsif here is null or here = 'test' then
    return private.refused('not_offered', null);
  end if;
  insert into private.payment_accounts as a (business_id, provider)
    values (begin_payment_account.business_id, here)
    on conflict on constraint payment_accounts_pkey do update
      set provider = excluded.provider, key = excluded.key, account_id = null, state = 'new',
        created_at = now(), noted_at = now()
      where a.state = 'ended' or a.provider <> excluded.provider;
  select jsonb_build_object('ok', true, 'key', a.key, 'account_id', a.account_id, 'state', a.state,
      'name', b.name, 'email', b.email, 'country_code', b.country_code)
    into answer
    from private.payment_accounts a
    join public.businesses b on b.id = a.business_id
    where a.business_id = begin_payment_account.business_id;
  return answer;
end
$$;
revoke all on function public.begin_payment_account(uuid) from public, anon;
grant execute on function public.begin_payment_account(uuid) to authenticated, service_role;

-- How an account stands, as its provider was just asked. `key`: of the call that made it, when it is new.
-- An account that nobody here has begun is not_found.
create function public.note_payment_account(
  provider text, account_id text, state text, key uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  now_at private.payment_accounts;
begin
  update private.payment_accounts a
    set account_id = note_payment_account.account_id, state = note_payment_account.state,
      noted_at = now()
    where a.provider = note_payment_account.provider
      and (a.account_id = note_payment_account.account_id
        or a.account_id is null and a.key = note_payment_account.key)
    returning * into now_at;
  if now_at.business_id is null then
    return private.refused('not_found', null);
  end if;
  return jsonb_build_object('ok', true, 'state', now_at.state);
end
$$;
revoke all on function public.note_payment_account(text, text, text, uuid)
from public, anon, authenticated;
grant execute on function public.note_payment_account(text, text, text, uuid) to service_role;
