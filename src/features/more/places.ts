import { patterns } from '#app/paths.ts';
import type { Icon } from '#ui/icon.ts';
import {
  Activity,
  Armchair,
  Ban,
  ChartNoAxesColumn,
  ClipboardList,
  CreditCard,
  Gift,
  Hourglass,
  LayoutDashboard,
  Mail,
  Package,
  Receipt,
  Rocket,
  Scissors,
  Settings,
  UsersRound,
} from 'lucide-react';

export type Place = {
  label: string;
  hint: string;
  to: string;
  icon: Icon;
  /** What waits there. */
  badge?: string | undefined;
  /** Its page says what will be there. */
  isLater?: boolean;
};

export type Group = { title: string; places: Place[] };

const count = (number: number, one: string, many: string): string | undefined =>
  number === 0 ? undefined : `${number} ${number === 1 ? one : many}`;

/** All places beside the bar, with what waits in each. */
export const placesOf = (facts: {
  requests: number;
  attention: number;
  waiting: number;
  /** Products of which there is little left. */
  low: number;
  /** The questions of the beginning are not answered yet. */
  isNew: boolean;
}): Group[] => [
  ...(facts.isNew
    ? [
        {
          title: 'Start',
          places: [
            {
              label: 'Finish setting up',
              hint: 'Hours, menu and booking link',
              to: patterns.onboarding,
              icon: Rocket,
            },
          ],
        },
      ]
    : []),
  {
    title: 'Every day',
    places: [
      {
        label: 'Today',
        hint: 'Who is here, who is next, what waits',
        to: patterns.dashboard,
        icon: LayoutDashboard,
        badge: count(facts.requests, 'request', 'requests'),
      },
      {
        label: 'Waitlist',
        hint: 'Clients who wait for a gap',
        to: patterns.waitlist,
        icon: Hourglass,
      },
    ],
  },
  {
    title: 'Your business',
    places: [
      {
        label: 'Services',
        hint: 'Menu, prices, lengths, add-ons',
        to: patterns.services,
        icon: Scissors,
      },
      {
        label: 'Staff',
        hint: 'People, hours, who does what',
        to: patterns.staff,
        icon: UsersRound,
      },
      {
        label: 'Rooms and equipment',
        hint: 'Chairs, rooms, machines that services need',
        to: patterns.resources,
        icon: Armchair,
      },
      {
        label: 'Reasons for blocked time',
        hint: 'Lunch, errands, holidays',
        to: patterns.settingsBlockOffReasons,
        icon: Ban,
      },
      {
        label: 'Forms',
        hint: 'Intake and consent',
        to: patterns.forms,
        icon: ClipboardList,
      },
      {
        label: 'Inventory',
        hint: 'Products and stock',
        to: patterns.inventory,
        icon: Package,
        badge: facts.low > 0 ? `${facts.low} low` : undefined,
      },
      {
        label: 'Gift cards',
        hint: 'Sell and redeem',
        to: patterns.giftCards,
        icon: Gift,
      },
    ],
  },
  {
    title: 'Money',
    places: [
      {
        label: 'Transactions',
        hint: 'Sales, payments, refunds',
        to: patterns.transactions,
        icon: Receipt,
      },
      {
        label: 'Analytics',
        hint: 'Revenue, rebooking, no-shows',
        to: patterns.analytics,
        icon: ChartNoAxesColumn,
      },
    ],
  },
  {
    title: 'Set up',
    places: [
      {
        label: 'Settings',
        hint: 'Business, booking page, rules, look',
        to: patterns.settings,
        icon: Settings,
      },
      {
        label: 'Messages to clients',
        hint: 'What they say and when',
        to: patterns.settingsEmails,
        icon: Mail,
      },
      {
        label: 'Billing',
        hint: 'Plan and invoices',
        to: patterns.settingsBilling,
        icon: CreditCard,
        isLater: true,
      },
      {
        label: 'Device and sync',
        hint: 'What waits, storage, versions',
        to: patterns.debug,
        icon: Activity,
        badge:
          count(facts.attention, 'to decide', 'to decide') ??
          count(facts.waiting, 'waiting', 'waiting'),
      },
    ],
  },
];
