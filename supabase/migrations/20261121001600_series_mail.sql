-- What staff do to a series at once is one message, not one for each date: the first of its dates
-- carries the others along, each with a link of its own.

-- The other dates of a series that something happened to in the same push, as `data.also` of the
-- mail that waits about the first one. Cancelled ones need no link any more.
create function private.add_series_dates(first uuid, others uuid[], with_links boolean) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  a public.appointments;
  token text;
  also jsonb := '[]';
begin
  for a in
    select * from public.appointments x where x.id = any (others) order by x.starts_at
  loop
    token := case when with_links then private.new_token() end;
    if token is not null then
      perform private.add_manage_token(a.business_id, a.id, token, a.ends_at);
    end if;
    also := also || jsonb_build_object(
      'starts_at', a.starts_at, 'ends_at', a.ends_at, 'manage_token', token);
  end loop;
  update private.mail_outbox m set data = m.data || jsonb_build_object('also', also)
    where m.data #>> '{appointment,id}' = first::text
      and m.state = 'queued' and m.attempts = 0 and m.due_at > now();
end
$$;
revoke all on function private.add_series_dates(uuid, uuid[], boolean) from public;

create or replace function private.mail_changes(business uuid, my_rev bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  delay constant interval := '2 minutes';
  a record;
begin
  for a in
    with changed as (
      select x.id, x.status, x.conflict, x.series_id, x.starts_at, x.created_at = now() as is_new,
        coalesce(f.fields, '{}') as fields
      from public.appointments x
      left join lateral (
        select array_agg(distinct u) as fields
        from private.row_changes c, unnest(c.fields) u
        where c.business_id = business and c.row_id = x.id and c.rev = my_rev
      ) f on true
      where x.business_id = business and x.rev = my_rev and x.client_id is not null
        and x.source not in ('import', 'walk_in') and x.starts_at > now()
    ),
    told as (
      select c.*, case
        when c.status = 'cancelled' and 'status' = any (c.fields) then 'cancelled_by_business'
        when c.status = 'declined' and 'status' = any (c.fields) then 'cancelled_by_business'
        -- Nobody is told of a place that is not theirs yet.
        when c.status <> 'booked' or c.conflict then null
        when c.is_new or 'conflict' = any (c.fields) then 'booking_confirmed'
        -- Approved, or cancelled by mistake; taking back an arrival is nobody's business.
        when 'status' = any (c.fields) and not c.fields && array['arrived_at', 'finished_at']
          then 'booking_confirmed'
        when 'starts_at' = any (c.fields) or 'ends_at' = any (c.fields) then 'rescheduled'
      end as news
      from changed c
    )
    -- Appointments that stand alone are told one by one, those of a series together.
    select t.news, array_agg(t.id order by t.starts_at) as ids
    from told t
    where t.news is not null
    group by t.news, coalesce(t.series_id, t.id)
  loop
    perform private.mail_appointment(
      a.ids[1], a.news, now() + delay,
      case when a.news <> 'cancelled_by_business' then private.new_token() end, null,
      (
        select (m.data #>> '{appointment,starts_at}')::timestamptz
        from private.mail_outbox m
        where m.data #>> '{appointment,id}' = a.ids[1]::text and a.news = 'rescheduled'
        order by m.created_at desc limit 1
      ));
    if cardinality(a.ids) > 1 then
      perform private.add_series_dates(
        a.ids[1], a.ids[2:], a.news <> 'cancelled_by_business');
    end if;
  end loop;
end
$$;
