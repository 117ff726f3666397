-- The roles, schemas and grants that a Supabase project starts with, before any migration.
-- Every statement may run again on every start.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit')
    ) as roles (name, options)
  loop
    -- Roles belong to the whole server: another database may create the same one right now.
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.options);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
    -- Only the server's superuser may act as any role without being a member.
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
       and not pg_has_role(current_user, wanted.name, 'member') then
      execute format('grant %I to %I', wanted.name, current_user);
    end if;
  end loop;
end
$$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- A hosted project lets the API roles at everything new in public; row-level security and the
-- migrations' own revokes are what protects it. Starting stricter here would hide a missing one.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on routines to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
