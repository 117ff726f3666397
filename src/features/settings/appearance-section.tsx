import { ChoiceField } from '#ui/choice-field.tsx';
import { SettingsCard } from './settings-card.tsx';

export type Theme = 'light' | 'dark' | 'system';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'Like this device' },
] as const;

/** What it looks like here. */
export function AppearanceSection({
  theme,
  onTheme,
}: {
  theme: Theme;
  onTheme: (theme: Theme) => void;
}) {
  return (
    <SettingsCard id="appearance" title="Appearance" text="On this device.">
      <ChoiceField label="Theme" columns value={theme} onChange={onTheme} choices={THEMES} />
    </SettingsCard>
  );
}
