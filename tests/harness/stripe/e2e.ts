import { DEMO, test } from '#tests/harness/e2e.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { startStripe, type StripeEmulator } from './emulator.ts';

/** Without the network: what stands in for Stripe has its interface, its pages and its messages. */
export const stripeTest = test.extend<{ stripe: StripeEmulator }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter list
  stripe: async ({}, use) => {
    const stripe = await startStripe();
    await use(stripe);
    await stripe.stop();
  },
  server: async ({ database, stripe }, use) => {
    const server = await startServer({ database, env: stripe.env });
    stripe.tellTo(server.url);
    await use(server);
    await server.dispose();
  },
});

/** The demo business has told Stripe everything. */
export const connectStripe = async (stripe: StripeEmulator, server: TestServer): Promise<void> => {
  const { id } = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } });
  await server.sql(
    `insert into private.payment_accounts (business_id, provider, account_id, state)
     select b.id, 'stripe', '${id}', 'ready' from public.businesses b where b.slug = '${DEMO.slug}'`,
  );
  stripe.book.change(id, 'ready');
};
