import { CreditCard, Gift } from 'lucide-react';
import type { Promised } from './not-here-yet-screen.tsx';
import { patterns } from './paths.ts';

const clients = { to: patterns.clients, label: 'Open clients' };
const settings = { to: patterns.settings, label: 'Open settings' };

/** What each part will be, for as long as its screen is not written. */
export const promised = {
  billing: {
    title: 'Billing',
    icon: CreditCard,
    text: 'Your plan and its invoices. Nothing is charged until this page exists.',
    meanwhile: settings,
  },
  giftCards: {
    title: 'Gift cards',
    icon: Gift,
    text: 'Sell, send and redeem gift cards.',
    meanwhile: clients,
  },
} as const satisfies Record<string, Promised>;
