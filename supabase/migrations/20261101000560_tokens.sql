-- Links that let a client manage one appointment, their seats in a class, or their place on the waitlist,
-- fill in a form that they were asked for, look after their membership, or pay a bill: random, stored
-- hashed, the same neutral answer for every token that leads nowhere.

create table private.public_tokens (
  token_hash bytea primary key,
  business_id uuid not null,
  purpose text not null check (
    purpose in (
      'manage_appointment', 'manage_seats', 'waitlist', 'form', 'membership', 'bill')),
  -- The appointment, of seats their session.
  subject_id uuid,
  attendee_id uuid,
  entry_id uuid,
  request_id uuid,
  membership_id uuid,
  -- What is to be collected of this sale is the bill.
  sale_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint public_tokens_seats check ((attendee_id is not null) = (purpose = 'manage_seats')),
  constraint public_tokens_entry check (
    (entry_id is not null) = (purpose = 'waitlist')
    and (subject_id is null) = (purpose in ('waitlist', 'form', 'membership', 'bill'))),
  constraint public_tokens_request check ((request_id is not null) = (purpose = 'form')),
  constraint public_tokens_membership check ((membership_id is not null) = (purpose = 'membership')),
  constraint public_tokens_sale check ((sale_id is not null) = (purpose = 'bill')),
  foreign key (business_id, subject_id) references public.appointments (business_id, id)
    on delete cascade,
  foreign key (business_id, attendee_id) references public.attendees (business_id, id)
    on delete cascade,
  foreign key (business_id, entry_id) references public.waitlist_entries (business_id, id)
    on delete cascade,
  foreign key (business_id, request_id) references public.form_requests (business_id, id)
    on delete cascade,
  foreign key (business_id, membership_id) references public.client_memberships (business_id, id)
    on delete cascade,
  foreign key (business_id, sale_id) references public.sales (business_id, id) on delete cascade
);
create index public_tokens_entry_id on private.public_tokens (business_id, entry_id)
  where entry_id is not null;
create index public_tokens_request_id on private.public_tokens (business_id, request_id)
  where request_id is not null;
create index public_tokens_membership_id on private.public_tokens (business_id, membership_id)
  where membership_id is not null;
create index public_tokens_sale_id on private.public_tokens (business_id, sale_id)
  where sale_id is not null;
create index public_tokens_attendee_id on private.public_tokens (business_id, attendee_id)
  where attendee_id is not null;
create index public_tokens_subject_id on private.public_tokens (business_id, subject_id);
create index public_tokens_expires_at on private.public_tokens (expires_at);
alter table private.public_tokens enable row level security;

-- A link outlives the appointment, so that its page can still say what was.
create function private.token_life() returns interval
language sql immutable
as $$ select interval '30 days' $$;

create function private.add_manage_token(
  business uuid, appointment uuid, token text, ends_at timestamptz, attendee uuid default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.public_tokens
      (token_hash, business_id, purpose, subject_id, attendee_id, expires_at)
    values (
      private.token_hash(token), business,
      case when attendee is null then 'manage_appointment' else 'manage_seats' end,
      appointment, attendee, greatest(ends_at, now()) + private.token_life())
    on conflict (token_hash) do nothing;
end
$$;

-- The token that a booking answers with follows from its op_id, so that asking again gives the same
-- one although only its hash is stored. Without the server's secret it cannot be worked out, and the
-- op_id itself is stored as a hash too.
create function private.token_of_op(op_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select rtrim(translate(encode(
        sha256(convert_to(private.server_setting('token_secret') || ':' || op_id, 'UTF8')),
        'base64'), '+/', '-_'), '=')
  );
end
$$;

create function private.hashed_op(op_id uuid) returns uuid
language sql stable
as $$
  select substr(encode(sha256(convert_to('op:' || op_id, 'UTF8')), 'hex'), 1, 32)::uuid
$$;

-- The appointment behind a token, of seats their session; no row for anything else.
create function private.appointment_of_token(token text) returns public.appointments
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_one public.appointments;
begin
  select a.* into found_one
    from private.public_tokens t
    join public.appointments a on a.business_id = t.business_id and a.id = t.subject_id
    where t.token_hash = private.token_hash(coalesce(token, ''))
      and t.expires_at > now();
  return found_one;
end
$$;

-- The seats behind a token; no row when it is about an appointment.
create function private.seats_of_token(token text) returns public.attendees
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_ones public.attendees;
begin
  select s.* into found_ones
    from private.public_tokens t
    join public.attendees s on s.business_id = t.business_id and s.id = t.attendee_id
    where t.token_hash = private.token_hash(coalesce(token, '')) and t.expires_at > now();
  return found_ones;
end
$$;

create function private.add_waitlist_token(entry public.waitlist_entries, token text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.public_tokens (token_hash, business_id, purpose, entry_id, expires_at)
    values (
      private.token_hash(token), entry.business_id, 'waitlist', entry.id,
      greatest(entry.expires_at, now()) + private.token_life())
    on conflict (token_hash) do nothing;
end
$$;

-- The place on the waitlist behind a token; no row for anything else.
create function private.entry_of_token(token text) returns public.waitlist_entries
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_one public.waitlist_entries;
begin
  select e.* into found_one
    from private.public_tokens t
    join public.waitlist_entries e on e.business_id = t.business_id and e.id = t.entry_id
    where t.token_hash = private.token_hash(coalesce(token, '')) and t.expires_at > now();
  return found_one;
end
$$;
