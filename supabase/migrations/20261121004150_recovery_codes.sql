-- The way back in for who has lost every authenticator app: ten codes on paper, each good for one
-- time and only together with the password (supabase/decisions/0017-recovery-codes.md).

create table private.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  salt bytea not null,
  -- The code itself is told once and known to nobody afterwards.
  hash bytea not null,
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index recovery_codes_user_id on private.recovery_codes (user_id);
alter table private.recovery_codes enable row level security;

-- What happened to the way in of a person. Nothing changes or deletes a line.
create table private.account_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind in ('recovery_codes_made', 'recovery_code_used')),
  session_id uuid,
  at timestamptz not null default now()
);
create index account_events_user_id on private.account_events (user_id, at);
alter table private.account_events enable row level security;

create function private.keep_account_events() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'account events are kept as they are';
end
$$;
create trigger kept before update or delete on private.account_events
  for each row execute function private.keep_account_events();

-- Ten characters that nobody mistakes for each other (Crockford's), 50 random bits.
create function private.new_recovery_code() returns text
language sql volatile
as $$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(b.bytes, n) & 31) + 1, 1), '' order by n)
  from (
    select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes
  ) b, generate_series(0, 9) n
$$;

-- As it was meant: without spaces and hyphens, O for nought, I and L for one.
create function private.plain_recovery_code(typed text) returns text
language sql immutable
as $$
  select translate(regexp_replace(upper(left(typed, 100)), '[^0-9A-Z]', '', 'g'), 'OIL', '011')
$$;

-- Slow on purpose, as far as a person does not feel it: who holds a copy of the table has to do it for
-- every guess and every salt.
create function private.recovery_hash(salt bytea, code text) returns bytea
language plpgsql immutable set search_path = ''
as $$
declare
  rounds constant int := 1000;
  hash bytea := sha256(salt || convert_to(code, 'UTF8'));
begin
  for n in 2 .. rounds loop
    hash := sha256(salt || hash);
  end loop;
  return hash;
end
$$;

create function private.has_second_step(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end
$$;

-- One thing at a time is done to the codes of a person.
create function private.lock_recovery_codes(person uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daybook.recovery.' || person, 0));
end
$$;

-- Ten new codes in place of all earlier ones. Told once, to who has just shown a code of the app.
-- Codes: not_found (no second step to recover from), mfa_required.
create function public.make_recovery_codes() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  how_many constant int := 10;
  who constant uuid := auth.uid();
  codes text[];
begin
  perform private.require_second_factor();
  if who is null or not private.has_second_step(who) then
    return private.refused('not_found', null);
  elsif not private.has_fresh_factor() then
    return private.refused('mfa_required', null);
  end if;
  perform private.lock_recovery_codes(who);
  codes := array(select private.new_recovery_code() from generate_series(1, how_many));
  delete from private.recovery_codes c where c.user_id = who;
  insert into private.recovery_codes (user_id, salt, hash)
    select who, s.salt, private.recovery_hash(s.salt, s.code)
    from (select c.code, uuid_send(gen_random_uuid()) as salt from unnest(codes) c (code) offset 0) s;
  insert into private.account_events (user_id, kind, session_id)
    values (who, 'recovery_codes_made', (auth.jwt() ->> 'session_id')::uuid);
  return jsonb_build_object('ok', true, 'codes', (
    select jsonb_agg(left(c, 5) || '-' || right(c, 5)) from unnest(codes) c));
end
$$;

-- How many are left, and when one was used; never a code.
create function public.my_recovery_codes() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  who constant uuid := auth.uid();
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true,
    'left', (
      select count(*) from private.recovery_codes c where c.user_id = who and c.used_at is null),
    'made_at', (select max(c.made_at) from private.recovery_codes c where c.user_id = who),
    'last_used_at', (
      select max(e.at) from private.account_events e
      where e.user_id = who and e.kind = 'recovery_code_used'));
end
$$;

create function private.mail_recovery(person uuid) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  address text;
  clock jsonb;
begin
  select u.email into address from auth.users u where u.id = person;
  if coalesce(address, '') = '' or address like '%@users.invalid' then
    return;
  end if;
  -- A person has no clock of their own: the one of the business that they joined first.
  select jsonb_build_object(
      'time_zone', b.time_zone, 'locale', b.locale, 'time_format', b.time_format)
    into clock
    from public.memberships m
    join public.businesses b on b.id = m.business_id
    where m.user_id = person and m.status = 'active'
    order by m.created_at, m.id limit 1;
  perform private.queue_mail(null, 'recovery_code_used', address, null, jsonb_build_object(
      'used_at', now(),
      'clock', coalesce(
        clock, '{"time_zone": "UTC", "locale": "en-US", "time_format": "h23"}'::jsonb)),
    now());
end
$$;

-- Back in with the password (it is called at aal1) and one of the codes: the code is spent, the lost
-- apps stop counting, every other session of the person ends, and they are told by mail. From then on
-- the account is one without a second step until an app is added.
--
-- A wrong code, a spent one and somebody else's get the same answer. Codes: session_expired (the
-- session of this token is over), not_allowed (has shown the app: nothing to recover), rate_limited,
-- code_invalid. An account that asks for nothing (any more) answers ok: who lost the answer asks again.
create function public.use_recovery_code(code text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant uuid := auth.uid();
  here constant uuid := (auth.jwt() ->> 'session_id')::uuid;
  plain constant text := private.plain_recovery_code(code);
  spent uuid;
begin
  if who is null or not exists (
    select from auth.sessions s where s.id = here and s.user_id = who
  ) then
    return private.refused('session_expired', null);
  end if;
  perform private.lock_recovery_codes(who);
  if not private.has_second_step(who) then
    return jsonb_build_object('ok', true);
  elsif private.is_proven() then
    return private.refused('not_allowed', null);
  elsif not private.take_ticket('recovery_code:person', who::text) then
    return private.rate_limited('recovery_code:person');
  end if;
  update private.recovery_codes c set used_at = now()
    where c.user_id = who and c.used_at is null
      and c.hash = private.recovery_hash(c.salt, plain)
    returning c.id into spent;
  if spent is null then
    return private.refused('code_invalid', null);
  end if;
  delete from auth.mfa_factors f where f.user_id = who;
  delete from auth.sessions s where s.user_id = who and s.id <> here;
  insert into private.account_events (user_id, kind, session_id)
    values (who, 'recovery_code_used', here);
  perform private.mail_recovery(who);
  return jsonb_build_object('ok', true);
end
$$;

revoke all on function
  public.make_recovery_codes(), public.my_recovery_codes(), public.use_recovery_code(text)
from public, anon;
grant execute on function
  public.make_recovery_codes(), public.my_recovery_codes(), public.use_recovery_code(text)
to authenticated;
