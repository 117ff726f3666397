-- Files that nobody needs any more: photos and files of forms whose row is gone, and everything of an
-- erased business.
-- Bytes are not the database's to delete. It says which, somebody who can reach the storage takes them
-- away (the function sweep-files when hosted, a timer of the embedded backend), and says so.

create table private.file_trash (
  bucket_id text not null,
  name text not null,
  -- None of the businesses table: it is gone.
  business_id uuid not null,
  at timestamptz not null default now(),
  primary key (bucket_id, name)
);
create index file_trash_business_id on private.file_trash (business_id);
alter table private.file_trash enable row level security;

-- Up to `how_many` files to take away. A deleted photo waits a week: its row may come back with an
-- undo, and the device that deleted it takes the picture away itself. Asking changes nothing, so a
-- sweeper that dies has lost nothing.
create function private.trashed_files(how_many int)
returns table (bucket_id text, name text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  patience constant interval := '7 days';
begin
  return query
    select f.bucket_id, f.name from private.file_trash f
    union
    select 'client-photos', t.business_id || '/' || t.photo_id from private.photo_trash t
      where t.at <= now() - patience
    limit least(greatest(how_many, 0), 1000);
end
$$;

-- These are gone.
create function private.files_swept(bucket text, names text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.file_trash f where f.bucket_id = bucket and f.name = any (names);
  delete from private.photo_trash t
    where bucket = 'client-photos' and t.business_id || '/' || t.photo_id = any (names);
end
$$;

revoke all on function private.trashed_files(int), private.files_swept(text, text[])
  from public, anon, authenticated;
grant execute on function private.trashed_files(int), private.files_swept(text, text[])
  to service_role;
