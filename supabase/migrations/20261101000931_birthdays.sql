-- Wishes on birthdays, to clients who agreed to marketing by mail. Off until a business switches them on.
-- As with the other messages by the clock nothing is stored ahead, and the mail that was queued is the mark.
-- A mail says neither the day nor the year.

create index clients_birthday on public.clients (business_id, right(birthday, 5))
  where birthday is not null;
create index mail_outbox_client on private.mail_outbox (business_id, (data ->> 'client_id'))
  where data is not null;

-- The ends of birthdays that are kept on a day: who was born on 29 February has theirs on the 28th in the
-- years without it.
create function private.birthdays_on(day date) returns text[]
language sql immutable
as $$
  select case when to_char(day, 'MM-DD') = '02-28' and to_char(day + 1, 'MM-DD') = '03-01'
    then array['02-28', '02-29'] else array[to_char(day, 'MM-DD')] end
$$;

-- At nine in the morning by their clock, or when the quiet hours end. Who looks away for three hours misses it.
create function private.due_birthdays() returns table (business_id uuid, client_id uuid, day date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.id, c.id, d.day
    from public.message_templates own
    join public.businesses b on b.id = own.business_id
    join public.booking_rules r on r.business_id = b.id
    cross join generate_series(-1, 1) ago
    -- Somewhere it is a day later than here.
    cross join lateral (select (now() at time zone b.time_zone)::date - ago as day) d
    join public.clients c on c.business_id = b.id and c.status = 'active'
      and right(c.birthday, 5) = any (private.birthdays_on(d.day))
    cross join lateral (select coalesce(c.time_zone, b.time_zone) as zone) z
    where own.key = 'birthday' and own.enabled
      and private.next_loud(r, z.zone, private.local_to_instant(d.day, 540, z.zone))
        between now() - interval '3 hours' and now()
      -- Theirs alone: nobody is congratulated on the birthday of who they answer for.
      and c.email is not null and (private.mail_recipient(c)).id = c.id
      and not exists (select from private.closed_businesses x where x.business_id = b.id)
      -- Also a day that is corrected to a later one comes once; records that became theirs count.
      and not exists (
        select from private.mail_outbox o
        where o.business_id = b.id and o.kind = 'birthday' and o.data ->> 'client_id' in (
          select m.id::text from public.clients m
          where m.business_id = b.id and (m.id = c.id or m.merged_into = c.id)))
    order by b.id, c.id
    limit 500;
end
$$;

create function private.send_birthday(business uuid, client uuid, day date) returns void
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  c public.clients;
begin
  perform private.lock_business(business);
  select * into b from public.businesses x where x.id = business;
  select * into c from public.clients x where x.business_id = business and x.id = client;
  -- It may have become another's, or nobody's, while this waited for its turn.
  if c.status <> 'active' or c.email is null then
    return;
  end if;
  perform private.queue_mail(
    b.id, 'birthday', c.email, nullif(btrim(concat_ws(' ', c.first_name, c.last_name)), ''),
    jsonb_build_object(
      'business', private.business_mail_data(b), 'client', private.client_mail_data(c, null),
      'client_id', c.id, 'unsubscribe_token', private.unsubscribe_token(b.id, c.id)),
    now(), private.day_start(day + 1, coalesce(c.time_zone, b.time_zone)),
    private.message_refusal(c.id, b.id, 'marketing'));
end
$$;

create function private.send_birthdays() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in select * from private.due_birthdays() loop
    -- One that cannot be written keeps no other, and no other job, waiting.
    begin
      perform private.send_birthday(one.business_id, one.client_id, one.day);
    exception when others then
      raise warning 'the birthday of % was not written: %', one.client_id, sqlerrm;
    end;
  end loop;
end
$$;

revoke all on function
  private.birthdays_on(date), private.due_birthdays(), private.send_birthday(uuid, uuid, date),
  private.send_birthdays()
from public;
