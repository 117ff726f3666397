-- Photos and files of filled-in forms. The answers name them, with their hashes, and are sealed; their
-- bytes lie in a bucket that nobody can open, at {business}/{file}. Who may read the answers may open
-- them, and nobody else.
--
--   from a client's device   offered ──▶ stored ──▶ named by a submission   (form_uploads.sql)
--   from a device of ours    named by a submission ──▶ stored               as photos of clients are
--
-- A file belongs to one submission for ever. What no submission names goes after a while.

create table private.form_files (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  form_id uuid not null,
  -- null: nothing that has been sent names it, or not yet.
  submission_id uuid,
  -- As answers name it: {id, name, media_type, bytes, sha256}.
  facts jsonb not null,
  -- Of the secret by which its bytes come in; null: a device of the team brings them.
  upload_hash bytea unique,
  -- null: its bytes are not here, as far as this table knows.
  stored_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (business_id, form_id) references public.forms (business_id, id) on delete cascade,
  foreign key (business_id, submission_id) references public.form_submissions (business_id, id)
    on delete cascade
);
create index form_files_form_id on private.form_files (business_id, form_id);
create index form_files_submission_id on private.form_files (business_id, submission_id);
create index form_files_waiting on private.form_files (created_at) where submission_id is null;
alter table private.form_files enable row level security;

-- The files that answers name, each with its question.
create function private.files_of(answers jsonb) returns table (field text, file jsonb)
language sql immutable
as $$
  select a.key, f.value
  from jsonb_each(answers) a,
    jsonb_array_elements(case jsonb_typeof(a.value) when 'array' then a.value else '[]' end) f
  where jsonb_typeof(f.value) = 'object'
$$;

-- The question whose file has not come in, or is another submission's; null = all are there.
create function private.missing_file(f public.forms, answers jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select o.field from private.files_of(answers) o
    where not exists (
      select from private.form_files x
      where x.id = (o.file ->> 'id')::uuid and x.business_id = f.business_id and x.form_id = f.id
        and x.facts = o.file and x.submission_id is null and x.stored_at is not null)
    limit 1
  );
end
$$;

-- A submission takes its files: those of a client are here already, those of a device come after it.
create function private.take_form_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  o record;
begin
  for o in select * from private.files_of(new.answers) loop
    if new.filled_on = 'client_device' then
      update private.form_files x set submission_id = new.id
        where x.id = (o.file ->> 'id')::uuid and x.business_id = new.business_id
          and x.form_id = new.form_id and x.facts = o.file
          and x.submission_id is null and x.stored_at is not null;
    else
      insert into private.form_files (id, business_id, form_id, submission_id, facts)
        values ((o.file ->> 'id')::uuid, new.business_id, new.form_id, new.id, o.file)
        on conflict (id) do nothing;
    end if;
    if not found then
      perform private.refuse('file_missing', o.field);
    end if;
  end loop;
  return null;
end
$$;
create trigger z_take_files after insert on public.form_submissions
  for each row execute function private.take_form_files();

-- Bytes are not the database's to delete (file_sweep.sql).
create function private.trash_form_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.file_trash (bucket_id, name, business_id)
    values ('form-files', old.business_id || '/' || old.id, old.business_id)
    on conflict do nothing;
  return null;
end
$$;
create trigger trash_form_file after delete on private.form_files
  for each row execute function private.trash_form_file();

-- What was sent and never named: the form was given up, or booked without. A day is longer than any
-- payment takes. Then what lies in the bucket and is nobody's: somebody died in the middle of bringing it.
create function private.forget_form_files() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  patience constant interval := '1 day';
begin
  delete from private.form_files x
    where x.submission_id is null and x.created_at < now() - patience;
  insert into private.file_trash (bucket_id, name, business_id)
    select o.bucket_id, o.name, split_part(o.name, '/', 1)::uuid
    from storage.objects o
    where o.bucket_id = 'form-files' and o.created_at < now() - patience
      and private.photo_id(o.name) is not null
      and not exists (
        select from private.form_files x
        where x.id = private.photo_id(o.name) and x.business_id::text = split_part(o.name, '/', 1))
    on conflict do nothing;
end
$$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'form-files', 'form-files', false, 10485760, '{image/jpeg,image/webp,application/pdf}')
on conflict (id) do nothing;

-- null for a name that no submission's file has.
create function private.submission_of_file(name text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select x.submission_id from private.form_files x
    where x.id = private.photo_id(name) and x.business_id::text = split_part(name, '/', 1)
  );
end
$$;

-- The submission's own policies decide: they hold inside these too.
create policy form_files_select on storage.objects for select to authenticated
  using (
    bucket_id = 'form-files' and exists (
      select from public.form_submissions s
      where s.id = private.submission_of_file(objects.name))
  );
create policy form_files_insert on storage.objects for insert to authenticated
  with check (
    bucket_id = 'form-files' and exists (
      select from public.form_submissions s
      where s.id = private.submission_of_file(objects.name))
  );

grant execute on function private.submission_of_file(text) to authenticated, service_role;
