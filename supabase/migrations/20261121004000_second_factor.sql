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

select private.ask_second_factor(name) from private.synced_tables;

-- Tables that join later bring the policy with them.
create or replace function private.sync_table(table_name text, at_position int) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.synced_tables values (table_name, at_position);
  execute format(
    'create trigger zz_stamp before insert or update on public.%I
       for each row execute function private.stamp_row()', table_name);
  execute format(
    'create trigger zz_bury after delete on public.%I
       for each row execute function private.bury_row()', table_name);
  perform private.ask_second_factor(table_name);
  perform private.build_newer_revs();
  perform private.build_row_readers();
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
create trigger second_factor before insert or update or delete on private.invitations
  for each statement execute function private.guard_second_factor();
create trigger second_factor before insert or update or delete on private.ownership_offers
  for each statement execute function private.guard_second_factor();

-- Sync asks first of all: judging the mutations of a batch would write each of them off.
create or replace function private.batch_refusal(schema int, client_id uuid, mutations json)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return case
    when schema is null or schema < 1 then 'upgrade_needed'
    when client_id is null or json_typeof(mutations) is distinct from 'array' then 'invalid'
    when json_array_length(mutations) > 100 then 'payload_too_large'
    -- A single large mutation (a long form, a step of an import) may travel alone.
    when octet_length(mutations::text)
      > case when json_array_length(mutations) > 1 then 262144 else 4194304 end
      then 'payload_too_large'
  end;
end
$$;

create or replace function private.sync_refusal(
  head bigint, epoch text, known_epoch text, schema int
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return case
    -- Version 1 is the first; below the oldest one served, the device waits for its update.
    when schema is null or schema < 1 then jsonb_build_object('ok', false, 'code', 'upgrade_needed')
    when head is null then jsonb_build_object('ok', false, 'code', 'access_lost')
    when known_epoch is not null and known_epoch <> epoch
      then jsonb_build_object('ok', false, 'code', 'reset', 'epoch', epoch)
  end || jsonb_build_object('server_time', clock_timestamp());
end
$$;

create or replace function private.may_listen(topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return topic ~ '^business:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and private.is_proven()
    and private.is_member(substr(topic, 10)::uuid);
end
$$;

grant execute on function private.is_proven(), private.require_second_factor()
  to authenticated, service_role;
