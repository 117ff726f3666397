import { guestName } from '#domain/appointments/guest-name.ts';
import { typedLine } from '#domain/text/typed.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import type { SelectOption } from '#ui/fields.tsx';
import { UserPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Choice, Guest } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { mostGuests, serviceLimit } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { MOST_ITEMS, aloneBecause, guestChoices } from './guests.ts';
import { placeOf, placesOf } from './place.ts';
import type { PlaceKind } from './place.ts';
import { GroupSum } from './step-bar.tsx';

const THE_SAME = 'same';
const NOTHING = '';

/** Who comes along, and for what. Nobody is asked who comes alone. */
export function GuestsPart({ flow: { catalogue, draft, send } }: { flow: BookingFlow }) {
  const { guests } = draft;
  const most = mostGuests(catalogue);
  const alone = aloneBecause(catalogue, draft);
  const place = placeOf(catalogue, draft);
  const count = [draft.choices, ...guestChoices(catalogue, draft)].flat().length;
  const left = MOST_ITEMS - count;
  const part = useRef<HTMLElement>(null);
  const change = (next: Guest[]) => send({ type: 'guests_changed', guests: next });

  // What all of them pay is there when the first of them is added.
  useEffect(() => void GroupSum.preload(), []);

  // Whoever is added is named next; where one is taken away the focus would be lost.
  const before = useRef(guests.length);
  useEffect(() => {
    if (guests.length > before.current) {
      part.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    } else if (guests.length < before.current) {
      part.current?.querySelector<HTMLElement>('h2')?.focus();
    }
    before.current = guests.length;
  }, [guests.length]);

  if (alone !== null && guests.length === 0) return null;
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
              catalogue={catalogue}
              place={place}
              mayHaveMore={left > 0}
              guest={guest}
              name={guestName(guest.name, at)}
              onChange={(changed) => change(guests.with(at, changed))}
              onRemove={() => change(guests.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ul>
      {alone === null && guests.length < most && draft.choices.length <= left && (
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
  catalogue,
  place,
  mayHaveMore,
  guest,
  name,
  onChange,
  onRemove,
}: {
  catalogue: Catalogue;
  place: PlaceKind | null;
  /** Something more fits into what is booked at once. */
  mayHaveMore: boolean;
  guest: Guest;
  name: string;
  onChange: (guest: Guest) => void;
  onRemove: () => void;
}) {
  const own = guest.choices ?? [];
  const more = own.slice(1);
  const others = (at: number) => own.filter((_, index) => index !== at);
  const choose = (at: number, variantId: string): void =>
    onChange({
      ...guest,
      choices:
        variantId === NOTHING
          ? others(at)
          : own.toSpliced(at, 1, { variantId, staffId: null, addOnIds: [] }),
    });
  const next = own.length;
  const canHaveMore = next > 0 && mayHaveMore && next < serviceLimit(catalogue);
  const further = canHaveMore ? optionsOf(catalogue, place, own) : [];
  return (
    <fieldset className="grid min-w-0 grid-cols-1 items-end gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">{name}</legend>
      <TextField
        label="First name"
        required={false}
        value={guest.name}
        onChange={(text) => onChange({ ...guest, name: typedLine(text) })}
        maxLength={120}
        autoComplete="off"
      />
      <SelectField
        label="What they have"
        value={own[0]?.variantId ?? THE_SAME}
        onChange={(variantId) =>
          variantId === THE_SAME ? onChange({ ...guest, choices: null }) : choose(0, variantId)
        }
        options={[
          { value: THE_SAME, label: 'The same as you' },
          ...optionsOf(catalogue, place, more),
        ]}
      />
      {more.map(({ variantId }, index) => (
        <SelectField
          key={index}
          label={`And then (${index + 2})`}
          value={variantId}
          onChange={(chosen) => choose(index + 1, chosen)}
          options={[
            { value: NOTHING, label: 'Not this one' },
            ...optionsOf(catalogue, place, others(index + 1)),
          ]}
        />
      ))}
      {further.length > 0 && (
        <SelectField
          key={next}
          label={`And then (${next + 1})`}
          required={false}
          value={NOTHING}
          onChange={(chosen) => choose(next, chosen)}
          options={[{ value: NOTHING, label: 'Nothing else' }, ...further]}
        />
      )}
      <Button className="justify-self-start" onClick={onRemove}>
        Remove <span className="sr-only">{name}</span>
      </Button>
    </fieldset>
  );
}

/**
 * What can be had beside `others` without anything to choose or to do before; what has more is had by whoever
 * books.
 */
const optionsOf = (
  catalogue: Catalogue,
  place: PlaceKind | null,
  others: readonly Choice[],
): SelectOption[] =>
  catalogue.sections
    .flatMap(({ services }) => services)
    .filter(({ is_class, addOnGroups }) => !is_class && addOnGroups.every((one) => !one.min_count))
    .flatMap(({ variants }) => variants)
    .filter(({ id }) => others.every(({ variantId }) => variantId !== id))
    .filter(({ id }) => {
      const choices = [...others, { variantId: id, staffId: null, addOnIds: [] }];
      const places = placesOf(catalogue, choices);
      const isThere = place === null ? places.length > 0 : places.includes(place);
      return (
        isThere &&
        aloneBecause(catalogue, { choices, place, session: null, refusal: null }) === null
      );
    })
    .map(({ id, fullName }) => ({ value: id, label: fullName }));
