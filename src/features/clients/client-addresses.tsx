import { MORE_ADDRESSES_MAX } from '#domain/clients/schema.ts';
import { addressOf, labelledText } from '#domain/text/address-form.ts';
import type { LabelledText } from '#domain/text/address-form.ts';
import { AddressFields } from '#ui/address-fields.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { Plus } from 'lucide-react';

type Changed = { address?: LabelledText; more_addresses?: LabelledText[] };

/** Where a client may be visited. Most have one address and see nothing of the others. */
export function ClientAddresses({
  first,
  more,
  onChange,
  error,
}: {
  first: LabelledText;
  more: LabelledText[];
  onChange: (changed: Changed) => void;
  error: (field: string) => string | undefined;
}) {
  const canAdd = addressOf(first) !== null && more.length < MORE_ADDRESSES_MAX;
  const label = (value: LabelledText, path: string, change: (value: LabelledText) => void) => (
    <TextField
      label="Called"
      hint="Home, work, summer house."
      autoComplete="off"
      className="col-span-2"
      value={value.label}
      onChange={(text) => change({ ...value, label: text })}
      error={error(`${path}.label`)}
    />
  );
  const changeFirst = (address: LabelledText): void => onChange({ address });
  return (
    <div className="grid min-w-0 gap-5">
      <AddressFields
        value={first}
        onChange={changeFirst}
        error={error}
        before={(more.length > 0 || first.label !== '') && label(first, 'address', changeFirst)}
      />
      {more.map((value, place) => {
        // Empty ones are not saved: those behind them move up.
        const path = `more_addresses.${more.slice(0, place).filter((one) => addressOf(one)).length}`;
        const change = (next: LabelledText): void =>
          onChange({ more_addresses: more.map((one, at) => (at === place ? next : one)) });
        return (
          <AddressFields
            // The fields are held by the form: an entry is its place.
            key={place}
            label={`Address ${place + 2}`}
            path={path}
            value={value}
            onChange={change}
            error={error}
            before={label(value, path, change)}
            after={
              <div className="mt-2 flex flex-wrap gap-2">
                <Button
                  size="sm"
                  onClick={() =>
                    onChange({
                      address: value,
                      more_addresses: more.map((one, at) => (at === place ? first : one)),
                    })
                  }
                >
                  Make it the first
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => onChange({ more_addresses: more.filter((_, at) => at !== place) })}
                >
                  Remove
                </Button>
              </div>
            }
          />
        );
      })}
      {canAdd && (
        <div>
          <Button
            size="sm"
            icon={Plus}
            onClick={() => onChange({ more_addresses: [...more, labelledText(null)] })}
          >
            Another address
          </Button>
          {more.length > 0 && (
            <p className="mt-2 text-sm text-muted">
              A visit at the client’s is at the first one, unless you choose another.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
