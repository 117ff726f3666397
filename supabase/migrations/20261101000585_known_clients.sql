-- Clients who have been here before: a code by mail, and with it their own name, phone number and what they
-- had last time. Nobody learns whether an address is known: asking always answers the same, and wrong,
-- old, used and unknown codes are refused alike. Nothing of a client is told before the code is right.

create table private.client_codes (
  business_id uuid not null references public.businesses (id) on delete cascade,
  -- Who asked, known or not, so that both leave the same behind.
  email_hash bytea not null,
  code_hash bytea not null,
  -- null = nobody is known by this address.
  client_id uuid,
  tries int not null default 0,
  expires_at timestamptz not null,
  primary key (business_id, email_hash),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete cascade
);
create index client_codes_client_id on private.client_codes (business_id, client_id)
  where client_id is not null;
create index client_codes_expires_at on private.client_codes (expires_at);
alter table private.client_codes enable row level security;
revoke all on private.client_codes from public, anon, authenticated;

create function private.code_hash(business uuid, email text, code text) returns bytea
language plpgsql stable security definer set search_path = ''
as $$
begin
  return sha256(convert_to(
    private.server_setting('token_secret') || ':' || business || ':' || email || ':' || code, 'UTF8'));
end
$$;

-- Six digits, from what nobody can guess.
create function private.new_client_code() returns text
language sql volatile
as $$
  select lpad((
    ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8))::bit(32)::bigint % 1000000
  )::text, 6, '0')
$$;

-- The client by whose address somebody asks; none where online booking is not for them.
create function private.client_by_email(business uuid, email text) returns public.clients
language plpgsql stable security definer set search_path = ''
as $$
declare
  known public.clients;
begin
  known := private.find_client(
    business, row(null, null, client_by_email.email, null, null)::private.booking_person);
  if known.status = 'active' and known.online_booking <> 'block'
    and known.email = client_by_email.email then
    return known;
  end if;
  return null;
end
$$;

create function private.send_client_code(b public.businesses, email text) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  life constant interval := '10 minutes';
  code constant text := private.new_client_code();
  known constant public.clients := private.client_by_email(b.id, email);
begin
  insert into private.client_codes as c (business_id, email_hash, code_hash, client_id, expires_at)
    values (
      b.id, private.code_hash(b.id, send_client_code.email, ''),
      private.code_hash(b.id, send_client_code.email, code), known.id, now() + life)
    on conflict on constraint client_codes_pkey do update
      set code_hash = excluded.code_hash, client_id = excluded.client_id, tries = 0,
        expires_at = excluded.expires_at;
  if known.id is not null then
    perform private.queue_mail(
      b.id, 'client_code', known.email, null,
      jsonb_build_object(
        'business', private.business_mail_data(b), 'client', private.client_mail_data(known, null),
        'client_id', known.id, 'code', code),
      now(), now() + life);
  end if;
end
$$;

-- Sends a code to who is known by this address, and answers the same to everybody. Codes: not_found (the
-- business), invalid (email), rate_limited.
create function public.ask_client_code(slug text, email text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  b public.businesses;
  address constant text := coalesce(private.typed_email(to_jsonb(ask_client_code.email)), '');
begin
  select * into b from public.businesses x where x.slug = lower(ask_client_code.slug);
  if b.id is null then
    return private.refused('not_found', null);
  -- What begins so was a list.
  elsif address = '' or left(address, 1) = '[' then
    return private.refused('invalid', 'email');
  elsif not private.take_ticket('code:network', private.client_network())
    or not private.take_ticket('code:email', b.id || address) then
    return private.rate_limited('code:network');
  end if;
  perform private.send_client_code(b, address);
  return '{"ok": true}';
exception when others then
  return private.hide_error(sqlstate, sqlerrm);
end
$$;

-- What somebody had last time, as a request asks for it.
create function private.last_choice(c public.clients) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  a public.appointments;
begin
  select * into a from public.appointments x
    where x.business_id = c.business_id and x.client_id = c.id and x.capacity is null
      and x.status in ('booked', 'arrived', 'in_service', 'completed')
    order by x.starts_at desc, x.id limit 1;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'variant_id', s.variant_id, 'add_on_ids', to_jsonb(s.add_on_ids),
        'staff_id', case when not s.any_staff and r.staff_choice = 'client' then s.staff_id end)
      order by i.item), '[]')
    from private.visit_items(a.business_id, a.id) i
    join public.appointment_segments s
      on s.business_id = a.business_id and s.id = i.segment_ids[1]
    join public.booking_rules r on r.business_id = a.business_id
    where s.variant_id is not null);
end
$$;

-- A code counts once, for ten minutes, and dies of the fifth wrong guess. Answers {client, last}. Codes:
-- not_found (the business), invalid (code: wrong, old, used or never sent), rate_limited.
create function public.use_client_code(slug text, email text, code text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  most_tries constant int := 5;
  b public.businesses;
  address constant text := coalesce(private.typed_email(to_jsonb(use_client_code.email)), '');
  asked private.client_codes;
  known public.clients;
begin
  select * into b from public.businesses x where x.slug = lower(use_client_code.slug);
  if b.id is null then
    return private.refused('not_found', null);
  elsif not private.take_ticket('code_try:network', private.client_network()) then
    return private.rate_limited('code_try:network');
  end if;
  update private.client_codes c set tries = c.tries + 1
    where c.business_id = b.id and c.email_hash = private.code_hash(b.id, address, '')
      and c.expires_at > now() and c.tries < most_tries
    returning * into asked;
  if asked.code_hash is distinct from private.code_hash(
      b.id, address, regexp_replace(coalesce(use_client_code.code, ''), '\s', '', 'g'))
    or asked.client_id is null then
    return private.refused('invalid', 'code');
  end if;
  delete from private.client_codes c
    where c.business_id = b.id and c.email_hash = asked.email_hash;
  known := private.client_by_email(b.id, address);
  if known.id is null then
    return private.refused('invalid', 'code');
  end if;
  return jsonb_build_object(
    'ok', true,
    'client', jsonb_build_object(
      'first_name', known.first_name, 'last_name', known.last_name, 'email', known.email,
      'phone', coalesce(known.phone, known.phone_raw, '')),
    'last', private.last_choice(known));
exception when others then
  return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  private.code_hash(uuid, text, text), private.new_client_code(),
  private.client_by_email(uuid, text), private.send_client_code(public.businesses, text),
  private.last_choice(public.clients), public.ask_client_code(text, text),
  public.use_client_code(text, text, text)
from public;
grant execute on function
  public.ask_client_code(text, text), public.use_client_code(text, text, text)
to anon, authenticated, service_role;
