import { patterns } from './paths.ts';
import {
  CalendarDays,
  ChartNoAxesColumn,
  ClipboardList,
  Gift,
  Hourglass,
  LayoutDashboard,
  Package,
  Receipt,
  Scissors,
  Settings,
  ShoppingBag,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { Icon } from '#ui/icon.ts';

export type NavItem = { label: string; to: string; icon: Icon; keys?: string };

/** Where a day's work happens; `keys` are pressed one after the other. */
export const mainNav: readonly NavItem[] = [
  { label: 'Today', to: patterns.dashboard, icon: LayoutDashboard, keys: 'g t' },
  { label: 'Calendar', to: patterns.calendar, icon: CalendarDays, keys: 'g c' },
  { label: 'Clients', to: patterns.clients, icon: UserRound, keys: 'g l' },
  { label: 'Checkout', to: patterns.checkout, icon: ShoppingBag, keys: 'g o' },
  { label: 'Waitlist', to: patterns.waitlist, icon: Hourglass, keys: 'g w' },
];

/** What is set up now and then. */
export const businessNav: readonly NavItem[] = [
  { label: 'Services', to: patterns.services, icon: Scissors, keys: 'g s' },
  { label: 'Staff', to: patterns.staff, icon: UsersRound, keys: 'g p' },
  { label: 'Forms', to: patterns.forms, icon: ClipboardList },
  { label: 'Inventory', to: patterns.inventory, icon: Package },
  { label: 'Gift cards', to: patterns.giftCards, icon: Gift },
  { label: 'Transactions', to: patterns.transactions, icon: Receipt, keys: 'g r' },
  { label: 'Analytics', to: patterns.analytics, icon: ChartNoAxesColumn, keys: 'g a' },
];

export const settingsNav: NavItem = {
  label: 'Settings',
  to: patterns.settings,
  icon: Settings,
  keys: 'g ,',
};
