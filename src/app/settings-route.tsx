import { openSignOut } from '#app/sign-out/sign-out.tsx';
import { SyncChip } from '#app/sync/sync-chip.tsx';
import { setTheme, themeStore } from '#app/theme.ts';
import { useAuthState } from '#app/use-auth-state.ts';
import { useStore } from '#ui/store.ts';
import { lazy } from 'react';

const SettingsScreen = lazy(async () => ({
  default: (await import('#features/settings/settings-screen.tsx')).SettingsScreen,
}));

/** The settings with what belongs to the app: theme, sync and the way out. */
export function SettingsRoute() {
  const state = useAuthState();
  const theme = useStore(themeStore, (preference) => preference);
  return (
    <SettingsScreen
      theme={theme}
      onTheme={setTheme}
      sync={<SyncChip />}
      email={state.kind === 'signed-in' ? state.email : null}
      onSignOut={openSignOut}
    />
  );
}
