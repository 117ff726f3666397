import type { Permission, Scope } from '#domain/permissions/presets.ts';
import type { Role } from '#domain/rows.ts';

/** What a role is for, in a sentence. */
export const ROLE_HINTS: Readonly<Record<Exclude<Role, 'owner'>, string>> = {
  manager: 'Everything but billing and handing the business over.',
  front_desk: 'All calendars, all clients and the checkout; no figures, no settings.',
  practitioner: 'Their own calendar, their own clients and their own sales.',
  assistant: 'Looks at the calendar and at clients’ names; changes nothing.',
};

type Line = { permission: Permission; label: string; hint?: string };

/** Every permission in words that need no manual, in the order in which people ask. */
export const RIGHTS: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: 'Calendar',
    lines: [
      { permission: 'appointments.view', label: 'See appointments' },
      { permission: 'appointments.edit', label: 'Book, move and change appointments' },
      { permission: 'appointments.delete', label: 'Cancel appointments' },
      {
        permission: 'block',
        label: 'Block time',
        hint: 'Everybody’s: approves time off as well. All others ask for time off.',
      },
    ],
  },
  {
    title: 'Clients',
    lines: [
      { permission: 'clients.view', label: 'See clients' },
      {
        permission: 'clients.contact',
        label: 'See phone, e-mail and address',
        hint: 'Without it none of this reaches their devices; where a visit at home takes place does.',
      },
      { permission: 'clients.edit', label: 'Add and change clients' },
      { permission: 'clients.clinical', label: 'Read and write clinical notes' },
      { permission: 'clients.merge', label: 'Merge doubled clients' },
      { permission: 'clients.export', label: 'Export data' },
    ],
  },
  {
    title: 'Money',
    lines: [
      {
        permission: 'prices',
        label: 'See prices',
        hint: 'Without it no price, sale or fee reaches their devices; the booking page shows the menu to everybody.',
      },
      { permission: 'checkout', label: 'Take payments' },
      { permission: 'refund', label: 'Refund' },
      { permission: 'drawer', label: 'Open and count the drawer' },
      { permission: 'transactions', label: 'See sales' },
      { permission: 'giftcards', label: 'Sell and manage gift cards' },
      { permission: 'inventory', label: 'Manage stock' },
      { permission: 'inventory.cost', label: 'See what stock costs' },
      { permission: 'analytics', label: 'See figures and reports' },
    ],
  },
  {
    title: 'Business',
    lines: [
      { permission: 'services', label: 'Change services and prices' },
      { permission: 'forms', label: 'Read filled-in forms; everybody’s: build forms too' },
      { permission: 'waitlist', label: 'Manage the waitlist' },
      { permission: 'staff', label: 'Manage the team, its hours and its access' },
      { permission: 'settings', label: 'Change settings' },
      { permission: 'billing', label: 'Manage billing' },
    ],
  },
];

/** How far a permission reaches; `hasOwn`: there is something between nothing and all. */
export const scopeName = (scope: Scope, hasOwn: boolean): string => {
  if (scope === 'none') return 'No';
  if (scope === 'ask') return 'Only their own, with approval';
  if (scope === 'own') return 'Only their own';
  return hasOwn ? 'Everybody’s' : 'Yes';
};
