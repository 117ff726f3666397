import { openPalette } from '#app/palette/palette-store.ts';
import { SyncChip } from '#app/sync/sync-chip.tsx';
import { IconButton } from '#ui/button.tsx';
import { Search } from 'lucide-react';
import { AccountMenu } from './account-menu.tsx';
import { BusinessSwitch } from './business-switch.tsx';

/** Phones: which business this is, the truth about sync, and who is signed in. */
export function TopBar() {
  return (
    <header className="top-bar flex min-h-(--top-bar) items-center justify-between gap-2 border-b border-line bg-canvas px-2 pt-[env(safe-area-inset-top)] md:hidden">
      <BusinessSwitch />
      <span className="flex min-w-0 items-center">
        <SyncChip />
        <IconButton icon={Search} label="Find" aria-haspopup="dialog" onClick={openPalette} />
        <AccountMenu compact />
      </span>
    </header>
  );
}
