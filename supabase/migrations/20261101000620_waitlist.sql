-- The waitlist on the public pages: joining it when nothing fits, and the link in its mails, which
-- shows the entry, changes and ends it (offers are answered in waitlist_answers.sql). Nobody learns here whether
-- somebody is known.

-- An entry as its client is told of it.
create function private.public_entry(e public.waitlist_entries) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  hidden constant boolean := (
    select r.staff_choice = 'hidden' from public.booking_rules r where r.business_id = e.business_id);
begin
  return jsonb_build_object(
    'state', e.state, 'windows', e.windows, 'flexible_min', e.flexible_min, 'note', e.note,
    'location_type', e.location_type, 'expires_at', e.expires_at,
    'time_zone', (select b.time_zone from public.businesses b where b.id = e.business_id),
    'items', (
      select jsonb_agg(jsonb_build_object(
          'variant_id', i.value -> 'variant_id',
          'service_name', coalesce(private.variant_name(s.name, v.name), ''),
          'staff_ids', i.value -> 'staff_ids',
          'staff_names', (
            select coalesce(jsonb_agg(p.display_name order by p.rank, p.id), '[]')
            from public.staff p
            where p.business_id = e.business_id and not hidden and i.value -> 'staff_ids' ? p.id::text)
          ) order by i.place)
      from jsonb_array_elements(e.items) with ordinality i (value, place)
      left join public.service_variants v
        on v.business_id = e.business_id and v.id = private.as_uuid(i.value -> 'variant_id')
      left join public.services s on s.business_id = v.business_id and s.id = v.service_id));
end
$$;

-- What a change is answered with. Answers are kept for a while, so nobody's own words are in them.
create function private.waitlist_answer(e public.waitlist_entries) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'ok', true, 'status', e.state, 'entry', private.public_entry(e) - 'note')
$$;

-- The items of a request as an entry keeps them.
create function private.waitlist_items(items jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
        'variant_id', private.as_uuid(i.value -> 'variant_id'),
        'staff_ids', to_jsonb(array_remove(array[private.as_uuid(i.value -> 'staff_id')], null)),
        'add_on_ids', to_jsonb(private.as_uuids(i.value -> 'add_on_ids')))
        || case when private.as_uuid(i.value -> 'bundle_id') is not null
          then jsonb_build_object('bundle_id', private.as_uuid(i.value -> 'bundle_id')) else '{}' end
        order by i.place)
    from jsonb_array_elements(items) with ordinality i (value, place));
end
$$;

-- Windows that are right, are not over, and begin while times are given out.
create function private.check_windows(
  windows jsonb, rules public.booking_rules, zone text
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  today constant date := (now() at time zone zone)::date;
begin
  if not private.is_waitlist_windows(windows) then
    perform private.refuse('invalid', 'windows');
  elsif exists (
    select from jsonb_array_elements(windows) w
    where private.local_to_instant((w ->> 'to_day')::date, (w ->> 'to_min')::int, zone) <= now()
  ) then
    perform private.refuse('past', 'windows');
  elsif exists (
    select from jsonb_array_elements(windows) w
    where (w ->> 'from_day')::date > today + rules.window_days
  ) then
    perform private.refuse('too_far', 'windows');
  end if;
end
$$;

-- How many minutes earlier or later suit somebody; null when nothing is said of it.
create function private.typed_flexible(value jsonb) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(value), 'null') = 'null' then
    return null;
  elsif jsonb_typeof(value) <> 'number' or value #>> '{}' !~ '^[0-9]{1,3}$'
    or (value #>> '{}')::numeric > 240 then
    perform private.refuse('invalid', 'flexible_min');
  end if;
  return (value #>> '{}')::int;
end
$$;

create function private.wait_in_line(b public.businesses, request jsonb, op_id uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  rules public.booking_rules;
  candidates private.candidate[];
  place text;
  address jsonb;
  person private.booking_person;
  known public.clients;
  entry public.waitlist_entries;
begin
  perform private.lock_business(b.id);
  -- What was read before the turn came may have changed while waiting for it.
  select * into b from public.businesses x where x.id = b.id;
  select * into rules from public.booking_rules r where r.business_id = b.id;
  if not private.books_online(b) then
    perform private.refuse('paused');
  elsif not rules.allow_waitlist then
    perform private.refuse('waitlist_off');
  end if;
  candidates := private.read_items(b.id, rules, request -> 'items');
  place := private.place_of_request(candidates, request ->> 'place');
  candidates := private.candidates_at(candidates, place, rules);
  if place = 'client' then
    address := private.read_visit_address(request -> 'address', rules);
  end if;
  perform private.check_windows(request -> 'windows', rules, b.time_zone);
  person := private.read_person(request -> 'client', rules, b.country_code);
  known := private.find_client(b.id, person);
  perform private.check_audience(rules, candidates, known);

  perform set_config('daybook.actor', 'client', true);
  insert into public.waitlist_entries (
    id, business_id, client_id, items, windows, flexible_min, location_type, address, note, source)
    values (
      private.new_id(), b.id, coalesce(known.id, private.make_client(b.id, person, address)),
      private.waitlist_items(request -> 'items'), request -> 'windows',
      coalesce(private.typed_flexible(request -> 'flexible_min'), 0), nullif(place, 'business'),
      address, left(private.typed_note(request -> 'note', 'note'), 1000), 'public')
    returning * into entry;
  perform private.note_differing(known, person, 'Joined the waitlist');
  perform private.mail_waitlist(
    entry, 'waitlist_joined', now(), private.token_of_op(op_id), to_jsonb(person));
  return private.waitlist_answer(entry);
end
$$;

-- The same op_id always gets the same answer; the token is worked out again, never stored.
create function public.join_waitlist(slug text, request jsonb, op_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
set plan_cache_mode = force_generic_plan
as $$
declare
  b public.businesses;
  who text;
  reply jsonb;
  field text;
begin
  select * into b from public.businesses x where x.slug = lower(join_waitlist.slug);
  if not found then
    return private.refused('not_found', null);
  elsif join_waitlist.op_id is null or jsonb_typeof(request) is distinct from 'object' then
    return private.refused('invalid', 'request');
  end if;
  who := 'waitlist:' || b.id;
  reply := private.known_answer(who, join_waitlist.op_id);
  if reply is null then
    if not private.take_ticket('waitlist:network', private.client_network()) then
      return private.rate_limited('waitlist:network');
    elsif private.is_told_enough(b.id) then
      return private.rate_limited('told:network');
    end if;
    perform private.lock_business(b.id);
    -- Counted in the turn: before it, everybody would wait for these rows as well.
    if not private.take_ticket('waitlist:business', b.id::text)
      or not private.take_ticket(
        'waitlist:email', b.id || lower(btrim(request #>> '{client,email}'))) then
      return private.rate_limited('waitlist:network');
    end if;
    begin
      reply := private.wait_in_line(b, request, join_waitlist.op_id);
    exception
      when sqlstate 'PT409' then
        get stacked diagnostics field = column_name;
        reply := private.refused(sqlerrm, field);
        perform private.count_told(b.id, sqlerrm);
      when others then
        return private.hide_error(sqlstate, sqlerrm);
    end;
    perform private.remember_answer(who, join_waitlist.op_id, reply);
  end if;
  if (reply ->> 'ok')::boolean then
    reply := reply || jsonb_build_object('leave_token', private.token_of_op(join_waitlist.op_id));
  end if;
  return reply;
end
$$;

-- Finds the entry or refuses in the one neutral way.
create function private.managed_entry(token text) returns public.waitlist_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_one public.waitlist_entries;
begin
  perform private.check_token_tries();
  found_one := private.entry_of_token(token);
  if found_one.id is null then
    perform private.take_ticket('wrong_token:network', private.client_network());
  end if;
  return found_one;
end
$$;

create function public.waitlist_status(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  e public.waitlist_entries;
  b public.businesses;
begin
  e := private.managed_entry(token);
  if e.id is null then
    return private.refused('not_found', null);
  end if;
  select * into b from public.businesses x where x.id = e.business_id;
  return jsonb_build_object(
    'ok', true, 'server_time', clock_timestamp(), 'entry', private.public_entry(e),
    'business', private.public_business(b) - 'privacy_text', 'offer', private.last_offer(e));
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

create function private.leave_line(e public.waitlist_entries) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.lock_business(e.business_id);
  select * into e from public.waitlist_entries x where x.id = e.id;
  if e.state in ('booked', 'expired') then
    perform private.refuse('already_closed');
  elsif e.state <> 'cancelled' then
    perform set_config('daybook.actor', 'client', true);
    update public.waitlist_entries x set state = 'cancelled' where x.id = e.id returning * into e;
    perform private.settle_pending();
  end if;
  return private.waitlist_answer(e);
end
$$;

create function public.leave_waitlist(token text, op_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  e public.waitlist_entries;
  who text;
  reply jsonb;
begin
  e := private.managed_entry(token);
  if e.id is null then
    return private.refused('not_found', null);
  elsif leave_waitlist.op_id is null then
    return private.refused('invalid', 'op_id');
  end if;
  who := 'waitlist_entry:' || e.id;
  reply := private.known_answer(who, leave_waitlist.op_id);
  if reply is not null then
    return reply;
  end if;
  begin
    reply := private.leave_line(e);
  exception when sqlstate 'PT409' then
    reply := private.refused(sqlerrm, null);
  end;
  return private.remember_answer(who, leave_waitlist.op_id, reply);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

create function private.change_wish(
  e public.waitlist_entries, windows jsonb, note jsonb, flexible_min jsonb
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  b public.businesses;
  rules public.booking_rules;
begin
  perform private.lock_business(e.business_id);
  select * into e from public.waitlist_entries x where x.id = e.id;
  if e.state not in ('waiting', 'offered') then
    perform private.refuse('already_closed');
  end if;
  select * into b from public.businesses x where x.id = e.business_id;
  select * into rules from public.booking_rules r where r.business_id = e.business_id;
  perform private.check_windows(change_wish.windows, rules, b.time_zone);
  perform set_config('daybook.actor', 'client', true);
  update public.waitlist_entries x
    set windows = change_wish.windows,
        flexible_min = coalesce(private.typed_flexible(change_wish.flexible_min), x.flexible_min),
        note = left(private.typed_note(change_wish.note, 'note'), 1000)
    where x.id = e.id returning * into e;
  -- Its link lives as long as what they wait for.
  update private.public_tokens t
    set expires_at = greatest(t.expires_at, e.expires_at + private.token_life())
    where t.business_id = e.business_id and t.entry_id = e.id;
  perform private.note_free_change(e.business_id, tstzrange(now(), e.expires_at));
  return private.waitlist_answer(e);
end
$$;

-- When somebody who waits can come after all, and what they say to it: their place stays. How flexible they
-- are is left as it is by pages that do not say. The same op_id
-- gets the same answer. Codes: not_found, already_closed, invalid, past, too_far, rate_limited.
create function public.change_waitlist(
  token text, windows jsonb, note jsonb, op_id uuid, flexible_min jsonb default null
)
returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  e public.waitlist_entries;
  who text;
  reply jsonb;
  field text;
begin
  e := private.managed_entry(token);
  if e.id is null then
    return private.refused('not_found', null);
  elsif change_waitlist.op_id is null then
    return private.refused('invalid', 'op_id');
  end if;
  who := 'waitlist_entry:' || e.id;
  reply := private.known_answer(who, change_waitlist.op_id);
  if reply is not null then
    return reply;
  elsif not private.take_ticket('waitlist:network', private.client_network()) then
    return private.rate_limited('waitlist:network');
  end if;
  begin
    reply := private.change_wish(
      e, change_waitlist.windows, change_waitlist.note, change_waitlist.flexible_min);
  exception when sqlstate 'PT409' then
    get stacked diagnostics field = column_name;
    reply := private.refused(sqlerrm, field);
  end;
  return private.remember_answer(who, change_waitlist.op_id, reply);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  public.join_waitlist(text, jsonb, uuid), public.waitlist_status(text),
  public.leave_waitlist(text, uuid), public.change_waitlist(text, jsonb, jsonb, uuid, jsonb)
from public;
grant execute on function
  public.join_waitlist(text, jsonb, uuid), public.waitlist_status(text),
  public.leave_waitlist(text, uuid), public.change_waitlist(text, jsonb, jsonb, uuid, jsonb)
to anon, authenticated, service_role;
