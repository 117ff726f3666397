import type { Travel } from '#domain/appointments/travel.ts';
import type { Address } from '#domain/rows.ts';
import { addressLines } from '#domain/text/address.ts';
import { AddressFields } from '#ui/address-fields.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField } from '#ui/fields.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import {
  PLACE_WORDS,
  travelOfDraft,
  type PlaceDraft,
  type PlaceKind,
} from './visit-place-draft.ts';

/** Where a visit takes place; at the client's also where that is, and how long the way takes. */
export function VisitPlaceFields({
  draft,
  kind,
  clientAddress,
  usual,
  isTried,
  onChange,
}: {
  draft: PlaceDraft;
  /** What `draft.kind` comes down to. */
  kind: PlaceKind;
  /** Of the client's record; null = none is known. */
  clientAddress: Address | null;
  /** The way while nothing was typed. */
  usual: Travel;
  /** Somebody wanted to save. */
  isTried: boolean;
  onChange: (draft: PlaceDraft) => void;
}) {
  const change = (part: Partial<PlaceDraft>): void => onChange({ ...draft, ...part });
  const isElsewhere = !draft.isOwn || !clientAddress;
  const isFaulty = isTried && travelOfDraft(draft, kind, usual) === null;
  return (
    <div className="grid gap-3">
      <SelectField
        label="Where"
        value={kind}
        onChange={(next) => change({ kind: next as PlaceKind })}
        options={(Object.keys(PLACE_WORDS) as PlaceKind[]).map((value) => ({
          value,
          label: PLACE_WORDS[value],
        }))}
      />
      {kind === 'client' && (
        <div className="grid gap-3 rounded-lg border border-line p-3">
          {clientAddress && (
            <ChoiceField
              label="Address of the visit"
              value={draft.isOwn ? 'own' : 'other'}
              onChange={(next) => change({ isOwn: next === 'own' })}
              choices={[
                {
                  value: 'own',
                  label: 'The client’s own',
                  hint: addressLines(clientAddress).join(', '),
                },
                { value: 'other', label: 'Another one' },
              ]}
            />
          )}
          {isElsewhere && (
            <AddressFields
              label={clientAddress ? 'Other address' : 'Address of the visit'}
              value={draft.address}
              onChange={(address) => change({ address })}
              error={() => undefined}
            />
          )}
          <div className="grid grid-cols-2 gap-3 *:min-w-0">
            <WholeField
              label="Way there"
              suffix={<span className="pr-3">min</span>}
              value={draft.before === undefined ? usual.before : draft.before}
              error={isFaulty ? 'From 0 to 480.' : undefined}
              onChange={(before) => change({ before })}
            />
            <WholeField
              label="Way back"
              suffix={<span className="pr-3">min</span>}
              value={draft.after === undefined ? usual.after : draft.after}
              onChange={(after) => change({ after })}
            />
          </div>
          <p className="text-sm text-muted">
            Nobody can book you on the way. From one visit straight to the next, leave the way back
            at 0.
          </p>
        </div>
      )}
    </div>
  );
}
