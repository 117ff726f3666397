-- What stands before every public function: who asks, and how often they may.

-- Facts about this server that differ between places; set by its operator, never by a client.
create table private.server_settings (
  name text primary key,
  value text not null
);
alter table private.server_settings enable row level security;
insert into private.server_settings (name, value) values
  -- The header in which the proxy in front of us says who asks. Behind Cloudflare (hosted Supabase)
  -- set it to cf-connecting-ip.
  ('client_ip_header', 'x-forwarded-for'),
  -- Makes manage tokens from operation ids without storing them.
  ('token_secret', encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'));

create function private.server_setting(setting text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.value from private.server_settings s where s.name = setting
  );
end
$$;

-- The network the request came from: /24 or /64, because one person easily has many addresses in it.
-- Of a list only the last entry counts, the one our own proxy added; the others are made up by
-- anybody. Null when nothing is known or the request came from this machine.
create function private.client_network() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  address inet;
begin
  address := btrim(substring(
    headers ->> private.server_setting('client_ip_header') from '[^,]+$'))::inet;
  if address << inet '127.0.0.0/8' or host(address) = '::1' then
    return null;
  end if;
  return host(network(set_masklen(address, case family(address) when 4 then 24 else 64 end)));
exception when others then
  return null;
end
$$;

create table private.rate_limits (
  bucket text not null,
  -- Who is counted, hashed: an address or a mail address is nobody's business here.
  key_hash bytea not null,
  window_start timestamptz not null,
  hits int not null default 1,
  primary key (bucket, key_hash, window_start)
);
create index rate_limits_window_start on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;

-- How often each thing may be done: per network, per mail address, per business, per person.
create table private.rate_rules (
  bucket text primary key,
  most int not null,
  per interval not null
);
alter table private.rate_rules enable row level security;
insert into private.rate_rules (bucket, most, per) values
  ('read:network', 240, '1 minute'),
  ('hold:network', 40, '10 minutes'),
  ('hold:business', 1000, '10 minutes'),
  ('book:network', 30, '10 minutes'),
  ('book:email', 10, '10 minutes'),
  ('book:business', 600, '10 minutes'),
  ('pay:network', 20, '10 minutes'),
  ('pay:hold', 5, '1 hour'),
  ('gift_sale:email', 10, '1 hour'),
  ('gift_sale:business', 200, '1 hour'),
  ('told:network', 20, '1 hour'),
  ('membership:link', 30, '10 minutes'),
  ('waitlist:network', 20, '1 hour'),
  ('waitlist:email', 5, '1 hour'),
  ('waitlist:business', 300, '1 hour'),
  -- Nobody's mailbox is filled by somebody who types their address.
  ('waitlist_mail:email', 3, '1 day'),
  ('mail:email', 30, '1 day'),
  -- A waiting room is one network.
  ('form:network', 60, '1 hour'),
  ('form:business', 300, '1 hour'),
  ('form_file:network', 300, '1 hour'),
  ('form_file:business', 1500, '1 hour'),
  ('manage:network', 60, '10 minutes'),
  ('wrong_token:network', 20, '1 hour'),
  -- Wrong codes only.
  ('gift_code:network', 10, '1 hour'),
  ('gift_code:business', 200, '1 day'),
  -- Right and wrong ones: who needs more than one is not reading them off a paper.
  ('recovery_code:person', 5, '1 hour');

-- Counts one more and says whether it is still allowed. Keys that are not known are not counted.
create function private.take_ticket(bucket text, key text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.rate_rules;
  counted int;
begin
  if key is null then
    return true;
  end if;
  select * into rule from private.rate_rules r where r.bucket = take_ticket.bucket;
  insert into private.rate_limits as l (bucket, key_hash, window_start)
    values (rule.bucket, sha256(convert_to(key, 'UTF8')), date_bin(rule.per, now(), timestamptz '2026-01-01'))
    on conflict on constraint rate_limits_pkey do update set hits = l.hits + 1
    returning hits into counted;
  return counted <= rule.most;
end
$$;

-- Looks without counting: wrong tokens are counted only when they are wrong.
create function private.has_ticket(bucket text, key text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return key is null or not exists (
    select from private.rate_limits l
    join private.rate_rules r on r.bucket = l.bucket
    where l.bucket = has_ticket.bucket and l.key_hash = sha256(convert_to(key, 'UTF8'))
      and l.window_start = date_bin(r.per, now(), timestamptz '2026-01-01') and l.hits >= r.most);
end
$$;

-- Refusals that say whether somebody is a client, and cost whoever asks nothing (decisions/0045). So many are
-- told to a network about a business; after that it is told nothing by that business at all, because
-- what is not refused tells as much.
create function private.is_told_enough(business uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not private.has_ticket('told:network', business || private.client_network());
end
$$;

create function private.count_told(business uuid, code text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if code in ('blocked', 'other_variant') then
    perform private.take_ticket('told:network', business || private.client_network());
  end if;
end
$$;

create function private.rate_limited(bucket text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'ok', false, 'code', 'rate_limited',
    'retry_after_sec', ceil(extract(epoch from
      date_bin(r.per, now(), timestamptz '2026-01-01') + r.per - now()))::int)
  from private.rate_rules r where r.bucket = rate_limited.bucket
$$;

-- What an unexpected error becomes before it leaves: no message, no detail, no hint. Faults that go
-- away by themselves keep their code, so that the caller tries again.
create function private.hide_error(state text, message text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if state ~ '^(40|53|55|57|58|08)' then
    raise exception using errcode = state, message = 'try again';
  end if;
  raise warning 'public function failed: % %', state, message;
  return jsonb_build_object('ok', false, 'code', 'unknown');
end
$$;
