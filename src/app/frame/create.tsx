import { pathTo } from '#app/paths.ts';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';
import { Menu } from '#ui/menu.tsx';
import { closeSheet, openSheet } from '#ui/overlays.tsx';
import { Ban, CalendarPlus, Plus, ShoppingBag, UserRoundPlus, UsersRound } from 'lucide-react';
import { Link } from 'react-router-dom';

type Creation = { label: string; hint: string; icon: Icon; to: string };

const creations: readonly Creation[] = [
  {
    label: 'Appointment',
    hint: 'Book a client into the calendar',
    icon: CalendarPlus,
    to: pathTo('calendar', null, { new: 'appointment' }),
  },
  {
    label: 'Class',
    hint: 'A session with seats',
    icon: UsersRound,
    to: pathTo('calendar', null, { new: 'class' }),
  },
  {
    label: 'Block time',
    hint: 'Breaks and errands',
    icon: Ban,
    to: pathTo('calendar', null, { new: 'block' }),
  },
  {
    label: 'Client',
    hint: 'Add somebody to your list',
    icon: UserRoundPlus,
    to: pathTo('clients', null, { new: 'client' }),
  },
  {
    label: 'Sale',
    hint: 'Walk-ins, over the counter',
    icon: ShoppingBag,
    to: pathTo('checkout'),
  },
];

/** The (+) of phones: what can be made, in a sheet where the thumb is. */
export const openCreateSheet = (): void => openSheet('New', <CreateList />);

function CreateList() {
  return (
    <ul className="-mx-2 grid gap-1 pb-2">
      {creations.map(({ label, hint, icon: Icon, to }) => (
        <li key={label}>
          <Link
            to={to}
            onClick={closeSheet}
            className="flex min-h-16 items-center gap-4 rounded-lg px-2 py-2 hover:bg-raised"
          >
            <span className="grid size-[44px] shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
              <Icon size={20} aria-hidden />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{label}</span>
              <span className="block text-sm text-muted">{hint}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The same on larger screens, as a menu under a button. */
export function CreateMenu() {
  return (
    <Menu
      label="New"
      align="start"
      wide
      items={creations.map(({ label, hint, icon, to }) => ({ label, hint, icon, to }))}
      trigger={(props) => (
        <Button {...props} variant="primary" icon={Plus} className="!px-0" wide>
          <span className="sidebar-label">New</span>
        </Button>
      )}
    />
  );
}
