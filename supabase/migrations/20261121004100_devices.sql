-- The browsers in which somebody is signed in, so that they see them all and can take one back:
-- forget it, and it is signed out at once and loses its local data the next time it has a network.
--
-- Not private.devices: those are the numbers under which sync counts mutations, and a device takes a
-- new one whenever it starts over. This is what a person calls a device.

create table private.user_devices (
  -- Made by the device and known to nobody else but its owner: it opens nothing but one question.
  id uuid primary key,
  user_id uuid not null,
  session_id uuid,
  name text not null default '' check (char_length(name) <= 60),
  platform text not null default '' check (char_length(platform) <= 60),
  app_version text not null default '' check (char_length(app_version) <= 60),
  storage_bytes bigint check (storage_bytes >= 0),
  first_seen_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  forgotten_at timestamptz
);
create index user_devices_user_id on private.user_devices (user_id);
alter table private.user_devices enable row level security;

-- facts: {name, platform, app_version, storage_bytes}. Tells of this device, and learns whether it
-- was forgotten. What is too long is cut: nobody is asked about it.
create function public.note_device(device_id uuid, facts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant int := 100;
  who constant uuid := auth.uid();
  known private.user_devices;
  size numeric;
begin
  if who is null or note_device.device_id is null then
    return jsonb_build_object('ok', false, 'code', 'not_allowed');
  end if;
  perform private.require_second_factor();
  -- What nobody has seen for years; word for a forgotten device waits as long.
  delete from private.user_devices d
    where d.user_id = who and d.id <> note_device.device_id
      and greatest(d.forgotten_at, d.seen_at) < now() - interval '2 years';
  select * into known from private.user_devices d where d.id = note_device.device_id;
  if known.user_id <> who then
    return jsonb_build_object('ok', false, 'code', 'not_allowed');
  elsif known.forgotten_at is not null then
    return jsonb_build_object('ok', true, 'forgotten', true);
  elsif known.id is null and most <= (
    select count(*) from private.user_devices d where d.user_id = who
  ) then
    return jsonb_build_object('ok', false, 'code', 'too_many');
  end if;
  if jsonb_typeof(facts -> 'storage_bytes') = 'number' then
    size := least(greatest((facts ->> 'storage_bytes')::numeric, 0), 1e15);
  end if;
  insert into private.user_devices as d
      (id, user_id, session_id, name, platform, app_version, storage_bytes)
    values (
      note_device.device_id, who, (auth.jwt() ->> 'session_id')::uuid,
      left(coalesce(facts ->> 'name', ''), 60), left(coalesce(facts ->> 'platform', ''), 60),
      left(coalesce(facts ->> 'app_version', ''), 60), size::bigint)
    on conflict (id) do update set
      session_id = excluded.session_id, name = excluded.name, platform = excluded.platform,
      app_version = excluded.app_version, storage_bytes = excluded.storage_bytes, seen_at = now();
  return jsonb_build_object('ok', true, 'forgotten', false);
end
$$;

-- The caller's own devices, those used last first.
create function public.my_devices() returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  perform private.require_second_factor();
  return jsonb_build_object('ok', true, 'devices', (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'name', d.name, 'platform', d.platform, 'app_version', d.app_version,
        'storage_bytes', d.storage_bytes, 'first_seen_at', d.first_seen_at, 'seen_at', d.seen_at,
        'signed_in', exists (
          select from auth.sessions s where s.id = d.session_id and s.user_id = d.user_id)
      ) order by d.seen_at desc, d.id), '[]')
    from private.user_devices d
    where d.user_id = auth.uid() and d.forgotten_at is null));
end
$$;

-- Ends the session of one of the caller's devices at once and leaves word for the device itself.
create function public.forget_device(device_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone private.user_devices;
begin
  perform private.require_second_factor();
  update private.user_devices d set forgotten_at = now()
    where d.id = forget_device.device_id and d.user_id = auth.uid() and d.forgotten_at is null
    returning * into gone;
  if gone.id is null then
    return jsonb_build_object('ok', false, 'code', 'not_found');
  end if;
  delete from auth.sessions s where s.id = gone.session_id and s.user_id = gone.user_id;
  return jsonb_build_object('ok', true);
end
$$;

-- Whether a device was forgotten. Without signing in, because a forgotten device cannot any more; and
-- the same answer for one that was never known.
create function public.device_state(device_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
begin
  if not private.take_ticket('read:network', private.client_network()) then
    return private.rate_limited('read:network');
  end if;
  return jsonb_build_object('ok', true, 'forgotten', exists (
    select from private.user_devices d
    where d.id = device_state.device_id and d.forgotten_at is not null));
end
$$;

revoke all on function
  public.note_device(uuid, jsonb), public.my_devices(), public.forget_device(uuid),
  public.device_state(uuid)
from public, anon;
grant execute on function
  public.note_device(uuid, jsonb), public.my_devices(), public.forget_device(uuid)
to authenticated;
grant execute on function public.device_state(uuid) to anon, authenticated, service_role;
