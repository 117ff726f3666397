-- Clients who were asked whether they come say so by the link of their visit. Saying it twice is no fault.

-- Codes: not_found, already_cancelled, past, rate_limited.
create function public.confirm_booking(token text) returns jsonb
language plpgsql volatile security definer
set search_path = '' set timezone = 'UTC' set statement_timeout = '3s'
as $$
declare
  a public.appointments;
  refusal text;
begin
  a := private.managed_appointment(confirm_booking.token);
  if a.id is null or (private.seats_of_token(confirm_booking.token)).id is not null then
    return private.refused('not_found', null);
  end if;
  perform private.lock_business(a.business_id);
  select * into a from public.appointments x where x.id = a.id;
  refusal := case
    when a.status in ('cancelled', 'declined', 'expired') then 'already_cancelled'
    when a.status <> 'booked' or a.starts_at <= now() then 'past' end;
  if refusal is not null then
    return private.refused(refusal, null);
  end if;
  perform set_config('daybook.actor', 'client', true);
  update public.appointments x set confirmation = 'confirmed'
    where x.id = a.id and x.confirmation <> 'confirmed';
  return '{"ok": true}';
exception
  when sqlstate 'PT409' then
    return private.rate_limited('wrong_token:network');
  when others then
    return private.hide_error(sqlstate, sqlerrm);
end
$$;
revoke all on function public.confirm_booking(text) from public;
grant execute on function public.confirm_booking(text) to anon, authenticated, service_role;
