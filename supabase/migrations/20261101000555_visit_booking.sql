-- Booking a visit at the client's: where it is had, who goes there, and the way.
--
--   request ─▶ place_of_request ─▶ candidates_at ─▶ plan_request ─▶ travel_once ─▶ hold, booking
--                 of all services     who works       each service     of one person's services
--                                     there           with its way     only the first and the last
--
-- The way is a part of the buffers of what is planned, held and booked: whatever guards buffers
-- guards it, down to the exclusion constraint on places.

-- What a request asks for, if all of its services can be had there. Pages from before there was a
-- choice do not say: at the business where that is possible.
create function private.place_of_request(candidates private.candidate[], asked text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  possible text[] := (candidates[1]).location_types;
  c private.candidate;
  place text;
begin
  foreach c in array candidates loop
    possible := array(select p from unnest(possible) p where p = any (c.location_types));
  end loop;
  place := coalesce(
    asked, case when 'business' = any (possible) then 'business' else possible[1] end);
  if place is null or place <> all (possible) then
    perform private.refuse('not_offered', 'place');
  end if;
  return place;
end
$$;

-- A candidate with the way there and back: `lengthsAtClient` of src/domain/appointments/travel.ts.
-- Nobody serves others meanwhile: they are not where the others are; and the way is shared with nobody.
create function private.add_way(c private.candidate, before_min int, after_min int)
returns private.candidate
language plpgsql immutable set search_path = ''
as $$
declare
  -- The longest that a buffer may be.
  most constant int := 480;
begin
  c.travel_before_min := least(before_min, most - c.buffer_before_min);
  c.travel_after_min := least(after_min, most - c.buffer_after_min);
  c.buffer_before_min := c.buffer_before_min + c.travel_before_min;
  c.buffer_after_min := c.buffer_after_min + c.travel_after_min;
  c.processing_bookable := false;
  c.shares_buffers := false;
  return c;
end
$$;

-- Who of the candidates works at a place. At the client's each service has the usual way of the
-- business, because it is not known yet who does the others. What is only done there may have the
-- way in its own buffers already: it is not counted twice.
create function private.candidates_at(
  candidates private.candidate[], place text, rules public.booking_rules
) returns private.candidate[]
language plpgsql stable set search_path = ''
as $$
declare
  -- What is had by video or phone is had from anywhere.
  staff constant uuid[] := array(
    select s.id from public.staff s
    where s.business_id = rules.business_id
      and (place not in ('business', 'client') or s.works_at in ('both', place)));
  c private.candidate;
  counted boolean;
  there private.candidate[] := '{}';
begin
  foreach c in array candidates loop
    continue when c.staff_id <> all (staff);
    c.helpers := array(select h from unnest(c.helpers) h where h = any (staff));
    continue when cardinality(array_remove(c.helpers, c.staff_id)) < c.people - 1;
    if place = 'client' then
      counted := 'business' <> all (c.location_types);
      c := private.add_way(
        c,
        greatest(rules.travel_before_min - case when counted then c.buffer_before_min else 0 end, 0),
        greatest(rules.travel_after_min - case when counted then c.buffer_after_min else 0 end, 0));
    end if;
    there := there || c;
  end loop;
  if (select count(distinct (t).item) from unnest(there) t)
    < (select max((t).item) from unnest(candidates) t) then
    perform private.refuse('not_offered', 'staff_id');
  end if;
  return there;
end
$$;

-- Of services that one person does right after each other, the first has the way there and the last
-- the way back, as `withTravel` of the domain lays them. What is taken away lies inside the visit:
-- nothing is left free that others could be given. Who waits in between goes and comes again.
create function private.travel_once(plan private.planned_item[]) returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  c private.candidate;
  d private.candidate;
begin
  for i in 1 .. coalesce(cardinality(plan), 0) - 1 loop
    c := (plan[i]).candidate;
    -- The next one of the same person: others who serve at the same time may stand in between.
    for j in i + 1 .. cardinality(plan) loop
      d := (plan[j]).candidate;
      continue when c.staff_id <> d.staff_id;
      if (plan[i]).start_min + private.visible_min(c) >= (plan[j]).start_min then
        c.buffer_after_min := c.buffer_after_min - c.travel_after_min;
        c.travel_after_min := 0;
        d.buffer_before_min := d.buffer_before_min - d.travel_before_min;
        d.travel_before_min := 0;
        plan[i] := row(c, (plan[i]).start_min)::private.planned_item;
        plan[j] := row(d, (plan[j]).start_min)::private.planned_item;
      end if;
      exit;
    end loop;
  end loop;
  return plan;
end
$$;

-- Whether somebody comes to a postal code: src/domain/appointments/visit-area.ts is the same rule.
create function private.is_visited(areas text[], postal_code text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  plain constant text :=
    upper(regexp_replace(coalesce(postal_code, ''), '[^A-Za-z0-9]', '', 'g'));
begin
  return areas = '{}' or exists (select from unnest(areas) a (code) where starts_with(plain, a.code));
end
$$;

-- An address to come to, without blanks around its lines and without empty ones; a refusal when it is
-- none, or when nobody comes there. The limits are those of the devices' schema.
create function private.read_visit_address(address jsonb, rules public.booking_rules) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  lines jsonb;
  faulty text;
begin
  if address is null or not private.is_address(address) then
    perform private.refuse('invalid', 'address');
  end if;
  select coalesce(jsonb_object_agg(l.key, l.line) filter (where l.line <> ''), '{}'),
      min(l.key) filter (where l.line is null or length(l.line) > case l.key
        when 'country_code' then 2 when 'postal_code' then 20
        when 'city' then 120 when 'region' then 120 else 200 end)
    into lines, faulty
    from (
      select e.key, private.typed_line(e.value) as line from jsonb_each(address - 'label') e) l;
  if faulty is not null then
    perform private.refuse('invalid', 'address.' || faulty);
  elsif not lines ? 'line1' then
    perform private.refuse('invalid', 'address.line1');
  elsif not private.is_visited(rules.visit_postal_codes, lines ->> 'postal_code') then
    perform private.refuse('outside_area', 'address.postal_code');
  end if;
  return lines;
end
$$;
