import { patterns } from '#app/paths.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { SettingsCard } from './settings-card.tsx';

export type Theme = 'light' | 'dark' | 'system';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'Like this device' },
] as const;

/** What holds for this device only: its look and its copy of the data. */
export function DeviceSection({
  theme,
  onTheme,
  sync,
}: {
  theme: Theme;
  onTheme: (theme: Theme) => void;
  /** The state of sync, which opens its details. */
  sync: ReactNode;
}) {
  return (
    <>
      <SettingsCard id="appearance" title="Appearance" text="On this device.">
        <ChoiceField label="Theme" columns value={theme} onChange={onTheme} choices={THEMES} />
      </SettingsCard>
      <SettingsCard
        id="device"
        title="Devices and sync"
        text="Everything is on this device and works without a connection. Changes are sent as soon as there is one."
      >
        <div className="flex flex-wrap items-center gap-2">
          {sync}
          <LinkButton to={patterns.debug} icon={Activity}>
            Device and sync details
          </LinkButton>
        </div>
      </SettingsCard>
    </>
  );
}
