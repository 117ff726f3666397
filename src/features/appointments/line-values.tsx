import type { Offer } from '#domain/services/offer.ts';
import { MoneyField } from '#ui/money-field.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import type { DraftLine } from './draft.ts';

/** The times of one visit, in the order in which they come. */
const EXTRAS = [
  ['processing_min', 'Then processing'],
  ['finishing_min', 'Then finishing'],
  ['buffer_before_min', 'Buffer before'],
  ['buffer_after_min', 'Buffer after'],
] as const;

/** Other times and another price than usual, for this visit alone. */
export function LineValues({
  line,
  offer,
  money,
  onLine,
}: {
  line: DraftLine;
  /** What it takes and costs as it is now. */
  offer: Offer;
  money: { currency: string; locale: string };
  onLine: (line: DraftLine) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
      <MinutesField
        label="Minutes of work"
        value={offer.duration_min}
        least={1}
        most={1440}
        onChange={(durationMin) => onLine({ ...line, durationMin })}
      />
      {offer.price_kind !== 'hidden' && (
        <MoneyField
          label="Price"
          {...money}
          value={offer.price_cents}
          onChange={(priceCents) => onLine({ ...line, priceCents })}
        />
      )}
      {EXTRAS.map(([field, name]) => (
        <MinutesField
          key={field}
          label={name}
          value={offer[field]}
          least={0}
          most={480}
          onChange={(minutes) => {
            const { [field]: _usual, ...others } = line.extras ?? {};
            const extras = minutes === null ? others : { ...others, [field]: minutes };
            onLine({ ...line, extras });
          }}
        />
      ))}
    </div>
  );
}

/** Minutes of this visit alone; what is no such number means "as usual" (null). */
function MinutesField({
  label,
  value,
  least,
  most,
  onChange,
}: {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (minutes: number | null) => void;
}) {
  return (
    <WholeField
      label={label}
      unit="min"
      value={value}
      onChange={(minutes) =>
        onChange(minutes !== null && minutes >= least && minutes <= most ? minutes : null)
      }
    />
  );
}
