import { bookAppointment, openDay, openSheet, quietDay } from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const EMAIL = 'vera@example.com';

test('a reminder is worded anew without signal and arrives so; an invitation is ended by its link', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  const day = quietDay();
  await openDay(page, day);
  const visit = { service: 'Dry cut', with: 'Jonah Reyes', day, time: '14:00' };
  await bookAppointment(page, { ...visit, client: 'Vera Visit', isNewClient: true });
  await expectSynced(page);

  await page.goto('/settings/emails');
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const sheet = openSheet(page);
  await page.getByRole('button', { name: /^First reminder/ }).click();
  await sheet
    .getByLabel('Text of the mail')
    .fill('Bring a towel, {{client_first_name}}. {{towels}}');
  await expect(sheet.getByRole('region', { name: 'Preview' })).toContainText(
    'Bring a towel, Ann. {{towels}}',
  );
  await expect(sheet).toContainText('Nothing can be filled in for {{towels}}');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: /^Time to come again/ }).click();
  await sheet.getByRole('switch', { name: 'Send this message' }).check();
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^First reminder/ })).toContainText(
    'your own text',
  );
  await context.setOffline(false);
  await expectSynced(page);

  // The clock's work: she booked long ago, and the day of the reminder has come.
  const [vera] = await server.sql<{ id: string; visit: string; business: string }>(
    `select c.id, a.id as visit, c.business_id as business from public.clients c
     join public.appointments a on a.client_id = c.id where c.first_name = 'Vera'`,
  );
  await server.sql('update public.booking_rules set quiet_from_min = 0, quiet_to_min = 0');
  await server.sql(`update public.clients set email = '${EMAIL}' where id = '${vera!.id}'`);
  const moveClock = (starts: string, status: string) =>
    server.sql(`do $$ begin
      perform set_config('session_replication_role', 'replica', true);
      update public.appointments set status = '${status}', created_at = now() - interval '60 days',
        starts_at = now() + ${starts}, ends_at = now() + ${starts} + interval '45 minutes'
      where id = '${vera!.visit}';
      update private.row_changes set at = now() - interval '60 days' where row_id = '${vera!.visit}';
    end $$`);
  const mailed = (subject: RegExp) => async () =>
    (await server.mails()).find((mail) => mail.to.includes(EMAIL) && subject.test(mail.subject))
      ?.text ?? '';
  await moveClock(`interval '23 hours 59 minutes'`, 'booked');
  await server.sql('select private.run_jobs()');
  await expect
    .poll(mailed(/^See you /), { timeout: 20_000 })
    .toContain('Bring a towel, Vera. {{towels}}');

  await server.sql(
    `insert into public.consent_events (id, business_id, client_id, purpose, channel, state, source, at)
     values (gen_random_uuid(), '${vera!.business}', '${vera!.id}', 'marketing', 'email', 'granted',
       'in_person', now() - interval '1 day')`,
  );
  // Clocks may have changed since: an hour more is late, and not too late.
  await moveClock(`interval '-28 days -110 minutes'`, 'completed');
  await server.sql('select private.run_jobs()');
  const invitation = mailed(/^Time for your next visit/);
  await expect.poll(invitation, { timeout: 20_000 }).toContain('/unsubscribe?token=');
  const { page: visitor } = await newDevice({ viewport: { width: 320, height: 740 } });
  const link = new URL(/https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(await invitation())![0]);
  await visitor.goto(link.pathname + link.search);
  await visitor.getByRole('button', { name: 'Send me no more' }).click();
  await expect(
    visitor.getByRole('heading', { name: 'You get no more of these mails' }),
  ).toBeVisible();
  await expect
    .poll(async () => (await localRows(page, 'consent_events')).map(({ state }) => state))
    .toContain('withdrawn');
});
