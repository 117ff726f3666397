-- Making a business: everything it needs before the first setting is touched.

-- Answers that must not be given twice: the same op_id always gets the first answer again.
create table private.op_answers (
  -- Who asks: `user:<id>` or `business:<id>`, so that nobody can read another's answer by its id.
  asker text not null,
  op_id uuid not null,
  answer jsonb not null,
  at timestamptz not null default now(),
  primary key (asker, op_id)
);
create index op_answers_at on private.op_answers using brin (at);
alter table private.op_answers enable row level security;

-- Weeks begin on Sunday and clocks go to twelve in these countries; elsewhere Monday and 24 hours.
create function private.begins_on_sunday(country text) returns boolean
language sql immutable
as $$
  select country = any (array['US', 'CA', 'MX', 'BR', 'JP', 'IL', 'IN', 'PH', 'ZA', 'KR', 'TW', 'HK'])
$$;

create function private.counts_to_twelve(country text) returns boolean
language sql immutable
as $$
  select country = any (array['US', 'CA', 'AU', 'NZ', 'IN', 'PH', 'PK', 'EG', 'SA', 'MY', 'CO'])
$$;

create function private.seed_block_off_reasons(business uuid) returns void
language sql volatile set search_path = ''
as $$
  insert into public.block_off_reasons
    (id, business_id, name, icon, colour, default_min, paid, sort_key)
  select private.new_id(), business, r.name, r.icon, r.colour, r.default_min, r.paid, r.sort_key
  from (values
    ('Break', 'coffee', 'amber', 15, true, 'a0'),
    ('Lunch', 'utensils', 'orange', 30, false, 'a1'),
    ('Admin', 'file-text', 'slate', 60, true, 'a2'),
    ('Travel', 'car', 'blue', 30, true, 'a3'),
    ('Training', 'graduation-cap', 'indigo', 120, true, 'a4'),
    ('Personal', 'user', 'violet', 60, false, 'a5'),
    ('Holiday', 'palmtree', 'teal', 1440, true, 'a6'),
    ('Sick', 'thermometer', 'rose', 1440, true, 'a7')
  ) as r (name, icon, colour, default_min, paid, sort_key)
$$;

-- The owner as the first member of staff, Monday to Saturday from nine to six.
create function private.seed_owner(business uuid, owner uuid, email text, display_name text)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  membership uuid := private.new_id();
  person uuid := private.new_id();
begin
  insert into public.memberships (id, business_id, user_id, email, role, status)
    values (membership, business, owner, email, 'owner', 'active');
  insert into public.staff (id, business_id, membership_id, display_name, colour)
    values (person, business, membership, display_name, 'teal');
  insert into public.work_patterns (id, business_id, staff_id, valid_from, weeks)
    select private.new_id(), business, person, date '2020-01-06',
      jsonb_build_array(jsonb_agg(
        case when day < 6 then '[[540, 1080]]'::jsonb else '[]'::jsonb end order by day))
    from generate_series(0, 6) day;
end
$$;

create function private.make_business(request jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  most_per_person constant int := 20;
  id uuid := private.new_id();
  wanted constant text := lower(btrim(coalesce(request ->> 'slug', '')));
  country constant text := upper(coalesce(request ->> 'country_code', 'US'));
  -- People who signed up by phone have no address; the row needs one that leads nowhere.
  email constant text := coalesce(
    nullif(lower(btrim(auth.jwt() ->> 'email')), ''), auth.uid() || '@users.invalid');
begin
  if wanted !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(wanted) not between 2 and 60 then
    perform private.refuse('invalid', 'slug');
  elsif private.is_reserved_slug(wanted) then
    perform private.refuse('slug_reserved', 'slug');
  elsif exists (select from public.businesses b where b.slug = wanted) then
    perform private.refuse('slug_taken', 'slug');
  elsif length(btrim(coalesce(request ->> 'name', ''))) not between 1 and 120 then
    perform private.refuse('invalid', 'name');
  elsif not private.is_time_zone(request ->> 'time_zone') then
    perform private.refuse('invalid', 'time_zone');
  end if;
  if (select count(*) from public.memberships m
      where m.user_id = auth.uid() and m.role = 'owner' and m.status = 'active')
    >= most_per_person then
    perform private.refuse('too_many');
  end if;

  insert into public.businesses (
    id, business_id, name, slug, time_zone, currency, country_code, locale,
    week_start, time_format, onboarding_state, trade)
  values (
    id, id, btrim(request ->> 'name'), wanted, request ->> 'time_zone',
    upper(coalesce(request ->> 'currency', 'USD')), country,
    coalesce(nullif(request ->> 'locale', ''), 'en-US'),
    case when private.begins_on_sunday(country) then 7 else 1 end,
    case when private.counts_to_twelve(country) then 'h12' else 'h23' end,
    'in_progress', nullif(request ->> 'trade', ''));
  insert into public.booking_rules (id, business_id) values (id, id);
  perform private.seed_owner(id, auth.uid(), email, left(coalesce(
    nullif(btrim(auth.jwt() -> 'user_metadata' ->> 'full_name'), ''),
    nullif(split_part(email, '@', 1), ''), 'Owner'), 120));
  perform private.seed_block_off_reasons(id);
  return id;
end
$$;

-- How functions that people call refuse: as data, with the field it is about.
create function private.refused(message text, field text) returns jsonb
language sql stable
as $$
  select jsonb_strip_nulls(
    jsonb_build_object('ok', false, 'code', message, 'field', nullif(field, '')))
$$;

-- Makes a business with the caller as its owner. Codes: slug_taken, slug_reserved, invalid (with the
-- field), too_many.
create function public.create_business(request jsonb, op_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := 'user:' || auth.uid();
  reply jsonb;
  refused_constraint text;
  refused_column text;
begin
  if auth.uid() is null or create_business.op_id is null then
    return jsonb_build_object('ok', false, 'code', 'not_allowed');
  end if;
  -- Two tabs with the same op_id wait here for each other.
  perform pg_advisory_xact_lock(hashtextextended(who || create_business.op_id, 0));
  select o.answer into reply from private.op_answers o
    where o.asker = who and o.op_id = create_business.op_id;
  if found then
    return reply;
  end if;
  begin
    reply := jsonb_build_object('ok', true, 'business_id', private.make_business(request));
  exception
    when sqlstate 'PT409' then
      get stacked diagnostics refused_column = column_name;
      return private.refused(sqlerrm, refused_column);
    when unique_violation then
      return private.refused('slug_taken', 'slug');
    when check_violation then
      get stacked diagnostics refused_constraint = constraint_name;
      return private.refused(
        'invalid', private.constraint_field('public', 'businesses', refused_constraint));
  end;
  insert into private.op_answers (asker, op_id, answer) values (who, create_business.op_id, reply);
  return reply;
end
$$;

revoke all on function public.create_business(jsonb, uuid) from public, anon;
grant execute on function public.create_business(jsonb, uuid) to authenticated;
