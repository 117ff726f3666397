-- Photos of a client's visits, and PDFs that are kept with them. The row travels like any other; the
-- picture or PDF itself lies in a bucket that nobody can open, at {business}/{photo}, and is brought
-- there by the device that took it.
--
-- Whoever sees the client sees the photo. A picture is only taken in once its row is here, and only
-- shown while its row is: what is deleted, erased or out of somebody's sight is closed at once.

create table public.client_photos (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid not null,
  kind text not null check (kind in ('before', 'after', 'reference', 'document')),
  -- The same for a before and its after: the id of the one that was there first.
  pair_id uuid,
  appointment_id uuid,
  taken_at timestamptz not null,
  -- What the client had said about photos when it was taken.
  consent text not null default 'unasked' check (consent in ('granted', 'denied', 'unasked')),
  media_type text not null check (media_type in ('image/jpeg', 'image/webp', 'application/pdf')),
  -- Of a picture; a PDF has a name instead, and may be twice as large.
  width int check (width between 1 and 2048),
  height int check (height between 1 and 2048),
  file_name text check (length(file_name) between 1 and 120),
  bytes int not null check (bytes between 1 and 10485760),
  -- null: the picture is still on the device that took it.
  stored_at timestamptz,
  author_name text not null default '' check (length(author_name) <= 254),
  check (
    case when media_type = 'application/pdf'
      then kind = 'document' and file_name is not null and num_nonnulls(width, height) = 0
      else file_name is null and num_nonnulls(width, height) = 2 and bytes <= 5242880
    end),
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id)
);
create index client_photos_client_id on public.client_photos (business_id, client_id);
create index client_photos_appointment_id on public.client_photos (business_id, appointment_id)
  where appointment_id is not null;
create index client_photos_rev on public.client_photos (business_id, rev);

select private.sync_table('client_photos', 194);

-- client_photos: as the client
create policy client_photos_select on public.client_photos for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
    or client_id = any ((select private.own_clients('clients.view'))::uuid[])
  );
create policy client_photos_insert on public.client_photos for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
    or client_id = any ((select private.own_clients('clients.edit'))::uuid[])
  );
create policy client_photos_update on public.client_photos for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
    or client_id = any ((select private.own_clients('clients.edit'))::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
    or client_id = any ((select private.own_clients('clients.edit'))::uuid[])
  );
create policy client_photos_delete on public.client_photos for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
    or client_id = any ((select private.own_clients('clients.edit'))::uuid[])
  );

-- Pictures without a row: whoever deleted the row may take the picture away, nobody else reaches it.
create table private.photo_trash (
  photo_id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  deleted_by uuid,
  at timestamptz not null default now()
);
create index photo_trash_business_id on private.photo_trash (business_id);

create function private.note_deleted_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- With the business goes everything.
  if exists (select from public.businesses b where b.id = old.business_id) then
    insert into private.photo_trash (photo_id, business_id, deleted_by)
      values (old.id, old.business_id, auth.uid())
      on conflict (photo_id) do update set deleted_by = excluded.deleted_by, at = now();
  end if;
  return null;
end
$$;
create trigger note_deleted_photo after delete on public.client_photos
  for each row execute function private.note_deleted_photo();

create function private.forget_deleted_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.photo_trash t where t.photo_id = new.id;
  return null;
end
$$;
create trigger forget_deleted_photo after insert on public.client_photos
  for each row execute function private.forget_deleted_photo();

-- null for a name that no photo of ours has.
create function private.photo_id(name text) returns uuid
language sql immutable set search_path = ''
as $$
  select case
    when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then split_part(name, '/', 2)::uuid
  end
$$;

create function private.is_my_deleted_photo(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- No policy of a table stands in front of this.
  perform private.require_second_factor();
  return exists (
    select from private.photo_trash t
    where t.photo_id = private.photo_id(name) and t.business_id::text = split_part(name, '/', 1)
      and t.deleted_by = (select auth.uid())
      and t.business_id = any ((select private.my_businesses())::uuid[]));
end
$$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'client-photos', 'client-photos', false, 10485760, '{image/jpeg,image/webp,application/pdf}')
on conflict (id) do nothing;

-- The row's own policies decide: they hold inside these too.
create policy client_photos_select on storage.objects for select to authenticated
  using (
    bucket_id = 'client-photos' and (
      exists (
        select from public.client_photos p
        where p.id = private.photo_id(objects.name)
          and p.business_id::text = split_part(objects.name, '/', 1))
      or private.is_my_deleted_photo(objects.name)
    )
  );
create policy client_photos_insert on storage.objects for insert to authenticated
  with check (
    bucket_id = 'client-photos' and exists (
      select from public.client_photos p
      where p.id = private.photo_id(objects.name)
        and p.business_id::text = split_part(objects.name, '/', 1)
        and (
          p.business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
          or p.client_id = any ((select private.own_clients('clients.edit'))::uuid[])
        ))
  );
create policy client_photos_delete on storage.objects for delete to authenticated
  using (bucket_id = 'client-photos' and private.is_my_deleted_photo(objects.name));

grant execute on function private.photo_id(text), private.is_my_deleted_photo(text)
to authenticated, service_role;
