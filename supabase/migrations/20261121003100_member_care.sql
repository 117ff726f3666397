-- Taking care of members: invitations that arrive by mail, who may not come in for a while, and an
-- offer of the business that the other person can see.

-- Written by the functions below alone. Devices show what waits for whom, offline too.
alter table public.memberships
  add column invitation_expires_at timestamptz,
  -- Until when this member may take over the business.
  add column ownership_offered_until timestamptz;

-- Nobody gives what they do not have: not by single permissions, and not by a role that brings more.
create or replace function private.check_grant(giver public.memberships, role text, custom jsonb)
returns void
language plpgsql stable set search_path = ''
as $$
declare
  part record;
begin
  if role is null or role not in ('manager', 'front_desk', 'practitioner', 'assistant') then
    perform private.refuse('invalid', 'role');
  end if;
  if jsonb_typeof(custom) <> 'object' then
    perform private.refuse('invalid', 'custom_permissions');
  end if;
  for part in select * from jsonb_each_text(custom) loop
    if part.value not in ('none', 'own', 'all') or not exists (
      select from private.role_permissions p where p.role = 'owner' and p.permission = part.key
    ) then
      perform private.refuse('invalid', 'custom_permissions');
    end if;
  end loop;
  for part in select p.permission as name from private.role_permissions p where p.role = 'owner' loop
    if private.scope_of(check_grant.role, custom, part.name) <> 'none'
      and private.scope_of(giver.role, giver.custom_permissions, part.name) <> 'all' then
      -- What was named for this person, or what the role brings.
      perform private.refuse(
        'not_allowed', (array['role', 'custom_permissions'])[1 + (custom ? part.name)::int]);
    end if;
  end loop;
end
$$;

-- What the mail of an invitation says; the words are written where it is sent.
create function private.queue_invitation(invited public.memberships, token text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Who is asked again within the hour gets the newest link only.
  delete from private.mail_outbox m
    where m.kind = 'invitation' and m.state = 'queued' and m.attempts = 0
      and m.data ->> 'membership_id' = invited.id::text;
  insert into private.mail_outbox (business_id, kind, to_email, data)
  select b.id, 'invitation', invited.email, jsonb_build_object(
      'business', jsonb_build_object(
        'name', b.name, 'email', b.email, 'phone', b.phone, 'brand_colour', b.brand_colour,
        'time_zone', b.time_zone, 'locale', b.locale),
      'membership_id', invited.id, 'role', invited.role, 'token', token,
      'expires_at', invited.invitation_expires_at)
    from public.businesses b where b.id = invited.business_id;
end
$$;

create or replace function public.invite_member(business_id uuid, request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  link_days constant int := 7;
  expires constant timestamptz := now() + make_interval(days => link_days);
  business constant uuid := invite_member.business_id;
  address constant text := lower(btrim(coalesce(request ->> 'email', '')));
  custom constant jsonb := coalesce(request -> 'custom_permissions', '{}');
  token constant text := private.new_token();
  known public.memberships;
  invited public.memberships;
  field text;
begin
  perform private.lock_business(business);
  perform private.check_grant(private.managing_member(business), request ->> 'role', custom);
  if not private.is_email(address) then
    perform private.refuse('invalid', 'email');
  end if;
  select * into known from public.memberships m
    where m.business_id = business and m.email = address and m.status <> 'removed'
    order by m.status limit 1;
  if known.status in ('active', 'suspended') then
    perform private.refuse('duplicate', 'email');
  elsif known.id is null then
    insert into public.memberships (
      id, business_id, email, role, custom_permissions, status, invitation_expires_at)
    values (
      private.new_id(), business, address, request ->> 'role', custom, 'invited', expires)
    returning * into invited;
  else
    update public.memberships m
      set role = request ->> 'role', custom_permissions = custom, invitation_expires_at = expires
      where m.id = known.id
      returning * into invited;
    delete from private.invitations i where i.membership_id = known.id;
  end if;
  insert into private.invitations (token_hash, business_id, membership_id, staff_id, expires_at)
    values (private.token_hash(token), business, invited.id, (request ->> 'staff_id')::uuid, expires);
  perform private.queue_invitation(invited, token);
  return jsonb_build_object('ok', true, 'membership_id', invited.id, 'token', token);
exception
  when sqlstate 'PT409' then
    get stacked diagnostics field = column_name;
    return private.refused(sqlerrm, field);
  when foreign_key_violation or invalid_text_representation then
    return private.refused('invalid', 'staff_id');
end
$$;

-- Keeps somebody out without ending anything ('suspended'), or lets them in again ('active'). Their
-- devices lose sync with the next question they ask.
create function public.set_member_status(business_id uuid, membership_id uuid, status text)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me public.memberships;
  target public.memberships;
  field text;
begin
  perform private.lock_business(set_member_status.business_id);
  me := private.managing_member(set_member_status.business_id);
  if set_member_status.status is null or set_member_status.status not in ('active', 'suspended') then
    perform private.refuse('invalid', 'status');
  end if;
  select * into target from public.memberships m
    where m.business_id = set_member_status.business_id
      and m.id = set_member_status.membership_id and m.status in ('active', 'suspended');
  if not found then
    perform private.refuse('not_found');
  elsif target.role = 'owner' then
    perform private.refuse('last_owner', 'status');
  elsif target.id = me.id then
    perform private.refuse('not_allowed', 'status');
  elsif set_member_status.status = 'active' then
    -- Letting somebody in gives them what their role holds.
    perform private.check_grant(me, target.role, target.custom_permissions);
  end if;
  update public.memberships m
    set status = set_member_status.status, ownership_offered_until = null
    where m.id = target.id;
  delete from private.ownership_offers o where o.membership_id = target.id;
  return jsonb_build_object('ok', true);
exception when sqlstate 'PT409' then
  get stacked diagnostics field = column_name;
  return private.refused(sqlerrm, field);
end
$$;

-- Whoever offered takes the offer back, whoever was asked says no.
create function public.withdraw_ownership(business_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  business constant uuid := withdraw_ownership.business_id;
  me public.memberships;
begin
  perform private.lock_business(business);
  select * into me from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active';
  if me.id is null then
    perform private.refuse('not_allowed');
  end if;
  delete from private.ownership_offers o
    where o.business_id = business and (me.role = 'owner' or o.membership_id = me.id);
  if not found then
    perform private.refuse('not_found');
  end if;
  update public.memberships m set ownership_offered_until = null
    where m.business_id = business and m.ownership_offered_until is not null;
  return jsonb_build_object('ok', true);
exception when sqlstate 'PT409' then
  return private.refused(sqlerrm, null);
end
$$;

-- Two confirmations: the owner offers (state 'offered'), the other person calls the same function
-- to take over (state 'transferred'). The old owner becomes a manager.
create or replace function public.transfer_ownership(business_id uuid, membership_id uuid)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  offer_days constant int := 7;
  expires constant timestamptz := now() + make_interval(days => offer_days);
  business constant uuid := transfer_ownership.business_id;
  me public.memberships;
  target public.memberships;
  field text;
begin
  perform private.lock_business(business);
  select * into me from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active';
  select * into target from public.memberships m
    where m.business_id = business and m.id = transfer_ownership.membership_id
      and m.status = 'active';
  if me.id is null then
    perform private.refuse('not_allowed');
  elsif target.id is null then
    perform private.refuse('not_found');
  end if;

  if me.role = 'owner' and target.id <> me.id then
    insert into private.ownership_offers (business_id, membership_id, offered_by, expires_at)
      values (business, target.id, me.id, expires)
      on conflict on constraint ownership_offers_pkey do update
        set membership_id = excluded.membership_id, offered_by = excluded.offered_by,
          expires_at = excluded.expires_at;
    update public.memberships m
      set ownership_offered_until = case when m.id = target.id then expires end
      where m.business_id = business
        and (m.id = target.id or m.ownership_offered_until is not null);
    return jsonb_build_object('ok', true, 'state', 'offered');
  end if;

  delete from private.ownership_offers o
    where o.business_id = business and o.membership_id = me.id and target.id = me.id
      and o.expires_at > now();
  if not found then
    perform private.refuse('not_allowed');
  end if;
  update public.memberships m set role = 'manager', custom_permissions = '{}'
    where m.business_id = business and m.role = 'owner' and m.status = 'active';
  update public.memberships m
    set role = 'owner', custom_permissions = '{}', ownership_offered_until = null
    where m.id = me.id;
  return jsonb_build_object('ok', true, 'state', 'transferred');
exception when sqlstate 'PT409' then
  get stacked diagnostics field = column_name;
  return private.refused(sqlerrm, field);
end
$$;

revoke all on function
  public.set_member_status(uuid, uuid, text), public.withdraw_ownership(uuid)
from public, anon;
grant execute on function
  public.set_member_status(uuid, uuid, text), public.withdraw_ownership(uuid)
to authenticated;
revoke all on function private.queue_invitation(public.memberships, text) from public;
