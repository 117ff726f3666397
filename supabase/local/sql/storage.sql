-- The storage service acts under the caller's role, so that policies on storage.objects decide.

grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
