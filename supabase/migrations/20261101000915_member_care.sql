-- Taking care of members: invitations that arrive by mail, who may not come in for a while, and an
-- offer of the business that the other person can see.

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

revoke all on function
  public.set_member_status(uuid, uuid, text), public.withdraw_ownership(uuid)
from public, anon;
grant execute on function
  public.set_member_status(uuid, uuid, text), public.withdraw_ownership(uuid)
to authenticated;
revoke all on function private.queue_invitation(public.memberships, text) from public;
