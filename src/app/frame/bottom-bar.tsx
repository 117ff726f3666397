import { patterns } from '#app/paths.ts';
import type { Icon } from '#ui/icon.ts';
import clsx from 'clsx';
import { CalendarDays, Menu, Plus, ShoppingBag, UserRound } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { openCreateSheet } from './create.tsx';

/** Phones: the four places of a day's work within reach of a thumb, and the way to make things. */
export function BottomBar() {
  return (
    <nav aria-label="Main" className="bottom-bar">
      <Tab to={patterns.calendar} label="Calendar" icon={CalendarDays} />
      <Tab to={patterns.clients} label="Clients" icon={UserRound} />
      <div className="grid place-items-center">
        <button
          type="button"
          aria-label="New"
          aria-haspopup="dialog"
          onClick={openCreateSheet}
          className="grid size-[48px] place-items-center rounded-full bg-accent text-on-accent shadow-float transition-transform duration-150 active:scale-95"
        >
          <Plus size={24} aria-hidden />
        </button>
      </div>
      <Tab to={patterns.checkout} label="Checkout" icon={ShoppingBag} />
      <Tab to={patterns.more} label="More" icon={Menu} />
    </nav>
  );
}

function Tab({ to, label, icon: Icon }: { to: string; label: string; icon: Icon }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        clsx(
          'flex min-w-0 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,3.4vw)] focus-visible:-outline-offset-4',
          isActive ? 'font-semibold text-accent' : 'text-muted',
        )
      }
    >
      {({ isActive }) => (
        <>
          <Icon size={22} strokeWidth={isActive ? 2.25 : 1.9} aria-hidden />
          <span className="max-w-full truncate">{label}</span>
        </>
      )}
    </NavLink>
  );
}
