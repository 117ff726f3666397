import type { TestServer } from './server.ts';

/**
 * A waitlist on a busy day, for the demo business: people who wait for other things and times, one with a
 * long name and a long note, offers that are open and that came to nothing, and people who are done.
 */
export const fillWaitlist = async (server: TestServer): Promise<void> => {
  await server.sql(`do $$
    declare
      business constant uuid := (select id from public.businesses order by created_at limit 1);
      people constant uuid[] := array(select id from public.clients
        where business_id = business and status = 'active' and email is not null
        order by id limit 9);
      kinds constant uuid[] := array(select v.id from public.service_variants v
        join public.services s on s.id = v.service_id
        where v.business_id = business and v.status = 'active' and s.status = 'active'
          and s.capacity is null order by v.id limit 4);
      person constant uuid := (select id from public.staff where business_id = business
        and status = 'active' order by id limit 1);
      today constant date := (now() at time zone 'America/New_York')::date;
      wish constant jsonb := jsonb_build_array(jsonb_build_object('variant_id', kinds[1],
        'staff_ids', jsonb_build_array(person), 'add_on_ids', '[]'::jsonb));
      two constant jsonb := wish || jsonb_build_array(jsonb_build_object('variant_id', kinds[2],
        'staff_ids', '[]'::jsonb, 'add_on_ids', '[]'::jsonb));
      soon constant jsonb := jsonb_build_array(jsonb_build_object('from_day', today, 'to_day',
        today + 21, 'weekdays', '[]'::jsonb, 'from_min', 0, 'to_min', 1440));
      evenings constant jsonb := jsonb_build_array(
        jsonb_build_object('from_day', today, 'to_day', today + 14, 'weekdays', '[0, 2, 4]'::jsonb,
          'from_min', 1020, 'to_min', 1200),
        jsonb_build_object('from_day', today + 20, 'to_day', today + 27, 'weekdays', '[5]'::jsonb,
          'from_min', 540, 'to_min', 720));
      nights constant jsonb := jsonb_build_array(jsonb_build_object('from_day', today + 1, 'to_day',
        today + 3, 'weekdays', '[]'::jsonb, 'from_min', 120, 'to_min', 240));
      offer constant jsonb := jsonb_build_object('mode', 'first_in_line',
        'starts_at', now() + interval '26 hours', 'ends_at', now() + interval '27 hours',
        'staff_ids', jsonb_build_array(person));
      sent constant jsonb := offer || jsonb_build_object('id', gen_random_uuid(), 'state', 'sent',
        'sent_at', now() - interval '20 minutes', 'viewed_at', now() - interval '5 minutes',
        'expires_at', now() + interval '100 minutes');
      refused constant jsonb := offer || jsonb_build_object('id', gen_random_uuid(), 'state', 'declined',
        'sent_at', now() - interval '2 days', 'expires_at', now() - interval '1 day');
      missed constant jsonb := offer || jsonb_build_object('id', gen_random_uuid(), 'state', 'expired',
        'sent_at', now() - interval '2 days', 'expires_at', now() - interval '1 day');
    begin
      update public.clients set first_name = 'Wilhelmina-Alexandrina',
        last_name = 'von Hohenzollern-Sigmaringen' where id = people[2];
      insert into public.waitlist_entries
        (id, business_id, client_id, items, windows, note, priority, source, state, created_at,
          flexible_min, offers, expires_at)
      select gen_random_uuid(), business, e.client_id, e.items, e.windows, e.note, e.priority, e.source,
        e.state, now() - e.days * interval '1 day', e.flexible, e.offers, now()
      from (values
        (people[1], wish, soon, null, 5, 'staff', 'waiting', 12, 30, '[]'::jsonb),
        (people[2], two, evenings, 'Only if the children are at school; please call the mobile number, '
          'not the one at work. Donaudampfschifffahrtsgesellschaftskapitänin.', 0, 'public', 'waiting',
          3, 0, jsonb_build_array(missed, refused)),
        (people[3], wish, soon, null, 0, 'public', 'offered', 1, 0, jsonb_build_array(sent, refused)),
        (people[4], two, nights, null, 0, 'staff', 'waiting', 0, 0, '[]'),
        (people[5], wish, soon, 'Back from holiday', 0, 'staff', 'cancelled', 40, 0,
          jsonb_build_array(refused)),
        (people[6], wish, soon, null, 0, 'public', 'expired', 90, 0, jsonb_build_array(missed))
      ) e (client_id, items, windows, note, priority, source, state, days, flexible, offers);
    end $$`);
};
