-- Guests: who books online may bring others along, each with a visit of their own.
--
--   request.guests ─▶ read_group ─▶ candidates, each with its person ─▶ plan_group ─▶ hold, booking
--                                                          all at once, in rounds, or in turn
--
-- Person 0 is whoever books, 1 is the first guest. src/domain/availability/group-times.ts finds the same times;
-- why it is like that: decisions/0052.

create function private.guest_count(request jsonb) returns int
language sql immutable
as $$
  select case when jsonb_typeof(request -> 'guests') = 'array'
    then jsonb_array_length(request -> 'guests') else 0 end
$$;

-- How a guest is called; '' when nobody says, null when it is no name.
create function private.guest_name(guest jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  name constant text := private.typed_line(guest -> 'first_name');
begin
  return case when length(name) <= 120 then name end;
end
$$;

create function private.items_of_person(request jsonb, person int) returns jsonb
language sql immutable
as $$
  select case when person = 0 then request -> 'items'
    else request -> 'guests' -> (person - 1) -> 'items' end
$$;

-- Asked six times for each booking: whoever books comes first in the list, so its last entry tells.
create function private.is_group(candidates private.candidate[]) returns boolean
language sql immutable
as $$ select coalesce((candidates[cardinality(candidates)]).person > 0, false) $$;

-- The candidates of one person, as if they came alone.
create function private.of_person(candidates private.candidate[], person int)
returns private.candidate[]
language plpgsql immutable set search_path = ''
as $$
declare
  first int;
  c private.candidate;
  own private.candidate[] := '{}';
begin
  foreach c in array candidates loop
    continue when coalesce(c.person, 0) <> of_person.person;
    first := coalesce(first, c.item);
    c.item := c.item - first + 1;
    c.pause_min := 0;
    own := own || c;
  end loop;
  return own;
end
$$;

create function private.plan_of_person(plan private.planned_item[], person int)
returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  first int;
  part private.planned_item;
  c private.candidate;
  own private.planned_item[] := '{}';
begin
  foreach part in array plan loop
    c := part.candidate;
    continue when coalesce(c.person, 0) <> plan_of_person.person;
    first := coalesce(first, c.item);
    c.item := c.item - first + 1;
    own := own || row(c, part.start_min)::private.planned_item;
  end loop;
  return own;
end
$$;

-- The candidates of all items of everybody, one person after the other, or a refusal as of read_items.
create function private.read_group(business uuid, rules public.booking_rules, request jsonb)
returns private.candidate[]
language plpgsql stable set search_path = ''
as $$
declare
  -- More would be no answer within seconds.
  most_items constant int := 20;
  guests constant jsonb := coalesce(nullif(request -> 'guests', 'null'), '[]');
  everybody private.candidate[] := private.read_items(business, rules, request -> 'items');
  guest jsonb;
  c private.candidate;
  person int := 0;
  last int;
begin
  if jsonb_typeof(guests) <> 'array' then
    perform private.refuse('invalid', 'guests');
  elsif jsonb_array_length(guests) >= rules.group_max and guests <> '[]' then
    perform private.refuse('too_many', 'guests');
  end if;
  for guest in select value from jsonb_array_elements(guests) loop
    if jsonb_typeof(guest) <> 'object' or private.guest_name(guest) is null then
      perform private.refuse('invalid', 'guests');
    end if;
    person := person + 1;
    last := (everybody[cardinality(everybody)]).item;
    foreach c in array private.read_items(business, rules, guest -> 'items') loop
      c.item := c.item + last;
      c.person := person;
      everybody := everybody || c;
    end loop;
    if (everybody[cardinality(everybody)]).item > most_items then
      perform private.refuse('too_many', 'guests');
    end if;
  end loop;
  return everybody;
end
$$;

-- Between two who are served in turn lie the buffers of both: they may have the same person or room, and
-- to the calendar they are two visits.
create function private.with_pauses(candidates private.candidate[]) returns private.candidate[]
language plpgsql immutable set search_path = ''
as $$
declare
  lasts int[];
  befores int[];
  afters int[];
  c private.candidate;
  paused private.candidate[] := '{}';
begin
  select array_agg(p.last order by p.person), array_agg(p.before order by p.person),
      array_agg(p.after order by p.person)
    into lasts, befores, afters
    from (
      select (x).person, max((x).item) as last, max((x).buffer_before_min) as before,
        max((x).buffer_after_min) as after
      from unnest(candidates) x group by 1
    ) p;
  foreach c in array candidates loop
    if c.item = lasts[c.person + 1] and c.person + 2 <= cardinality(lasts) then
      c.pause_min := afters[c.person + 1] + befores[c.person + 2];
    end if;
    paused := paused || c;
  end loop;
  return paused;
end
$$;

-- Minutes after which the last of them is done who begin together, whoever serves them.
create function private.longest_min(candidates private.candidate[]) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select max(p.minutes) from (
      select n.person, sum(n.longest)::int as minutes
      from (
        select (c).person, max(private.visible_min(c)) as longest
        from unnest(candidates) c group by (c).person, (c).item
      ) n
      group by n.person
    ) p);
end
$$;

-- Whether there are rooms for all of them at once: as many of each pool as they need together, free as
-- long as the longest of them could take. What is said no to here may still be done in turn.
create function private.has_room_for_all(
  candidates private.candidate[], start_min int, pools uuid[], room_free int4multirange[]
) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  whole constant int4range := int4range(
    start_min - (select max((c).buffer_before_min) from unnest(candidates) c),
    start_min + private.longest_min(candidates)
      + (select max((c).buffer_after_min) from unnest(candidates) c));
begin
  return not exists (
    select from (
      select n.pool_id, sum(n.qty) as qty
      from (
        select (c).person, r.pool_id, max(r.qty) as qty
        from unnest(candidates) c, jsonb_to_recordset((c).resource_needs) r (pool_id uuid, qty int)
        group by 1, 2
      ) n
      group by 1
    ) wanted
    where wanted.qty > (
      select count(*) from unnest(pools, room_free) f (pool_id, free)
      where f.pool_id = wanted.pool_id and f.free @> whole));
end
$$;

-- What one member of the team, whose candidates these are, does for one of them from a start on without a
-- break; null = they cannot do all of so many items.
create function private.served_alone(
  candidates private.candidate[], person int, free int4multirange, for_buffers int4multirange,
  start_min int, items int
) returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  c private.candidate;
  begins int := start_min;
  plan private.planned_item[] := '{}';
begin
  foreach c in array candidates loop
    continue when c.person <> served_alone.person;
    if not begins <@ private.possible_starts(
      c, coalesce(free, '{}'), coalesce(for_buffers, '{}')) then
      return null;
    end if;
    plan := plan || row(c, begins)::private.planned_item;
    begins := begins + private.visible_min(c);
  end loop;
  return case when cardinality(plan) = items then plan end;
end
$$;

create type private.group_way as (person int, staff_id uuid);

-- Who serves each of `persons`, in their order: nobody twice, whoever comes first in `ways` if possible. null =
-- that cannot be.
create function private.match_people(ways private.group_way[], persons int[], taken uuid[])
returns uuid[]
language plpgsql immutable set search_path = ''
as $$
declare
  way private.group_way;
  others uuid[];
begin
  if cardinality(persons) = 0 then
    return '{}';
  end if;
  foreach way in array ways loop
    continue when way.person <> persons[1] or way.staff_id = any (taken);
    others := private.match_people(ways, persons[2:], taken || way.staff_id);
    if others is not null then
      return way.staff_id || others;
    end if;
  end loop;
  return null;
end
$$;

-- All of them from one start on, each with somebody of the team for themselves; null = that cannot be.
create function private.side_by_side(
  candidates private.candidate[], staff uuid[], free int4multirange[],
  for_buffers int4multirange[], start_min int, pools uuid[], room_free int4multirange[]
) returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  first constant int := (select min((c).person) from unnest(candidates) c);
  last constant int := (select max((c).person) from unnest(candidates) c);
  items constant int[] := array(
    select count(distinct (c).item)::int from unnest(candidates) c
    group by (c).person order by (c).person);
  ways private.group_way[] := '{}';
  own private.candidate[];
  in_order int[];
  matched uuid[];
  at int;
  plan private.planned_item[] := '{}';
begin
  if exists (select from unnest(candidates) c where (c).people > 1)
    or not private.has_room_for_all(candidates, start_min, pools, room_free) then
    return null;
  end if;
  for i in 1 .. cardinality(staff) loop
    own := array(select c from unnest(candidates) c where (c).staff_id = staff[i]);
    for person in first .. last loop
      if private.served_alone(
        own, person, free[i], for_buffers[i], start_min, items[person - first + 1]) is not null then
        ways := ways || row(person, staff[i])::private.group_way;
      end if;
    end loop;
  end loop;
  -- Whoever has the fewest to choose from chooses first: hardly anything is then tried in vain.
  in_order := array(
    select p.person from generate_series(first, last) p (person)
    order by (select count(*) from unnest(ways) w where (w).person = p.person), p.person);
  matched := private.match_people(ways, in_order, '{}');
  if matched is null then
    return null;
  end if;
  for person in first .. last loop
    at := array_position(staff, matched[array_position(in_order, person)]);
    plan := plan || private.served_alone(
      array(select c from unnest(candidates) c where (c).staff_id = staff[at]),
      person, free[at], for_buffers[at], start_min, items[person - first + 1]);
  end loop;
  return plan;
end
$$;

-- So many of them at a time, the next ones when the last of those before them is done; null = that cannot be.
create function private.in_rounds(
  candidates private.candidate[], staff uuid[], free int4multirange[],
  for_buffers int4multirange[], start_min int, size int, pools uuid[], room_free int4multirange[]
) returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  those private.candidate[] :=
    array(select c from unnest(candidates) c where (c).person < size);
  following private.candidate[];
  begins int := start_min;
  first int := 0;
  part private.planned_item[];
  plan private.planned_item[] := '{}';
begin
  loop
    part := private.side_by_side(those, staff, free, for_buffers, begins, pools, room_free);
    if part is null then
      return null;
    end if;
    plan := plan || part;
    first := first + size;
    following := array(
      select c from unnest(candidates) c where (c).person between first and first + size - 1);
    if cardinality(following) = 0 then
      return plan;
    end if;
    begins := begins + private.longest_min(those)
      + (select max((c).buffer_after_min) from unnest(those) c)
      + (select max((c).buffer_before_min) from unnest(following) c);
    those := following;
  end loop;
end
$$;

-- All at once where that can be, else as many at a time as can be, at last one after the other. Where days are
-- full by a number of visits only all at once: nobody knows that a day has room for one visit and not for two.
create function private.plan_group(
  candidates private.candidate[], staff uuid[], free int4multirange[],
  for_buffers int4multirange[], rules public.booking_rules, start_min int,
  pools uuid[], room_free int4multirange[], allowed int4multirange[]
) returns private.planned_item[]
language plpgsql immutable set search_path = ''
as $$
declare
  people constant int := (select max((c).person) + 1 from unnest(candidates) c);
  is_in_turn constant boolean := rules.max_per_day_per_staff is null;
  plan private.planned_item[];
begin
  for size in reverse people .. case when is_in_turn then 2 else people end loop
    plan := private.in_rounds(
      candidates, staff, free, for_buffers, start_min, size, pools, room_free);
    if plan is not null then
      return plan;
    end if;
  end loop;
  return case when is_in_turn then private.plan_items(
    candidates, staff, free, for_buffers, rules.max_gap_min, start_min, allowed) end;
end
$$;

-- A plan with the prices of bundles, which each of them has for themselves. Items are numbered anew for
-- each person.
create function private.price_group(
  business uuid, request jsonb, plan private.planned_item[]
) returns private.planned_item[]
language plpgsql stable set search_path = ''
as $$
declare
  priced private.planned_item[] := '{}';
begin
  for person in 0 .. private.guest_count(request) loop
    priced := priced || private.price_bundles(
      business, private.items_of_person(request, person), private.plan_of_person(plan, person));
  end loop;
  return priced;
end
$$;

-- What a request costs for all of them by the cheapest of those who could do each item.
create function private.lowest_group_total(
  business uuid, request jsonb, candidates private.candidate[]
) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  total bigint := 0;
begin
  for person in 0 .. private.guest_count(request) loop
    total := total + private.lowest_total(
      business, private.items_of_person(request, person), private.of_person(candidates, person));
  end loop;
  return total;
end
$$;
