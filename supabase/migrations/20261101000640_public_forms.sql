-- Forms on the public pages: one is read by the key of its link, filled in, and sealed here as devices
-- seal theirs. Whoever comes with the link of a visit (a manage token) fills in for its client; whose
-- everything else is, staff say. Nobody learns here whether somebody is known, or what they filled in
-- before.

-- When the last of what a visit cost came in; null = nothing was rung up, or something is to be collected.
-- In a class everybody pays for themselves. By when the server heard of it: a device may come late.
create function private.paid_at(a public.appointments) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when bool_and(x.promised <= x.collected) then max(greatest(s.created_at, p.last)) end
    from (
      select distinct l.sale_id from public.sale_lines l
      where l.business_id = a.business_id and l.appointment_id = a.id and l.kind <> 'fee'
    ) l
    join public.sales s on s.business_id = a.business_id and s.id = l.sale_id
    join private.sale_sums x on x.business_id = s.business_id and x.sale_id = s.id
    cross join lateral (
      select max(p.created_at) as last from public.payments p
      where p.business_id = s.business_id and p.sale_id = s.id
    ) p
    where x.voids = 0 and (a.capacity is null or s.client_id = a.client_id));
end
$$;

-- From when on a visit asks for a form of a side of it; null = not so far. src/domain/forms/asked-from.ts
-- is the same for what is before and after it.
create function private.form_due(f public.forms, a public.appointments) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  paid constant timestamptz := case f.wanted when 'payment' then private.paid_at(a) end;
  r public.booking_rules;
  zone text;
begin
  if f.offset_min is null or f.wanted = 'payment' and paid is null then
    return case f.wanted when 'payment' then paid else '-infinity' end;
  end if;
  select * into r from public.booking_rules x where x.business_id = a.business_id;
  select b.time_zone into zone from public.businesses b where b.id = a.business_id;
  return private.message_due(
    r, zone, case f.wanted when 'before' then 'before' else 'after' end, f.offset_min,
    coalesce(paid, a.starts_at), coalesce(paid, a.ends_at));
end
$$;

-- The forms that a visit wants: those before it while it is ahead, those after it once it has begun, those
-- after its payment once it is paid, each from its own time on, and what staff have asked for.
create function private.wanted_forms(a public.appointments) returns setof public.forms
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select f.* from public.forms f
    where f.business_id = a.business_id and f.status = 'published'
      and a.status not in ('cancelled', 'declined', 'expired', 'no_show')
      and (case f.wanted
            when 'before' then a.starts_at > now()
            when 'after' then a.starts_at <= now()
            else f.wanted = 'payment' end
          and private.form_due(f, a) <= now()
          and (f.service_ids = '{}' or exists (
            select from public.appointment_segments s
            join public.service_variants v on v.business_id = s.business_id and v.id = s.variant_id
            where s.business_id = a.business_id and s.appointment_id = a.id
              and v.service_id = any (f.service_ids)))
        or exists (
          select from public.form_requests r
          where r.business_id = a.business_id and r.form_id = f.id and r.appointment_id = a.id
            and r.client_id = a.client_id and r.asked_at is not null))
      and exists (
        select from public.form_versions v where v.business_id = f.business_id and v.form_id = f.id);
end
$$;

-- Whether one of them is missing, as staff see it: what was filled in for an earlier visit may still
-- count (wanted-forms.ts). For reminders, which go to the client's own address. `at_min`: only those with
-- this time of their own, on a side of the visit.
create function private.lacks_forms(
  a public.appointments, side text default null, at_min int default null
) returns boolean
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  return exists (
    select from private.wanted_forms(a) f
    where (side is null or f.wanted = side and f.offset_min is not distinct from at_min)
      and not exists (
      select from public.form_submissions d
      where d.business_id = a.business_id and d.form_id = f.id and d.client_id = a.client_id
        and d.state <> 'void'
        and (d.appointment_id = a.id
          or not exists (
              select from public.form_requests r
              where r.business_id = a.business_id and r.form_id = f.id and r.appointment_id = a.id
                and r.client_id = a.client_id and r.asked_at >= d.submitted_at)
            and case f.frequency
              when 'once' then true
              when 'once_per_version' then d.version_id = (
                select v.id from public.form_versions v
                where v.business_id = f.business_id and v.form_id = f.id
                order by v.number desc limit 1)
              when 'every_n_months' then
                d.submitted_at::date + make_interval(months => f.every_months) > a.starts_at::date
              else false end)));
end
$$;

-- The same for whoever holds the link of the visit. `done` counts what was filled in for this visit
-- alone: whoever books with the details of somebody else would learn from more that they are a client.
create function private.visit_forms(a public.appointments) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'name', f.name, 'key', f.public_key, 'each_visit', f.frequency = 'every_visit',
        'done', exists (
          select from public.form_submissions d
          where d.business_id = a.business_id and d.form_id = f.id and d.appointment_id = a.id
            and d.state <> 'void'
            -- Those who sit in a class fill in one by one.
            and (a.capacity is null or d.client_id = a.client_id)))
      order by f.name, f.id), '[]')
    from private.wanted_forms(a) f
  );
end
$$;

-- The visit behind a manage token, as that of whoever holds it; without an id, but with its client, when
-- the link is of a form that somebody was asked for at no visit; nothing without a token. A wrong one
-- is counted, and everybody gets one answer for it.
create function private.visit_of_token(token text) returns public.appointments
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a public.appointments;
  seats public.attendees;
begin
  if token is not null then
    select r.business_id, r.client_id into a.business_id, a.client_id
      from private.public_tokens t
      join public.form_requests r on r.business_id = t.business_id and r.id = t.request_id
      where t.token_hash = private.token_hash(token) and t.expires_at > now();
    if found then
      return a;
    end if;
    a := private.managed_appointment(token);
    seats := private.seats_of_token(token);
    if seats.id is not null then
      a := private.session_of(seats);
    end if;
  end if;
  return a;
end
$$;

-- Whether nobody books online without it.
create function private.blocks_booking(f public.forms) returns boolean
language sql immutable
as $$ select f.status = 'published' and f.wanted = 'before' and f.enforce = 'block_online' $$;

-- Those of a business for what is booked; null = for anything. As by a visit's link everybody is asked:
-- who books with the details of somebody else would learn that they have filled one in.
create function private.blocking_forms(business uuid, variants uuid[]) returns setof public.forms
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select f.* from public.forms f
    where f.business_id = business and private.blocks_booking(f)
      and (variants is null or f.service_ids = '{}' or exists (
        select from public.service_variants v
        where v.business_id = business and v.id = any (variants)
          and v.service_id = any (f.service_ids)))
      and exists (
        select from public.form_versions v where v.business_id = f.business_id and v.form_id = f.id)
    order by f.name, f.id;
end
$$;

-- The form behind a key: published, and open to anybody, asked for by the link of a visit there, or read
-- on the way to a booking.
create function private.form_of_key(key text, a public.appointments) returns public.forms
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_one public.forms;
begin
  select f.* into found_one
    from public.forms f
    where f.public_key = form_of_key.key and f.status = 'published'
      and (case when a.business_id is null then f.public_link_on or private.blocks_booking(f)
        else f.business_id = a.business_id end)
      and not exists (
        select from private.closed_businesses c where c.business_id = f.business_id);
  return found_one;
end
$$;

-- The newest version as clients see it: what staff are to notice is not for them to know.
create function private.newest_form_version(f public.forms) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
        'name', f.name, 'version', v.number,
        'fields', (
          select jsonb_agg(q.value || '{"flag": null}' order by q.place)
          from jsonb_array_elements(v.fields) with ordinality q (value, place)))
      from public.form_versions v
      where v.business_id = f.business_id and v.form_id = f.id
      order by v.number desc
      limit 1
  );
end
$$;

-- `token`: of the visit that asks for it. Looking changes nothing. Codes: not_found, rate_limited.
create function public.public_form(key text, token text default null) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  f public.forms;
  b public.businesses;
  form jsonb;
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network');
  end if;
  a := private.visit_of_token(public_form.token);
  if public_form.token is null or a.business_id is not null then
    f := private.form_of_key(public_form.key, a);
    form := private.newest_form_version(f);
  end if;
  if form is null then
    return private.refused('not_found', null);
  end if;
  select * into b from public.businesses x where x.id = f.business_id;
  return jsonb_build_object(
    'ok', true, 'server_time', clock_timestamp(), 'form', form, 'is_of_visit', a.id is not null,
    'business', private.public_business(b) - 'privacy_text');
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

-- Judges what was filled in: {ok, version_id, hash, answers}, or which answer is wrong. An older version
-- counts: it is what they were asked, and the visit then wants the newer one.
create function private.judge_form(f public.forms, number int, answers jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Twice what a form may hold.
  most constant int := 400000;
  v public.form_versions;
  checked jsonb;
  missing text;
begin
  if length(answers::text) > most then
    return private.refused('invalid', 'answers') || '{"rule": "too_large"}';
  end if;
  select * into v from public.form_versions x
    where x.business_id = f.business_id and x.form_id = f.id and x.number = judge_form.number;
  if not found then
    return private.refused('stale', 'version');
  end if;
  checked := private.check_answers(v.fields, answers);
  if checked -> 'issues' <> '[]' then
    return private.refused('invalid', checked #>> '{issues,0,field}')
      || jsonb_build_object('rule', checked #> '{issues,0,rule}');
  end if;
  missing := private.missing_file(f, checked -> 'answers');
  if missing is not null then
    return private.refused('file_missing', missing);
  end if;
  return jsonb_build_object(
    'ok', true, 'version_id', v.id, 'hash', v.hash, 'answers', checked -> 'answers');
end
$$;

-- Seals what was filled in, or says what is wrong with it.
create function private.file_form(
  f public.forms, number int, answers jsonb, a public.appointments
) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  judged constant jsonb := private.judge_form(f, number, answers);
begin
  if not (judged ->> 'ok')::boolean then
    return judged;
  end if;
  perform private.lock_business(f.business_id);
  perform set_config('daybook.actor', 'client', true);
  insert into public.form_submissions (
    id, business_id, form_id, version_id, client_id, appointment_id, answers, filled_on,
    version_hash, content_hash, submitted_at)
  values (
    private.new_id(), f.business_id, f.id, (judged ->> 'version_id')::uuid, a.client_id, a.id,
    judged -> 'answers', 'client_device', judged ->> 'hash',
    private.json_hash(jsonb_build_object(
      'answers', judged -> 'answers', 'version_hash', judged -> 'hash')),
    now());
  -- Answers are kept for a while, so nobody's own words are in them.
  return jsonb_build_object('ok', true, 'submitted_at', now());
end
$$;

-- What a request to book brings of such a form: {key, version, answers}. Refuses when it brings nothing,
-- or something wrong: the page asks for that form again.
create function private.answered_form(f public.forms, given jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  one jsonb := (
    select g.value
    from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given else '[]' end) g
    where g.value ->> 'key' = f.public_key limit 1);
begin
  if jsonb_typeof(one -> 'answers') is distinct from 'object'
    or coalesce(one ->> 'version', '') !~ '^[0-9]{1,9}$'
    or not (private.judge_form(f, (one ->> 'version')::int, one -> 'answers') ->> 'ok')::boolean then
    perform private.refuse('form_required', f.public_key);
  end if;
  return one;
end
$$;

create function private.check_forms(business uuid, variants uuid[], given jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.answered_form(f, given) from private.blocking_forms(business, variants) f;
end
$$;

-- Files what came with the booking of a visit.
create function private.file_forms(a public.appointments, variants uuid[], given jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  f public.forms;
  one jsonb;
begin
  for f in select * from private.blocking_forms(a.business_id, variants) loop
    one := private.answered_form(f, given);
    perform private.file_form(f, (one ->> 'version')::int, one -> 'answers', a);
  end loop;
end
$$;

-- The same op_id always gets the same answer: a form is there once, however often its answer is lost.
-- Codes: not_found, invalid (with the question and its rule), file_missing (with the question), stale
-- (there is no such version), rate_limited.
create function public.submit_form(
  key text, version int, answers jsonb, op_id uuid, token text default null
) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  f public.forms;
  who text;
  reply jsonb;
  field text;
begin
  a := private.visit_of_token(submit_form.token);
  if submit_form.token is null or a.business_id is not null then
    f := private.form_of_key(submit_form.key, a);
  end if;
  -- What is read on the way to a booking comes with it.
  if f.id is null or a.business_id is null and not f.public_link_on then
    return private.refused('not_found', null);
  elsif submit_form.op_id is null then
    return private.refused('invalid', 'op_id');
  elsif jsonb_typeof(submit_form.answers) is distinct from 'object' then
    return private.refused('invalid', 'answers');
  end if;
  who := 'forms:' || f.business_id;
  reply := private.known_answer(who, submit_form.op_id);
  if reply is not null then
    return reply;
  elsif not private.take_ticket('form:network', private.client_network())
    or not private.take_ticket('form:business', f.business_id::text) then
    return private.rate_limited('form:network');
  end if;
  begin
    reply := private.file_form(f, submit_form.version, submit_form.answers, a);
  exception
    when sqlstate 'PT409' then
      get stacked diagnostics field = column_name;
      reply := private.refused(sqlerrm, field);
    when others then
      return private.hide_error(sqlstate, sqlerrm);
  end;
  return private.remember_answer(who, submit_form.op_id, reply);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

revoke all on function
  public.public_form(text, text), public.submit_form(text, int, jsonb, uuid, text)
from public;
grant execute on function
  public.public_form(text, text), public.submit_form(text, int, jsonb, uuid, text)
to anon, authenticated, service_role;
