import type { AddressText } from '#domain/text/address-form.ts';
import { TextField } from './fields.tsx';

/** A postal address. `error` is asked by `address.line1` and so on. */
export function AddressFields({
  value,
  onChange,
  error,
  label = 'Address',
}: {
  value: AddressText;
  onChange: (value: AddressText) => void;
  error: (field: string) => string | undefined;
  label?: string;
}) {
  const field = (name: keyof AddressText, words: string, className = 'col-span-2') => (
    <TextField
      label={words}
      autoComplete="off"
      className={className}
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
      error={error(`address.${name}`)}
    />
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        {field('line1', 'Street and number')}
        {field('line2', 'Floor, entrance, other details')}
        {field('city', 'City')}
        {field('region', 'State or region', '')}
        {field('postal_code', 'Postal code', '')}
      </div>
    </fieldset>
  );
}
