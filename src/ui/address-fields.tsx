import type { AddressText } from '#domain/text/address-form.ts';
import type { ReactNode } from 'react';
import { TextField } from './fields.tsx';

/** A postal address. `error` is asked by `address.line1` and so on, or what `path` is. */
export function AddressFields<V extends AddressText>({
  value,
  onChange,
  error,
  label = 'Address',
  path = 'address',
  before,
  after,
}: {
  value: V;
  onChange: (value: V) => void;
  error: (field: string) => string | undefined;
  label?: string;
  path?: string;
  /** In the same frame, above and below its lines. */
  before?: ReactNode;
  after?: ReactNode;
}) {
  const field = (name: keyof AddressText, words: string, className = 'col-span-2') => (
    <TextField
      label={words}
      autoComplete="off"
      className={className}
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
      error={error(`${path}.${name}`)}
    />
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        {before}
        {field('line1', 'Street and number')}
        {field('line2', 'Floor, entrance, other details')}
        {field('city', 'City')}
        {field('region', 'State or region', '')}
        {field('postal_code', 'Postal code', '')}
      </div>
      {after}
    </fieldset>
  );
}
