import { PLACE_WORDS } from '#domain/appointments/place-words.ts';
import type { Address } from '#domain/rows.ts';
import type { AddressText } from '#domain/text/address-form.ts';
import { addressLines } from '#domain/text/address.ts';
import { AddressFields } from '#ui/address-fields.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField } from '#ui/fields.tsx';
import type { PlaceKind } from './entry-form.ts';

type Where = { place: PlaceKind | null; isElsewhere: boolean; address: AddressText };

/** Where somebody wants it; not asked where there is one place for it, which needs no address. */
export function WhereFields({
  where,
  place,
  possible,
  own,
  error,
  onChange,
}: {
  where: Where;
  /** What the choice comes down to. */
  place: PlaceKind | null;
  /** Where all of the services are had. */
  possible: readonly PlaceKind[];
  /** Where the client's record says that they live. */
  own: Address | null;
  error: (field: string) => string | undefined;
  onChange: (part: Partial<Where>) => void;
}) {
  if (place === null || (possible.length === 1 && place !== 'client')) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      {possible.length > 1 && (
        <SelectField
          label="Where"
          value={place}
          onChange={(next) => onChange({ place: next as PlaceKind })}
          options={possible.map((value) => ({ value, label: PLACE_WORDS[value] }))}
        />
      )}
      {place === 'client' && (
        <ChoiceField
          label="Address of the visit"
          value={where.isElsewhere ? 'other' : 'own'}
          onChange={(next) => onChange({ isElsewhere: next === 'other' })}
          choices={[
            {
              value: 'own',
              label: 'The client’s own',
              hint: own
                ? addressLines(own).join(', ')
                : 'Not in their record yet. Nothing is offered until it is.',
            },
            { value: 'other', label: 'Another one' },
          ]}
        />
      )}
      {place === 'client' && where.isElsewhere && (
        <AddressFields
          label="Other address"
          value={where.address}
          onChange={(address) => onChange({ address })}
          error={error}
        />
      )}
    </div>
  );
}
