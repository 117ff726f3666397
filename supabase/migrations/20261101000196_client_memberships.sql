-- Memberships: a package that is sold again every so many months, by a card that its client has left for that.
-- Here is how each one stands; what a period has brought is a holding with its ledger (packages.sql), which
-- the server sells when the period was charged (memberships.sql). The server alone writes these rows.
--
--   pending ──▶ active ◀──▶ past_due ──▶ ended        paused: from active, and back
--                  └──▶ ended, with what is paid or at once

create table public.client_memberships (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid,
  package_id uuid,
  -- Frozen, as it was when it was offered: what its client has agreed to.
  name text not null check (length(btrim(name)) between 1 and 120),
  price_cents bigint not null check (price_cents between 50 and 10000000),
  credits int not null check (credits between 1 and 100),
  service_ids uuid[] not null
    check (cardinality(service_ids) > 0 and private.is_set(service_ids, 500)),
  renews_months int not null check (renews_months between 1 and 12),
  state text not null default 'pending'
    check (state in ('pending', 'active', 'past_due', 'paused', 'ended')),
  -- Goes on until the end of what is paid.
  cancel_at_end boolean not null default false,
  -- The period that was paid last; the next one begins on the day after it.
  period_no int not null default 0 check (period_no >= 0),
  paid_until date,
  -- Periods are counted from here, so that one of 31 January is one of the 31st again in March.
  anchor_on date,
  anchor_no int not null default 1,
  card_brand text check (length(card_brand) <= 40),
  card_last4 text check (card_last4 ~ '^[0-9]{0,4}$'),
  -- Why the card was refused the last time, since when, how often, and when it is tried again.
  decline text check (length(decline) <= 60),
  past_due_on date,
  tries int not null default 0 check (tries >= 0),
  next_try_at timestamptz,
  unique (business_id, id),
  constraint client_memberships_paid_until_of_period check ((period_no = 0) = (paid_until is null)),
  constraint client_memberships_past_due_on_of_state
    check (state <> 'past_due' or past_due_on is not null),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete set null (client_id),
  foreign key (business_id, package_id) references public.packages (business_id, id)
    on delete set null (package_id)
);
create index client_memberships_rev on public.client_memberships (business_id, rev);
create index client_memberships_client_id on public.client_memberships (business_id, client_id)
  where client_id is not null;
create index client_memberships_package_id on public.client_memberships (business_id, package_id)
  where package_id is not null;
create index client_memberships_due on public.client_memberships (paid_until)
  where state in ('active', 'past_due');
select private.sync_table('client_memberships', 207);

alter table public.client_memberships enable row level security;
revoke all on public.client_memberships from public, anon, authenticated;
grant all on public.client_memberships to service_role;
grant select on public.client_memberships to authenticated;
create policy client_memberships_select on public.client_memberships for select to authenticated
  using (business_id = any ((select private.businesses_with_own('checkout'))::uuid[]));

-- What is charged: the provider's names for the card, and whose account knows it.
create table private.membership_cards (
  business_id uuid not null,
  membership_id uuid not null,
  payee text not null,
  card jsonb not null check (jsonb_typeof(card) = 'object'),
  primary key (business_id, membership_id),
  foreign key (business_id, membership_id) references public.client_memberships (business_id, id)
    on delete cascade
);
alter table private.membership_cards enable row level security;
