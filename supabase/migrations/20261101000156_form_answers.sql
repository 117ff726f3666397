-- What a form may ask and what may be answered: src/domain/forms is the same for devices, and
-- form-cases.ts there holds both. A version is judged once, when it is published; whoever judges
-- answers may rely on that.

-- Nothing that anybody sees: spaces, line ends, joiners, marks, fillers.
create function private.is_blank(word text) returns boolean
language sql immutable
as $$
  select word ~ ('^[ \t\r\n\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f'
    || '\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]*$')
$$;

create function private.is_form_day(word text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(word ~ '^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}$' and word::date is not null, false);
exception when others then
  return false;
end
$$;

-- Numbers that devices print in the same way: exact, without an exponent.
create function private.is_form_number(value jsonb) returns boolean
language sql immutable
as $$
  select coalesce(
    jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$', false)
$$;

-- Types that have an answer.
create function private.is_question(type text) returns boolean
language sql immutable
as $$
  select type in (
    'short_text', 'long_text', 'number', 'email', 'phone', 'date', 'time', 'single', 'multi',
    'yes_no', 'consent', 'scale', 'signature', 'initials', 'photo', 'file')
$$;

-- Whether a rule says what it compares with.
create function private.is_form_check(rule jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  value constant jsonb := rule -> 'value';
  kind constant text := jsonb_typeof(rule -> 'value');
begin
  return coalesce(case rule ->> 'op'
    when 'filled' then not rule ? 'value'
    when 'in' then kind = 'array' and jsonb_array_length(value) between 1 and 50
      and not exists (
        select from jsonb_array_elements(value) e where jsonb_typeof(e) <> 'string')
    when 'gt' then private.is_form_number(value) or kind = 'string' and value #>> '{}' <> ''
    when 'lt' then private.is_form_number(value) or kind = 'string' and value #>> '{}' <> ''
    when 'eq' then private.is_form_number(value) or kind = 'boolean'
      or kind = 'string' and value #>> '{}' <> ''
    when 'ne' then private.is_form_number(value) or kind = 'boolean'
      or kind = 'string' and value #>> '{}' <> ''
    else false end, false);
end
$$;

-- Rules about the questions in `known`, or, one level deep, groups of them.
create function private.is_form_condition(condition jsonb, known text[], may_nest boolean)
returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(
    condition ?& array['match', 'rules']
    and (select count(*) from jsonb_object_keys(condition)) = 2
    and condition ->> 'match' in ('all', 'any')
    and jsonb_typeof(condition -> 'rules') = 'array'
    and jsonb_array_length(condition -> 'rules') between 1 and 10
    and not exists (
      select from jsonb_array_elements(condition -> 'rules') r
      where not case
        when r ? 'rules' then may_nest and private.is_form_condition(r, known, false)
        else r ->> 'field' = any (known) and private.is_form_check(r)
          and not exists (
            select from jsonb_object_keys(r) k where k not in ('field', 'op', 'value')) end),
    false);
end
$$;

-- How many photos or files one question takes at most.
create function private.is_file_count(value jsonb) returns boolean
language sql immutable
as $$
  select coalesce(jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^([1-9]|10)$', false)
$$;

-- What a short text can be asked to look like: patterns that are decided in one pass over it. Authors give none
-- of their own: a bad one could hang whoever judges it.
create function private.text_format(name text) returns text
language sql immutable
as $$
  select case name
    when 'digits' then '^ *[0-9]+ *$'
    when 'letters_digits' then '^ *[A-Za-z0-9]+ *$'
    when 'postcode' then '^ *[A-Za-z0-9][A-Za-z0-9 -]{1,9} *$' end
$$;

-- How many characters a text is asked to have at least, or at most; null = that is not asked.
create function private.is_text_bound(value jsonb, most int) returns boolean
language sql immutable
as $$
  select coalesce(value = 'null' or jsonb_typeof(value) = 'number' and case
    when value #>> '{}' ~ '^[1-9][0-9]{0,3}$' then (value #>> '{}')::int <= most end, false)
$$;

create function private.is_form_field(field jsonb, known text[]) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  type constant text := field ->> 'type';
  label constant text := field ->> 'label';
  help constant text := field ->> 'help';
  options constant jsonb := field -> 'options';
  low constant jsonb := field -> 'min';
  high constant jsonb := field -> 'max';
  flag constant jsonb := field -> 'flag';
  asks constant boolean := private.is_question(type);
begin
  return coalesce(
    field ?& array['id', 'type', 'label', 'help', 'required', 'options', 'min', 'max', 'map_to',
      'flag', 'visible_if']
    and (select count(*) from jsonb_object_keys(field - array['format', 'width'])) = 11
    and (not field ? 'format' or type = 'short_text' and jsonb_typeof(field -> 'format') = 'string'
      and private.text_format(field ->> 'format') is not null)
    and (not field ? 'width' or asks and field -> 'width' = '"half"')
    and field ->> 'id' ~ '^q[0-9]{1,6}$'
    and (asks or type in ('heading', 'paragraph', 'divider', 'page_break'))
    and jsonb_typeof(field -> 'required') = 'boolean'
    and jsonb_typeof(field -> 'label') = 'string' and length(label) <= 200
    and jsonb_typeof(field -> 'help') = 'string' and length(help) <= 2000
    and not (private.is_blank(label) and (asks or type = 'heading'))
    and not (private.is_blank(help) and type = 'paragraph')
    and jsonb_typeof(options) = 'array'
    and case when type in ('single', 'multi') then
        jsonb_array_length(options) between 2 and 50
        and not exists (
          select from jsonb_array_elements(options) o
          where jsonb_typeof(o) <> 'string' or private.is_blank(o #>> '{}')
            or length(o #>> '{}') > 200)
        and (select count(distinct o) = count(*) from jsonb_array_elements(options) o)
      else options = '[]' end
    and case type
      when 'short_text' then private.is_text_bound(low, 500) and private.is_text_bound(high, 500)
        and (low = 'null' or high = 'null' or (low #>> '{}')::int <= (high #>> '{}')::int)
      when 'long_text' then private.is_text_bound(low, 5000) and private.is_text_bound(high, 5000)
        and (low = 'null' or high = 'null' or (low #>> '{}')::int <= (high #>> '{}')::int)
      when 'number' then
        (low = 'null' or private.is_form_number(low)) and (high = 'null' or private.is_form_number(high))
        and (low = 'null' or high = 'null' or (low #>> '{}')::numeric <= (high #>> '{}')::numeric)
      when 'scale' then
        jsonb_typeof(low) = 'number' and jsonb_typeof(high) = 'number'
        and low #>> '{}' ~ '^([0-9]|10)$' and high #>> '{}' ~ '^([0-9]|10)$'
        and (low #>> '{}')::int < (high #>> '{}')::int
      when 'date' then
        (low = 'null' or jsonb_typeof(low) = 'string' and private.is_form_day(low #>> '{}'))
        and (high = 'null' or jsonb_typeof(high) = 'string' and private.is_form_day(high #>> '{}'))
        and (low = 'null' or high = 'null' or low #>> '{}' <= high #>> '{}')
      when 'photo' then low = 'null' and private.is_file_count(high)
      when 'file' then low = 'null' and private.is_file_count(high)
      else low = 'null' and high = 'null' end
    and (field -> 'map_to' = 'null' or case
      when field ->> 'map_to' = 'email' then type = 'email'
      when field ->> 'map_to' = 'phone' then type = 'phone'
      when field ->> 'map_to' = 'birthday' then type = 'date'
      when field ->> 'map_to' = 'alert_note'
        then type in ('short_text', 'long_text', 'single', 'multi')
      else type = 'short_text' and field ->> 'map_to' in (
        'first_name', 'last_name', 'pronouns', 'address_line1', 'address_city',
        'address_region', 'address_postal_code') end)
    and (flag = 'null' or asks and private.is_form_check(flag)
      and flag ->> 'level' in ('notice', 'danger')
      and not exists (
        select from jsonb_object_keys(flag) k where k not in ('op', 'value', 'level')))
    and (field -> 'visible_if' = 'null'
      or private.is_form_condition(field -> 'visible_if', known, true)),
    false);
end
$$;

-- A form that may be published.
create function private.is_form_fields(fields jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  field jsonb;
  ids text[] := '{}';
  questions text[] := '{}';
begin
  if jsonb_typeof(fields) is distinct from 'array' or jsonb_array_length(fields) > 100 then
    return false;
  end if;
  for field in select value from jsonb_array_elements(fields) loop
    if jsonb_typeof(field) <> 'object' or field ->> 'id' = any (ids)
      or not private.is_form_field(field, questions) then
      return false;
    end if;
    ids := ids || (field ->> 'id');
    if private.is_question(field ->> 'type') then
      questions := questions || (field ->> 'id');
    end if;
  end loop;
  return questions <> '{}';
exception when others then
  return false;
end
$$;

-- Whether an answer is what a rule asks for; null = there is none.
create function private.meets_check(answer jsonb, rule jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  value constant jsonb := rule -> 'value';
  same boolean;
begin
  if rule ->> 'op' = 'filled' then
    return answer is not null;
  elsif rule ->> 'op' in ('gt', 'lt') then
    return coalesce(case
      when jsonb_typeof(answer) <> jsonb_typeof(value) then false
      when jsonb_typeof(answer) = 'number' then
        case rule ->> 'op' when 'gt' then (answer #>> '{}')::numeric > (value #>> '{}')::numeric
          else (answer #>> '{}')::numeric < (value #>> '{}')::numeric end
      when jsonb_typeof(answer) = 'string' then
        case rule ->> 'op' when 'gt' then answer #>> '{}' > value #>> '{}' collate "C"
          else answer #>> '{}' < value #>> '{}' collate "C" end
      else false end, false);
  end if;
  same := exists (
    select from jsonb_array_elements(
      case rule ->> 'op' when 'in' then value else jsonb_build_array(value) end) v
    where v = answer or jsonb_typeof(answer) = 'array' and answer @> jsonb_build_array(v));
  return case rule ->> 'op' when 'ne' then not same else same end;
end
$$;

-- Whether a field is shown, given the answers before it.
create function private.is_shown(condition jsonb, answers jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  rule jsonb;
  wants_any constant boolean := condition ->> 'match' = 'any';
begin
  if jsonb_typeof(condition) = 'null' then
    return true;
  end if;
  for rule in select value from jsonb_array_elements(condition -> 'rules') loop
    if wants_any = (case when rule ? 'rules' then private.is_shown(rule, answers)
      else private.meets_check(answers -> (rule ->> 'field'), rule) end) then
      return wants_any;
    end if;
  end loop;
  return not wants_any;
end
$$;

create function private.is_signature(value jsonb) returns boolean
language sql immutable
as $$
  select case when jsonb_typeof(value) = 'object' then
    (select count(*) from jsonb_object_keys(value)) = 2
    and coalesce(jsonb_typeof(value -> 'name') = 'string', false)
    and coalesce(jsonb_typeof(value -> 'strokes') = 'array', false) else false end
$$;

create function private.is_empty_answer(type text, value jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if value is null or jsonb_typeof(value) = 'null'
    or jsonb_typeof(value) = 'string' and private.is_blank(value #>> '{}') then
    return true;
  end if;
  return case
    when type = 'consent' then value = 'false'
    when type in ('multi', 'photo', 'file') then value = '[]'
    when type in ('signature', 'initials') then
      private.is_signature(value) and value -> 'strokes' = '[]' and private.is_blank(value ->> 'name')
    else false end;
end
$$;

create function private.broken_signature(value jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if not private.is_signature(value) then
    return 'wrong_type';
  elsif jsonb_array_length(value -> 'strokes') > 200 or length(value ->> 'name') > 200 then
    return 'too_long';
  elsif exists (
    select from jsonb_array_elements(value -> 'strokes') s
    where case when jsonb_typeof(s) <> 'array' then true else
      jsonb_array_length(s) not between 4 and 2000 or jsonb_array_length(s) % 2 = 1
      or exists (
        select from jsonb_array_elements(s) p
        where jsonb_typeof(p) <> 'number' or p #>> '{}' !~ '^([0-9]{1,3}|1000)$') end
  ) then
    return 'wrong_type';
  elsif value -> 'strokes' = '[]' and length(value ->> 'name') < 2 then
    return 'too_short';
  end if;
  return null;
end
$$;

-- Signs that nobody sees, or that turn letters around; a common blank is none.
create function private.has_unseen(word text) returns boolean
language sql immutable
as $$
  select word ~
    '[\u0001-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]'
$$;

-- Whether this is how an answer names a photo or a file: what it is called, without signs that nobody
-- sees or that turn letters around, and what says for sure which one it is.
create function private.is_form_file(type text, value jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(case when jsonb_typeof(value) = 'object' then
    value ?& array['id', 'name', 'media_type', 'bytes', 'sha256']
    and (select count(*) from jsonb_object_keys(value)) = 5
    and jsonb_typeof(value -> 'id') = 'string'
    and value ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and jsonb_typeof(value -> 'name') = 'string'
    and not private.is_blank(value ->> 'name') and length(value ->> 'name') <= 120
    and not private.has_unseen(value ->> 'name')
    and (value ->> 'media_type' in ('image/jpeg', 'image/webp')
      or type = 'file' and value ->> 'media_type' = 'application/pdf')
    and jsonb_typeof(value -> 'bytes') = 'number' and value ->> 'bytes' ~ '^[1-9][0-9]{0,8}$'
    and jsonb_typeof(value -> 'sha256') = 'string' and value ->> 'sha256' ~ '^[0-9a-f]{64}$'
  end, false);
end
$$;

create function private.broken_files(type text, most int, value jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(value) <> 'array' then
    return 'wrong_type';
  elsif exists (
    select from jsonb_array_elements(value) f where not private.is_form_file(type, f)) then
    return 'wrong_type';
  elsif jsonb_array_length(value) > most then
    return 'too_many';
  elsif (select count(distinct f ->> 'id') <> count(*) from jsonb_array_elements(value) f) then
    return 'duplicate';
  elsif exists (
    select from jsonb_array_elements(value) f where (f ->> 'bytes')::int > 10485760) then
    return 'too_large';
  end if;
  return null;
end
$$;

-- The rule that an answer breaks; null = none.
create function private.broken_answer(field jsonb, value jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  type constant text := field ->> 'type';
  kind constant text := jsonb_typeof(value);
  word constant text := value #>> '{}';
  most int;
begin
  if type in ('short_text', 'long_text', 'email', 'phone') then
    most := case type when 'short_text' then 500 when 'long_text' then 5000 when 'email' then 254 else 30 end;
    return case
      when kind <> 'string' then 'wrong_type'
      when length(word) > least(most, (field ->> 'max')::int) then 'too_long'
      when length(word) < (field ->> 'min')::int then 'too_short'
      when word !~ private.text_format(field ->> 'format') then 'wrong_format'
      when type = 'email' and (word !~ '^[^@ ]+@[^@ ]+[.][^@ ]+$' or private.has_unseen(word))
        then 'not_an_email'
      when type = 'phone' and word !~ '^[+]?[0-9() ./-]{5,30}$' then 'not_a_phone' end;
  elsif type in ('number', 'scale') then
    return case
      when not private.is_form_number(value) then 'not_a_number'
      when type = 'scale' and word ~ '[.]' then 'not_whole'
      when word::numeric < (field ->> 'min')::numeric then 'too_small'
      when word::numeric > (field ->> 'max')::numeric then 'too_large' end;
  elsif type = 'date' then
    return case
      when kind <> 'string' or not private.is_form_day(word) then 'not_a_day'
      when word < field ->> 'min' then 'too_small'
      when word > field ->> 'max' then 'too_large' end;
  elsif type = 'time' then
    return case when kind <> 'string' or word !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then 'not_a_time' end;
  elsif type = 'single' then
    return case when kind <> 'string' or not field -> 'options' ? word then 'not_a_choice' end;
  elsif type = 'multi' then
    -- A cast to see only lists: what is none has no elements.
    return case when kind <> 'array' then 'not_a_choice' else (
      select case when count(*) <> count(distinct e)
          or bool_or(jsonb_typeof(e) <> 'string' or not field -> 'options' ? (e #>> '{}'))
        then 'not_a_choice' end
      from jsonb_array_elements(value) e) end;
  elsif type = 'yes_no' then
    return case when kind <> 'boolean' then 'wrong_type' end;
  elsif type = 'consent' then
    return case when value <> 'true' then 'wrong_type' end;
  elsif type in ('photo', 'file') then
    return private.broken_files(type, (field ->> 'max')::int, value);
  end if;
  return private.broken_signature(value);
end
$$;

-- Judges what somebody filled in by the fields of one version:
-- {answers: what is kept, issues: [{field, rule}], flags: [{field, level}]}.
create function private.check_answers(fields jsonb, given jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  field jsonb;
  id text;
  value jsonb;
  rule text;
  answers jsonb := '{}';
  issues jsonb := '[]';
  flags jsonb := '[]';
  -- Of all its files together.
  bytes bigint := 0;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    given := '{}';
  end if;
  for field in select f.value from jsonb_array_elements(fields) f loop
    continue when not private.is_question(field ->> 'type')
      or not private.is_shown(field -> 'visible_if', answers);
    id := field ->> 'id';
    value := given -> id;
    if private.is_empty_answer(field ->> 'type', value) then
      rule := case when (field ->> 'required')::boolean then 'required' end;
      value := null;
    else
      rule := private.broken_answer(field, value);
    end if;
    if rule is null and value is not null and field ->> 'type' in ('photo', 'file') then
      bytes := bytes + (
        select sum((f ->> 'bytes')::int) from jsonb_array_elements(value) f);
      rule := case when bytes > 26214400 then 'too_large' end;
    end if;
    if rule is not null then
      issues := issues || jsonb_build_object('field', id, 'rule', rule);
    elsif value is not null then
      answers := answers || jsonb_build_object(id, value);
    end if;
    if jsonb_typeof(field -> 'flag') = 'object'
      and private.meets_check(answers -> id, field -> 'flag') then
      flags := flags || jsonb_build_object('field', id, 'level', field #> '{flag,level}');
    end if;
  end loop;
  if length(answers::text) > 200000 then
    issues := issues || '{"field": "", "rule": "too_large"}';
  end if;
  return jsonb_build_object('answers', answers, 'issues', issues, 'flags', flags);
end
$$;

-- Checks run with the rights of whoever writes the row.
grant execute on function
  private.is_blank(text), private.is_form_day(text), private.is_form_number(jsonb),
  private.is_question(text), private.is_form_check(jsonb), private.is_file_count(jsonb),
  private.text_format(text), private.is_text_bound(jsonb, int),
  private.is_form_condition(jsonb, text[], boolean), private.is_form_field(jsonb, text[]),
  private.is_form_fields(jsonb), private.is_signature(jsonb), private.broken_signature(jsonb)
to authenticated, service_role;
