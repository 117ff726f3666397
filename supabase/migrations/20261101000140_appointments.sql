-- Clients, their appointments, and what a person still has to decide.

create table public.clients (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  first_name text not null default '' check (length(first_name) <= 120),
  last_name text not null default '' check (length(last_name) <= 120),
  preferred_name text check (length(preferred_name) <= 120),
  pronouns text check (length(pronouns) <= 60),
  email text check (private.is_email(email)),
  phone text check (phone ~ '^\+[0-9]{8,15}$'),
  phone_raw text check (length(phone_raw) <= 60),
  alt_phone text check (alt_phone ~ '^\+[0-9]{8,15}$'),
  alt_phone_raw text check (length(alt_phone_raw) <= 60),
  emergency_contact jsonb check (private.is_emergency_contact(emergency_contact)),
  -- YYYY-MM-DD, or --MM-DD when the year is not known.
  birthday text check (birthday ~ '^([0-9]{4}|-)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  -- The one that a visit at the client's is at, unless another one is chosen.
  address jsonb check (private.is_address(address)),
  more_addresses jsonb not null default '[]' check (private.is_address_list(more_addresses)),
  -- Where they are when a visit is by video or phone; null = where the business is.
  time_zone text check (time_zone is null or private.is_time_zone(time_zone)),
  source text check (length(source) <= 120),
  -- Where it is known to be earlier than their record: clients that came from another program.
  client_since date,
  tags text[] not null default '{}' check (private.is_set(tags, 50)),
  online_booking text not null default 'allow'
    check (online_booking in ('allow', 'approve', 'block')),
  preferred_staff_id uuid,
  alert_note text check (length(alert_note) <= 5000),
  note text check (length(note) <= 5000),
  merged_into uuid,
  -- Who answers for them: another client, who has no guardian of their own (guardians.sql).
  guardian_id uuid,
  -- Messages about them go to the guardian, also where they have ways of their own.
  guardian_receives boolean not null default false,
  status text not null default 'active' check (status in ('active', 'archived', 'anonymised')),
  -- What they pay before a visit; by default what the business asks of everybody.
  payment_rule text not null default 'default'
    check (payment_rule in ('default', 'card', 'deposit', 'prepay', 'none')),
  -- Set by the server alone: a mail to this address came back for good. Another address takes it away.
  email_bounced_at timestamptz,
  -- A client without any of these could never be found again.
  constraint clients_first_name_or_contact check (
    status = 'anonymised' or btrim(first_name) <> '' or btrim(last_name) <> ''
    or phone is not null or email is not null
  ),
  constraint clients_merged_into_other check (merged_into <> id),
  constraint clients_guardian_id_other check (guardian_id <> id),
  unique (business_id, id),
  foreign key (business_id, preferred_staff_id) references public.staff (business_id, id)
    on delete set null (preferred_staff_id),
  foreign key (business_id, merged_into) references public.clients (business_id, id)
    on delete set null (merged_into),
  foreign key (business_id, guardian_id) references public.clients (business_id, id)
    on delete set null (guardian_id)
);
-- Online booking finds a returning client by these. Not unique: duplicates warn, they never block.
create index clients_email on public.clients (business_id, email) where email is not null;
create index clients_phone on public.clients (business_id, phone) where phone is not null;
create index clients_alt_phone on public.clients (business_id, alt_phone)
  where alt_phone is not null;
create index clients_preferred_staff_id on public.clients (business_id, preferred_staff_id)
  where preferred_staff_id is not null;
-- A practitioner's own clients include those they entered themselves.
create index clients_created_by on public.clients (business_id, created_by)
  where created_by is not null;
create index clients_merged_into on public.clients (business_id, merged_into)
  where merged_into is not null;
create index clients_guardian_id on public.clients (business_id, guardian_id)
  where guardian_id is not null;

create table public.appointments (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid,
  source text not null default 'staff'
    check (source in ('staff', 'online', 'waitlist', 'import', 'walk_in', 'rebook')),
  location_type text not null default 'business'
    check (location_type in ('business', 'client', 'remote', 'phone')),
  address jsonb check (private.is_address(address)),
  time_zone text not null check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  -- Kept true by the server from the segments (places.sql).
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'booked' check (status in (
    'pending', 'booked', 'arrived', 'in_service', 'completed',
    'cancelled', 'no_show', 'declined', 'expired'
  )),
  confirmation text not null default 'none'
    check (confirmation in ('none', 'requested', 'confirmed', 'declined')),
  client_note text check (length(client_note) <= 5000),
  staff_note text check (length(staff_note) <= 5000),
  policy_version int,
  reschedule_count int not null default 0 check (reschedule_count between 0 and 1000),
  cancel_by text check (cancel_by in ('client', 'staff')),
  cancel_reason text check (length(cancel_reason) <= 500),
  cancelled_at timestamptz,
  cancel_late boolean not null default false,
  ical_uid text not null check (length(ical_uid) between 1 and 200),
  ical_sequence int not null default 0 check (ical_sequence >= 0),
  arrived_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Set by the server alone: the place was taken, the appointment does not block it.
  conflict boolean not null default false,
  overlap_accepted boolean not null default false,
  -- The client's own last move, through their link: when they did it, and from which time. Set by the
  -- server alone: it is news to the team.
  client_moved_at timestamptz,
  client_moved_from timestamptz,
  -- Whether it keeps its time while it is a request, as its services said when it was made; null = as
  -- the business has it. Set by the server alone.
  pending_blocks_slot boolean,
  -- Whether a deposit that the team asked for is not paid, and until when the time is kept for who pays
  -- it; null = as long as it takes. Set by the server alone (asked_deposits.sql).
  deposit_due boolean not null default false,
  deposit_due_at timestamptz,
  constraint appointments_ends_at_after_start check (ends_at > starts_at),
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
);
create index appointments_starts_at on public.appointments (business_id, starts_at);
create index appointments_client_id on public.appointments (business_id, client_id)
  where client_id is not null;
-- When a place is freed, those that wait for one are looked at again; requests expire.
create index appointments_conflict on public.appointments (business_id) where conflict;
create index appointments_pending on public.appointments (created_at) where status = 'pending';
-- The clock looks who has not paid in time.
create index appointments_deposit_due_at on public.appointments (deposit_due_at)
  where deposit_due_at is not null;

create table public.appointment_segments (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  appointment_id uuid not null,
  position int not null default 0 check (position between 0 and 99),
  variant_id uuid,
  service_name text not null check (length(service_name) between 1 and 260),
  add_on_ids uuid[] not null default '{}' check (private.is_set(add_on_ids, 50)),
  staff_id uuid not null,
  any_staff boolean not null default false,
  starts_at timestamptz not null,
  -- Always starts_at + duration + processing + finishing; a trigger computes it.
  ends_at timestamptz not null,
  duration_min int not null check (duration_min between 1 and 1440),
  processing_min int not null default 0 check (processing_min between 0 and 480),
  finishing_min int not null default 0 check (finishing_min between 0 and 480),
  buffer_before_min int not null default 0 check (buffer_before_min between 0 and 480),
  buffer_after_min int not null default 0 check (buffer_after_min between 0 and 480),
  processing_bookable boolean not null default true,
  price_kind text not null default 'fixed'
    check (price_kind in ('fixed', 'from', 'free', 'varies')),
  price_cents bigint not null default 0 check (price_cents between 0 and 100000000),
  constraint appointment_segments_ends_at_after_start check (ends_at > starts_at),
  unique (business_id, id),
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete cascade,
  foreign key (business_id, variant_id) references public.service_variants (business_id, id)
    on delete set null (variant_id),
  foreign key (business_id, staff_id) references public.staff (business_id, id)
);
create index appointment_segments_appointment_id
  on public.appointment_segments (business_id, appointment_id);
create index appointment_segments_staff_id
  on public.appointment_segments (business_id, staff_id, starts_at);
create index appointment_segments_starts_at on public.appointment_segments (business_id, starts_at);
create index appointment_segments_variant_id on public.appointment_segments (business_id, variant_id)
  where variant_id is not null;

-- entity_id is no foreign key: the thing to decide about may be a row that no longer exists.
create table public.attention_items (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  entity text not null check (length(entity) between 1 and 63),
  entity_id uuid not null,
  kind text not null check (kind in (
    'slot_taken', 'stale_field', 'deleted', 'permission', 'balance', 'validation', 'zone_rules'
  )),
  mine jsonb not null default '{}' check (jsonb_typeof(mine) = 'object'),
  theirs jsonb not null default '{}' check (jsonb_typeof(theirs) = 'object'),
  mutation_name text check (length(mutation_name) <= 120),
  device_id uuid,
  state text not null default 'open' check (state in (
    'open', 'kept_mine', 'kept_theirs', 'merged', 'rescheduled', 'dismissed'
  )),
  resolved_at timestamptz,
  unique (business_id, id)
);
create index attention_items_entity on public.attention_items (business_id, entity, entity_id);
create index attention_items_created_by on public.attention_items (business_id, created_by);
create index attention_items_kind on public.attention_items (business_id, kind);

create index clients_rev on public.clients (business_id, rev);
create index appointments_rev on public.appointments (business_id, rev);
create index appointment_segments_rev on public.appointment_segments (business_id, rev);
create index attention_items_rev on public.attention_items (business_id, rev);
