import { openSignOut } from '#app/sign-out/sign-out.tsx';
import { setTheme, themeStore } from '#app/theme.ts';
import { useAuthState } from '#app/use-auth-state.ts';
import { useStore } from '#ui/store.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { Suspense, lazy } from 'react';

const SettingsScreen = lazy(async () => ({
  default: (await import('#features/settings/settings-screen.tsx')).SettingsScreen,
}));

const SecuritySection = lazy(async () => ({
  default: (await import('#app/security/security-section.tsx')).SecuritySection,
}));

const DevicesSection = lazy(async () => ({
  default: (await import('#app/devices/devices-section.tsx')).DevicesSection,
}));

/** Keeps the place that a link into the page leads to. */
function Loading({ id, label }: { id: string; label: string }) {
  return (
    <div id={id}>
      <SkeletonList rows={3} label={label} />
    </div>
  );
}

/** The settings with what belongs to the app: theme, sync and the way out. */
export function SettingsRoute() {
  const state = useAuthState();
  const theme = useStore(themeStore, (preference) => preference);
  const email = state.kind === 'signed-in' ? state.email : null;
  return (
    <SettingsScreen
      theme={theme}
      onTheme={setTheme}
      devices={
        <Suspense fallback={<Loading id="device" label="Devices are being loaded" />}>
          <DevicesSection />
        </Suspense>
      }
      security={
        <Suspense fallback={<Loading id="security" label="Security is being loaded" />}>
          <SecuritySection email={email} />
        </Suspense>
      }
      email={email}
      onSignOut={openSignOut}
    />
  );
}
