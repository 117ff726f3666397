import Stripe from 'stripe';
import type { ProviderAccount, ProviderAccounts } from '../provider.ts';
import { asking } from './client.ts';

/**
 * Accounts of businesses that are theirs: Stripe asks who they are, bears what they cannot pay back, takes
 * its fees from them, and they have its dashboard.
 */
export const stripeAccounts = (stripe: Stripe): ProviderAccounts => ({
  async create({ key, name, email, country }) {
    const account = await asking(
      stripe.accounts.create(
        {
          controller: {
            fees: { payer: 'account' },
            losses: { payments: 'stripe' },
            requirement_collection: 'stripe',
            stripe_dashboard: { type: 'full' },
          },
          country,
          business_profile: { name },
          ...(email === null ? {} : { email }),
        },
        { idempotencyKey: key },
      ),
    );
    return { id: account.id, state: stateOf(account) };
  },

  async find(id) {
    try {
      return { id, state: stateOf(await stripe.accounts.retrieve(id)) };
    } catch (error) {
      // Its owner has taken our access away.
      if (error instanceof Stripe.errors.StripePermissionError) return { id, state: 'ended' };
      return asking(Promise.reject(error));
    }
  },

  async pageFor(id, { returnUrl, againUrl }) {
    const { url } = await asking(
      stripe.accountLinks.create({
        account: id,
        type: 'account_onboarding',
        return_url: returnUrl,
        refresh_url: againUrl,
      }),
    );
    return url;
  },
});

const stateOf = ({
  charges_enabled,
  details_submitted,
  requirements,
}: Stripe.Account): ProviderAccount['state'] => {
  if (requirements?.disabled_reason?.startsWith('rejected')) return 'refused';
  if (charges_enabled) return 'ready';
  const isMoreNeeded = [requirements?.currently_due, requirements?.past_due].some(
    (fields) => (fields?.length ?? 0) > 0,
  );
  return details_submitted && !isMoreNeeded ? 'review' : 'incomplete';
};
