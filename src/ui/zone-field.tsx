import { useState } from 'react';
import { Combobox } from './combobox.tsx';
import { clockIn, findZones, zoneName } from './zone-names.ts';

const NONE = '';

/** One of some four hundred time zones, found by typing. */
export function ZoneField({
  value,
  none,
  onChange,
  error,
  hint,
}: {
  /** null = as `none` says. */
  value: string | null;
  /** The zone that counts without a choice; where it is given, one may go back to that. */
  none?: string;
  onChange: (zone: string | null) => void;
  error: string | undefined;
  hint: string;
}) {
  const [query, setQuery] = useState<string | null>(null);
  const zones = Intl.supportedValuesOf('timeZone');
  const found = query === null ? [value ?? none ?? 'UTC'] : findZones(query, zones);
  const own = found.map((zone) => ({ id: zone, label: zoneName(zone), hint: clockIn(zone) }));
  const back = { id: NONE, label: 'The same as here', hint: zoneName(none ?? '') };
  return (
    <Combobox
      label="Time zone"
      query={query ?? (value ? zoneName(value) : '')}
      onQueryChange={setQuery}
      options={none !== undefined && (query ?? '') === '' ? [back, ...own] : own}
      selectedId={value ?? NONE}
      onPick={({ id }) => {
        setQuery(null);
        onChange(id === NONE ? null : id);
      }}
      error={error}
      emptyText="No such zone. Try the name of a large city."
      hint={hint}
      {...(none === undefined ? {} : { placeholder: 'The same as here' })}
    />
  );
}
