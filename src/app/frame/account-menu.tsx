import { patterns } from '#app/paths.ts';
import { hasPin } from '#app/pin/pin-mark.ts';
import { openSignOut } from '#app/sign-out/sign-out.tsx';
import { setTheme, themeStore } from '#app/theme.ts';
import { useAuthState } from '#app/use-auth-state.ts';
import { logError } from '#platform/log.ts';
import { Menu } from '#ui/menu.tsx';
import { useStore } from '#ui/store.ts';
import { Check, CloudCheck, Lock, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';

const lockHere = async (): Promise<void> => {
  try {
    await (await import('#app/pin/lock-now.ts')).lockNow({ send: true });
  } catch (error) {
    logError('The device could not be locked', error);
  }
};

/** Who is signed in, what it looks like here, and the way out. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const state = useAuthState();
  const theme = useStore(themeStore, (preference) => preference);
  const email = state.kind === 'signed-in' ? (state.email ?? 'Signed in') : '';
  const themeItem = (label: string, value: typeof theme, icon: typeof Sun) => ({
    label,
    icon: theme === value ? Check : icon,
    onPress: () => setTheme(value),
  });
  return (
    <Menu
      label="Account"
      align={compact ? 'end' : 'start'}
      wide={!compact}
      items={[
        themeItem('Light', 'light', Sun),
        themeItem('Dark', 'dark', Moon),
        themeItem('Like this device', 'system', Monitor),
        { label: 'Settings', icon: Settings, to: patterns.settings, startsGroup: true },
        { label: 'Device and sync details', icon: CloudCheck, to: patterns.debug },
        ...(state.kind === 'signed-in' && hasPin(state.userId)
          ? [{ label: 'Lock', icon: Lock, onPress: () => void lockHere() }]
          : []),
        { label: 'Sign out', icon: LogOut, onPress: openSignOut },
      ]}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`Account: ${email}`}
          title={email}
          className="flex min-h-11 w-full min-w-0 items-center gap-3 rounded-md px-1.5 text-left transition-colors duration-150 hover:bg-raised"
        >
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent uppercase">
            {email.slice(0, 1)}
          </span>
          {!compact && (
            <span className="sidebar-label min-w-0 flex-1 truncate text-sm">{email}</span>
          )}
        </button>
      )}
    />
  );
}
