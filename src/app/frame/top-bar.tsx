import { SyncChip } from '#app/sync/sync-chip.tsx';
import { BusinessSwitch } from './business-switch.tsx';

/** Phones: which business this is, and the truth about sync. */
export function TopBar() {
  return (
    <div className="top-bar flex min-h-(--top-bar) items-center justify-between gap-2 border-b border-line bg-canvas px-3 pt-[env(safe-area-inset-top)] md:hidden">
      <BusinessSwitch />
      <SyncChip />
    </div>
  );
}
