import { Combobox } from '#ui/combobox.tsx';
import { nowMs } from '#platform/clock.ts';
import { useState } from 'react';
import { findZones, zoneName } from './choices.ts';

/** One of some four hundred time zones, found by typing. */
export function ZoneField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (zone: string) => void;
  error: string | undefined;
}) {
  const [query, setQuery] = useState<string | null>(null);
  const zones = Intl.supportedValuesOf('timeZone');
  const found = query === null ? [value] : findZones(query, zones);
  return (
    <Combobox
      label="Time zone"
      query={query ?? zoneName(value)}
      onQueryChange={setQuery}
      options={found.map((zone) => ({ id: zone, label: zoneName(zone), hint: clockIn(zone) }))}
      selectedId={value}
      onPick={({ id }) => {
        setQuery(null);
        onChange(id);
      }}
      error={error}
      emptyText="No such zone. Try the name of a large city."
      hint="Opening hours and appointments are in this zone, wherever you are."
    />
  );
}

const clockIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(nowMs());
