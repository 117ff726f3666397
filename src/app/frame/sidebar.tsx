import { CreateMenu } from '#app/frame/create.tsx';
import { businessNav, mainNav, settingsNav } from '#app/nav.ts';
import type { NavItem } from '#app/nav.ts';
import { commandKey, openPalette } from '#app/palette/palette-store.ts';
import { SyncChip } from '#app/sync/sync-chip.tsx';
import { IconButton } from '#ui/button.tsx';
import { useStore } from '#ui/store.ts';
import { toggleSidebar, uiState } from '#ui/ui-state.ts';
import clsx from 'clsx';
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { AccountMenu } from './account-menu.tsx';
import { BusinessSwitch } from './business-switch.tsx';

/**
 * Tablets get the narrow one with icons only; on a desktop the person chooses, and the choice is
 * remembered. What it looks like in both widths is decided by `data-narrow` in frame.css.
 */
export function Sidebar() {
  const isCollapsed = useStore(uiState, (state) => state.isSidebarCollapsed);
  return (
    <aside className="sidebar" data-narrow={isCollapsed || undefined}>
      <div className="flex items-center gap-1">
        <BusinessSwitch />
        <span className="sidebar-collapse">
          <IconButton
            size="sm"
            icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
            label={isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
            aria-expanded={!isCollapsed}
            onClick={toggleSidebar}
            className="text-muted"
          />
        </span>
      </div>
      <CreateMenu />
      <FindButton />
      <nav aria-label="Main" className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <ul className="grid gap-0.5">
          {mainNav.map((item) => (
            <NavEntry key={item.to} item={item} />
          ))}
        </ul>
        <p className="sidebar-heading">Business</p>
        <ul className="grid gap-0.5">
          {businessNav.map((item) => (
            <NavEntry key={item.to} item={item} />
          ))}
          <NavEntry item={settingsNav} />
        </ul>
      </nav>
      <SyncChip />
      <AccountMenu />
    </aside>
  );
}

/** The way to the palette for people who do not know its keys yet. */
function FindButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={`Find (${commandKey()}+K)`}
      onClick={openPalette}
      className="sidebar-entry w-full text-left text-muted"
    >
      <Search size={20} strokeWidth={1.9} className="shrink-0" aria-hidden />
      <span className="sidebar-label flex-1">Find</span>
      <kbd className="sidebar-wide font-sans text-sm" aria-hidden>
        {commandKey()} K
      </kbd>
    </button>
  );
}

function NavEntry({ item }: { item: NavItem }) {
  const { label, to, icon: Icon } = item;
  return (
    <li>
      <NavLink
        to={to}
        end={to === '/'}
        title={label}
        className={({ isActive }) =>
          clsx(
            'sidebar-entry',
            isActive ? 'bg-surface font-semibold text-ink shadow-card' : 'text-muted',
          )
        }
      >
        {({ isActive }) => (
          <>
            <Icon
              size={20}
              strokeWidth={isActive ? 2.25 : 1.9}
              className={clsx('shrink-0', isActive && 'text-accent')}
              aria-hidden
            />
            <span className="sidebar-label">{label}</span>
          </>
        )}
      </NavLink>
    </li>
  );
}
