import { patterns } from '#app/paths.ts';
import type { Icon } from '#ui/icon.ts';
import clsx from 'clsx';
import { CalendarDays, Menu, Plus, ShoppingBag, UserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { openCreateSheet } from './create.tsx';

/** The tab that a screen is found under. */
const tabOf = (pathname: string): string => {
  if (pathname.startsWith('/appointments/')) return patterns.calendar;
  const tabs = [patterns.calendar, patterns.clients, patterns.checkout];
  return tabs.find((tab) => pathname.startsWith(tab)) ?? patterns.more;
};

/** Phones: the four places of a day's work within reach of a thumb, and the way to make things. */
export function BottomBar() {
  const current = tabOf(useLocation().pathname);
  return (
    <nav aria-label="Main" className="bottom-bar">
      <Tab current={current} to={patterns.calendar} label="Calendar" icon={CalendarDays} />
      <Tab current={current} to={patterns.clients} label="Clients" icon={UserRound} />
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
      <Tab current={current} to={patterns.checkout} label="Checkout" icon={ShoppingBag} />
      <Tab current={current} to={patterns.more} label="More" icon={Menu} />
    </nav>
  );
}

function Tab({
  to,
  current,
  label,
  icon: Icon,
}: {
  to: string;
  current: string;
  label: string;
  icon: Icon;
}) {
  const isCurrent = to === current;
  return (
    <Link
      to={to}
      aria-current={isCurrent || undefined}
      className={clsx(
        'flex min-w-0 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,3.4vw)] focus-visible:-outline-offset-4',
        isCurrent ? 'font-semibold text-accent' : 'text-muted',
      )}
    >
      <Icon size={22} strokeWidth={isCurrent ? 2.25 : 1.9} aria-hidden />
      <span className="max-w-full truncate">{label}</span>
    </Link>
  );
}
