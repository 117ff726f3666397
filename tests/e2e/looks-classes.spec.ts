import { visitorNumber } from '#tests/harness/booking-by-keyboard.ts';
import { chooseService, expectConfirmed, fillDetails } from '#tests/harness/booking-page.ts';
import { DEMO, expect } from '#tests/harness/e2e.ts';
import { testLooks } from '#tests/harness/looks.ts';

const CLASS = 'Brow workshop';

/**
 * Brow tinting is taught instead, before the shop opens: with room for many, for one, and for nobody. Once
 * for both sizes.
 */
const PLANNED = `
  with taught as (
    update public.services s set name = '${CLASS}', capacity = 8, image_path = null
    from public.businesses b
    where b.id = s.business_id and b.slug = '${DEMO.slug}' and s.name = 'Brow tint'
    returning s.id, s.business_id
  ), sessions as (
    insert into public.appointments
      (id, business_id, time_zone, starts_at, ends_at, ical_uid, capacity)
    select gen_random_uuid(), t.business_id, b.time_zone, d.at, d.at + interval '45 minutes',
      gen_random_uuid()::text, d.capacity
    from taught t join public.businesses b on b.id = t.business_id
    cross join lateral (
      select ((now() at time zone b.time_zone)::date + n + time '07:00') at time zone b.time_zone
        as at, (array[8, 8, 1])[n - 9] as capacity
      from generate_series(10, 12) n
    ) d
    returning *
  ), work as (
    insert into public.appointment_segments
      (id, business_id, appointment_id, variant_id, service_name, staff_id, starts_at, ends_at,
       duration_min, price_kind, price_cents)
    select gen_random_uuid(), s.business_id, s.id, v.id, '${CLASS}', p.id, s.starts_at, s.ends_at,
      45, 'fixed', 2250
    from sessions s
    join taught t on t.business_id = s.business_id
    join public.service_variants v on v.service_id = t.id
    join public.staff p on p.business_id = s.business_id and p.display_name = 'Mara Lindqvist'
  )
  insert into public.attendees (id, business_id, appointment_id, client_id)
  select gen_random_uuid(), s.business_id, s.id, c.id
  from sessions s cross join lateral (
    select id from public.clients x where x.business_id = s.business_id limit 1) c
  where s.capacity = 1`;

const VISITORS = {
  phone: [visitorNumber(1), visitorNumber(2)],
  desktop: [visitorNumber(3), visitorNumber(4)],
} as const;

testLooks(
  'a class on the booking page, and its link',
  async ({ page, server, size, see }) => {
    await server.sql(PLANNED);
    // Nobody sits in a class twice, and the sizes may share a server.
    const visitors = VISITORS[size];
    await chooseService(page, CLASS);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Choose a date' })).toBeVisible();
    const dates = page.getByRole('list', { name: 'Dates' });
    await expect(dates.getByRole('button', { name: /Full – join the waitlist$/ })).toBeVisible();
    await page.getByLabel('How many of you are coming?').selectOption({ label: '3 seats' });
    await see('class-dates');
    await dates
      .getByRole('button', { name: /seats left$/ })
      .first()
      .click();
    await fillDetails(page, visitors[0]);
    await expect(page.getByRole('heading', { name: 'Check and book' })).toBeVisible();
    await see('class-review');
    await page.getByRole('button', { name: 'Book now' }).click();
    await expectConfirmed(page);
    await see('class-confirmation');
    await page.getByRole('link', { name: 'View or cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Your seats' })).toBeVisible();
    await see('class-manage');
    await page.getByRole('link', { name: 'Cancel seats' }).click();
    await expect(page.getByRole('heading', { name: 'Cancel your seats?' })).toBeVisible();
    await see('class-cancel');

    await chooseService(page, CLASS);
    await page.getByRole('button', { name: 'Continue' }).click();
    await dates.getByRole('button', { name: /Full – join the waitlist$/ }).click();
    await fillDetails(page, visitors[1]);
    await expect(page.getByRole('heading', { name: 'Join the waitlist' })).toBeVisible();
    await see('class-waitlist');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
    await see('class-waiting');
    await page.getByRole('link', { name: /^View or/ }).click();
    await expect(page.getByRole('link', { name: 'Leave the waitlist' })).toBeVisible();
    await see('class-waiting-manage');
  },
  { isColumn: true },
);
