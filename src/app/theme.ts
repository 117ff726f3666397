import { accentFor } from '#domain/accent.ts';
import type { Accent } from '#domain/accent.ts';
import { createStore } from '#ui/store.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { ACCENT_KEY, THEME_KEY } from './theme-keys.ts';

export type ThemePreference = 'light' | 'dark' | 'system';

const stored = readSetting(THEME_KEY);

export const themeStore = createStore<ThemePreference>(
  stored === 'light' || stored === 'dark' ? stored : 'system',
);

/** Light, dark, or what the device says; remembered on this device. */
export const setTheme = (preference: ThemePreference): void => {
  themeStore.set(() => preference);
  writeSetting(THEME_KEY, preference === 'system' ? null : preference);
  apply();
};

/** Follows the device while the preference is "system", and other tabs. Call once. */
export const watchTheme = (): void => {
  darkQuery().addEventListener('change', apply);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== THEME_KEY) return;
    themeStore.set(() => (newValue === 'light' || newValue === 'dark' ? newValue : 'system'));
    apply();
  });
};

/** Wears the colour of a business, readable in both themes; remembered for the next start. */
export const setAccent = (brandColour: string): void => {
  accent = {
    light: asProperties(accentFor(brandColour, 'light')),
    dark: asProperties(accentFor(brandColour, 'dark')),
  };
  writeSetting(ACCENT_KEY, JSON.stringify(accent));
  apply();
};

let accent: Record<'light' | 'dark', Record<string, string>> | null = readAccent();

const apply = (): void => {
  const root = document.documentElement;
  const preference = themeStore.get();
  const isDark = preference === 'dark' || (preference === 'system' && darkQuery().matches);
  const theme = isDark ? 'dark' : 'light';
  root.dataset.theme = theme;
  for (const [name, value] of Object.entries(accent?.[theme] ?? {})) {
    root.style.setProperty(name, value);
  }
};

const darkQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

const asProperties = ({ accent: own, strong, soft, onAccent }: Accent): Record<string, string> => ({
  '--accent': own,
  '--accent-strong': strong,
  '--accent-soft': soft,
  '--on-accent': onAccent,
});

function readAccent(): typeof accent {
  try {
    return JSON.parse(readSetting(ACCENT_KEY) ?? 'null') as typeof accent;
  } catch {
    return null;
  }
}
