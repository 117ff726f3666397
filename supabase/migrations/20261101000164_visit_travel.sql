-- Travel to visits at the client's. It is a part of the buffers of a segment, which occupy its staff
-- already: free time, places and online booking count it without knowing of it, and so do devices
-- that are older than this. The two columns say how much of the buffers is travel, to be drawn and
-- changed as such.
alter table public.appointment_segments
  add column travel_before_min int not null default 0 check (travel_before_min between 0 and 480),
  add column travel_after_min int not null default 0 check (travel_after_min between 0 and 480);

-- What a visit at the client's begins with.
alter table public.booking_rules
  add column travel_before_min int not null default 30 check (travel_before_min between 0 and 480),
  add column travel_after_min int not null default 0 check (travel_after_min between 0 and 480);

-- Where clients can be visited: beginnings of postal codes, without blanks; none = everywhere.
alter table public.booking_rules
  add column visit_postal_codes text[] not null default '{}' check (
    private.is_set(visit_postal_codes, 200)
    and array_to_string(visit_postal_codes, ',') ~ '^([A-Z0-9]{1,10}(,[A-Z0-9]{1,10})*)?$');

-- Where clients can book somebody.
alter table public.staff
  add column works_at text not null default 'both'
    check (works_at in ('both', 'business', 'client'));
