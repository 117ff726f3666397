import { formatDate } from '#domain/time/format.ts';
import type { BillingPlan, BillingState, BillingStatus } from '#remote/billing.ts';

export const PLAN_WORDS: Readonly<Record<BillingPlan, { name: string; text: string }>> = {
  solo: { name: 'Solo', text: 'One person takes appointments' },
  team: { name: 'Team', text: 'By the people who take appointments' },
};

export const STATUS_WORDS: Readonly<Record<BillingStatus, string>> = {
  incomplete: 'First payment open',
  incomplete_expired: 'Never paid',
  trialing: 'Trial',
  active: 'Paid',
  past_due: 'Payment failed',
  unpaid: 'Not paid',
  canceled: 'Ended',
  paused: 'Trial over',
};

export const STATUS_TONES: Readonly<
  Record<BillingStatus, 'neutral' | 'success' | 'warning' | 'danger'>
> = {
  incomplete: 'warning',
  incomplete_expired: 'danger',
  trialing: 'neutral',
  active: 'success',
  past_due: 'danger',
  unpaid: 'danger',
  canceled: 'neutral',
  paused: 'warning',
};

type Words = { tone: 'info' | 'success' | 'warning' | 'danger'; title: string; text: string };

/** How a business stands, and what is open to it. */
export const billingWords = ({ provider, access, subscription }: BillingState): Words => {
  if (provider === null) {
    return {
      tone: 'success',
      title: 'Nothing is charged here',
      text: 'This server asks for no payment. Everything is open.',
    };
  }
  if (access === 'limited') {
    return {
      tone: 'danger',
      title: 'Bookings online and messages are off',
      text: 'The plan is not paid. Everything on your devices goes on, and your data stays open to you.',
    };
  }
  if (access === 'warned') {
    return {
      tone: 'warning',
      title: 'A payment failed',
      text: 'Everything is still open. After two weeks bookings online and messages are switched off until it is paid.',
    };
  }
  const end = subscription?.current_period_end;
  if (subscription?.cancel_at_period_end && end) {
    return {
      tone: 'warning',
      title: `Your plan ends on ${formatDate(end)}`,
      text: 'Everything is open until then.',
    };
  }
  if (subscription?.status === 'trialing' && subscription.trial_ends_at) {
    return {
      tone: 'info',
      title: `You are trying it until ${formatDate(subscription.trial_ends_at)}`,
      text: 'Everything is open.',
    };
  }
  if (subscription === null) {
    return { tone: 'info', title: 'No plan was chosen yet', text: 'Everything is open.' };
  }
  return {
    tone: 'success',
    title: 'Everything is open',
    text: end ? `Paid until ${formatDate(end)}.` : 'The plan is in order.',
  };
};
