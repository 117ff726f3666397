-- Photos of a client's visits. The row travels like any other; the picture itself lies in a bucket
-- that nobody can open, at {business}/{photo}, and is brought there by the device that took it.
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
  media_type text not null check (media_type in ('image/jpeg', 'image/webp')),
  width int not null check (width between 1 and 2048),
  height int not null check (height between 1 and 2048),
  bytes int not null check (bytes between 1 and 5242880),
  -- null: the picture is still on the device that took it.
  stored_at timestamptz,
  author_name text not null default '' check (length(author_name) <= 254),
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

alter table public.client_photos enable row level security;
revoke all on public.client_photos from public, anon, authenticated;
grant all on public.client_photos to service_role;
grant select on public.client_photos to authenticated;

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

select private.grant_writes('client_photos', 'insert,update,delete', '{}');

-- Pictures without a row: whoever deleted the row may take the picture away, nobody else reaches it.
create table private.photo_trash (
  photo_id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  deleted_by uuid,
  at timestamptz not null default now()
);
create index photo_trash_business_id on private.photo_trash (business_id);
alter table private.photo_trash enable row level security;
revoke all on private.photo_trash from public, anon, authenticated;

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
  return exists (
    select from private.photo_trash t
    where t.photo_id = private.photo_id(name) and t.business_id::text = split_part(name, '/', 1)
      and t.deleted_by = (select auth.uid())
      and t.business_id = any ((select private.my_businesses())::uuid[]));
end
$$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('client-photos', 'client-photos', false, 5242880, '{image/jpeg,image/webp}')
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

-- Photos are sent again, and erased, with what else is kept about a client.
create or replace function private.resend_records(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.client_notes r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.consent_events r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.patch_tests r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.client_photos r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.attention_items r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.entity = 'clients'
      and r.entity_id = c.id and r.rev <> private.held_rev(r.business_id);
end
$$;

create or replace function private.erase_client() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  business constant uuid := new.business_id;
  records constant text[] := array['client_notes', 'consent_events', 'patch_tests', 'client_photos'];
  visits uuid[];
begin
  -- Also records that were deleted before: the log still knows them.
  insert into private.erased_rows (row_id, business_id)
    select distinct found.id, business
    from (
      select new.id as id
      union all
      select n.id from public.client_notes n where n.business_id = business and n.client_id = new.id
      union all
      select c.id from public.consent_events c where c.business_id = business and c.client_id = new.id
      union all
      select p.id from public.patch_tests p where p.business_id = business and p.client_id = new.id
      union all
      select p.id from public.client_photos p where p.business_id = business and p.client_id = new.id
      union all
      select private.as_uuid(op -> 'id')
      from private.mutation_log l,
        jsonb_array_elements(case when jsonb_typeof(l.ops) = 'array' then l.ops else '[]' end) op
      where l.business_id = business and op ->> 'table' = any (records)
        and op #>> '{value,client_id}' = new.id::text
    ) found
    where found.id is not null
    on conflict do nothing;

  delete from public.client_notes n where n.business_id = business and n.client_id = new.id;
  delete from public.consent_events c where c.business_id = business and c.client_id = new.id;
  delete from public.patch_tests p where p.business_id = business and p.client_id = new.id;
  delete from public.client_photos p where p.business_id = business and p.client_id = new.id;

  visits := array(
    select a.id from public.appointments a
    where a.business_id = business and a.client_id = new.id);
  update public.appointments a
    set client_note = null, staff_note = null, address = null, cancel_reason = null
    where a.business_id = business and a.client_id = new.id
      and (a.client_note, a.staff_note, a.address, a.cancel_reason) is distinct from
        (null::text, null::text, null::jsonb, null::text);
  delete from private.public_tokens t
    where t.business_id = business and t.subject_id = any (visits);
  delete from private.mail_outbox m
    where m.business_id = business and (
      m.to_email = old.email or m.data #>> '{appointment,id}' = any (visits::text[]));
  update public.attention_items i
    set mine = '{}', theirs = '{}', state = case i.state when 'open' then 'dismissed' else i.state end
    where i.business_id = business and i.kind <> 'slot_taken' and (
      i.entity_id = new.id or i.entity_id = any (visits) or private.is_erased(i.entity_id)
      or position(new.id::text in i.mine::text) > 0);
  update private.mutation_log l set ops = private.without_erased(business, l.ops)
    where l.business_id = business and l.ops is distinct from private.without_erased(business, l.ops);

  -- The records that became part of this one were the same person's.
  update public.clients c set status = 'anonymised'
    where c.business_id = business and c.merged_into = new.id and c.status <> 'anonymised';
  return null;
end
$$;

create trigger a_drop_erased before insert or update of client_id on public.client_photos
  for each row execute function private.drop_record_of_erased();

select private.build_row_writers();
