-- What is offered, for how long and for how much. Things in use are archived, not deleted.

create table public.service_categories (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  image_path text constraint service_categories_image_path_check
    check (private.is_picture_path(image_path, business_id, 'service_categories')),
  colour text not null check (colour ~ '^[a-z]{3,20}$'),
  visible_online boolean not null default true,
  sort_key text not null check (length(sort_key) between 1 and 200),
  unique (business_id, id)
);

create table public.services (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  category_id uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  description text check (length(description) <= 5000),
  -- What whoever has booked it should do or bring.
  prep_note text check (length(prep_note) <= 2000),
  image_path text constraint services_image_path_check
    check (private.is_picture_path(image_path, business_id, 'services')),
  colour text not null check (colour ~ '^[a-z]{3,20}$'),
  visibility text not null default 'public' check (visibility in ('public', 'link', 'hidden')),
  audience text not null default 'all'
    check (audience in ('all', 'existing', 'new', 'members')),
  location_types text[] not null default '{business}' check (
    location_types <@ array['business', 'client', 'remote', 'phone']
    and private.is_set(location_types, 4)
  ),
  approval boolean not null default false,
  -- Whether a request for it keeps its time until it is answered; null = as the business has it.
  pending_blocks_slot boolean,
  staff_needed int not null default 1 check (staff_needed between 1 and 3),
  rebook_after_days int check (rebook_after_days between 1 and 730),
  sort_key text not null check (length(sort_key) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'archived')),
  patch_test_required boolean not null default false,
  patch_test_min_hours int not null default 48 check (patch_test_min_hours between 0 and 720),
  patch_test_valid_days int not null default 183 check (patch_test_valid_days between 1 and 730),
  patch_test_enforce text not null default 'warn' check (patch_test_enforce in ('warn', 'block')),
  -- Given as a class with usually so many seats: clients book seats of its sessions. Null = as visits.
  capacity int check (capacity between 1 and 500),
  -- Nobody earns commission of it, unless their own rate says so.
  no_commission boolean not null default false,
  unique (business_id, id),
  foreign key (business_id, category_id) references public.service_categories (business_id, id)
    on delete set null (category_id)
);
create index services_category_id on public.services (business_id, category_id)
  where category_id is not null;

create table public.service_variants (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  service_id uuid not null,
  name text not null check (length(name) <= 120),
  price_kind text not null default 'fixed'
    check (price_kind in ('fixed', 'from', 'free', 'varies')),
  price_cents bigint not null default 0 check (price_cents between 0 and 10000000),
  -- Said for a price that is open, in words of one’s own.
  price_label text check (length(btrim(price_label)) > 0 and length(price_label) <= 40),
  duration_min int not null check (duration_min between 5 and 1440 and duration_min % 5 = 0),
  processing_min int not null default 0 check (processing_min between 0 and 480),
  finishing_min int not null default 0 check (finishing_min between 0 and 480),
  buffer_before_min int not null default 0 check (buffer_before_min between 0 and 480),
  buffer_after_min int not null default 0 check (buffer_after_min between 0 and 480),
  processing_bookable boolean not null default true,
  for_client text not null default 'any' check (for_client in ('any', 'new', 'returning')),
  sort_key text not null check (length(sort_key) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'archived')),
  constraint service_variants_price_cents_of_free check (price_kind <> 'free' or price_cents = 0),
  unique (business_id, id),
  foreign key (business_id, service_id) references public.services (business_id, id)
    on delete cascade
);
create index service_variants_service_id on public.service_variants (business_id, service_id);

create table public.staff_service_overrides (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  staff_id uuid not null,
  variant_id uuid not null,
  offered boolean not null default true,
  price_cents bigint check (price_cents between 0 and 10000000),
  duration_min int check (duration_min between 5 and 1440 and duration_min % 5 = 0),
  unique (business_id, id),
  constraint staff_service_overrides_once unique (business_id, variant_id, staff_id),
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade,
  foreign key (business_id, variant_id) references public.service_variants (business_id, id)
    on delete cascade
);
create index staff_service_overrides_staff_id
  on public.staff_service_overrides (business_id, staff_id);

create table public.add_on_groups (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  service_ids uuid[] not null default '{}' check (private.is_set(service_ids, 500)),
  min_count int not null default 0 check (min_count between 0 and 20),
  max_count int not null default 1 check (max_count between 1 and 20),
  sort_key text not null check (length(sort_key) between 1 and 200),
  constraint add_on_groups_min_count_up_to_max check (min_count <= max_count),
  unique (business_id, id)
);

create table public.add_ons (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  group_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  price_cents bigint not null default 0 check (price_cents between 0 and 10000000),
  extra_min int not null default 0 check (extra_min between 0 and 240),
  sort_key text not null check (length(sort_key) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'archived')),
  unique (business_id, id),
  foreign key (business_id, group_id) references public.add_on_groups (business_id, id)
    on delete cascade
);
create index add_ons_group_id on public.add_ons (business_id, group_id);

create index service_categories_rev on public.service_categories (business_id, rev);
create index services_rev on public.services (business_id, rev);
create index service_variants_rev on public.service_variants (business_id, rev);
create index staff_service_overrides_rev on public.staff_service_overrides (business_id, rev);
create index add_on_groups_rev on public.add_on_groups (business_id, rev);
create index add_ons_rev on public.add_ons (business_id, rev);
