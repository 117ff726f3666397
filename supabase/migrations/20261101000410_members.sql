-- Who belongs to a business: invitations, roles, leaving, and handing the business over.
-- Memberships have no write grants; these functions are the only way, and each of them decides with
-- the caller's own membership, looked up now and never taken from the token.

create table private.invitations (
  -- Only the hash is kept: who reads the database cannot use the links.
  token_hash bytea primary key,
  business_id uuid not null,
  membership_id uuid not null,
  staff_id uuid,
  expires_at timestamptz not null,
  foreign key (business_id, membership_id) references public.memberships (business_id, id)
    on delete cascade,
  foreign key (business_id, staff_id) references public.staff (business_id, id) on delete cascade
);
create index invitations_membership_id on private.invitations (business_id, membership_id);

create table private.ownership_offers (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  membership_id uuid not null,
  offered_by uuid not null,
  expires_at timestamptz not null,
  foreign key (business_id, membership_id) references public.memberships (business_id, id)
    on delete cascade
);
alter table private.invitations enable row level security;
alter table private.ownership_offers enable row level security;
create trigger second_factor before insert or update or delete on private.invitations
  for each statement execute function private.guard_second_factor();
create trigger second_factor before insert or update or delete on private.ownership_offers
  for each statement execute function private.guard_second_factor();

-- 244 random bits as text that fits into a link.
create function private.new_token() returns text
language sql volatile
as $$
  select rtrim(translate(encode(
    decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
    'base64'), '+/', '-_'), '=')
$$;

create function private.token_hash(token text) returns bytea
language sql stable
as $$
  select sha256(convert_to(token, 'UTF8'))
$$;

-- The caller's own membership, when it may manage the others.
create function private.managing_member(business uuid) returns public.memberships
language plpgsql stable set search_path = ''
as $$
declare
  me public.memberships;
begin
  select * into me from public.memberships m
    where m.business_id = business and m.user_id = auth.uid() and m.status = 'active';
  if not found
    or private.scope_of(me.role, me.custom_permissions, 'staff') <> 'all' then
    perform private.refuse('not_allowed');
  end if;
  return me;
end
$$;

-- Nobody gives what they do not have: not by single permissions, and not by a role that brings more.
create function private.check_grant(giver public.memberships, role text, custom jsonb)
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
    if part.value not in ('none', 'own', 'all') and (part.key, part.value) <> ('block', 'ask')
      or not exists (
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

-- What nobody does without seeing prices.
create function private.priced_permissions() returns text[]
language sql immutable
as $$
  select array[
    'services', 'checkout', 'refund', 'drawer', 'transactions', 'analytics', 'giftcards',
    'inventory.cost', 'billing']
$$;

-- The permissions as they are kept: without prices none of those that show them.
create function private.settled_permissions(role text, custom jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if private.scope_of(settled_permissions.role, custom, 'prices') = 'all' then
    return custom;
  end if;
  -- What the role does not bring needs no word.
  return custom || coalesce((
    select jsonb_object_agg(p.name, 'none')
    from unnest(private.priced_permissions() || 'prices'::text) p (name)
    where private.scope_of(settled_permissions.role, custom, p.name) <> 'none'), '{}');
end
$$;

-- {email, role, custom_permissions?, staff_id?} -> {ok, membership_id, token}. The token is shown
-- once, as a link for the invited person; inviting again makes the older link useless.
create function public.invite_member(business_id uuid, request jsonb) returns jsonb
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
      private.new_id(), business, address, request ->> 'role',
      private.settled_permissions(request ->> 'role', custom), 'invited', expires)
    returning * into invited;
  else
    update public.memberships m
      set role = request ->> 'role',
        custom_permissions = private.settled_permissions(request ->> 'role', custom),
        invitation_expires_at = expires
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

-- The signed-in person takes up an invitation to their own address.
create function public.accept_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  invitation private.invitations;
  invited public.memberships;
  field text;
begin
  select * into invitation from private.invitations i
    where i.token_hash = private.token_hash(accept_invitation.token) and i.expires_at > now();
  if not found or auth.uid() is null then
    perform private.refuse('link_expired');
  end if;
  perform private.lock_business(invitation.business_id);
  select * into invited from public.memberships m
    where m.id = invitation.membership_id and m.status = 'invited';
  if not found then
    perform private.refuse('link_expired');
  elsif invited.email is distinct from lower(auth.jwt() ->> 'email') then
    perform private.refuse('not_allowed', 'email');
  end if;
  update public.memberships m set user_id = auth.uid(), status = 'active' where m.id = invited.id;
  update public.staff s set membership_id = invited.id
    where s.business_id = invitation.business_id and s.id = invitation.staff_id
      and s.membership_id is null;
  delete from private.invitations i where i.membership_id = invited.id;
  return jsonb_build_object('ok', true, 'business_id', invited.business_id);
exception
  when sqlstate 'PT409' then
    get stacked diagnostics field = column_name;
    return private.refused(sqlerrm, field);
  when unique_violation then
    return private.refused('duplicate', 'email');
end
$$;

create function public.set_member_role(
  business_id uuid, membership_id uuid, role text, custom_permissions jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me public.memberships;
  target public.memberships;
  field text;
begin
  perform private.lock_business(set_member_role.business_id);
  me := private.managing_member(set_member_role.business_id);
  perform private.check_grant(me, set_member_role.role, coalesce(custom_permissions, '{}'));
  select * into target from public.memberships m
    where m.business_id = set_member_role.business_id and m.id = set_member_role.membership_id
      and m.status <> 'removed';
  if not found then
    perform private.refuse('not_found');
  elsif target.role = 'owner' then
    perform private.refuse('last_owner', 'role');
  elsif target.id = me.id then
    -- Nobody changes what they may do themselves.
    perform private.refuse('not_allowed', 'role');
  end if;
  update public.memberships m
    set role = set_member_role.role,
      custom_permissions = private.settled_permissions(
        set_member_role.role, coalesce(set_member_role.custom_permissions, '{}'))
    where m.id = target.id;
  return jsonb_build_object('ok', true);
exception when sqlstate 'PT409' then
  get stacked diagnostics field = column_name;
  return private.refused(sqlerrm, field);
end
$$;

-- Ends a membership: a manager removes somebody, or a person leaves. The staff row stays with its
-- calendar; only the person behind it is gone.
create function public.remove_member(business_id uuid, membership_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  target public.memberships;
  field text;
begin
  perform private.lock_business(remove_member.business_id);
  select * into target from public.memberships m
    where m.business_id = remove_member.business_id and m.id = remove_member.membership_id
      and m.status <> 'removed';
  if target.user_id is distinct from auth.uid() then
    perform private.managing_member(remove_member.business_id);
  end if;
  if target.id is null then
    perform private.refuse('not_found');
  elsif target.role = 'owner' then
    perform private.refuse('last_owner');
  end if;
  update public.memberships m set status = 'removed' where m.id = target.id;
  update public.staff s set membership_id = null
    where s.business_id = remove_member.business_id and s.membership_id = target.id;
  delete from private.invitations i where i.membership_id = target.id;
  return jsonb_build_object('ok', true);
exception when sqlstate 'PT409' then
  get stacked diagnostics field = column_name;
  return private.refused(sqlerrm, field);
end
$$;

-- Two confirmations: the owner offers (state 'offered'), the other person calls the same function
-- to take over (state 'transferred'). The old owner becomes a manager.
create function public.transfer_ownership(business_id uuid, membership_id uuid)
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
  public.invite_member(uuid, jsonb), public.accept_invitation(text),
  public.set_member_role(uuid, uuid, text, jsonb), public.remove_member(uuid, uuid),
  public.transfer_ownership(uuid, uuid)
from public, anon;
grant execute on function
  public.invite_member(uuid, jsonb), public.accept_invitation(text),
  public.set_member_role(uuid, uuid, text, jsonb), public.remove_member(uuid, uuid),
  public.transfer_ownership(uuid, uuid)
to authenticated;
