-- Photos and files that clients hand over with a form, from pages without an account. Whoever may fill
-- in a form offers a file for one of its questions, as the answer will name it, and gets a secret for
-- its bytes alone. The function form-files takes them in by that secret, looks whether they are what was
-- offered, and stores them. Nothing is listed or read here, and a file that nobody sends a form with goes
-- after a day.

-- Not stored: asking again gets the same, for the same file.
create function private.upload_secret(file_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select encode(sha256(convert_to(
      private.server_setting('token_secret') || ':file:' || file_id, 'UTF8')), 'hex')
  );
end
$$;

-- {ok, upload: the secret, is_stored: its bytes need not be sent again}. Codes: not_found, stale (no such
-- version, or no such question in it), invalid (with the question and its rule), rate_limited.
create function public.offer_form_file(
  key text, version int, field text, file jsonb, token text default null
) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  f public.forms;
  question jsonb;
  rule text;
  secret text;
  kept private.form_files;
begin
  a := private.visit_of_token(offer_form_file.token);
  if offer_form_file.token is null or a.business_id is not null then
    f := private.form_of_key(offer_form_file.key, a);
  end if;
  if f.id is null then
    return private.refused('not_found', null);
  end if;
  select q.value into question
    from public.form_versions v, jsonb_array_elements(v.fields) q
    where v.business_id = f.business_id and v.form_id = f.id
      and v.number = offer_form_file.version and q.value ->> 'id' = offer_form_file.field
      and q.value ->> 'type' in ('photo', 'file');
  if question is null then
    return private.refused('stale', 'version');
  end if;
  rule := private.broken_files(question ->> 'type', 1, jsonb_build_array(offer_form_file.file));
  if rule is not null then
    return private.refused('invalid', offer_form_file.field) || jsonb_build_object('rule', rule);
  elsif not private.take_ticket('form_file:network', private.client_network())
    or not private.take_ticket('form_file:business', f.business_id::text) then
    return private.rate_limited('form_file:network');
  end if;
  secret := private.upload_secret((offer_form_file.file ->> 'id')::uuid);
  insert into private.form_files (id, business_id, form_id, facts, upload_hash)
    values (
      (offer_form_file.file ->> 'id')::uuid, f.business_id, f.id, offer_form_file.file,
      private.token_hash(secret))
    on conflict (id) do nothing;
  -- Sent, forgotten and sent once more: it is wanted again.
  delete from private.file_trash t
    where t.bucket_id = 'form-files'
      and t.name = f.business_id || '/' || (offer_form_file.file ->> 'id');
  select * into kept from private.form_files x
    where x.id = (offer_form_file.file ->> 'id')::uuid and x.business_id = f.business_id
      and x.form_id = f.id and x.facts = offer_form_file.file
      and x.upload_hash = private.token_hash(secret);
  if kept.id is null then
    return private.refused('invalid', offer_form_file.field) || '{"rule": "duplicate"}';
  end if;
  return jsonb_build_object(
    'ok', true, 'upload', secret, 'is_stored', kept.stored_at is not null);
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;

-- For the function that takes bytes in: what has to come by a secret, and where it belongs; `stored` = it
-- is there now. Codes: not_found.
create function public.form_file_of_upload(upload text, stored boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  x private.form_files;
begin
  if form_file_of_upload.stored then
    update private.form_files w set stored_at = coalesce(w.stored_at, now())
      where w.upload_hash = private.token_hash(form_file_of_upload.upload);
  end if;
  select * into x from private.form_files w
    where w.upload_hash = private.token_hash(form_file_of_upload.upload);
  if x.id is null then
    return private.refused('not_found', null);
  end if;
  return jsonb_build_object(
    'ok', true, 'name', x.business_id || '/' || x.id, 'facts', x.facts,
    'is_stored', x.stored_at is not null);
end
$$;

revoke all on function
  public.offer_form_file(text, int, text, jsonb, text), public.form_file_of_upload(text, boolean)
from public;
grant execute on function public.offer_form_file(text, int, text, jsonb, text)
to anon, authenticated, service_role;
grant execute on function public.form_file_of_upload(text, boolean) to service_role;
