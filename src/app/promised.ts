import { ChartNoAxesColumn, CreditCard, Mail, Package } from 'lucide-react';
import type { Promised } from './not-here-yet-screen.tsx';
import { patterns } from './paths.ts';

const calendar = { to: patterns.calendar, label: 'Open the calendar' };
const services = { to: patterns.services, label: 'Open services' };
const settings = { to: patterns.settings, label: 'Open settings' };

/** What each part will be, for as long as its screen is not written. */
export const promised = {
  billing: {
    title: 'Billing',
    icon: CreditCard,
    text: 'Your plan and its invoices. Nothing is charged until this page exists.',
    meanwhile: settings,
  },
  emails: {
    title: 'Mails to clients',
    icon: Mail,
    text: 'The mails that your clients get, with a preview of each.',
    meanwhile: settings,
  },
  stripeReturn: {
    title: 'Payments',
    icon: CreditCard,
    text: 'Online payments are not open yet, so there is nothing to connect. Take cash or use your own terminal meanwhile.',
    meanwhile: settings,
  },
  analytics: {
    title: 'Analytics',
    icon: ChartNoAxesColumn,
    text: 'Revenue, rebooking, no-shows and how full your days are.',
    meanwhile: calendar,
  },
  inventory: {
    title: 'Inventory',
    icon: Package,
    text: 'Products, stock and orders.',
    meanwhile: services,
  },
} as const satisfies Record<string, Promised>;
