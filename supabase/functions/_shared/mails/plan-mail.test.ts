import { expect, test } from 'vitest';
import { mailData } from './mail-fixture.ts';
import { renderPlan } from './plan-mail.ts';

test('the plan of a day: its visits in their order, and the way to the calendar', () => {
  const mail = renderPlan(
    {
      business: mailData().business,
      staff: { id: 'mara', name: 'Mara' },
      day: '2026-11-21',
      visits: [
        {
          starts_at: '2026-11-21T15:00:00+00:00',
          ends_at: '2026-11-21T16:00:00+00:00',
          service_name: 'Cut',
          client_name: 'Ann <Okafor>',
          location_type: 'business',
        },
        {
          starts_at: '2026-11-21T17:00:00+00:00',
          ends_at: '2026-11-21T18:00:00+00:00',
          service_name: 'Colour',
          client_name: '',
          location_type: 'client',
        },
      ],
    },
    { siteUrl: 'https://daybook.example' },
  );
  expect(mail.subject).toBe('Your Sat, Nov 21 at Studio Lumen');
  expect(mail.text).toContain('Hello Mara, this is your plan for Sat, Nov 21.');
  expect(mail.text).toMatch(/- 10:00.*11:00.*: Cut · Ann <Okafor>\n- .*: Colour · at the client’s/);
  expect(mail.html).toContain('Ann &lt;Okafor&gt;');
  expect(mail.text).toContain('https://daybook.example/calendar?date=2026-11-21');
});
