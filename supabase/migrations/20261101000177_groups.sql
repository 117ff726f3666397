-- People who come together: a bride and her friends, a family. Each of them has an appointment of
-- their own; all that they share is a number, so that there is no table that could disagree with it
-- (src/features/decisions/0006-groups.md). It is the id of the appointment that the group began with:
-- two devices that begin one with the same appointment begin the same group. That one may leave, or
-- be deleted, and the others still belong together: hence no foreign key.
--
-- Nobody sees an appointment because of its group, so it needs no policy.
alter table public.appointments
  add column group_id uuid,
  -- Who comes to a class sits in it.
  add constraint appointments_group_id_of_visit check (group_id is null or capacity is null);
