-- Two steps to sign in, held by the database: who has confirmed an authenticator app is served
-- nothing with a token that has only seen the password (aal1). Without this rule the second step
-- would be a page of the app that a thief of the password simply does not open.
--
-- Refused loudly (HTTP 401) and never with an empty answer: to a device, "you have no rows" would
-- mean "forget them", and a mutation refused one by one would be lost. 401 means: sign in again.

-- Whether the caller has proved as much as the account asks for. The server's own work has no user.
create function private.is_proven() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return auth.uid() is null
    or coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not exists (
      select from auth.mfa_factors f
      where f.user_id = auth.uid() and f.status = 'verified');
end
$$;

-- True, or an error. PostgREST answers PT401 with the status 401.
create function private.require_second_factor() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_proven() then
    raise exception using errcode = 'PT401', message = 'second_factor_required';
  end if;
  return true;
end
$$;

-- Whether the caller has just shown the second factor (or has none): for what cannot be undone, a
-- session that was left open is not enough.
create function private.has_fresh_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  fresh constant interval := '10 minutes';
begin
  return not exists (
      select from auth.mfa_factors f
      where f.user_id = auth.uid() and f.status = 'verified')
    or exists (
      select from jsonb_array_elements(
        case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) a
      where a.value ->> 'method' like any (array['totp', 'webauthn', 'mfa/%'])
        and to_timestamp((a.value ->> 'timestamp')::numeric::double precision) > now() - fresh);
end
$$;

-- One restrictive policy per table, for every operation. It depends on no row, so that it is asked
-- once per statement, before the first row and also when there is none.
create function private.ask_second_factor(table_name text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create policy %I on public.%I as restrictive for all to authenticated
       using ((select private.require_second_factor()))',
    table_name || '_second_factor', table_name);
end
$$;

-- The functions that manage members write with their owner's rights, which no policy stops. What
-- they write does.
create function private.guard_second_factor() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return null;
end
$$;

create trigger second_factor before insert or update or delete on public.memberships
  for each statement execute function private.guard_second_factor();

grant execute on function private.is_proven(), private.require_second_factor()
  to authenticated, service_role;
