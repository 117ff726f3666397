import { CreditCard } from 'lucide-react';
import type { Promised } from './not-here-yet-screen.tsx';
import { patterns } from './paths.ts';

const settings = { to: patterns.settings, label: 'Open settings' };

/** What each part will be, for as long as its screen is not written. */
export const promised = {
  billing: {
    title: 'Billing',
    icon: CreditCard,
    text: 'Your plan and its invoices. Nothing is charged until this page exists.',
    meanwhile: settings,
  },
} as const satisfies Record<string, Promised>;
