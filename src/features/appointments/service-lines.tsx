import { Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { BusinessRow, StaffRow, Uuid } from '#domain/rows.ts';
import { visibleMinutes } from '#domain/appointments/busy.ts';
import { segmentName, type Offer } from '#domain/services/offer.ts';
import { formatPrice } from '#domain/services/price.ts';
import { foldedWords, fold } from '#domain/text/fold.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import {
  canBeTogether,
  emptyLine,
  endOfPeople,
  isParallel,
  lineOffer,
  peopleNeeded,
  peopleOf,
  staffOf,
  withPeople,
  withVariant,
  type DraftLine,
  type Offered,
} from './draft.ts';

const AddOns = lazyPart(async () => (await import('./add-ons.tsx')).AddOns);
const FittedNote = lazyPart(async () => (await import('./fitted-note.tsx')).FittedNote);
// Most services take one person.
const SecondPerson = lazyPart(async () => (await import('./second-person.tsx')).SecondPerson);
// Most take what the menu says.
const LineValues = lazyPart(async () => (await import('./line-values.tsx')).LineValues);
// Most sell nothing together.
const BundlePicker = lazyExtra(async () => (await import('./bundle-picker.tsx')).BundlePicker);

type Props = {
  /** Of whom, where there are several. */
  name?: string;
  lines: readonly DraftLine[];
  offered: ReadonlyMap<Uuid, Offered>;
  staff: readonly StaffRow[];
  /** Who takes a new line, if they do the service. */
  preferredStaffId: Uuid | null;
  business: BusinessRow;
  onChange: (lines: DraftLine[]) => void;
};

/** The services of a visit in their order, each with its person, length and price. */
export function ServiceLines(props: Props) {
  const { name = 'Services', lines, offered, staff, preferredStaffId, onChange } = props;
  const services = lines.filter(({ isSecond }) => !isSecond);
  const add = (): void =>
    onChange([
      ...lines,
      emptyLine(
        Math.max(0, ...lines.map(({ key }) => key)) + 1,
        services.at(-1)?.staffId ?? preferredStaffId,
      ),
    ]);
  /** With another service come the people whom it takes; so they do when one of them takes it over. */
  const change = (at: number, next: DraftLine): void => {
    const all = lines.map((one, index) => (index === at ? next : one));
    const helpers = all.slice(at + 1, endOfPeople(all, at));
    const isOther = next.variantId !== lines[at]?.variantId;
    const isTwice = helpers.some(({ staffId }) => staffId !== null && staffId === next.staffId);
    onChange(isOther || isTwice ? withPeople(all, at, offered, staff) : all);
  };
  return (
    <section aria-label={name} className="grid gap-3">
      {lines.map((line, index) =>
        line.isSecond ? (
          <Suspense key={line.key}>
            <SecondPerson
              line={line}
              taken={peopleOf(lines, index).filter((id) => id !== line.staffId)}
              offered={offered}
              staff={staff}
              onLine={(next) => onChange(lines.map((one) => (one === line ? next : one)))}
              onRemove={() => onChange(lines.filter((one) => one !== line))}
            />
          </Suspense>
        ) : (
          <ServiceLine
            key={line.key}
            {...props}
            line={line}
            label={services.length > 1 ? `Service ${services.indexOf(line) + 1}` : 'Service'}
            together={canBeTogether(lines, index) ? isParallel(lines, index) : null}
            missing={
              peopleNeeded(offered.get(line.variantId ?? '')) - peopleOf(lines, index).length
            }
            onPeople={() => onChange(withPeople(lines, index, offered, staff))}
            onLine={(next) => change(index, next)}
            onRemove={
              services.length > 1
                ? () =>
                    onChange([...lines.slice(0, index), ...lines.slice(endOfPeople(lines, index))])
                : undefined
            }
          />
        ),
      )}
      {lines.every(({ variantId }) => variantId !== null) && lines.length < 10 && (
        <Button size="sm" icon={Plus} className="justify-self-start" onClick={add}>
          Another service
        </Button>
      )}
      <Suspense>
        <BundlePicker {...props} />
      </Suspense>
    </section>
  );
}

function ServiceLine({
  line,
  label,
  offered,
  staff,
  preferredStaffId,
  business,
  together,
  missing,
  onPeople,
  onLine,
  onRemove,
}: Props & {
  line: DraftLine;
  label: string;
  /** Done at the same time as the one before; null = it cannot be. */
  together: boolean | null;
  /** How many people more it takes than help with it. */
  missing: number;
  onPeople: () => void;
  onLine: (line: DraftLine) => void;
  onRemove: (() => void) | undefined;
}) {
  const found = line.variantId ? offered.get(line.variantId) : undefined;
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const money = { currency: business.currency, locale: business.locale };
  const shown = query ?? (found ? segmentName(found.service, found.variant) : '');
  const offer = found && lineOffer(line, found);
  const able = found ? staffOf(found, staff) : staff.map(({ id }) => id);

  return (
    <div className="grid gap-3 rounded-lg border border-line p-3">
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <Combobox
            label={label}
            placeholder="Search services"
            query={shown}
            onQueryChange={setQuery}
            options={matching(offered, query ?? '').map(({ service, variant }) => ({
              id: variant.id,
              label: segmentName(service, variant),
              hint: lengthAndPrice(variant, money),
              leading: (
                <span
                  data-colour={service.colour}
                  className="size-2.5 shrink-0 rounded-full bg-swatch"
                  aria-hidden
                />
              ),
            }))}
            selectedId={line.variantId}
            onPick={({ id }) => {
              setQuery(null);
              const next = offered.get(id);
              if (next) onLine(withVariant(line, next, staff, preferredStaffId));
            }}
          />
        </div>
        {onRemove && <IconButton icon={Trash2} label={`Remove ${label}`} onClick={onRemove} />}
      </div>
      {line.pickedId && (
        <Suspense>
          <FittedNote line={line} offered={offered} staff={staff} onLine={onLine} />
        </Suspense>
      )}
      <SelectField
        label="With"
        value={line.staffId ?? ''}
        onChange={(staffId) => onLine({ ...line, staffId: staffId || null })}
        {...(line.staffId === null ? { placeholder: 'Choose a person' } : {})}
        options={staff
          .filter(({ status, bookable }) => status === 'active' && bookable)
          .toSorted((a, b) => Number(able.includes(b.id)) - Number(able.includes(a.id)))
          .map(({ id, display_name }) => ({
            value: id,
            label: able.includes(id) ? display_name : `${display_name} (does not offer this)`,
          }))}
      />
      {together !== null && (
        <CheckboxField
          label="At the same time as the service before"
          value={together}
          onChange={(isTogether) => onLine({ ...line, isTogether })}
        />
      )}
      {missing > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="flex-1">It takes {peopleNeeded(found)} people at the same time.</span>
          <Button size="sm" icon={Plus} onClick={onPeople}>
            Add who helps
          </Button>
        </p>
      )}
      {found && offer && (
        <>
          {found.view.addOnGroups.length > 0 && (
            <Suspense>
              <AddOns line={line} found={found} onLine={onLine} money={money} />
            </Suspense>
          )}
          <div className="flex items-center gap-2 text-sm">
            <span className="flex-1 tabular-nums">{lengthAndPrice(offer, money)}</span>
            <Button
              size="sm"
              variant="quiet"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Done' : 'Change'}
            </Button>
          </div>
          {isOpen && (
            <Suspense>
              <LineValues line={line} offer={offer} money={money} onLine={onLine} />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}

/** `45 min · $85.00`; of a hidden price nothing is said. */
const lengthAndPrice = (offer: Offer, money: { currency: string; locale: string }): string =>
  [
    formatDuration(visibleMinutes(offer)),
    formatPrice({ kind: offer.price_kind, cents: offer.price_cents }, money),
  ]
    .filter(Boolean)
    .join(' · ');

/** Services with every typed word in their name; the whole menu when nothing is typed. */
function matching(offered: ReadonlyMap<Uuid, Offered>, query: string): Offered[] {
  const words = foldedWords(query);
  return [...offered.values()].filter(({ service, variant }) => {
    const name = fold(segmentName(service, variant));
    return words.every((word) => name.includes(word));
  });
}
