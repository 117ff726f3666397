-- Blocks that repeat. As with a series of appointments every date is a row of its own: free time,
-- windows of sync, policies and conflicts all concern single rows, and a rule would have to be
-- laid out on both sides to the minute. The row says which others it was made with, and by which
-- rule, so that people can change the following ones too.
alter table public.time_blocks
  add column repeat_id uuid,
  add column repeat_rule text check (private.is_series_rule(repeat_rule)),
  -- Moved by hand: it keeps its own time when the others move.
  add column repeat_detached boolean not null default false,
  -- The calendar elsewhere that it comes from; null = made here. Set by the server alone
  -- (outside_calendars.sql).
  add column outside_id uuid;
create index time_blocks_outside_id on public.time_blocks (business_id, outside_id)
  where outside_id is not null;
