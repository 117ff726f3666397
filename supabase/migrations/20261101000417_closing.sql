-- The end of a business: its owner closes it, and two weeks later a job erases it with everything that
-- belongs to it (erase_business.sql). Until then the owner may take it back.
--
-- Closed means that nobody is a member any more: everybody is suspended, the owner too, and what they
-- were is kept here. So every rule that asks for an active membership holds without knowing of this,
-- and devices are told with their next question.

create table private.closed_businesses (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  closed_at timestamptz not null default now(),
  erase_at timestamptz not null,
  -- Who could come in, and as what: {membership: status}.
  members jsonb not null,
  booking_enabled boolean not null
);
create index closed_businesses_erase_at on private.closed_businesses (erase_at);
alter table private.closed_businesses enable row level security;
create trigger second_factor before insert or update or delete on private.closed_businesses
  for each statement execute function private.guard_second_factor();

-- All that is left of an erased business: that it was, for devices that ask later, and what its owner
-- is still to be told.
create table private.erased_businesses (
  business_id uuid primary key,
  erased_at timestamptz not null default now(),
  farewell jsonb
);
alter table private.erased_businesses enable row level security;

-- One of the mails about it to the owner; people without an address of their own get none.
create function private.mail_owner(
  b public.businesses, kind text, due_at timestamptz, erase_at timestamptz
) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  owner_email text;
begin
  select m.email into owner_email from public.memberships m
    where m.business_id = b.id and m.role = 'owner' and m.status <> 'removed';
  if owner_email is null or owner_email like '%@users.invalid' then
    return;
  end if;
  perform private.queue_mail(b.id, mail_owner.kind, owner_email, null, jsonb_build_object(
      'business', jsonb_build_object(
        'name', b.name, 'brand_colour', b.brand_colour, 'time_zone', b.time_zone,
        'locale', b.locale, 'time_format', b.time_format),
      'erase_at', mail_owner.erase_at),
    mail_owner.due_at);
end
$$;

-- Closes a business at once: the public page takes no bookings, members lose it, nothing more is sent
-- to clients. `name` is typed by the owner; who has a second factor has just shown it. Codes:
-- not_allowed, mfa_required, invalid (name).
create function public.close_business(business_id uuid, name text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  grace constant interval := '14 days';
  notice constant interval := '2 days';
  business constant uuid := close_business.business_id;
  erase_at constant timestamptz := now() + grace;
  b public.businesses;
  field text;
begin
  perform private.require_second_factor();
  perform private.lock_business(business);
  if not exists (
    select from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active'
      and m.role = 'owner'
  ) then
    perform private.refuse('not_allowed');
  elsif not private.has_fresh_factor() then
    perform private.refuse('mfa_required');
  end if;
  select * into b from public.businesses x where x.id = business;
  if lower(btrim(coalesce(close_business.name, ''))) <> lower(btrim(b.name)) then
    perform private.refuse('invalid', 'name');
  end if;

  insert into private.closed_businesses (business_id, erase_at, members, booking_enabled)
    select business, erase_at, jsonb_object_agg(m.id, m.status), b.booking_enabled
    from public.memberships m
    where m.business_id = business and m.status in ('active', 'invited');
  delete from private.ownership_offers o where o.business_id = business;
  delete from private.mail_outbox m where m.business_id = business and m.state = 'queued';
  update public.businesses x set booking_enabled = false where x.id = business;
  perform private.mail_owner(b, 'business_closed', now(), erase_at);
  perform private.mail_owner(b, 'business_erase_soon', erase_at - notice, erase_at);
  update public.memberships m set status = 'suspended', ownership_offered_until = null
    where m.business_id = business and m.status in ('active', 'invited');
  return jsonb_build_object('ok', true, 'erase_at', erase_at);
exception when sqlstate 'PT409' then
  get stacked diagnostics field = column_name;
  return private.refused(sqlerrm, field);
end
$$;

-- Takes it back, as it was. Only its owner, and only until it is erased. Codes: not_found.
create function public.reopen_business(business_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  business constant uuid := reopen_business.business_id;
  closed private.closed_businesses;
begin
  perform private.require_second_factor();
  perform private.lock_business(business);
  select c.* into closed
    from private.closed_businesses c
    join public.memberships m on m.business_id = c.business_id
    where c.business_id = business and m.user_id = auth.uid() and m.role = 'owner'
      and m.status = 'suspended';
  if closed.business_id is null then
    return private.refused('not_found', null);
  end if;
  update public.memberships m set status = closed.members ->> m.id::text
    where m.business_id = business and m.status = 'suspended' and closed.members ? m.id::text;
  update public.businesses x set booking_enabled = closed.booking_enabled where x.id = business;
  delete from private.mail_outbox m
    where m.business_id = business and m.kind = 'business_erase_soon' and m.state = 'queued';
  delete from private.closed_businesses c where c.business_id = business;
  return jsonb_build_object('ok', true);
end
$$;

-- The closed businesses of which the caller is the owner.
create function public.my_closed_businesses() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true, 'businesses', (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'name', b.name, 'erase_at', c.erase_at) order by c.erase_at), '[]')
    from private.closed_businesses c
    join public.businesses b on b.id = c.business_id
    join public.memberships m on m.business_id = c.business_id
    where m.user_id = auth.uid() and m.role = 'owner' and m.status = 'suspended'));
end
$$;

-- Why a device has lost a business: 'open' when it was not closed, as far as the caller may know. An
-- erased one is known by its id alone: who knows that had it.
create function public.business_end(business_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  business constant uuid := business_end.business_id;
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true) || coalesce((
    select jsonb_build_object(
        'state', 'closed', 'erase_at', c.erase_at, 'is_owner', m.role = 'owner')
      from private.closed_businesses c
      join public.memberships m on m.business_id = c.business_id
      where c.business_id = business and m.user_id = auth.uid() and c.members ? m.id::text
  ), (
    select '{"state": "erased", "is_owner": false}'::jsonb
      from private.erased_businesses e
      where e.business_id = business and auth.uid() is not null
  ), '{"state": "open", "is_owner": false}');
end
$$;

revoke all on function
  public.close_business(uuid, text), public.reopen_business(uuid), public.my_closed_businesses(),
  public.business_end(uuid)
from public, anon;
grant execute on function
  public.close_business(uuid, text), public.reopen_business(uuid), public.my_closed_businesses(),
  public.business_end(uuid)
to authenticated;
