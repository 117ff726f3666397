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

-- Appointments that stand alone are told one by one, those of a series together.
create or replace function private.mail_changes(business uuid, my_rev bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a record;
begin
  for a in
    select n.news, array_agg(x.id order by x.starts_at) as ids
    from private.news_of_push(business, my_rev) n
    join public.appointments x on x.id = n.appointment_id
    group by n.news, coalesce(x.series_id, x.id)
  loop
    perform private.mail_news(a.ids[1], a.news);
    if cardinality(a.ids) > 1 then
      perform private.add_series_dates(
        a.ids[1], a.ids[2:], a.news <> 'cancelled_by_business');
    end if;
  end loop;
end
$$;
