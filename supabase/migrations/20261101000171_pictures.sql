-- Pictures that clients see: of the people, of the services and their categories, and the logo. A row names its picture;
-- the file lies at that path in a bucket that everybody may open and nobody may list.
--
-- A file is taken in only where a row names it already, from whoever may change that row, and is taken
-- away only when none does any more. The checks of the columns keep each row to the folder of
-- its own business; the rows' own policies hold inside these.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', true, 524288, '{image/jpeg,image/webp}')
on conflict (id) do nothing;

-- Whether the caller may change what this folder is about. No policy of a table stands in front of it.
-- Who may change no more than their own picture keeps, in the folder of their team, what is nobody
-- else's: their own, and the one before it, which no row names any more.
create function private.keeps_picture(name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  business constant text := split_part(name, '/', 1);
  folder constant text := split_part(name, '/', 2);
  mine uuid[];
begin
  perform private.require_second_factor();
  if business = any (
    private.businesses_allowing(
      case folder
        when 'staff' then 'staff'
        when 'services' then 'services'
        when 'service_categories' then 'services'
        when 'businesses' then 'settings'
      end)::text[]) then
    return true;
  elsif folder <> 'staff' then
    return false;
  end if;
  mine := private.my_staff();
  return exists (
      select from public.staff s where s.id = any (mine) and s.business_id::text = business)
    and not exists (
      select from public.staff s
      where s.photo_path = keeps_picture.name and s.id <> all (mine));
end
$$;

create policy pictures_select on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and private.keeps_picture(name));
create policy pictures_insert on storage.objects for insert to authenticated
  with check (
    bucket_id = 'pictures' and private.keeps_picture(name) and (
      exists (select from public.staff s where s.photo_path = objects.name)
      or exists (select from public.services s where s.image_path = objects.name)
      or exists (select from public.service_categories c where c.image_path = objects.name)
      or exists (select from public.businesses b where b.logo_path = objects.name)
    )
  );
create policy pictures_delete on storage.objects for delete to authenticated
  using (
    bucket_id = 'pictures' and private.keeps_picture(name)
    and not exists (select from public.staff s where s.photo_path = objects.name)
    and not exists (select from public.services s where s.image_path = objects.name)
    and not exists (select from public.service_categories c where c.image_path = objects.name)
    and not exists (select from public.businesses b where b.logo_path = objects.name)
  );

grant execute on function private.keeps_picture(text) to authenticated, service_role;
