-- Who works, when, and when not.

create table public.staff (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  membership_id uuid,
  display_name text not null check (length(btrim(display_name)) between 1 and 120),
  title text check (length(title) <= 120),
  bio text check (length(bio) <= 5000),
  photo_path text constraint staff_photo_path_check
    check (private.is_picture_path(photo_path, business_id, 'staff')),
  colour text not null check (colour ~ '^[a-z]{3,20}$'),
  bookable boolean not null default true,
  online_visible boolean not null default true,
  rank int not null default 0 check (rank between 0 and 100000),
  status text not null default 'active' check (status in ('active', 'archived')),
  -- The first and the last day of theirs here; outside of them nobody works.
  employed_from date,
  employed_until date,
  constraint staff_employed_until_order check (employed_until >= employed_from),
  unique (business_id, id),
  foreign key (business_id, membership_id) references public.memberships (business_id, id)
    on delete set null (membership_id)
);
-- "Which staff am I?" is asked by every policy with an own scope.
create index staff_membership_id on public.staff (business_id, membership_id)
  where membership_id is not null;

create table public.work_patterns (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  staff_id uuid not null,
  -- The newest pattern that has begun holds; week 0 of a rotation is the week of valid_from.
  valid_from date not null,
  weeks jsonb not null check (private.valid_weeks(weeks)),
  unique (business_id, id),
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade
);
create index work_patterns_staff_id on public.work_patterns (business_id, staff_id, valid_from desc);

create table public.date_exceptions (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- Null = the whole business; an exception of one person beats it.
  staff_id uuid,
  on_day date not null,
  kind text not null check (kind in ('closed', 'hours')),
  ranges jsonb not null default '[]' check (private.valid_ranges(ranges)),
  note text check (length(note) <= 5000),
  unique (business_id, id),
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade
);
create index date_exceptions_on_day on public.date_exceptions (business_id, on_day);
create index date_exceptions_staff_id on public.date_exceptions (business_id, staff_id);

create table public.block_off_reasons (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  icon text not null default '' check (length(icon) <= 60),
  colour text not null check (colour ~ '^[a-z]{3,20}$'),
  default_min int not null default 30 check (default_min between 5 and 1440),
  paid boolean not null default false,
  blocks_online boolean not null default true,
  active boolean not null default true,
  sort_key text not null check (length(sort_key) between 1 and 200),
  unique (business_id, id)
);
create unique index block_off_reasons_name on public.block_off_reasons (business_id, lower(btrim(name)));

create table public.time_off (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  staff_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason_id uuid,
  note text check (length(note) <= 5000),
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'declined', 'cancelled')),
  constraint time_off_ends_at_after_start check (ends_at > starts_at),
  constraint time_off_ends_at_within_year check (ends_at <= starts_at + interval '366 days'),
  unique (business_id, id),
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade,
  -- A reason in use is archived (active = false), not deleted.
  foreign key (business_id, reason_id) references public.block_off_reasons (business_id, id)
);
create index time_off_staff_id on public.time_off (business_id, staff_id, starts_at);
create index time_off_reason_id on public.time_off (business_id, reason_id)
  where reason_id is not null;

create table public.time_blocks (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  -- Null = everybody.
  staff_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  all_day boolean not null default false,
  reason_id uuid,
  note text check (length(note) <= 5000),
  blocks_online boolean not null default true,
  constraint time_blocks_ends_at_after_start check (ends_at > starts_at),
  -- Free time is computed by looking back this far and no further.
  constraint time_blocks_ends_at_within_month check (ends_at <= starts_at + interval '31 days 1 hour'),
  unique (business_id, id),
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade,
  foreign key (business_id, reason_id) references public.block_off_reasons (business_id, id)
);
create index time_blocks_starts_at on public.time_blocks (business_id, starts_at);
create index time_blocks_staff_id on public.time_blocks (business_id, staff_id);
create index time_blocks_reason_id on public.time_blocks (business_id, reason_id)
  where reason_id is not null;

create index staff_rev on public.staff (business_id, rev);
create index work_patterns_rev on public.work_patterns (business_id, rev);
create index date_exceptions_rev on public.date_exceptions (business_id, rev);
create index block_off_reasons_rev on public.block_off_reasons (business_id, rev);
create index time_off_rev on public.time_off (business_id, rev);
create index time_blocks_rev on public.time_blocks (business_id, rev);
