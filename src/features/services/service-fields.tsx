import { pathTo } from '#app/paths.ts';
import type { ServiceView } from '#db/queries/services.ts';
import type { BusinessRow, ServiceCategoryRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { ColourField } from '#ui/colour-field.tsx';
import { FeeFields } from '#ui/fee-fields.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/fields.tsx';
import { LinkBox } from '#ui/link-box.tsx';
import type { Form } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { FeesPart } from './fees-part.tsx';
import { Part } from './part.tsx';
import { RequirementsPart } from './requirements-part.tsx';
import type { ServiceValues } from './service-sheet.tsx';
import { TaxField } from './tax-field.tsx';
import { TeamField } from './team-field.tsx';
import { VariantFields } from './variant-fields.tsx';
import { newVariant } from './variant-form.ts';

export const VISIBILITY = [
  { value: 'public', label: 'On the booking page', hint: 'Everybody sees and books it.' },
  { value: 'link', label: 'By link only', hint: 'Not in the list; who has the link can book it.' },
  { value: 'hidden', label: 'Not online', hint: 'Only you and your team book it.' },
] as const;

const AUDIENCE = [
  { value: 'all', label: 'Everybody' },
  { value: 'existing', label: 'Known clients' },
  { value: 'new', label: 'New clients' },
  { value: 'members', label: 'Members' },
] as const;

const REQUEST_TIME = [
  { value: 'null', label: 'As in your booking rules' },
  { value: 'true', label: 'Keeps its time' },
  { value: 'false', label: 'Leaves its time to others' },
];

/** What a class begins with. */
const USUAL_SEATS = 10;

const PEOPLE = [
  { value: '1', label: 'One' },
  { value: '2', label: 'Two' },
  { value: '3', label: 'Three' },
] as const;

/** Everything about a service, the things that are always needed first. */
export function ServiceFields({
  form,
  view,
  categories,
  business,
  picture,
}: {
  form: Form<ServiceValues>;
  view: ServiceView | null;
  categories: readonly ServiceCategoryRow[];
  business: BusinessRow;
  /** The field for its picture. */
  picture: ReactNode;
}) {
  const { values, change, error } = form;
  const { variants } = values;
  const setVariants = (next: ServiceValues['variants']): void => change({ variants: next });
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        error={error('name')}
      />
      <SelectField
        label="Category"
        placeholder="No category"
        value={values.category_id ?? ''}
        onChange={(id) => change({ category_id: id || null })}
        options={categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Part title={variants.length > 1 ? 'Options' : 'Price and time'}>
        {variants.map((variant, index) => (
          <VariantFields
            key={variant.key}
            values={variant}
            business={business}
            asksDeposit={values.visibility !== 'hidden' && values.capacity === null}
            index={index}
            count={variants.length}
            error={(field) => error(`variants.${index}.${field}`)}
            onChange={(part) =>
              setVariants(variants.map((one) => (one === variant ? { ...one, ...part } : one)))
            }
            onMove={(to) => setVariants(moved(variants, index, to))}
            onRemove={() => setVariants(variants.filter((one) => one !== variant))}
          />
        ))}
        <Button
          size="sm"
          icon={Plus}
          className="justify-self-start"
          onClick={() =>
            setVariants([
              ...variants,
              newVariant(`new-${variants.length}-${Date.now()}`, variants[0]),
            ])
          }
        >
          Add an option
        </Button>
        <CheckboxField
          label="It is a class"
          hint="Clients book seats on the dates that you plan, each at this price."
          value={values.capacity !== null}
          onChange={(on) =>
            change(on ? { capacity: USUAL_SEATS, staff_needed: 1 } : { capacity: null })
          }
        />
        {values.capacity !== null && (
          <WholeField
            label="Seats"
            className="max-w-40"
            value={values.capacity || null}
            onChange={(seats) => change({ capacity: seats ?? 0 })}
            error={error('capacity')}
          />
        )}
        {values.capacity === null && (
          <SelectField
            label="People who do it at the same time"
            hint={
              values.staff_needed > 1
                ? 'All of them have to be free. The price is that of the first one.'
                : undefined
            }
            value={String(values.staff_needed)}
            onChange={(people) => change({ staff_needed: Number(people) })}
            options={PEOPLE}
          />
        )}
        <TaxField
          value={values.tax_rate_id ?? null}
          onChange={(tax_rate_id) => change({ tax_rate_id })}
        />
      </Part>
      <Part title="Online booking">
        <ChoiceField
          label="Where it is shown"
          value={values.visibility}
          onChange={(visibility) => change({ visibility })}
          choices={VISIBILITY}
        />
        {view && values.visibility === 'link' && (
          <LinkBox
            path={pathTo('book', { proUrl: business.slug }, { service: view.service.id })}
            what="the page of this service"
          />
        )}
        {values.visibility !== 'hidden' && (
          <>
            <ChoiceField
              label="Who may book it"
              columns
              value={values.audience}
              onChange={(audience) => change({ audience })}
              choices={AUDIENCE}
            />
            <CheckboxField
              label="Each booking needs your approval"
              value={values.approval}
              onChange={(approval) => change({ approval })}
            />
            <SelectField
              label="A request for it, until you answer"
              value={String(values.pending_blocks_slot)}
              onChange={(kept) =>
                change({ pending_blocks_slot: kept === 'null' ? null : kept === 'true' })
              }
              options={REQUEST_TIME}
            />
            {values.capacity === null && (
              <>
                <FeeFields
                  label="Paid when it is booked online"
                  usualLabel="As in your fees and deposits"
                  entry={values.deposit_rule}
                  onChange={(part) => change({ deposit_rule: { ...values.deposit_rule, ...part } })}
                  error={error('deposit_rule')}
                  business={business}
                />
                {['percent', 'cents'].includes(values.deposit_rule.kind) && (
                  <p className="text-sm text-muted">Asked for wherever clients can pay online.</p>
                )}
              </>
            )}
          </>
        )}
        <TextArea
          label="Description"
          required={false}
          hint="Clients read it while they choose."
          value={values.description}
          onChange={(description) => change({ description })}
          error={error('description')}
        />
        <TextArea
          label="Before the visit"
          required={false}
          rows={2}
          hint="What to do or bring. Clients read it once they have booked, and in their mail."
          value={values.prep_note}
          onChange={(prep_note) => change({ prep_note })}
          error={error('prep_note')}
        />
        {picture}
      </Part>
      {values.capacity === null && (
        <FeesPart
          value={values.fee_terms}
          onChange={(fee_terms) => change({ fee_terms })}
          error={error}
          business={business}
        />
      )}
      <TeamField view={view} value={values.team} onChange={(team) => change({ team })} />
      <RequirementsPart form={form} view={view} />
      <Part title="More">
        <ColourField
          label="Colour"
          value={values.colour}
          onChange={(colour) => change({ colour })}
        />
        <WholeField
          label="Comes again after"
          required={false}
          unit="days"
          hint="When you suggest the next visit."
          value={values.rebook_after_days}
          onChange={(rebook_after_days) => change({ rebook_after_days })}
          error={error('rebook_after_days')}
        />
        <CheckboxField
          label="No commission"
          hint="Nobody earns a part of it, unless they have a rate of their own for it."
          value={values.no_commission ?? false}
          onChange={(no_commission) => change({ no_commission })}
        />
      </Part>
    </>
  );
}

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, index) => index !== from);
  const one = list[from];
  return one === undefined ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)];
};
