import { guestName } from '#domain/appointments/guest-name.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import type { SelectOption } from '#ui/fields.tsx';
import { UserPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Guest } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import type { Catalogue } from './catalogue.ts';
import { aloneBecause, mostGuests } from './guests.ts';
import { placeOf, placesOf } from './place.ts';
import type { PlaceKind } from './place.ts';

const THE_SAME = 'same';

/** Who comes along, and for what. Nobody is asked who comes alone. */
export function GuestsPart({ flow: { catalogue, draft, send } }: { flow: BookingFlow }) {
  const { guests } = draft;
  const most = mostGuests(catalogue);
  const alone = aloneBecause(catalogue, draft);
  const options = [
    { value: THE_SAME, label: 'The same as you' },
    ...optionsOf(catalogue, placeOf(catalogue, draft)),
  ];
  const part = useRef<HTMLElement>(null);
  const change = (next: Guest[]) => send({ type: 'guests_changed', guests: next });

  // Whoever is added is named next; where one is taken away the focus would be lost.
  const count = useRef(guests.length);
  useEffect(() => {
    if (guests.length > count.current) {
      part.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    } else if (guests.length < count.current) {
      part.current?.querySelector<HTMLElement>('h2')?.focus();
    }
    count.current = guests.length;
  }, [guests.length]);

  if (draft.choices.length === 0 || (alone !== null && guests.length === 0)) return null;
  return (
    <section ref={part} aria-labelledby="who-comes" className="mb-8 grid grid-cols-1 gap-3">
      <h2 id="who-comes" tabIndex={-1} className="text-lg font-semibold outline-none">
        Who is coming?
      </h2>
      <p role="status" className="text-muted text-pretty">
        {alone ??
          (guests.length === 0
            ? 'Just you.'
            : 'You and your guests begin together, or one after the other where the team is busy.')}
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {guests.map((guest, at) => (
          <li key={at} className="rounded-lg border border-line bg-surface p-4 shadow-card">
            <GuestFields
              options={options}
              guest={guest}
              name={guestName(guest.name, at)}
              onChange={(changed) => change(guests.with(at, changed))}
              onRemove={() => change(guests.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ul>
      {alone === null && guests.length < most && (
        <Button
          icon={UserPlus}
          className="justify-self-start"
          onClick={() => change([...guests, { name: '', choices: null }])}
        >
          {guests.length === 0 ? 'Bring somebody along' : 'Add another guest'}
        </Button>
      )}
    </section>
  );
}

function GuestFields({
  options,
  guest,
  name,
  onChange,
  onRemove,
}: {
  options: readonly SelectOption[];
  guest: Guest;
  name: string;
  onChange: (guest: Guest) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
      <legend className="mb-2 font-semibold">{name}</legend>
      <TextField
        label="First name"
        required={false}
        value={guest.name}
        onChange={(text) => onChange({ ...guest, name: text })}
        maxLength={120}
        autoComplete="off"
      />
      <SelectField
        label="What they have"
        value={guest.choices?.[0]?.variantId ?? THE_SAME}
        onChange={(variantId) =>
          onChange({
            ...guest,
            choices: variantId === THE_SAME ? null : [{ variantId, staffId: null, addOnIds: [] }],
          })
        }
        options={options}
      />
      <Button className="justify-self-start" onClick={onRemove}>
        Remove <span className="sr-only">{name}</span>
      </Button>
    </fieldset>
  );
}

/** What can be had without anything to choose or to do before; what has more is had by whoever books. */
const optionsOf = (catalogue: Catalogue, place: PlaceKind | null): SelectOption[] =>
  catalogue.sections
    .flatMap(({ services }) => services)
    .filter(({ is_class, addOnGroups }) => !is_class && addOnGroups.every((one) => !one.min_count))
    .flatMap(({ variants }) => variants)
    .filter(({ id }) => {
      const choices = [{ variantId: id, staffId: null, addOnIds: [] }];
      const isThere = place === null || placesOf(catalogue, choices).includes(place);
      return (
        isThere &&
        aloneBecause(catalogue, { choices, place, session: null, refusal: null }) === null
      );
    })
    .map(({ id, fullName }) => ({ value: id, label: fullName }));
