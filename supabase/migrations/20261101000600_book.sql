-- Booking a time, held or not: client, appointment, segments, token and mail, or nothing.

-- How to prepare for a visit, as the services of it say, each once and in their order.
create function private.prep_notes(business uuid, appointment uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(n.prep_note order by n.place), '[]')
    from (
      select s.prep_note, min(g.starts_at) as place
      from public.appointment_segments g
      join public.service_variants v on v.business_id = g.business_id and v.id = g.variant_id
      join public.services s on s.business_id = v.business_id and s.id = v.service_id
      where g.business_id = business and g.appointment_id = appointment
        and btrim(s.prep_note) <> ''
      group by s.prep_note
    ) n);
end
$$;
revoke all on function private.prep_notes(uuid, uuid) from public;

-- How an appointment is told to the client who holds it.
create function private.public_appointment(appointment uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  return (
    select jsonb_build_object(
        'id', a.id, 'status', a.status, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
        'time_zone', a.time_zone, 'prep_notes', private.prep_notes(a.business_id, a.id),
        'segments', jsonb_agg(jsonb_build_object(
          'variant_id', s.variant_id, 'staff_id', s.staff_id, 'starts_at', s.starts_at,
          'minutes', s.duration_min + s.processing_min + s.finishing_min,
          'service_name', s.service_name, 'price_kind', s.price_kind, 'price_cents', i.price_cents)
          || case when cardinality(i.staff_ids) > 1
            then jsonb_build_object('helper_ids', i.staff_ids[2:]) else '{}' end
          order by i.item),
        'total', sum(i.price_cents), 'deposit', private.paid_before(a.business_id, a.id))
        || coalesce(private.public_guests(a.business_id, a.id), '{}')
      from public.appointments a
      cross join lateral private.visit_items(a.business_id, a.id) i
      join public.appointment_segments s
        on s.business_id = a.business_id and s.id = i.segment_ids[1]
      where a.id = appointment
      group by a.id
  );
end
$$;

-- Whether a request for these services keeps its time: it does when one of them says so, it does not when
-- all of them say that; null = as the business has it.
create function private.pending_blocks(business uuid, plan private.planned_item[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when bool_or(s.pending_blocks_slot) then true
      when bool_and(s.pending_blocks_slot is not null) then false end
    from unnest(plan) p
    join public.service_variants v
      on v.business_id = business and v.id = ((p).candidate).variant_id
    join public.services s on s.business_id = v.business_id and s.id = v.service_id);
end
$$;

create function private.write_booking(
  b public.businesses, rules public.booking_rules, request jsonb,
  plan private.planned_item[], place text, address jsonb,
  client uuid, status text, staff_note text, source text default 'online',
  appointment uuid default private.new_id(), group_id uuid default null
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('daybook.actor', 'client', true);
  insert into public.appointments (
    id, business_id, client_id, source, location_type, address, time_zone, starts_at, ends_at,
    status, client_note, staff_note, policy_version, fee_terms, pending_blocks_slot, ical_uid,
    group_id)
  values (
    appointment, b.id, client, write_booking.source, place, address, b.time_zone, private.min_to_instant((plan[1]).start_min),
    (select private.min_to_instant(max((p).start_min + private.visible_min((p).candidate)))
     from unnest(plan) p),
    status,
    left(private.typed_note(request -> 'note', 'note'), 1000), staff_note,
    (select p.version from private.current_policy(b.id) p),
    private.agreed_fee_terms(rules, array(select ((p).candidate).variant_id from unnest(plan) p)),
    private.pending_blocks(b.id, plan), appointment || '@daybook.app',
    write_booking.group_id);
  insert into public.appointment_segments (
    id, business_id, appointment_id, position, variant_id, service_name, add_on_ids, staff_id,
    any_staff, starts_at, ends_at, duration_min, processing_min, finishing_min,
    buffer_before_min, buffer_after_min, processing_bookable, price_kind, price_cents,
    resource_needs, travel_before_min, travel_after_min)
  select
    private.new_id(), b.id, appointment, p.place - 1, (p.candidate).variant_id,
    (p.candidate).service_name, (p.candidate).add_on_ids, (p.candidate).staff_id,
    (p.candidate).any_staff, private.min_to_instant(p.start_min),
    private.min_to_instant(p.start_min), (p.candidate).duration_min,
    (p.candidate).processing_min, (p.candidate).finishing_min, (p.candidate).buffer_before_min,
    (p.candidate).buffer_after_min, (p.candidate).processing_bookable,
    (p.candidate).price_kind, (p.candidate).price_cents,
    coalesce((p.candidate).resource_needs, '[]'), (p.candidate).travel_before_min,
    (p.candidate).travel_after_min
  from unnest(plan) with ordinality as p (candidate, start_min, place);
  perform private.settle_pending();
  return appointment;
end
$$;

create function private.check_policy(business uuid, accepted jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  current_version int := (select p.version from private.current_policy(business) p);
begin
  if current_version is not null and accepted is distinct from to_jsonb(current_version) then
    perform private.refuse('policy_changed', 'policy_version');
  end if;
end
$$;

-- Nobody owes what they have not seen: the fees on the client's page are those that hold now, unless
-- there are none any more.
create function private.check_fee_terms(
  rules public.booking_rules, variants uuid[], accepted jsonb
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  terms constant jsonb := private.agreed_fee_terms(rules, variants);
  costs_something constant boolean :=
    private.has_fee(terms, 'late_cancel') or private.has_fee(terms, 'no_show');
begin
  if costs_something and accepted is distinct from terms then
    perform private.refuse('policy_changed', 'fee_terms');
  end if;
end
$$;

-- What the client has seen was the lowest price among the people who could do it. Only a price that
-- has risen since is refused.
create function private.check_price(lowest bigint, expected jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(expected) = 'number' and lowest > (expected #>> '{}')::numeric then
    perform private.refuse('price_changed', 'expected_total');
  end if;
end
$$;

-- Of a service with options for new and for returning clients, whoever books gets the one that is for
-- them: who asks for the other one is told which, by the refusal's field, and asks again. `variantFor` of
-- src/domain/services/for-client.ts picks it. Where there is none for them check_audience refuses.
create function private.check_variants(
  business uuid, candidates private.candidate[], known public.clients
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  kind constant text := case when known.id is null then 'new' else 'returning' end;
begin
  -- Who is blocked does not learn from this that they are known.
  if known.online_booking is distinct from 'block' and exists (
    select from unnest(candidates) c
    join public.service_variants v on v.business_id = business and v.id = (c).variant_id
    join public.service_variants o on o.business_id = business and o.service_id = v.service_id
    where (c).for_client not in ('any', kind)
      and o.status = 'active' and o.for_client in ('any', kind)
  ) then
    perform private.refuse('other_variant', kind);
  end if;
end
$$;

-- Everything that is looked at before a visit is written down, in the business's turn. Refuses with its
-- code.
create function private.judge_booking(
  b public.businesses, request jsonb, seen private.look default null,
  out business public.businesses, out rules public.booking_rules, out person private.booking_person,
  out known public.clients, out address jsonb, out place text,
  out candidates private.candidate[], out plan private.planned_item[]
)
language plpgsql volatile set search_path = ''
as $$
declare
  hold constant uuid := private.as_uuid(request -> 'hold_key');
  asked record;
begin
  perform private.take_turn(b.id);
  -- What was read before the turn came may have changed while waiting for it.
  select * into business from public.businesses x where x.id = b.id;
  select * into rules from public.booking_rules r where r.business_id = b.id;
  select * into asked from private.judge_request(business, rules, request, hold, seen);
  candidates := asked.candidates;
  place := asked.place;
  person := private.read_person(request -> 'client', rules, business.country_code);
  if place = 'client' then
    address := private.read_visit_address(request -> 'address', rules);
  end if;
  -- Before anything is paid for.
  perform private.typed_note(request -> 'note', 'note');
  perform private.check_policy(b.id, request -> 'policy_version');
  perform private.check_fee_terms(
    rules, private.variants_of(candidates), request -> 'fee_terms');
  perform private.check_price(
    case when private.is_group(candidates)
      then private.lowest_group_total(b.id, request, candidates)
      else private.lowest_total(b.id, request -> 'items', candidates) end,
    request -> 'expected_total');

  known := private.find_client(b.id, person);
  perform private.check_variants(b.id, candidates, known);
  perform private.check_audience(rules, candidates, known);
  perform private.check_open_bookings(rules, known);
  plan := private.plan_request(
    business, case when known.id is null then rules else private.rules_for_returning(rules) end,
    candidates, asked.starts_at,
    -- A hold of another business is nobody's place here.
    (select h.hold_key from private.slot_holds h
     where h.hold_key = hold and h.business_id = b.id), null);
  if plan is null then
    perform private.refuse(
      private.no_plan_code(business, rules, candidates, asked.starts_at), 'starts_at');
  end if;
  if private.is_group(candidates) then
    plan := private.price_group(b.id, request, plan);
    perform private.check_guests(rules, plan, known);
  else
    plan := private.price_bundles(b.id, request -> 'items', plan);
  end if;
  perform private.check_forms(b.id, private.variants_of(candidates), request -> 'answers');
end
$$;

create function private.variants_of(candidates private.candidate[]) returns uuid[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array(select distinct (c).variant_id from unnest(candidates) c);
end
$$;

create function private.book(
  b public.businesses, request jsonb, op_id uuid, seen private.look
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  judged record;
  payment uuid;
  gift public.gift_activities;
  status text;
  appointment uuid := private.new_id();
  is_group boolean;
  begins timestamptz;
  on_day date;
begin
  select * into judged from private.judge_booking(b, request, seen);
  is_group := private.is_group(judged.candidates);
  payment := private.check_deposit(judged.rules, judged.plan, judged.known, request, op_id);
  gift := private.take_page_gift(b.id, request);
  delete from private.slot_holds h
    where h.hold_key = private.as_uuid(request -> 'hold_key') and h.business_id = b.id;
  begins := private.min_to_instant((judged.plan[1]).start_min);
  on_day := (begins at time zone b.time_zone)::date;
  status := case when private.needs_approval(judged.rules, judged.candidates, judged.known, on_day)
      or private.guests_need_approval(judged.rules, judged.candidates)
    then 'pending' else 'booked' end;
  perform private.write_booking(
    judged.business, judged.rules, request,
    case when is_group then private.plan_of_person(judged.plan, 0) else judged.plan end,
    judged.place, judged.address,
    coalesce((judged.known).id, private.make_client(b.id, judged.person, judged.address)),
    status, private.differing_details(judged.known, judged.person),
    appointment => appointment, group_id => case when is_group then appointment end);
  if (select a.conflict from public.appointments a where a.id = appointment) then
    -- The floor under everything above: nobody gets a place that the constraint has given away.
    perform private.refuse('slot_taken', 'starts_at');
  end if;
  perform private.write_guests(
    judged.business, judged.rules, request, judged.plan, judged.place, appointment,
    judged.person, status);
  perform private.file_forms(
      a, private.variants_of(judged.candidates), request -> 'answers')
    from public.appointments a where a.business_id = b.id and a.id = appointment;
  perform private.keep_gift_for_visit(b.id, appointment, gift);
  perform private.note_news(b.id, a.client_id, judged.person, request -> 'news')
    from public.appointments a where a.business_id = b.id and a.id = appointment;
  update private.payment_intents i set appointment_id = appointment, op_id = null, request = null
    where i.id = payment;
  perform private.replace_payments(b.id, private.as_uuid(request -> 'hold_key'), op_id);
  perform private.mail_appointment(
    appointment, case status when 'pending' then 'booking_requested' else 'booking_confirmed' end,
    now(), private.token_of_op(op_id), to_jsonb(judged.person));
  return jsonb_build_object(
    'ok', true, 'status', status, 'appointment', private.public_appointment(appointment));
end
$$;

-- The first answer to an op_id, or null. Two requests with one op_id: the second waits here.
create function private.known_answer(who text, op_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(who || op_id, 0));
  return (
    select o.answer from private.op_answers o
    where o.asker = who and o.op_id = private.hashed_op(known_answer.op_id));
end
$$;

create function private.remember_answer(who text, op_id uuid, reply jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.op_answers (asker, op_id, answer)
    values (who, private.hashed_op(op_id), reply);
  return reply;
end
$$;

-- The same op_id always gets the same answer; the manage token is worked out again, never stored.
create function public.book(slug text, request jsonb, op_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
set plan_cache_mode = force_generic_plan
as $$
declare
  b public.businesses;
  who text;
  reply jsonb;
  seen private.look;
  field text;
begin
  select * into b from public.businesses x where x.slug = lower(book.slug);
  if not found then
    return private.refused('not_found', null);
  elsif book.op_id is null or jsonb_typeof(request) is distinct from 'object' then
    return private.refused('invalid', 'request');
  end if;
  who := 'business:' || b.id;
  reply := private.known_answer(who, book.op_id);
  if reply is null then
    if not private.take_ticket('book:network', private.client_network()) then
      return private.rate_limited('book:network');
    elsif private.is_told_enough(b.id) then
      return private.rate_limited('told:network');
    end if;
    seen := private.queue_for(b.id, request, private.as_uuid(request -> 'hold_key'));
    if seen.is_gone then
      reply := case when seen.session is null then private.refused('slot_taken', 'starts_at')
        else private.refused('class_full', 'seats') end;
    -- Counted in the turn, in which a paid booking comes here: rows that others held while they wait
    -- for the turn would close the circle.
    elsif not private.take_ticket('book:business', b.id::text)
      or not private.take_ticket(
        'book:email', b.id || lower(btrim(request #>> '{client,email}'))) then
      return private.rate_limited('book:network');
    else
      begin
        reply := case
          when jsonb_typeof(request -> 'session') = 'object'
            then private.book_seats(b, request, book.op_id)
          else private.book(b, request, book.op_id, seen) end;
      exception
        when sqlstate 'PT409' then
          get stacked diagnostics field = column_name;
          reply := private.refused(sqlerrm, field);
          perform private.count_told(b.id, sqlerrm);
        when others then
          return private.hide_error(sqlstate, sqlerrm);
      end;
    end if;
    perform private.remember_answer(who, book.op_id, reply);
  end if;
  if (reply ->> 'ok')::boolean then
    reply := reply || jsonb_build_object('manage_token', private.token_of_op(book.op_id));
  end if;
  return reply;
end
$$;

revoke all on function public.book(text, jsonb, uuid) from public;
grant execute on function public.book(text, jsonb, uuid) to anon, authenticated, service_role;
