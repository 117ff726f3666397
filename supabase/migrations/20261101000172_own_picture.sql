-- Everybody in the team may change their own picture. The policy on staff lets them reach their own
-- row for it; all other columns stay with those who manage the team.

create function private.keep_own_profile() returns trigger
language plpgsql set search_path = ''
as $$
declare
  theirs constant text[] := '{photo_path,rev,updated_at}';
begin
  -- The server's own functions write with their owner's rights.
  if current_user = 'authenticated'
    and to_jsonb(new) - theirs is distinct from to_jsonb(old) - theirs
    and not private.has_permission(new.business_id, 'staff') then
    perform private.refuse('not_allowed');
  end if;
  return new;
end
$$;

create trigger keep_own_profile before update on public.staff
  for each row execute function private.keep_own_profile();
