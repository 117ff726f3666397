import { PLACE_WORDS } from '#domain/appointments/place-words.ts';
import type { Travel } from '#domain/appointments/travel.ts';
import type { Address } from '#domain/rows.ts';
import { addressName } from '#domain/clients/addresses.ts';
import { addressLines } from '#domain/text/address.ts';
import { AddressFields } from '#ui/address-fields.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField } from '#ui/fields.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import { ownAddress, travelOfDraft, type PlaceDraft, type PlaceKind } from './visit-place-draft.ts';

/** Where a visit takes place; at the client's also where that is, and how long the way takes. */
export function VisitPlaceFields({
  draft,
  kind,
  known,
  usual,
  isTried,
  onChange,
}: {
  draft: PlaceDraft;
  /** What `draft.kind` comes down to. */
  kind: PlaceKind;
  /** Of the client's record, the usual one first. */
  known: readonly Address[];
  /** The way while nothing was typed. */
  usual: Travel;
  /** Somebody wanted to save. */
  isTried: boolean;
  onChange: (draft: PlaceDraft) => void;
}) {
  const change = (part: Partial<PlaceDraft>): void => onChange({ ...draft, ...part });
  const own = draft.isOwn ? ownAddress(draft, known) : undefined;
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
          {known.length > 0 && (
            <ChoiceField
              label="Address of the visit"
              value={own ? String(known.indexOf(own)) : 'other'}
              onChange={(next) => {
                const chosen = known[Number(next)];
                change(chosen ? { isOwn: true, own: chosen } : { isOwn: false });
              }}
              choices={[
                ...known.map((address, place) => ({
                  value: String(place),
                  label: known.length === 1 ? 'The client’s own' : addressName(address, place),
                  hint: addressLines(address).join(', '),
                })),
                { value: 'other', label: 'Another one' },
              ]}
            />
          )}
          {!own && (
            <AddressFields
              label={known.length > 0 ? 'Other address' : 'Address of the visit'}
              value={draft.address}
              onChange={(address) => change({ address })}
              error={() => undefined}
            />
          )}
          <div className="grid grid-cols-2 gap-3 *:min-w-0">
            <WholeField
              label="Way there"
              unit="min"
              value={draft.before === undefined ? usual.before : draft.before}
              error={isFaulty ? 'From 0 to 480.' : undefined}
              onChange={(before) => change({ before })}
            />
            <WholeField
              label="Way back"
              unit="min"
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
