import { describe, expect, test } from 'vitest';
import { mailData } from './mail-fixture.ts';
import { renderTeam } from './team-mail.ts';
import type { TeamData } from './team-mail.ts';

const site = { siteUrl: 'https://daybook.example' };
const data: TeamData = {
  business: mailData().business,
  staff: { id: 'mara', name: 'Mara' },
  day: '2026-11-21',
  client_name: 'Ann <Okafor>',
  services: [
    {
      starts_at: '2026-11-21T15:00:00+00:00',
      ends_at: '2026-11-21T16:00:00+00:00',
      service_name: 'Cut',
    },
    {
      starts_at: '2026-11-21T16:00:00+00:00',
      ends_at: '2026-11-21T16:30:00+00:00',
      service_name: 'Blow-dry',
    },
  ],
};

describe('a mail to one of the team', () => {
  test.each([
    ['staff_new', 'New: Sat, Nov 21, 10:00 AM, Cut and Blow-dry', 'a new visit is yours'],
    ['staff_changed', 'Changed: Sat, Nov 21, 10:00 AM, Cut and Blow-dry', 'has changed'],
    ['staff_cancelled', 'Cancelled: Sat, Nov 21, 10:00 AM, Cut and Blow-dry', 'no longer yours'],
  ] as const)('%s says which visit, whose, and leads to its day', (kind, subject, said) => {
    const mail = renderTeam(kind, data, site);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain('Hello Mara, ');
    expect(mail.text).toContain(said);
    expect(mail.text).toContain('- Client: Ann <Okafor>');
    expect(mail.text).toMatch(/- Saturday, November 21, 10:00.*11:00.*: Cut\n- .*: Blow-dry/);
    expect(mail.text).toContain('https://daybook.example/calendar?date=2026-11-21');
    expect(mail.html).toContain('Ann &lt;Okafor&gt;');
    expect(mail.html.match(/<h1/g)).toHaveLength(1);
  });

  test.each([
    [
      'staff_form',
      { form: 'Health <1>' },
      'Ann <Okafor> has filled in a form',
      '- Form: Health <1>',
      '/forms',
    ],
    [
      'staff_waitlist',
      { wants: ['Cut', 'Blow-dry'] },
      'Ann <Okafor> waits for Cut and Blow-dry',
      '- Waits for: Cut',
      '/waitlist',
    ],
  ] as const)('%s says who and what, and leads there', (kind, about, subject, said, path) => {
    const { business, staff, client_name } = data;
    const facts = 'wants' in about ? { wants: [...about.wants] } : about;
    const mail = renderTeam(kind, { business, staff, client_name: client_name!, ...facts }, site);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(said);
    expect(mail.text).toContain(`https://daybook.example${path}`);
    expect(mail.text).not.toContain('1970');
    expect(mail.html).toContain('Ann &lt;Okafor&gt;');
    expect(mail.html).toContain('“Mails to you”');
  });

  test('products that run low are named with what is left, and nothing is said of a visit', () => {
    const { business, staff } = data;
    const mail = renderTeam(
      'low_stock',
      { business, staff, products: [{ name: 'Tint <1>', left: '2' }] },
      site,
    );
    expect(mail.subject).toBe('Products run low at Studio Lumen');
    expect(mail.text).toContain('- Tint <1>: 2 left');
    expect(mail.text).toContain('https://daybook.example/inventory');
    expect(mail.text).not.toMatch(/1970|Client/);
    expect(mail.html).toContain('Tint &lt;1&gt;');
  });

  test('the words are those of the business', () => {
    const words = { subject: 'For {{staff_name}}', body: '{{client_name}} at {{time}}' };
    const mail = renderTeam('staff_new', { ...data, words }, site);
    expect(mail.subject).toBe('For Mara');
    expect(mail.text).toContain('Ann <Okafor> at 10:00 AM');
  });
});
