-- The tenant and its settings. Every synced table has the same six columns first; rev, created_at,
-- updated_at and created_by are stamped by triggers (see clock.sql) and never come from a client.
-- Foreign keys always carry business_id: they ignore row-level security, and a key without it
-- would let one business point at another's rows.

-- Words that are, or may become, addresses of the app itself: RESERVED_SLUGS of
-- src/domain/text/slug.ts, and a test compares the two.
create function private.is_reserved_slug(slug text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return slug = any (array[
    'about', 'account', 'admin', 'analytics', 'api', 'app', 'appointments', 'assets', 'auth',
    'billing', 'blog', 'book', 'calendar', 'cancel', 'cancel-appointment', 'checkout', 'clients',
    'confirmation', 'dashboard', 'debug', 'demo', 'docs', 'forgot-password', 'form', 'forms',
    'functions', 'gift-cards', 'help', 'home', 'inventory', 'legal', 'login', 'logout', 'mail',
    'manage', 'more', 'new', 'onboarding', 'payment', 'pricing', 'privacy', 'public', 'realtime',
    'rest', 'security', 'services', 'settings', 'signup', 'staff', 'static', 'status', 'storage',
    'support', 'terms', 'transactions', 'update-password', 'verify-email', 'waitlist',
    'waitlist-confirmation', 'www'
  ]);
end
$$;
grant execute on function private.is_reserved_slug(text) to authenticated, service_role;

-- The most that a role may take off a sale, in percent: {"front_desk": 15}. One that is not named has
-- no limit, and owners never have one.
create function private.is_discount_caps(caps jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(caps) is distinct from 'object' then
    return false;
  end if;
  return caps - array['manager', 'front_desk', 'practitioner', 'assistant'] = '{}'
    and not exists (
      select from jsonb_each(caps) c where c.value::text !~ '^([0-9]{1,2}|100)$');
end
$$;
grant execute on function private.is_discount_caps(jsonb) to authenticated, service_role;

-- Short names, each once.
create function private.is_names(names text[], most int, longest int) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.is_set(names, most) and not exists (
    select from unnest(names) n where length(btrim(n)) not between 1 and longest);
end
$$;
grant execute on function private.is_names(text[], int, int) to authenticated, service_role;

create table public.businesses (
  id uuid primary key,
  business_id uuid not null,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  -- Part of the address of the booking page, so it may not collide with the app's own routes.
  slug text not null unique check (
    slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 2 and 60
  ),
  logo_path text constraint businesses_logo_path_check
    check (private.is_picture_path(logo_path, business_id, 'businesses')),
  brand_colour text not null default '#0f766e'
    check (brand_colour ~ '^(#[0-9a-fA-F]{6}|[a-z]{3,20})$'),
  email text check (private.is_email(email)),
  phone text check (length(phone) between 3 and 40),
  address jsonb check (private.is_address(address)),
  country_code text not null default 'US' check (country_code ~ '^[A-Z]{2}$'),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null check (private.is_time_zone(time_zone)),
  locale text not null default 'en-US' check (locale ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  week_start int not null default 1 check (week_start between 1 and 7),
  time_format text not null default 'h12' check (time_format in ('h12', 'h23')),
  onboarding_state text not null default 'new'
    check (onboarding_state in ('new', 'in_progress', 'done')),
  -- What its kind was called when it was made: the starter menu is of that kind.
  trade text check (char_length(trade) between 1 and 40),
  booking_enabled boolean not null default true,
  paused_message text check (length(paused_message) <= 500),
  -- From this day on clients book again by themselves; null = until somebody says so.
  paused_until date,
  privacy_text text check (length(privacy_text) <= 20000),
  -- Clients who were not there for so many years are erased; null = nobody is. Since when the number
  -- holds is the server's to say (retention.sql).
  retention_years int check (retention_years between 1 and 20),
  retention_since timestamptz,
  discount_caps jsonb not null default '{}' check (private.is_discount_caps(discount_caps)),
  -- For how long a gift card can be used that is sold from now on; null = for ever.
  gift_card_years int check (gift_card_years between 1 and 20),
  -- Clients find gift cards on the booking page and buy them there, as soon as they can pay online.
  sells_gift_cards boolean not null default true,
  -- Ways of paying of their own: an app, a voucher of the town. A payment by one is "other" with its name.
  other_methods text[] not null default '{}' check (private.is_names(other_methods, 12, 60)),
  -- Taxes are those of full prices, also when something comes off.
  tax_before_discount boolean not null default false,
  takes_tips boolean not null default true,
  -- What is offered at the counter, in basis points; empty = any amount.
  tip_choices_bp int[] not null default '{1500,1800,2000}' check (
    private.is_set(tip_choices_bp, 3) and 1 <= all (tip_choices_bp) and 10000 >= all (tip_choices_bp)),
  -- What a percentage of a tip is taken of: what is paid for the work or its full price, without or with tax.
  tip_base text not null default 'net'
    check (tip_base in ('net', 'with_tax', 'full_net', 'full_with_tax')),
  -- The last words of a receipt, and the number that its business pays taxes under.
  receipt_text text check (length(receipt_text) <= 500),
  tax_number text check (length(tax_number) <= 40),
  -- Clients of visits that were imported until then are told as everybody else is; null = no import is.
  imports_told_at timestamptz,
  check (business_id = id),
  -- Federal law of the United States: what is on a gift card can be used for five years at least.
  constraint businesses_gift_card_years_us check (country_code <> 'US' or gift_card_years >= 5),
  constraint businesses_slug_reserved check (not private.is_reserved_slug(slug)),
  unique (business_id, id)
);

create table public.booking_rules (
  id uuid primary key,
  business_id uuid not null unique,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  slot_step_min int not null default 15 check (slot_step_min in (0, 5, 10, 15, 20, 30, 45, 60)),
  min_notice_min int not null default 120 check (min_notice_min between 0 and 20160),
  window_days int not null default 60 check (window_days between 1 and 730),
  cancel_notice_min int not null default 1440 check (cancel_notice_min between 0 and 43200),
  reschedule_notice_min int not null default 1440
    check (reschedule_notice_min between 0 and 43200),
  allow_cancel boolean not null default true,
  allow_reschedule boolean not null default true,
  max_reschedules int not null default 2 check (max_reschedules between 0 and 99),
  hold_min int not null default 10 check (hold_min between 1 and 60),
  approval_mode text not null default 'auto'
    check (approval_mode in ('auto', 'all', 'new_clients', 'rules')),
  pending_blocks_slot boolean not null default true,
  pending_expiry_min int not null default 1440 check (pending_expiry_min between 5 and 43200),
  staff_choice text not null default 'client'
    check (staff_choice in ('client', 'any_only', 'hidden')),
  assign_rule text not null default 'least_busy'
    check (assign_rule in ('least_busy', 'rank', 'first_free')),
  multi_service boolean not null default true,
  max_services int not null default 5 check (max_services between 1 and 10),
  max_gap_min int not null default 15 check (max_gap_min between 0 and 240),
  -- The buffer after a visit and the one before the next may be the same minutes.
  share_buffers boolean not null default false,
  gap_mode text not null default 'off' check (gap_mode in ('off', 'prefer', 'strict')),
  -- The same for who has been here before; null = as for everybody.
  gap_mode_returning text check (gap_mode_returning in ('off', 'prefer', 'strict')),
  audience text not null default 'all' check (audience in ('all', 'existing', 'new')),
  allow_waitlist boolean not null default true,
  -- Who is offered a time that comes free; manual: a person decides.
  waitlist_mode text not null default 'manual'
    check (waitlist_mode in ('manual', 'first_in_line', 'highest_value', 'everyone')),
  -- How long an offer waits for its answer.
  waitlist_respond_min int not null default 120 check (waitlist_respond_min between 15 and 1440),
  -- Minutes of the business's day between which no offers are sent; the same twice: none.
  quiet_from_min int not null default 1260 check (quiet_from_min between 0 and 1439),
  quiet_to_min int not null default 480 check (quiet_to_min between 0 and 1439),
  require_phone boolean not null default true,
  require_email boolean not null default true,
  max_per_day_per_staff int check (max_per_day_per_staff between 1 and 200),
  -- Visits and classes ahead with which a client books no more online; null = no limit.
  max_open_per_client int check (max_open_per_client between 1 and 50),
  zone_mode text not null default 'business' check (zone_mode in ('business', 'client')),
  -- People who may come by one online booking, whoever books among them.
  group_max int not null default 1 check (group_max between 1 and 6),
  -- From so many visits missed on, a person looks at a booking before it stands.
  approve_after_no_shows int check (approve_after_no_shows between 1 and 50),
  check (id = business_id),
  constraint booking_rules_min_notice_within_window check (min_notice_min < window_days * 1440),
  foreign key (business_id, id) references public.businesses (business_id, id) on delete cascade
);

-- A published text never changes: what a client accepted must stay readable. New text, new version.
create table public.policy_texts (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  version int not null check (version between 1 and 100000),
  body text not null check (length(body) between 1 and 20000),
  hash text not null check (length(hash) between 1 and 128),
  published_at timestamptz not null,
  unique (business_id, id),
  unique (business_id, version)
);

create table public.memberships (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- Null until the invitation is accepted.
  user_id uuid,
  email text not null check (private.is_email(email)),
  role text not null
    check (role in ('owner', 'manager', 'front_desk', 'practitioner', 'assistant')),
  custom_permissions jsonb not null default '{}'
    check (jsonb_typeof(custom_permissions) = 'object' and length(custom_permissions::text) <= 2000),
  status text not null check (status in ('invited', 'active', 'suspended', 'removed')),
  -- Written by the server's functions alone. Devices show what waits for whom, offline too.
  invitation_expires_at timestamptz,
  -- Which mails to the team they want no more (mute_mails).
  muted_mails text[] not null default '{}' check (private.is_set(muted_mails, 20)),
  -- Until when this member may take over the business.
  ownership_offered_until timestamptz,
  check (status <> 'active' or user_id is not null),
  unique (business_id, id)
);
-- Every permission check starts here.
create index memberships_user_id on public.memberships (user_id, business_id) where status = 'active';
create unique index memberships_one_owner on public.memberships (business_id)
  where role = 'owner' and status <> 'removed';
create unique index memberships_one_per_user on public.memberships (business_id, user_id)
  where status <> 'removed';

create index businesses_rev on public.businesses (business_id, rev);
create index booking_rules_rev on public.booking_rules (business_id, rev);
create index policy_texts_rev on public.policy_texts (business_id, rev);
create index memberships_rev on public.memberships (business_id, rev);
