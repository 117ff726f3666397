-- A gift card on the booking side, toward what is paid before a visit. While its client pays, the page keeps an
-- amount of the card, as long as the time is held for it; with the booking it is kept for the visit, whose sale
-- takes it. So no money moves before that sale, and none has to go back. supabase/decisions/0046 says why.

-- The lease of a page that still holds, by the booking that it is for; null = there is none.
create function private.page_gift(business uuid, request jsonb) returns public.gift_activities
language plpgsql stable security definer set search_path = ''
as $$
declare
  l public.gift_activities;
begin
  select * into l from public.gift_activities a
    where a.business_id = business and a.id = private.as_uuid(request -> 'gift')
      and a.kind = 'lease' and a.appointment_id is null
      and a.device_id = private.as_uuid(request -> 'hold_key') and a.held_until > now()
      and not exists (
        select from public.gift_activities r
        where r.business_id = a.business_id and r.kind = 'lease_return' and r.lease_id = a.id);
  return l;
end
$$;

-- What need not be paid now, in cents.
create function private.gift_kept(business uuid, request jsonb) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((private.page_gift(business, request)).held_cents, 0);
end
$$;

create function private.return_gift_lease(l public.gift_activities) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.gift_activities
    (id, business_id, card_id, occurred_at, kind, amount_cents, lease_id)
  values (private.new_id(), l.business_id, l.card_id, now(), 'lease_return', 0, l.id);
end
$$;

-- Gives back what a page keeps: its time was given back, or another one was chosen.
create function private.return_page_gifts(business uuid, hold uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.return_gift_lease(a)
    from public.gift_activities a
    where a.business_id = business and a.kind = 'lease' and a.appointment_id is null
      and a.device_id = hold and a.held_until > now()
      and not exists (
        select from public.gift_activities r
        where r.business_id = a.business_id and r.kind = 'lease_return' and r.lease_id = a.id);
end
$$;

-- A time that is not held any more by anybody's doing: what the clock ends is over by itself.
create function private.return_gifts_of_hold() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- With a whole business nothing has to be given back.
  if exists (select from public.businesses b where b.id = old.business_id) then
    perform private.return_page_gifts(old.business_id, old.hold_key);
  end if;
  return null;
end
$$;
create trigger z_return_gifts after delete on private.slot_holds
  for each row execute function private.return_gifts_of_hold();

-- As long as the page may be paid for, the card waits with it.
create function private.extend_page_gift(business uuid, request jsonb, until timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.gift_activities a set held_until = extend_page_gift.until
    where a.id = (private.page_gift(business, request)).id and a.business_id = business
      and a.held_until < extend_page_gift.until;
end
$$;

-- With the booking: what the page keeps, given back in favour of the visit (keep_gift_for_visit).
create function private.take_page_gift(business uuid, request jsonb) returns public.gift_activities
language plpgsql volatile security definer set search_path = ''
as $$
declare
  l constant public.gift_activities := private.page_gift(business, request);
begin
  if l.id is not null then
    perform private.return_gift_lease(l);
  end if;
  return l;
end
$$;

-- For whoever checks the visit out, until two weeks after it. The server is the device that keeps it.
create function private.keep_gift_for_visit(
  business uuid, appointment uuid, l public.gift_activities
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if l.id is null then
    return;
  end if;
  insert into public.gift_activities (
    id, business_id, card_id, occurred_at, kind, amount_cents, device_id, held_cents, held_until,
    appointment_id)
  select
    private.new_id(), business, l.card_id, now(), 'lease', 0, business, l.held_cents,
    a.ends_at + interval '14 days', a.id
    from public.appointments a
    where a.business_id = keep_gift_for_visit.business and a.id = keep_gift_for_visit.appointment;
end
$$;

-- Of a visit that does not take place the card is free again, unless something is owed for that.
create function private.return_gifts_of_visit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.return_gift_lease(l)
    from public.gift_activities l
    where l.business_id = new.business_id and l.appointment_id = new.id and l.kind = 'lease'
      and l.held_until > now()
      and not exists (
        select from public.gift_activities r
        where r.business_id = l.business_id and r.kind = 'lease_return' and r.lease_id = l.id);
  return null;
end
$$;
create trigger z_return_gifts after update of status, fee_state on public.appointments
  for each row
  when (new.status in ('cancelled', 'declined', 'expired', 'no_show')
    and new.fee_state in ('none', 'waived')
    and (old.status, old.fee_state) is distinct from (new.status, new.fee_state))
  execute function private.return_gifts_of_visit();

-- One that is deleted does not take place either. With a whole business nothing has to be given back.
create function private.return_gifts_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.businesses b where b.id = old.business_id) then
    perform private.return_gift_lease(l)
      from public.gift_activities l
      where l.business_id = old.business_id and l.appointment_id = old.id and l.kind = 'lease'
        and l.held_until > now()
        and not exists (
          select from public.gift_activities r
          where r.business_id = l.business_id and r.kind = 'lease_return' and r.lease_id = l.id);
  end if;
  return old;
end
$$;
create trigger z_return_gifts_of_deleted before delete on public.appointments
  for each row execute function private.return_gifts_of_deleted();

-- For one that moves to a later day the card is kept longer.
create function private.keep_gifts_longer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.gift_activities l set held_until = new.ends_at + interval '14 days'
    where l.business_id = new.business_id and l.appointment_id = new.id and l.kind = 'lease'
      and l.held_until > now() and l.held_until < new.ends_at + interval '14 days';
  return null;
end
$$;
create trigger z_keep_gifts_longer after update on public.appointments
  for each row when (new.ends_at > old.ends_at) execute function private.keep_gifts_longer();

-- Keeps an amount of a card for a booking whose time is held: as much as the visit costs, and as is free on the
-- card. {ok, gift (goes into the request), kept, due: what is left to be paid now, asks_card: whether a card is
-- to be left all the same}. Asked again it keeps anew.
-- A wrong code counts, as one whose balance is asked (gift_card_balance).
-- Refusals: those of `book`, and not_found (code), hold_expired, nothing_due, gift_card_closed, gift_card_short,
-- rate_limited.
create function public.keep_gift_card(slug text, request jsonb, code text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  b public.businesses;
  c public.gift_cards;
  hold constant uuid := private.as_uuid(request -> 'hold_key');
  hash text;
  judged record;
  until timestamptz;
  due bigint;
  kept bigint;
  lease constant uuid := private.new_id();
  field text;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network');
  elsif not private.has_ticket('gift_code:network', private.client_network()) then
    return private.rate_limited('gift_code:network');
  end if;
  select * into b from public.businesses x where x.slug = lower(keep_gift_card.slug);
  if not private.has_ticket('gift_code:business', b.id::text) then
    return private.rate_limited('gift_code:business');
  end if;
  hash := encode(sha256(convert_to(
    coalesce(b.id::text, '') || ':' || private.plain_gift_code(keep_gift_card.code), 'UTF8')), 'hex');
  select * into c from public.gift_cards x where x.business_id = b.id and x.code_hash = hash;
  if c.id is null then
    perform private.take_ticket('gift_code:network', private.client_network()),
      private.take_ticket('gift_code:business', b.id::text);
    return private.refused('not_found', null);
  elsif hold is null or jsonb_typeof(request) is distinct from 'object' then
    return private.refused('invalid', 'hold_key');
  elsif private.is_told_enough(b.id) then
    return private.rate_limited('told:network');
  end if;
  begin
    perform private.take_turn(b.id);
    select h.expires_at into until from private.slot_holds h
      where h.hold_key = hold and h.business_id = b.id and h.expires_at > now();
    if until is null then
      perform private.refuse('hold_expired', 'starts_at');
    end if;
    select * into judged from private.judge_booking(b, request);
    due := private.deposit_of_candidates(
      judged.rules, array(select (p).candidate from unnest(judged.plan) p), judged.known);
    if due = 0 then
      perform private.refuse('nothing_due');
    elsif not private.gift_is_open(b.id, c.id, now()) then
      perform private.refuse('gift_card_closed');
    end if;
    perform private.return_page_gifts(b.id, hold);
    kept := least(
      greatest(due, coalesce(
        private.lowest_total(b.id, request -> 'items', judged.candidates), 0)),
      private.gift_balance(b.id, c.id) - private.gift_held(b.id, c.id));
    if kept <= 0 then
      perform private.refuse('gift_card_short');
    end if;
    insert into public.gift_activities
      (id, business_id, card_id, occurred_at, kind, amount_cents, device_id, held_cents, held_until)
    values (lease, b.id, c.id, now(), 'lease', 0, hold, kept, until);
    return jsonb_build_object(
      'ok', true, 'gift', lease, 'kept', kept, 'due', private.left_to_pay(due, kept),
      'asks_card', private.asks_card(judged.rules, judged.known));
  exception
    when sqlstate 'PT409' then
      get stacked diagnostics field = column_name;
      perform private.count_told(b.id, sqlerrm);
      return private.refused(sqlerrm, nullif(field, ''));
    when others then
      return private.hide_error(sqlstate, sqlerrm);
  end;
end
$$;
revoke all on function public.keep_gift_card(text, jsonb, text) from public;
grant execute on function public.keep_gift_card(text, jsonb, text)
to anon, authenticated, service_role;

revoke all on function
  private.page_gift(uuid, jsonb), private.gift_kept(uuid, jsonb),
  private.return_gift_lease(public.gift_activities), private.return_page_gifts(uuid, uuid),
  private.return_gifts_of_hold(), private.extend_page_gift(uuid, jsonb, timestamptz),
  private.take_page_gift(uuid, jsonb),
  private.keep_gift_for_visit(uuid, uuid, public.gift_activities), private.return_gifts_of_visit(),
  private.return_gifts_of_deleted(), private.keep_gifts_longer()
from public;
