import { expectConfirmed } from '#tests/harness/booking-page.ts';
import {
  DEPOSITS_ASKED,
  askForDeposits,
  chooseNearestTime,
  giveCard,
  goToBank,
  goToPayment,
  loseTime,
  payWith,
} from '#tests/harness/deposits.ts';
import { DEMO, TOLD, expect, signIn } from '#tests/harness/e2e.ts';
import { connectStripe, stripeTest as test } from '#tests/harness/stripe/e2e.ts';

/** Which payment a page of Stripe is about. */
const sessionAt = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

test('an account is connected, then deposits are paid by Stripe, with the tab open or closed', async ({
  signedIn: { page: pro },
  newDevice,
  stripe,
}) => {
  await pro.goto('/settings/stripe/return');
  await pro.getByRole('button', { name: 'Connect with Stripe' }).click();
  await pro.getByRole('button', { name: 'Leave for now' }).click();
  await expect(pro.getByRole('heading', { name: 'Stripe needs to know more' })).toBeVisible();
  await pro.getByRole('button', { name: 'Continue with Stripe' }).click();
  await pro.getByRole('button', { name: 'Everything is told', exact: true }).click();
  await expect(pro.getByRole('heading', { name: 'Clients can pay online' })).toBeVisible();
  await askForDeposits(pro);

  const { page: first, context } = await newDevice({ viewport: { width: 360, height: 740 } });
  await goToPayment(first);
  await payWith(first, '4000 0000 0000 0002');
  await expect(first.getByRole('alert')).toContainText('declined');
  await first.close();

  const visitor = await context.newPage();
  await visitor.goto(`/book/${DEMO.slug}/payment`);
  await expect(visitor.getByText('Your card was declined')).toBeVisible();
  await payWith(visitor, '4000 0000 0000 3220');
  await visitor.getByRole('button', { name: 'Complete' }).click();
  await expectConfirmed(visitor);
  await expect(visitor.getByText('Paid already')).toBeVisible();

  // The tab is closed on Stripe's page, where the card is given all the same.
  const { page: second, context: other } = await newDevice();
  await goToPayment(second);
  const session = sessionAt(await goToBank(second));
  await second.close();
  expect(stripe.book.pay(session, '4242 4242 4242 4242', null)).toBe('paid');
  await stripe.quiet();
  expect(stripe.book.sessionById(session).payment_intent?.status).toBe('succeeded');
  const back = await other.newPage();
  await back.goto(`/book/${DEMO.slug}/payment`);
  await expectConfirmed(back);
});

test('a time that is lost while its client pays is not charged; every message comes after the answers, and changes nothing', async ({
  server,
  newDevice,
  stripe,
}) => {
  await connectStripe(stripe, server);
  await server.sql(DEPOSITS_ASKED);
  // Kept, to be delivered when everything is over.
  stripe.tellTo(null);
  const { page: pro } = await newDevice();
  await signIn(pro);
  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });

  const held = await goToPayment(visitor);
  const lost = sessionAt(await goToBank(visitor));
  await loseTime(pro, server.url, held);
  await giveCard(visitor, '4242 4242 4242 4242');
  await chooseNearestTime(visitor);
  expect(stripe.book.sessionById(lost).payment_intent?.status).toBe('canceled');

  const session = sessionAt(await goToBank(visitor));
  await giveCard(visitor, '4000 0000 0000 3220');
  await visitor.getByRole('button', { name: 'Fail' }).click();
  await expect(visitor.getByRole('alert')).toContainText('declined');
  await giveCard(visitor, '4000 0000 0000 3220');
  await visitor.getByRole('button', { name: 'Complete' }).click();
  await expectConfirmed(visitor);
  const deposit = pro.getByRole('region', { name: 'Deposit', exact: true });
  const counts = () => expect(deposit).toContainText('$14.40 counts at checkout', TOLD);
  await pro.goto(`/appointments/${new URL(visitor.url()).searchParams.get('id')}`);
  await counts();

  const hook = `${server.url}/functions/v1/payment-webhook`;
  const late = stripe.events.toReversed();
  expect(late.map(({ type }) => type)).toContain('checkout.session.completed');
  for (const event of [...late, ...late]) expect(await stripe.deliver(event, hook)).toBe(204);
  const ledger = await server.sql<{ what: string; cents: number }>(
    `select 'in' as what, amount_cents::int as cents from public.payments
       where method = 'card_online' and created_at > now() - interval '1 hour'
     union all select 'out', amount_cents::int from public.refunds
       where method = 'card_online' and created_at > now() - interval '1 hour'`,
  );
  expect(ledger).toEqual([{ what: 'in', cents: 1440 }]);
  expect(stripe.book.sessionById(lost).payment_intent?.status).toBe('canceled');
  expect(stripe.book.sessionById(session).payment_intent?.status).toBe('succeeded');
  expect(stripe.calls.filter(({ path }) => path.endsWith('/capture'))).toHaveLength(1);
  await pro.reload();
  await counts();
});
