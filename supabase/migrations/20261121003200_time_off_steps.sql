-- The life of time off: TIME_OFF_STEPS of src/domain/staff/time-off.ts, and a test compares the two.
-- Who may take a step is decided by the policies; here is decided which steps there are.

create table private.time_off_transitions (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
alter table private.time_off_transitions enable row level security;
revoke all on private.time_off_transitions from public, anon, authenticated;
insert into private.time_off_transitions (from_status, to_status) values
  ('requested', 'approved'), ('requested', 'declined'), ('requested', 'cancelled'),
  ('approved', 'cancelled'), ('approved', 'requested'),
  ('declined', 'requested'),
  ('cancelled', 'requested'), ('cancelled', 'approved');

create function private.check_time_off_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from private.time_off_transitions t
    where t.from_status = old.status and t.to_status = new.status
  ) then
    perform private.refuse('illegal_transition', 'status');
  end if;
  return new;
end
$$;
revoke all on function private.check_time_off_step() from public;
create trigger check_step before update of status on public.time_off
  for each row when (old.status is distinct from new.status)
  execute function private.check_time_off_step();
